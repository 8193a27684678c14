// Hardware counters that stand beside the modelled numbers, by CUPTI's names of metrics.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/measure/device.h"
#include "core/measure/kernel_measurement.h"

namespace bankloom {

/// A metric and the modelled number that it should equal, summed over the launch.
struct CounterRule {
  const char* name;    ///< "shared load wavefronts"
  const char* metric;  ///< "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"
  SpaceTotals KernelCost::*totals;
  std::uint64_t SpaceTotals::*field;
  /// Counts instructions of another name for matrices (ldmatrix, stmatrix), which the totals hold.
  bool without_matrices = false;
};

/// All of them. Requests of shared memory are counted as instructions with at least one active lane.
[[nodiscard]] const std::vector<CounterRule>& counter_rules();

/// The metrics to ask for, for a kernel of this cost.
[[nodiscard]] std::vector<std::string> counter_metrics(const KernelCost& cost);

/// The counters beside the cost; those that the device did not count are left out.
[[nodiscard]] std::vector<CounterReading> counter_readings(const KernelCost& cost, const GpuCounters& counters);

}  // namespace bankloom
