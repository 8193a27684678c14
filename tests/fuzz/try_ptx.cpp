#include <algorithm>
#include <memory>
#include <numeric>

#include "complaints.h"
#include "core/ptx/parser.h"
#include "core/simt/launch.h"
#include "core/simt/order_check.h"
#include "core/wording/fault_text.h"
#include "try_module.h"

namespace bankloom::fuzz {
namespace {

// Small enough for some thousand runs a second.
constexpr std::uint64_t kMostVariableBytes = 64 * 1024;
constexpr std::uint64_t kMostLocalBytes = 1024;
constexpr std::size_t kMostRegisters = 512;
constexpr std::size_t kBufferBytes = 1024;
constexpr std::uint64_t kInstructions = 2'000;
constexpr std::uint64_t kAccesses = 500;
constexpr std::size_t kMostEntries = 2;

/// Whether a module is of a size that is tried.
bool is_small(const ptx::Module& module) {
  std::uint64_t bytes = 0;
  const auto add = [&](const std::vector<ptx::Variable>& variables) {
    for (const ptx::Variable& variable : variables) {
      bytes += variable.size;
      if (variable.space == Space::local && variable.size > kMostLocalBytes) bytes += kMostVariableBytes;
      if (variable.align > kMostVariableBytes) bytes += kMostVariableBytes;
    }
  };
  add(module.variables);
  std::size_t registers = 0;
  for (const ptx::Function& function : module.functions) {
    add(function.locals);
    registers += function.registers.size();
  }
  return bytes <= kMostVariableBytes && registers <= kMostRegisters;
}

simt::LaunchConfig launch_of(const ptx::Function& entry, simt::GlobalMemory& memory) {
  simt::LaunchConfig config;
  config.grid = {2, 1, 1};
  config.block = entry.has_required_block ? entry.required_block : Dim3{40, 1, 1};
  if (config.block.count() > 64) config.block = {40, 1, 1};
  config.dynamic_shared_bytes = 256;
  config.instruction_budget = kInstructions;
  config.endless_budget = 2 * kInstructions;
  config.record.max_accesses = kAccesses;
  for (const ptx::Parameter& parameter : entry.params) {
    simt::KernelArgument argument;
    argument.is_buffer = parameter.size == 8;
    if (argument.is_buffer) {
      std::vector<std::byte> bytes(kBufferBytes);
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 >> 2u);
      argument.buffer = memory.add("p", std::move(bytes));
    } else {
      argument.bytes.assign(parameter.size, std::byte{3});
    }
    config.arguments.push_back(std::move(argument));
  }
  return config;
}

bool same_buffers(const simt::GlobalMemory& a, const simt::GlobalMemory& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.buffer(i).bytes != b.buffer(i).bytes) return false;
  }
  return true;
}

bool same_faults(const std::vector<simt::Fault>& a, const std::vector<simt::Fault>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const simt::Fault& one, const simt::Fault& other) {
    return one.kind == other.kind && one.ptx_line == other.ptx_line && one.count == other.count &&
           one.detail == other.detail;
  });
}

Complaint check_faults(const std::vector<simt::Fault>& faults) {
  for (const simt::Fault& fault : faults) {
    const std::string sentence = fault_text(fault);
    if (sentence.empty() || sentence.find('\n') != std::string::npos) return "a fault without a sentence";
    if (fault.count == 0) return fmt::format("a fault of no lane: {}", sentence);
  }
  return {};
}

Complaint try_entry(const std::shared_ptr<const ptx::Module>& module, const std::string& name, bool thorough) {
  const auto program = simt::decode(module, name);
  if (!program) return check_error(program.error());
  simt::GlobalMemory memory;
  const ptx::Function& entry = simt::entry_of(**program);
  const simt::LaunchConfig config = launch_of(entry, memory);
  const simt::GlobalMemory before = memory;
  const auto result = simt::run(**program, memory, config);
  if (!result) return check_error(result.error());
  if (Complaint complaint = check_faults(result->faults); !complaint.empty()) return complaint;
  if (result->trace.size() > kAccesses) return "more records than were asked for";
  MemoryAccess access;
  for (std::size_t i = 0; i < result->trace.size(); ++i) {
    result->trace.read(i, access);
    if (access.active == 0) return "a record of no lane";
  }

  if (!thorough) return {};
  simt::GlobalMemory again = before;
  simt::LaunchConfig unrecorded = config;
  unrecorded.record.enabled = false;
  const auto repeated = simt::run(**program, again, unrecorded);
  if (!repeated) return check_error(repeated.error());
  if (!same_buffers(memory, again)) return "a second run leaves other buffers";
  if (!same_faults(result->faults, repeated->faults)) return "a second run has other faults";
  if (repeated->printed != result->printed) return "a second run prints another text";

  if (!simt::order_can_be_checked(config, *result)) return {};
  return check_faults(simt::check_order(**program, config, before, memory));
}

}  // namespace

Complaint try_ptx(std::string_view text) {
  if (text.size() > kLongestInput) return {};
  const auto module = ptx::parse(std::string(text));
  return module ? try_module(*module) : check_error(module.error());
}

Complaint try_module(const std::shared_ptr<const ptx::Module>& module) {
  if (!is_small(*module)) return {};
  // One input of four is run more than once: what a single run shows is most of what there is.
  const bool thorough =
      (std::accumulate(module->text.begin(), module->text.end(), 0u,
                       [](unsigned sum, char c) { return sum * 31u + static_cast<unsigned char>(c); }) >>
           8u &
       3u) == 0;
  std::size_t entries = 0;
  for (const ptx::Function& function : module->functions) {
    if (!function.is_entry || entries++ == kMostEntries) continue;
    if (Complaint complaint = try_entry(module, function.name, thorough); !complaint.empty()) return complaint;
  }
  return {};
}

}  // namespace bankloom::fuzz
