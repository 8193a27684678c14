// Hardware counters that stand beside the modelled numbers, by CUPTI's names of metrics, and why one of them may
// differ.
//
// Two counters speak of shared wavefronts. "By address" (smsp__sass_l1tex_...) counts those that each instruction needs
// for the addresses of its lanes: it is what the model says. That of the data pipe (l1tex__data_pipe_...) also has what
// requests take longer because they meet in the pipe; profilers call it arbitration. Measured on an H200 with one
// kernel in variants (tests/hardware/shared_pipe_h200.csv), 61 launches of 1 to 16,384 blocks: both counters were
// equal, and as modelled, where a multiprocessor had one block at a time, also if ten followed each other. With several
// blocks on a multiprocessor the pipe's was up to 10 % higher, differently in every launch: loads also in kernels that
// touch no global memory, stores only in kernels that load from it. The one by address was as modelled in all 61.
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

/// What a counter tells, and so why it may differ.
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

/// All of them, those of stores first.
[[nodiscard]] const std::vector<CounterRule>& counter_rules();

/// In the order of the rules, whatever the order that they were recorded in; others stay before them.
void sort_counters(std::vector<CounterReading>& readings);

/// The metrics to ask for, for a kernel of this cost.
[[nodiscard]] std::vector<std::string> counter_metrics(const KernelCost& cost);

/// The counters beside the cost, with the reason where one differs and the counters show why; those that the device did
/// not count are left out.
[[nodiscard]] std::vector<CounterReading> counter_readings(const KernelCost& cost, const GpuCounters& counters);

}  // namespace bankloom
