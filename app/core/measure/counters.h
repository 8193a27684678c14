// Hardware counters that are shown beside the modelled numbers, under CUPTI's metric names, and why one may differ.
//
// Two counters count shared wavefronts. "By address" (smsp__sass_l1tex_...) counts those that each instruction needs
// for the addresses of its lanes, as the model does. The counter of the data pipe (l1tex__data_pipe_...) adds the
// cycles that requests lose because they compete for the pipe; profilers call it arbitration. Measured on an H200 with
// one kernel in variants (tests/hardware/shared_pipe_h200.csv), 61 launches of 1 to 16,384 blocks: both counters were
// equal, and as modelled, where a multiprocessor had one block at a time, even if ten followed each other. With several
// blocks on a multiprocessor the pipe's counter was up to 10 % higher, by another amount in every launch: loads also in
// kernels that do not touch global memory, stores only in kernels that load from it. The counter by address was as
// modelled in all 61.
//
// Requests are counted as instructions with at least one active lane (smsp__sass_inst_executed_...). The counter
// smsp__inst_executed_op_shared_st_pred_on_any, which should be the same, was up to 5 % higher on that H200 where many
// blocks ran whose code has shared accesses with a predicate that is false in all lanes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/measure/device.h"
#include "core/measure/kernel_measurement.h"

namespace bankloom {

/// What a counter counts, and so why it may differ from the model.
enum class CounterKind : std::uint8_t {
  instructions,  ///< of the code that the GPU runs: requests, wavefronts by address, bytes
  pipe,          ///< of the data pipe, which blocks share
};

/// A metric and the modelled number that it should equal, summed over the launch.
struct CounterRule {
  const char* name;    ///< "shared load wavefronts"
  const char* metric;  ///< "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
  SpaceTotals KernelCost::*totals;
  std::uint64_t SpaceTotals::*field;
  CounterKind kind = CounterKind::instructions;
  /// Leaves out instructions of another name for matrices (ldmatrix, stmatrix), which the totals hold.
  bool without_matrices = false;
};

/// All rules, those of stores first.
[[nodiscard]] const std::vector<CounterRule>& counter_rules();

/// Puts counters into the order of the rules; counters without a rule come first.
void sort_counters(std::vector<CounterReading>& readings);

/// The metrics to count for a kernel of this cost.
[[nodiscard]] std::vector<std::string> counter_metrics(const KernelCost& cost);

/// The counters beside the modelled cost, with a reason where one differs and the other counters show why. Counters
/// that the device did not count are left out.
[[nodiscard]] std::vector<CounterReading> counter_readings(const KernelCost& cost, const GpuCounters& counters);

}  // namespace bankloom
