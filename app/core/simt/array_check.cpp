#include "core/simt/array_check.h"

#include <algorithm>

#include "core/simt/program.h"

namespace bankloom::simt {
namespace {

/// Limit of warp instructions of a run that is repeated.
constexpr std::uint64_t kMostCheckedInstructions = 1'000'000;
/// Budget of one of its blocks: more than a block of such a run can need.
constexpr std::uint64_t kBudget = 20'000'000;
constexpr std::uint64_t kArrayGap = 4096;

bool is_harmless(const Fault& fault) {
  return fault.kind == FaultKind::race || fault.kind == FaultKind::uninitialized_read ||
         fault.kind == FaultKind::order_dependent || fault.kind == FaultKind::divergent_barrier;
}

}  // namespace

bool arrays_can_be_checked(const Program& program, const RunResult& result) {
  if (program.shared_arrays.size() < 2 || result.statistics.warp_instructions > kMostCheckedInstructions) return false;
  if (!std::ranges::all_of(result.faults, is_harmless)) return false;
  return std::ranges::any_of(program.functions, [](const Code& code) {
    return std::ranges::any_of(code.memory, [](const MemoryDetail& detail) {
      return (detail.space == Space::shared || detail.space == Space::generic) && !detail.bounds.is_array;
    });
  });
}

std::vector<Fault> check_arrays(const Program& program, const LaunchConfig& config, const GlobalMemory& before) {
  const auto apart = decode_with_gaps(program.module, program.entry->name, kArrayGap);
  if (!apart) return {};
  LaunchConfig again = config;
  again.record.enabled = false;
  again.observer = nullptr;
  again.control = nullptr;
  again.threads = 1;
  again.instruction_budget = std::min(config.instruction_budget, kBudget);
  again.max_shared_bytes =
      config.max_shared_bytes + static_cast<std::uint32_t>((program.shared_arrays.size() + 1) * (kArrayGap + 256));
  GlobalMemory memory = before;
  auto result = run(**apart, memory, again);
  if (!result) return {};
  std::erase_if(result->faults, [](const Fault& fault) {
    return fault.kind != FaultKind::out_of_bounds || fault.space != Space::shared;
  });
  return std::move(result->faults);
}

}  // namespace bankloom::simt
