#include "core/measure/harness.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace bankloom {
namespace {

/// Words of the input buffer after the lanes' offsets: values that the assembler must not know in advance.
enum Input : unsigned { kZero = kWarpSize, kOne, kMask, kInputWords };

/// Shared memory is zeroed, and the probe's word placed, in steps of one request of 32 words.
constexpr std::uint32_t kRowBytes = kWarpSize * 4;

std::uint32_t probe_offset(const HarnessAccess& access) {
  return (access.shared_bytes + kRowBytes - 1) / kRowBytes * kRowBytes;
}

template <class T>
void append(std::vector<std::byte>& bytes, T value) {
  const auto raw = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

template <class T>
GpuLaunch::Argument scalar(T value) {
  GpuLaunch::Argument argument;
  append(argument.bytes, value);
  return argument;
}

/// "{%value, %value}" for a vector of 32-bit parts, "%value" for one part.
std::string parts(unsigned width, bool is_load) {
  if (width <= 4) return "%value";
  std::string list = "{%value";
  for (unsigned part = 1; part < width / 4; ++part) list += is_load ? fmt::format(", %rest{}", part) : ", %value";
  return list + "}";
}

/// ".v2.u32" and so on: the type of an access of so many bytes.
std::string_view type_of(unsigned width) {
  switch (width) {
    case 1:
      return ".u8";
    case 2:
      return ".u16";
    case 8:
      return ".v2.u32";
    case 16:
      return ".v4.u32";
    default:
      return ".u32";
  }
}

std::string access_text(const HarnessAccess& access) {
  if (access.op == AccessOp::ldmatrix) {
    std::string list = "{%value";
    for (unsigned part = 1; part < access.matrices; ++part) list += fmt::format(", %rest{}", part);
    return fmt::format("  ldmatrix.sync.aligned.m8n8.x{}.shared.b16 {}}}, [%address];\n", access.matrices, list);
  }
  const char* guard = access.active == kAllLanes ? "" : "@%active ";
  if (access.op == AccessOp::load) {
    return fmt::format("  {}ld.volatile.shared{} {}, [%address];\n", guard, type_of(access.width),
                       parts(access.width, true));
  }
  return fmt::format("  {}st.volatile.shared{} [%address], {};\n", guard, type_of(access.width),
                     parts(access.width, false));
}

std::string request_text(const HarnessAccess& access, bool is_empty) {
  std::string text = is_empty ? std::string() : access_text(access);
  if (access.op == AccessOp::store) text += "  ld.volatile.shared.u32 %value, [%probe];\n";
  return text + "  mad.lo.u32 %address, %address, %one, %value;\n";
}

}  // namespace

Result<HarnessAccess> harness_access(const MemoryAccess& access, std::uint64_t shared_bytes) {
  if (access.space != Space::shared) return fail("the timing harness is for accesses to shared memory");
  if (access.op != AccessOp::load && access.op != AccessOp::store && access.op != AccessOp::ldmatrix) {
    return fail("there is no timing harness for the operation '{}'", access_op_name(access.op));
  }
  HarnessAccess result{.op = access.op,
                       .width = access.width,
                       .matrices = access.matrices,
                       .active = access.active,
                       .shared_bytes = static_cast<std::uint32_t>(shared_bytes)};
  for_each_lane(access.active, [&](unsigned lane) {
    result.offsets[lane] = static_cast<std::uint32_t>(access.addresses[lane]);
    result.shared_bytes = std::max(result.shared_bytes, result.offsets[lane] + access.width);
  });
  return result;
}

std::string module_head(std::string_view ptx) {
  std::string head;
  while (!ptx.empty()) {
    const std::size_t end = std::min(ptx.find('\n'), ptx.size());
    const std::string_view line = ptx.substr(0, end);
    for (const std::string_view directive : {".version", ".target", ".address_size"}) {
      if (line.starts_with(directive)) head += std::string(line.substr(0, line.find("//"))) + '\n';
    }
    ptx.remove_prefix(std::min(end + 1, ptx.size()));
  }
  return head;
}

// NOLINTNEXTLINE(readability-function-size): one PTX text, which reads best whole
std::string harness_ptx(const HarnessAccess& access, const HarnessShape& shape, const std::string& head) {
  const std::uint32_t probe = probe_offset(access);
  std::string text = head;
  text += fmt::format(
      ".extern .shared .align 128 .b8 memory[];\n"
      ".visible .entry {}(.param .u64 p_input, .param .u64 p_cycles, .param .u32 p_rounds, .param .u32 p_turns)\n"
      "{{\n"
      "  .reg .pred %active, %lead, %more, %off;\n"
      "  .reg .b32 %lane, %offset, %zero, %one, %mask, %base, %address, %probe, %value, %rest1, %rest2, %rest3;\n"
      "  .reg .b32 %round, %rounds, %turn, %turns, %row, %end;\n"
      "  .reg .b64 %input, %cycles, %at, %start, %stop;\n",
      kHarnessEntry);
  text += fmt::format(
      "  ld.param.u64 %input, [p_input];\n"
      "  cvta.to.global.u64 %input, %input;\n"
      "  ld.param.u64 %cycles, [p_cycles];\n"
      "  cvta.to.global.u64 %cycles, %cycles;\n"
      "  ld.param.u32 %rounds, [p_rounds];\n"
      "  ld.param.u32 %turns, [p_turns];\n"
      "  mov.u32 %lane, %tid.x;\n"
      "  mad.wide.u32 %at, %lane, 4, %input;\n"
      "  ld.global.u32 %offset, [%at];\n"
      "  ld.global.u32 %zero, [%input+{}];\n"
      "  ld.global.u32 %one, [%input+{}];\n"
      "  ld.global.u32 %mask, [%input+{}];\n",
      4 * kZero, 4 * kOne, 4 * kMask);
  // Memory is zeroed by stores that are not volatile, which distinguishes them from the timed ones.
  text += fmt::format(
      "  mov.u32 %base, memory;\n"
      "  mad.lo.u32 %row, %lane, 4, %base;\n"
      "  add.u32 %end, %base, {};\n"
      "clear:\n"
      "  st.shared.u32 [%row], %zero;\n"
      "  add.u32 %row, %row, {};\n"
      "  setp.lt.u32 %more, %row, %end;\n"
      "  @%more bra clear;\n"
      "  bar.sync 0;\n",
      probe + kRowBytes, kRowBytes);
  text += fmt::format(
      "  shr.u32 %mask, %mask, %lane;\n"
      "  and.b32 %mask, %mask, 1;\n"
      "  setp.ne.u32 %active, %mask, 0;\n"
      "  setp.eq.u32 %lead, %lane, 0;\n"
      "  add.u32 %address, %base, %offset;\n"
      "  add.u32 %probe, %base, {};\n"
      "  mov.u32 %value, %zero;\n"
      "  mov.u32 %round, 0;\n"
      "again:\n"
      "  mov.u32 %turn, %turns;\n"
      "  mov.u64 %start, %clock64;\n"
      "turn:\n",
      probe);
  for (unsigned request = 0; request < kHarnessUnroll; ++request) text += request_text(access, shape.is_empty);
  text +=
      "  sub.u32 %turn, %turn, 1;\n"
      "  setp.ne.u32 %more, %turn, 0;\n"
      "  @%more bra turn;\n"
      // Never taken, but it keeps the clock from being read before the end of the chain.
      "  setp.eq.u32 %off, %address, 0xffffffff;\n"
      "  @%off bra done;\n"
      "  mov.u64 %stop, %clock64;\n"
      "  sub.u64 %stop, %stop, %start;\n"
      "  mad.wide.u32 %at, %round, 8, %cycles;\n"
      "  @%lead st.global.u64 [%at], %stop;\n"
      "  add.u32 %round, %round, 1;\n"
      "  setp.lt.u32 %more, %round, %rounds;\n"
      "  @%more bra again;\n"
      "done:\n"
      "  ret;\n"
      "}\n";
  return text;
}

GpuLaunch harness_launch(const HarnessAccess& access, const HarnessShape& shape, const std::string& head) {
  GpuLaunch launch{.ptx = harness_ptx(access, shape, head),
                   .entry = kHarnessEntry,
                   .block = {kWarpSize, 1, 1},
                   .dynamic_shared_bytes = probe_offset(access) + kRowBytes};
  GpuLaunch::Argument input;
  input.is_buffer = true;
  std::array<std::uint32_t, kInputWords> words{};
  std::copy(access.offsets.begin(), access.offsets.end(), words.begin());
  words[kOne] = 1;
  words[kMask] = access.active;
  for (const std::uint32_t word : words) append(input.bytes, word);
  GpuLaunch::Argument cycles;
  cycles.is_buffer = true;
  cycles.bytes.resize(std::size_t{shape.rounds} * 8);
  launch.arguments = {std::move(input), std::move(cycles), scalar(std::uint32_t{shape.rounds}),
                      scalar(std::uint32_t{shape.turns})};
  return launch;
}

Result<std::vector<double>> harness_cycles(const GpuOutput& output, const HarnessShape& shape) {
  if (output.buffers.size() < 2 || output.buffers[1].size() != std::size_t{shape.rounds} * 8) {
    return fail("the timing harness gave no cycles back");
  }
  std::vector<double> cycles;
  for (unsigned round = 1; round < shape.rounds; ++round) {
    std::uint64_t value = 0;
    std::memcpy(&value, output.buffers[1].data() + std::size_t{round} * 8, sizeof value);
    if (value == 0) return fail("the timing harness stopped before its round {}", round);
    cycles.push_back(static_cast<double>(value) / (double{kHarnessUnroll} * shape.turns));
  }
  return cycles;
}

GpuLaunch empty_launch(const std::string& head) {
  GpuLaunch launch;
  launch.entry = "bankloom_empty";
  launch.ptx = head + ".visible .entry bankloom_empty()\n{\n  ret;\n}\n";
  return launch;
}

}  // namespace bankloom
