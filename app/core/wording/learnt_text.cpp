#include "core/wording/learnt_text.h"

#include <algorithm>

#include "core/measure/counters.h"

namespace bankloom {

using namespace wording;

Text learnt_kernel_text(const KernelRun& run) {
  std::string words = run.kernel->name;
  for (const auto& [name, value] : run.instance.options) {
    const auto option = std::ranges::find(run.kernel->options, name, &Option::name);
    const bool is_padding = run.kernel->padding() != nullptr && run.kernel->padding()->name == name;
    if (option == run.kernel->options.end() || (option->default_value == value && !is_padding)) continue;
    words += fmt::format(", {} = {}", name, value);
  }
  return Text::verbatim(words);
}

Text learnt_count_text(double number, bool is_shared) {
  const Count count{static_cast<std::uint64_t>(number)};
  return is_shared ? say("{count:# wavefront|# wavefronts}", "count"_a = count)
                   : say("{count:# sector|# sectors}", "count"_a = count);
}

std::optional<OwnGpuText> own_gpu_text(const KernelRun& run, Space space, AccessOp op) {
  if (run.machine.name != kDefaultMachine) return std::nullopt;
  const bool is_shared = space == Space::shared;
  const bool stores = op == AccessOp::store || op == AccessOp::stmatrix, updates = is_shared && is_atomic(op);
  const auto totals = updates     ? &KernelCost::shared_atomic
                      : is_shared ? (stores ? &KernelCost::shared_store : &KernelCost::shared_load)
                                  : (stores ? &KernelCost::global_store : &KernelCost::global_load);
  const auto metric = [&](std::uint64_t SpaceTotals::*field) {
    // Shared wavefronts have two metrics; that of the pipe goes with the bank conflicts.
    const auto rule = std::ranges::find_if(counter_rules(), [&](const CounterRule& one) {
      return one.totals == totals && one.field == field && (!is_shared || one.kind == CounterKind::pipe);
    });
    return rule == counter_rules().end() ? std::string() : std::string(rule->metric);
  };
  const SpaceTotals& all = run.cost.*totals;
  const Case kind{updates ? 2U : stores ? 1U : 0U};
  OwnGpuText text;
  text.counts =
      is_shared
          ? say("Nsight Compute counts, in all {kind:loads from|stores to|atomics on} shared memory of this launch "
                "of {kernel}, {wavefronts:# wavefront|# wavefronts} and {conflicts:# bank conflict|# bank "
                "conflicts}:",
                "kind"_a = kind, "kernel"_a = learnt_kernel_text(run), "wavefronts"_a = Count{all.wavefronts},
                "conflicts"_a = Count{all.bank_conflicts})
          : say("Nsight Compute counts, in all {kind:loads from|stores to|atomics on} global memory of this launch "
                "of {kernel}, {requests:# request|# requests} and {sectors:# sector|# sectors}:",
                "kind"_a = kind, "kernel"_a = learnt_kernel_text(run), "requests"_a = Count{all.requests},
                "sectors"_a = Count{all.sectors});
  text.profile = fmt::format("ncu --metrics {},{} ./program",
                             is_shared ? metric(&SpaceTotals::wavefronts) : metric(&SpaceTotals::requests),
                             is_shared ? metric(&SpaceTotals::bank_conflicts) : metric(&SpaceTotals::sectors));
  text.faults =
      say("NVIDIA's compute-sanitizer looks for accesses out of bounds; with --tool racecheck, synccheck or initcheck "
          "for races in shared memory, barriers that threads miss, and global memory that was never written:");
  text.check = fmt::format("compute-sanitizer --tool memcheck ./program");
  return text;
}

Text done_text(std::size_t done, std::size_t all) {
  return say("{done} of {all}", "done"_a = Count{done}, "all"_a = Count{all});
}

Text score_text(std::size_t at_once, std::size_t questions) {
  return say("{right} of {all:# question|# questions} right at the first try", "right"_a = Count{at_once},
             "all"_a = Count{questions});
}

}  // namespace bankloom
