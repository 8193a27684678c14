#include "core/measure/counters.h"

#include <algorithm>
#include <optional>

namespace bankloom {
namespace {

constexpr const char* kLoadBytes = "smsp__sass_data_bytes_mem_shared_op_ld.sum";
constexpr const char* kStoreBytes = "smsp__sass_data_bytes_mem_shared_op_st.sum";

bool uses_matrices(const KernelCost& cost) {
  return std::ranges::any_of(cost.accesses, [](const auto& access) { return access.matrices != 0; });
}

/// The loads of an update loop are instructions that the model's requests do not hold.
bool has_update_loops(const KernelCost& cost) {
  return std::ranges::any_of(cost.accesses, [](const auto& access) { return access.load_wavefronts != 0; });
}

bool applies(const CounterRule& rule, const KernelCost& cost) {
  if (rule.totals == &KernelCost::shared_atomic && cost.shared_atomic.requests == 0) return false;
  if (rule.totals == &KernelCost::shared_load && rule.kind == CounterKind::instructions && has_update_loops(cost)) {
    return false;
  }
  return !(rule.without_matrices && uses_matrices(cost));
}

std::uint64_t shared_bytes_asked(const KernelCost& cost, AccessOp op) {
  std::uint64_t bytes = 0;
  for (const AccessSummary& access : cost.accesses) {
    if (access.space == Space::shared && access.op == op) bytes += access.bytes_asked;
  }
  return bytes;
}

/// What the counters of one kind of shared access show together.
struct SharedFindings {
  bool joined = false;       ///< fewer requests than modelled move the bytes that are modelled
  bool as_modelled = false;  ///< requests and wavefronts by address are
};

SharedFindings shared_findings(const KernelCost& cost, const GpuCounters& counters, SpaceTotals KernelCost::*totals) {
  SharedFindings found{false, true};
  bool has_wavefronts = false;
  for (const CounterRule& rule : counter_rules()) {
    if (rule.totals != totals || rule.kind != CounterKind::instructions || !applies(rule, cost)) continue;
    const auto counted = counters.values.find(rule.metric);
    if (counted == counters.values.end()) continue;
    const auto modelled = static_cast<double>(cost.*rule.totals.*rule.field);
    found.as_modelled = found.as_modelled && counted->second == modelled;
    has_wavefronts = has_wavefronts || rule.field == &SpaceTotals::wavefronts;
    if (rule.field == &SpaceTotals::requests && counted->second < modelled) {
      const bool is_load = totals == &KernelCost::shared_load;
      const auto bytes = counters.values.find(is_load ? kLoadBytes : kStoreBytes);
      const auto asked = shared_bytes_asked(cost, is_load ? AccessOp::load : AccessOp::store);
      found.joined = bytes != counters.values.end() && bytes->second == static_cast<double>(asked);
    }
  }
  found.as_modelled = found.as_modelled && has_wavefronts;
  return found;
}

/// What the counter should be. The chip counts the loads of an update loop as loads, and its swaps as atomics.
std::uint64_t modelled_count(const CounterRule& rule, const KernelCost& cost) {
  const std::uint64_t count = cost.*rule.totals.*rule.field;
  const bool is_load = rule.totals == &KernelCost::shared_load, is_atomic = rule.totals == &KernelCost::shared_atomic;
  if (!is_load && !is_atomic) return count;
  const bool wavefronts = rule.field == &SpaceTotals::wavefronts,
             conflicts = rule.field == &SpaceTotals::bank_conflicts;
  const SpaceTotals& atomics = cost.shared_atomic;
  const std::uint64_t loads = wavefronts ? atomics.load_wavefronts : conflicts ? atomics.load_conflicts : 0;
  return is_load ? count + loads : count - loads;
}

/// Atomics have no counter of wavefronts by address. What the pipe adds is counted as conflicts, too: without them the
/// wavefronts are those that are modelled without conflicts.
bool atomics_as_modelled(const KernelCost& cost, const GpuCounters& counters) {
  std::optional<double> wavefronts, conflicts;
  for (const CounterRule& rule : counter_rules()) {
    const auto counted = counters.values.find(rule.metric);
    if (rule.totals != &KernelCost::shared_atomic || counted == counters.values.end()) continue;
    (rule.field == &SpaceTotals::wavefronts ? wavefronts : conflicts) = counted->second;
  }
  return wavefronts && conflicts &&
         *wavefronts - *conflicts ==
             static_cast<double>(cost.shared_atomic.wavefronts - cost.shared_atomic.load_wavefronts -
                                 (cost.shared_atomic.bank_conflicts - cost.shared_atomic.load_conflicts));
}

/// Why a counter is not as modelled, as far as the others show it.
Reason difference_reason(const CounterRule& rule, const CounterReading& reading, const SharedFindings& found) {
  if (reading.equal()) return {};
  if (found.joined) return ReasonKind::accesses_joined;
  const bool is_more = reading.value > static_cast<double>(reading.modelled);
  if (rule.kind == CounterKind::pipe && is_more && found.as_modelled) return ReasonKind::shared_pipe;
  return {};
}

}  // namespace

const std::vector<CounterRule>& counter_rules() {
  using Cost = KernelCost;
  using Totals = SpaceTotals;
  constexpr auto kPipe = CounterKind::pipe;
  constexpr auto kInstructions = CounterKind::instructions;
  static const std::vector<CounterRule> rules = {
      {"shared store requests", "smsp__sass_inst_executed_op_shared_st.sum", &Cost::shared_store, &Totals::requests,
       kInstructions, true},
      {"shared store wavefronts by address", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
       &Cost::shared_store, &Totals::wavefronts, kInstructions, true},
      {"shared store wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum", &Cost::shared_store,
       &Totals::wavefronts, kPipe},
      {"shared store bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum", &Cost::shared_store,
       &Totals::bank_conflicts, kPipe},
      {"shared load requests", "smsp__sass_inst_executed_op_shared_ld.sum", &Cost::shared_load, &Totals::requests,
       kInstructions, true},
      {"shared load wavefronts by address", "smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
       &Cost::shared_load, &Totals::wavefronts, kInstructions, true},
      {"shared load wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum", &Cost::shared_load,
       &Totals::wavefronts, kPipe},
      {"shared load bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum", &Cost::shared_load,
       &Totals::bank_conflicts, kPipe},
      {"shared atomic wavefronts", "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", &Cost::shared_atomic,
       &Totals::wavefronts, kPipe},
      {"shared atomic bank conflicts", "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum",
       &Cost::shared_atomic, &Totals::bank_conflicts, kPipe},
      {"global store requests", "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum", &Cost::global_store,
       &Totals::requests},
      {"global store sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", &Cost::global_store, &Totals::sectors},
      {"global load requests", "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", &Cost::global_load,
       &Totals::requests},
      {"global load sectors", "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", &Cost::global_load, &Totals::sectors},
  };
  return rules;
}

void sort_counters(std::vector<CounterReading>& readings) {
  const auto& rules = counter_rules();
  const auto place = [&](const CounterReading& reading) {
    const auto rule = std::ranges::find(rules, reading.metric, &CounterRule::metric);
    return rule == rules.end() ? -1 : rule - rules.begin();
  };
  std::ranges::stable_sort(readings, {}, place);
}

std::vector<std::string> counter_metrics(const KernelCost& cost) {
  std::vector<std::string> metrics;
  for (const auto& rule : counter_rules()) {
    if (applies(rule, cost)) metrics.emplace_back(rule.metric);
  }
  metrics.emplace_back(kLoadBytes);
  metrics.emplace_back(kStoreBytes);
  return metrics;
}

std::vector<CounterReading> counter_readings(const KernelCost& cost, const GpuCounters& counters) {
  std::vector<CounterReading> readings;
  const SharedFindings loads = shared_findings(cost, counters, &KernelCost::shared_load);
  const SharedFindings stores = shared_findings(cost, counters, &KernelCost::shared_store);
  for (const auto& rule : counter_rules()) {
    const auto found = counters.values.find(rule.metric);
    if (found == counters.values.end() || !applies(rule, cost)) continue;
    CounterReading& reading = readings.emplace_back();
    reading = {rule.name, rule.metric, found->second, modelled_count(rule, cost), {}};
    if (rule.totals == &KernelCost::shared_load) reading.why = difference_reason(rule, reading, loads);
    if (rule.totals == &KernelCost::shared_atomic && reading.value > static_cast<double>(reading.modelled) &&
        atomics_as_modelled(cost, counters)) {
      reading.why = ReasonKind::atomic_pipe;
    }
    if (rule.totals == &KernelCost::shared_store) reading.why = difference_reason(rule, reading, stores);
  }
  return readings;
}

}  // namespace bankloom
