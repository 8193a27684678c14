// Functions of the device's runtime (printf, assert), and the stack instructions.

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>

#include "core/simt/address_space.h"
#include "core/simt/builtins.h"
#include "core/simt/decoder_helpers.h"
#include "core/simt/lane_value.h"

namespace bankloom::simt {
namespace {

constexpr std::size_t kMaxString = 4096;

/// Formats one value by one conversion specification of C ("%5.2f"), with the host's own printf.
template <class Value>
std::string format_one(const std::string& specification, Value value) {
  char small[256];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  const int length = std::snprintf(small, sizeof small, specification.c_str(), value);
  if (length < 0) return {};
  if (static_cast<std::size_t>(length) < sizeof small) return {small, static_cast<std::size_t>(length)};
  std::string large(static_cast<std::size_t>(std::min(length, 65'536)) + 1, '\0');
  std::snprintf(large.data(), large.size(), specification.c_str(), value);
#pragma GCC diagnostic pop
  large.pop_back();
  return large;
}

}  // namespace

void Builtins::call(Warp& warp, std::uint32_t path_index, const Step& step, const Code& callee,
                    const CallDetail& detail, LaneMask exec) {
  Frame& frame = warp.frames[warp.paths[path_index].frame];
  const auto argument = [&](std::size_t index, unsigned lane) {
    std::uint64_t value = 0;
    if (index >= detail.arguments.size()) return value;
    const CallDetail::Slot& slot = detail.arguments[index];
    std::memcpy(&value, caller_place(warp, frame, slot, lane), std::min<std::size_t>(slot.bytes, sizeof value));
    return value;
  };
  if (callee.builtin == Builtin::assertfail) {
    const unsigned lane = first_lane(exec);
    FaultDetail assertion{.what = FaultCase::assertion};
    assertion.name = read_string(warp, lane, argument(0, lane));
    state_.add_fault(warp, step, FaultKind::trap, exec, assertion);
    state_.ended = state_.launch_ended = true;
    return;
  }
  for_each_lane(exec, [&](unsigned lane) {
    const std::int32_t count = print(warp, lane, argument(0, lane), argument(1, lane));
    if (detail.results.empty() || detail.results[0].bytes < sizeof count) return;
    std::memcpy(caller_place(warp, frame, detail.results[0], lane), &count, sizeof count);
  });
}

std::string Builtins::read_string(Warp& warp, unsigned lane, std::uint64_t address) {
  std::string text;
  std::byte byte{};
  while (text.size() < kMaxString && state_.port.read_generic(warp, lane, address + text.size(), {&byte, 1}) &&
         byte != std::byte{0}) {
    text.push_back(static_cast<char>(byte));
  }
  return text;
}

/// Arguments of a printf are consecutive, each aligned to its size (CUDA C++ Programming Guide, "Formatted Output").
std::uint64_t Builtins::Arguments::take(unsigned bytes) {
  offset = align_up(offset, bytes);
  std::uint64_t value = 0;
  std::byte raw[8] = {};
  if (state.port.read_generic(warp, lane, address + offset, {raw, bytes})) std::memcpy(&value, raw, bytes);
  offset += bytes;
  ++taken;
  return value;
}

namespace {

/// Keeps a width or precision at the end of a specification within what anybody reads.
void limit_number(std::string& specification) {
  const std::size_t begin = specification.find_last_not_of("0123456789") + 1;
  constexpr std::size_t kMostDigits = 3;
  if (specification.size() - begin > kMostDigits) specification.resize(begin + kMostDigits);
}

}  // namespace

/// Formats one lane's output and returns what its printf returns: the number of arguments, or -1 if there is no format
/// (CUDA C++ Programming Guide, "Formatted Output").
std::int32_t Builtins::print(Warp& warp, unsigned lane, std::uint64_t format, std::uint64_t address) {
  if (format == 0) return -1;
  state_.port.add_change();
  std::string& printed = state_.printed;
  const std::size_t before = printed.size();
  const std::string text = read_string(warp, lane, format);
  Arguments arguments{state_, warp, lane, address};
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '%') {
      printed.push_back(text[at]);
      continue;
    }
    std::string specification = "%";
    unsigned longs = 0, shorts = 0;
    for (++at; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '*') {
        const std::int32_t number = std::clamp(static_cast<std::int32_t>(arguments.take(4)), -1024, 1024);
        // A negative precision counts as none.
        if (number < 0 && specification.back() == '.') {
          specification.pop_back();
        } else {
          specification += fmt::format("{}", number);
        }
      } else if (c == 'l' || c == 'j' || c == 'z' || c == 't') {
        longs += c == 'l' ? 1 : 2;
      } else if (c == 'h') {
        ++shorts;
      } else if (std::strchr("-+ #0123456789.", c) == nullptr) {
        break;
      } else {
        specification.push_back(c);
        limit_number(specification);
      }
    }
    // An integer is truncated to the size that its conversion names.
    const unsigned unused = longs != 0 ? 0 : shorts == 0 ? 32 : shorts == 1 ? 48 : 56;
    printed += at < text.size() ? converted(arguments, specification, text[at], unused) : specification;
  }
  if (before >= kMaxPrinted) printed.resize(before);
  return arguments.taken;
}

/// One conversion; `unused`: the number of high bits of an integer that it ignores.
std::string Builtins::converted(Arguments& arguments, const std::string& specification, char conversion,
                                unsigned unused) {
  const auto is_one_of = [&](std::string_view conversions) {
    return conversions.find(conversion) != std::string_view::npos;
  };
  if (conversion == '%') return "%";
  if (is_one_of("diuoxX")) {
    const std::uint64_t high = arguments.take(unused == 0 ? 8 : 4) << unused;
    return is_one_of("di")
               ? format_one(specification + "ll" + conversion,
                            static_cast<long long>(static_cast<std::int64_t>(high) >> unused))
               : format_one(specification + "ll" + conversion, static_cast<unsigned long long>(high >> unused));
  }
  if (conversion == 'c') return format_one(specification + 'c', static_cast<int>(arguments.take(4)));
  if (is_one_of("aAeEfFgG")) return format_one(specification + conversion, std::bit_cast<double>(arguments.take(8)));
  if (conversion == 's') {
    const std::uint64_t address = arguments.take(8);
    const std::string text = address == 0 ? "(null)" : read_string(arguments.warp, arguments.lane, address);
    return format_one(specification + 's', text.c_str());
  }
  return conversion == 'p' ? fmt::format("0x{:x}", arguments.take(8)) : specification + conversion;
}

void Builtins::stack_operation(Warp& warp, std::uint32_t path_index, const Step& step, LaneMask exec) {
  // The stack grows upwards from a frame's .local variables; all lanes of a path share its height.
  Frame& frame = warp.frames[warp.paths[path_index].frame];
  warp.context.files[kRegisterFile] = frame.registers;
  const unsigned bytes = step.lane.lane_bytes[0];
  const OperandRef& to = step.lane.operands[0];
  const auto write_all = [&](std::uint64_t value) {
    for_each_lane(exec, [&](unsigned lane) { write_lane(warp.context, to, bytes, lane, value); });
  };
  const std::uint64_t top = std::uint64_t{frame.local_base} + frame.local_bytes;
  if (step.lane.immediate == 1) return write_all(top);
  if (step.lane.immediate == 2) {
    const std::uint64_t value = read_lane(warp.context, to, bytes, first_lane(exec));
    if (value >= frame.local_base && value <= top)
      frame.local_bytes = static_cast<std::uint32_t>(value - frame.local_base);
    return;
  }
  std::uint64_t largest = 0;
  for_each_lane(exec, [&](unsigned lane) {
    largest = std::max(largest, read_lane(warp.context, step.lane.operands[1], bytes, lane));
  });
  const std::uint64_t start = align_up(top, std::max<std::uint64_t>(step.detail, 1));
  if (largest > kMaxLocalBytes || start + largest > kMaxLocalBytes) {
    state_.add_fault(warp, step, FaultKind::stack_overflow, exec,
                     {.what = FaultCase::no_room_for_variable, .number = largest, .limit = kMaxLocalBytes});
    state_.ended = true;
    return;
  }
  frame.local_bytes = static_cast<std::uint32_t>(start + largest - frame.local_base);
  MemoryMap::grow_local(warp, frame.local_base + frame.local_bytes);
  write_all(start);
}

}  // namespace bankloom::simt
