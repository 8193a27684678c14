#include "core/measure/counters.h"

#include <algorithm>

namespace bankloom {
namespace {

bool uses_matrices(const KernelCost& cost) {
  return std::any_of(cost.accesses.begin(), cost.accesses.end(),
                     [](const auto& access) { return access.matrices != 0; });
}

bool applies(const CounterRule& rule, const KernelCost& cost) {
  return !(rule.without_matrices && uses_matrices(cost));
}

}  // namespace

const std::vector<CounterRule>& counter_rules() {
  using Cost = KernelCost;
  using Totals = SpaceTotals;
  static const std::vector<CounterRule> rules = {
      {"shared load requests", "smsp__inst_executed_op_shared_ld_pred_on_any.sum", &Cost::shared_load,
       &Totals::requests, true},
      {"shared load wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", &Cost::shared_load,
       &Totals::wavefronts},
      {"shared load bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", &Cost::shared_load,
       &Totals::bank_conflicts},
      {"shared store requests", "smsp__inst_executed_op_shared_st_pred_on_any.sum", &Cost::shared_store,
       &Totals::requests, true},
      {"shared store wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", &Cost::shared_store,
       &Totals::wavefronts},
      {"shared store bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", &Cost::shared_store,
       &Totals::bank_conflicts},
      {"global load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", &Cost::global_load,
       &Totals::requests},
      {"global load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", &Cost::global_load, &Totals::sectors},
      {"global store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", &Cost::global_store,
       &Totals::requests},
      {"global store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", &Cost::global_store, &Totals::sectors},
  };
  return rules;
}

std::vector<std::string> counter_metrics(const KernelCost& cost) {
  std::vector<std::string> metrics;
  for (const auto& rule : counter_rules()) {
    if (applies(rule, cost)) metrics.emplace_back(rule.metric);
  }
  return metrics;
}

std::vector<CounterReading> counter_readings(const KernelCost& cost, const GpuCounters& counters) {
  std::vector<CounterReading> readings;
  for (const auto& rule : counter_rules()) {
    const auto found = counters.values.find(rule.metric);
    if (found == counters.values.end() || !applies(rule, cost)) continue;
    readings.push_back({rule.name, rule.metric, found->second, cost.*rule.totals.*rule.field});
  }
  return readings;
}

}  // namespace bankloom
