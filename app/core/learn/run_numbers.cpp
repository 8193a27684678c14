#include "core/learn/run_numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "core/analysis/explanation.h"
#include "core/base/nearest_name.h"
#include "core/machine/occupancy.h"

namespace bankloom::learn {
namespace {

double as_number(std::uint64_t value) { return static_cast<double>(value); }

void add_request(RunNumbers& numbers, const RunAt& at) {
  const MachineModel& machine = at.run->machine;
  const MemoryAccess access = at.access();
  const Explanation why = explain_why(machine, access, explain_request(machine, access));
  const auto set = [&](const char* name, std::uint64_t value) { numbers[name] = as_number(value); };
  set("lanes", lane_count(addressing_lanes(access)));
  set("width", access.width);
  set("warp", access.warp);
  set("line", access.source_line);
  set("wavefronts", why.counts.wavefronts);
  set("conflicts", why.counts.bank_conflicts);
  set("phases", why.counts.phases);
  set("words", why.words);
  set("bank", why.bank);
  set("lanes_in_bank", lane_count(why.bank_lanes));
  set("words_in_bank", why.degree);
  set("banks_asked", why.banks_asked);
  set("lanes_at_word", why.lanes_at_a_word);
  set("sectors", why.counts.sectors);
  set("lines", why.counts.lines);
  set("bytes_used", why.bytes_used);
  set("bytes_moved", std::uint64_t{why.counts.sectors} * machine.sector_bytes);
  set("fewest_sectors", why.fewest_sectors());
  set("is_broadcast", why.kind == ExplanationKind::broadcast ? 1 : 0);
  set("is_multicast", why.kind == ExplanationKind::multicast ? 1 : 0);
  set("is_conflict", why.counts.bank_conflicts != 0 ? 1 : 0);
  set("is_serialized", why.kind == ExplanationKind::serialized ? 1 : 0);
  set("is_coalesced", access.space == Space::global && why.counts.sectors == why.fewest_sectors() ? 1 : 0);
  if (why.stride) {
    numbers["stride_bytes"] = static_cast<double>(why.stride->bytes);
    const auto words = std::lldiv(why.stride->bytes, machine.bank_bytes);
    if (words.rem == 0) numbers["stride_words"] = static_cast<double>(words.quot);
  }
}

void add_line(RunNumbers& numbers, const RunAt& at) {
  const TimelineRequest& request = at.at();
  for (const AccessSummary& access : at.run->cost.accesses) {
    if (access.source_line != request.source_line || access.space != request.space || access.op != request.op) continue;
    numbers["line_requests"] += as_number(access.requests);
    numbers["line_wavefronts"] += as_number(access.wavefronts);
    numbers["line_conflicts"] += as_number(access.bank_conflicts);
    numbers["line_sectors"] += as_number(access.sectors);
  }
  numbers["transactions"] = (numbers["line_wavefronts"] + numbers["line_sectors"]) / numbers["line_requests"];
}

/// How often data is fetched, and what that is for each multiplication and addition.
void add_reuse(const RunSummary& run, RunNumbers& numbers) {
  double fetched = 0, read = 0, there = 0;
  for (const AccessSummary& access : run.cost.accesses) {
    if (access.op != AccessOp::load) continue;
    if (access.space == Space::global) fetched += as_number(access.bytes_asked);
    if (access.space == Space::shared) read += as_number(access.lanes);
  }
  for (std::size_t i = 0; i < run.instance.parameters.size() && i < run.kernel->parameters.size(); ++i) {
    if (run.kernel->parameters[i].kind == ParameterKind::in)
      there += as_number(run.instance.parameters[i].byte_count());
  }
  if (there > 0) numbers["fetches"] = fetched / there;
  if (!run.instance.operations || *run.instance.operations == 0) return;
  const double pairs = as_number(*run.instance.operations) / 2;
  numbers["operations"] = as_number(*run.instance.operations);
  numbers["fetched_bytes_per_multiply_add"] = fetched / pairs;
  numbers["shared_loads_per_multiply_add"] = read / pairs;
}

/// What no question can ask for.
constexpr std::array<std::string_view, 14> kHarmless = {
    "lanes", "width",   "warp",    "line",      "threads",       "warps",         "blocks",
    "rows",  "columns", "padding", "row_words", "element_bytes", "machine_banks", "bank_bytes"};

}  // namespace

std::vector<std::uint32_t> RunAt::of_line() const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < timeline->requests().size(); ++i) {
    const TimelineRequest& one = timeline->requests()[i];
    if (one.source_line == at().source_line && one.space == at().space && one.op == at().op) found.push_back(i);
  }
  return found;
}

Result<RunAt> stand_at(const std::shared_ptr<const KernelRun>& run, const Place& place) {
  if (place.block < run->first_recorded || place.block >= run->first_recorded + run->recorded_blocks) {
    return fail("block {} is not recorded", place.block);
  }
  RunAt at{run, std::make_shared<const Timeline>(*run, place.block), 0};
  const auto& requests = at.timeline->requests();
  const auto fits = [&](const TimelineRequest& one) {
    const bool is_atomic = bankloom::is_atomic(one.op);
    const bool is_load = one.op == AccessOp::load || one.op == AccessOp::ldmatrix;
    const bool is_op = !place.op || (*place.op == AccessOp::load    ? is_load
                                     : *place.op == AccessOp::store ? !is_load && !is_atomic
                                                                    : is_atomic);
    return one.warp == place.warp && (place.line == 0 || one.source_line == place.line) && is_op;
  };
  const auto found = std::find_if(requests.begin(), requests.end(), [&](const TimelineRequest& one) {
    // A line that accesses both is first of all about shared memory.
    return fits(one) && one.space == Space::shared;
  });
  const auto any = found != requests.end() ? found : std::find_if(requests.begin(), requests.end(), fits);
  if (any == requests.end()) {
    return fail("warp {} makes no such request in line {} of {}", place.warp, place.line, run->kernel->id());
  }
  at.request = static_cast<std::uint32_t>(any - requests.begin());
  return at;
}

RunNumbers numbers_of(const RunSummary& run) {
  RunNumbers numbers;
  const auto set = [&](const char* name, std::uint64_t value) { numbers[name] = as_number(value); };
  for (const auto& [name, value] : run.instance.options) {
    const Option* const option = run.kernel->option(name);
    if (option != nullptr && option->is_variable()) numbers[name] = std::stod(value);
  }
  const KernelCost& cost = run.cost;
  const auto shared = [&](auto member) {
    return cost.shared_load.*member + cost.shared_store.*member + cost.shared_atomic.*member;
  };
  const auto global = [&](auto member) {
    return cost.global_load.*member + cost.global_store.*member + cost.global_atomic.*member;
  };
  set("kernel_requests", shared(&SpaceTotals::requests));
  set("kernel_wavefronts", shared(&SpaceTotals::wavefronts));
  set("kernel_conflicts", shared(&SpaceTotals::bank_conflicts));
  set("kernel_sectors", global(&SpaceTotals::sectors));
  set("kernel_fewest_sectors", global(&SpaceTotals::fewest_sectors));
  set("faults", run.faults.size());
  set("races", static_cast<std::uint64_t>(std::count_if(run.faults.begin(), run.faults.end(), [](const auto& fault) {
        return fault.kind == simt::FaultKind::race;
      })));
  set("has_right_output", run.has_rule && run.different == 0 ? 1 : 0);
  set("threads", run.block.count());
  set("warps", (run.block.count() + kWarpSize - 1) / kWarpSize);
  set("blocks", run.grid.count());
  set("shared_bytes", run.shared_bytes);
  const unsigned resident = occupancy(run.machine, run.block, run.shared_bytes).blocks;
  set("resident_blocks", resident);
  set("resident_warps", resident * ((run.block.count() + kWarpSize - 1) / kWarpSize));
  add_reuse(run, numbers);
  set("machine_banks", run.machine.banks);
  set("bank_bytes", run.machine.bank_bytes);
  if (run.tile) {
    set("rows", run.tile->rows);
    set("columns", run.tile->columns);
    set("padding", run.tile->padding);
    set("row_words", run.tile->row_elements() * run.tile->element_bytes / run.machine.bank_bytes);
    set("element_bytes", run.tile->element_bytes);
  }
  return numbers;
}

RunNumbers numbers_of(const RunAt& a, const RunAt* b) {
  RunNumbers numbers = numbers_of(*a.run);
  add_request(numbers, a);
  add_line(numbers, a);
  if (b == nullptr) return numbers;
  for (const auto& [name, value] : numbers_of(*b, nullptr)) numbers["b_" + name] = value;
  return numbers;
}

bool is_harmless(std::string_view name, const Kernel& kernel) {
  if (name.starts_with("b_")) name.remove_prefix(2);
  return std::find(kHarmless.begin(), kHarmless.end(), name) != kHarmless.end() || name == "shared_bytes" ||
         kernel.option(std::string(name)) != nullptr;
}

Result<std::int64_t> value_of(const std::string& expression, const RunNumbers& numbers) {
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
  for (const auto& [name, value] : numbers) {
    names.push_back(name);
    values.push_back(std::llround(value));
  }
  TRY(const auto parsed, Expression::parse(expression, names));
  for (const std::string& name : parsed.used_variables()) {
    if (const double value = numbers.find(name)->second; value != std::round(value)) {
      return fail("{} is {} here, and a condition compares whole numbers", name, value);
    }
  }
  return parsed.evaluate(values);
}

Result<bool> holds(const std::string& condition, const RunNumbers& numbers) {
  TRY(const auto value, value_of(condition, numbers));
  return value != 0;
}

Result<double> number_of(const RunNumbers& numbers, std::string_view name) {
  if (const auto found = numbers.find(name); found != numbers.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, value] : numbers) names.push_back(known);
  const auto nearest = nearest_name(std::string(name), names);
  if (nearest) return fail("no number '{}' here; did you mean {}?", name, *nearest);
  return fail("no number '{}' here", name);
}

}  // namespace bankloom::learn
