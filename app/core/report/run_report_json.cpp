// Runs as JSON and CSV.
#include <algorithm>

#include "core/base/lane_mask.h"
#include "core/machine/occupancy.h"
#include "core/report/run_report.h"
#include "core/wording/fault_text.h"
#include "core/wording/numbers.h"

namespace bankloom::report {
namespace {

using nlohmann::ordered_json;

ordered_json dim3_to_json(const Dim3& index) { return ordered_json::array({index.x, index.y, index.z}); }

ordered_json options_to_json(const KernelShape& instance) {
  ordered_json object = ordered_json::object();
  for (const auto& option : instance.kernel->options) {
    const auto chosen = instance.options.find(option.name);
    if (chosen != instance.options.end()) object[option.name] = option_value_to_json(option, chosen->second);
  }
  return object;
}

ordered_json shared_totals_to_json(const SpaceTotals& totals) {
  return {{"requests", totals.requests}, {"wavefronts", totals.wavefronts}, {"bank_conflicts", totals.bank_conflicts}};
}

ordered_json global_totals_to_json(const SpaceTotals& totals) {
  return {{"requests", totals.requests}, {"sectors", totals.sectors}};
}

/// As the catalogue names it; of a program's launch as its source does.
std::string kernel_name_of(const RunSummary& run) {
  return run.own && run.own->source.launch ? run.own->source.launch->kernel : run.kernel->id();
}

ordered_json launch_to_json(const CapturedLaunch& launch) {
  ordered_json object = {
      {"program", launch.program}, {"index", launch.index}, {"file", launch.file}, {"line", launch.line}};
  if (launch.launch_line != 0) object["launched_at"] = fmt::format("{}:{}", launch.launch_file, launch.launch_line);
  object["grid"] = dim3_to_json(launch.grid);
  object["block"] = dim3_to_json(launch.block);
  object["dynamic_shared"] = launch.dynamic_shared;
  if (launch.is_after_sample) object["after_sample"] = true;
  return object;
}

/// Adds what was left out, and the origin of the numbers.
void add_provenance(ordered_json& object, const Execution& run, const char* output_key) {
  if (!run.printed.empty()) object["printed"] = run.printed;
  if (run.cost.clipped) object["clipped"] = true;
  if (run.statistics.blocks_watched_in_part != 0) {
    object["blocks_watched_in_part"] = run.statistics.blocks_watched_in_part;
  }
  object["provenance"] = {{"accesses", "modelled"}, {output_key, "emulated"}};
}

double per_request(const SpaceTotals& totals) {
  return totals.requests == 0 ? 0.0 : static_cast<double>(totals.wavefronts) / static_cast<double>(totals.requests);
}

const char* csv_provenance(const KernelCost& cost) { return cost.clipped ? "modelled, clipped" : "modelled"; }

std::string number(std::uint64_t value) { return fmt::format("{}", value); }

}  // namespace

std::string options_line(const KernelShape& instance, std::string_view between, std::string_view separator) {
  std::string line;
  for (const auto& option : instance.kernel->options) {
    const auto chosen = instance.options.find(option.name);
    if (chosen == instance.options.end()) continue;
    line += fmt::format("{}{}{}{}", line.empty() ? "" : separator, option.name, between, chosen->second);
  }
  return line;
}

std::string_view operation_name(AccessOp op) { return access_op_name(is_atomic(op) ? AccessOp::atomic : op); }

ordered_json option_value_to_json(const Option& option, const std::string& value) {
  return option.type == OptionType::integer ? ordered_json(std::stoll(value)) : ordered_json(value);
}

namespace {

ordered_json access_to_json(const AccessSummary& access) {
  ordered_json object = {{"line", access.source_line},
                         {"space", space_name(access.space)},
                         {"op", operation_name(access.op)},
                         {"width", access.width}};
  if (access.matrices != 0) object["matrices"] = access.matrices;
  object["requests"] = access.requests;
  if (access.space == Space::shared) {
    object["wavefronts"] = access.wavefronts;
    object["bank_conflicts"] = access.bank_conflicts;
  }
  if (access.space == Space::global) object["sectors"] = access.sectors;
  if (access.space == Space::shared || access.space == Space::global) {
    object["transactions_per_request"] = access.transactions_per_request();
  }
  return object;
}

}  // namespace

ordered_json accesses_to_json(const KernelCost& cost) { return json_list(cost.accesses, access_to_json); }

ordered_json totals_to_json(const KernelCost& cost) {
  ordered_json totals = {{"shared_load", shared_totals_to_json(cost.shared_load)},
                         {"shared_store", shared_totals_to_json(cost.shared_store)},
                         {"global_load", global_totals_to_json(cost.global_load)},
                         {"global_store", global_totals_to_json(cost.global_store)}};
  if (cost.shared_atomic.requests != 0) totals["shared_atomic"] = shared_totals_to_json(cost.shared_atomic);
  if (cost.global_atomic.requests != 0) totals["global_atomic"] = global_totals_to_json(cost.global_atomic);
  return totals;
}

ordered_json occupancy_to_json(const MachineModel& machine, const Dim3& block, std::uint64_t shared_bytes) {
  const Occupancy fits = occupancy(machine, block, shared_bytes);
  const std::uint64_t warps = (block.count() + kWarpSize - 1) / kWarpSize;
  return {{"blocks_per_multiprocessor", fits.blocks},
          {"limited_by", occupancy_limit_name(fits.limit)},
          {"warps", fits.blocks * warps},
          {"shared_bytes_per_block", shared_bytes},
          {"machine", machine.name}};
}

ordered_json fault_to_json(const simt::Fault& fault, const RunSummary* run) {
  ordered_json object = {{"kind", fault_kind_name(fault.kind)},
                         {"line", fault.source_line},
                         {"block", dim3_to_json(fault.block)},
                         {"thread", dim3_to_json(fault.thread)}};
  if (fault.has_address) {
    object["space"] = space_name(fault.space);
    // Negative below shared or local memory; addresses of global memory never are.
    const bool is_window = fault.space == Space::shared || fault.space == Space::local;
    object["address"] =
        is_window ? ordered_json(simt::signed_distance(fault.space, fault.address, 0)) : ordered_json(fault.address);
  }
  object["count"] = fault.count;
  object["message"] = fault_text(fault, run).str();
  return object;
}

ordered_json faults_to_json(const std::vector<simt::Fault>& faults, const RunSummary* run) {
  return json_list(faults, [run](const simt::Fault& fault) { return fault_to_json(fault, run); });
}

namespace {

ordered_json guess_to_json(const OwnAssumption& one) {
  switch (one.kind) {
    case OwnAssumption::Kind::launch:
      return {{"what", "launch"}, {"taken", one.taken}};
    case OwnAssumption::Kind::size:
      return {{"what", "size"}, {"name", one.name}, {"taken", one.count}};
    case OwnAssumption::Kind::value:
      return {{"what", "value"}, {"name", one.name}, {"taken", one.taken}};
  }
  return {};
}

}  // namespace

ordered_json to_json(const KernelRun& run) {
  ordered_json object = {{"kernel", kernel_name_of(run)}};
  if (run.own && run.own->source.launch) object["launch"] = launch_to_json(*run.own->source.launch);
  object["options"] = options_to_json(run.instance);
  object["machine"] = run.machine.name;
  object["accesses"] = accesses_to_json(run.cost);
  object["totals"] = totals_to_json(run.cost);
  object["occupancy"] = occupancy_to_json(run.machine, run.instance.block, run.shared_bytes);
  object["output"] = {{"name", run.output_name},
                      {"type", ptx::element_type_name(run.output_type)},
                      {"rows", run.output_rows},
                      {"cols", run.output_columns},
                      {"values", ptx::values_to_json(run.output_type, run.output)}};
  object["faults"] = faults_to_json(run.faults, &run);
  if (run.own && !run.own->assumed.empty()) {
    object["guessed"] = json_list(run.own->assumed, guess_to_json);
    object["questions"] = json_list(run.questions, [&run](const simt::Fault& fault) {
      ordered_json question = fault_to_json(fault, &run);
      question["message"] = question_text(fault, run).str();
      return question;
    });
  }
  add_provenance(object, run, "output");
  return object;
}

ordered_json to_json(const EmulationReport& report) {
  const auto buffer_to_json = [](const BufferReport& buffer) -> ordered_json {
    return {{"arg", buffer.argument},
            {"type", ptx::element_type_name(buffer.type)},
            {"values", ptx::values_to_json(buffer.type, buffer.bytes)},
            {"bits", ptx::bits_to_json(buffer.type, buffer.bytes)}};
  };
  ordered_json object = {
      {"buffers", json_list(report.buffers, buffer_to_json)},
      {"accesses", accesses_to_json(report.run.cost)},
      {"occupancy", occupancy_to_json(report.run.machine, report.run.block, report.run.shared_bytes)},
      {"faults", faults_to_json(report.run.faults)}};
  add_provenance(object, report.run, "buffers");
  return object;
}

std::string to_csv(const RunSummary& run) {
  std::string text = csv_record({"kernel", "machine", "line", "space", "op", "width", "requests", "wavefronts",
                                 "bank_conflicts", "sectors", "transactions_per_request", "provenance"});
  const std::string id = kernel_name_of(run);
  const Text guessed = guessed_text(run);
  const std::string provenance =
      csv_provenance(run.cost) + (guessed.empty() ? std::string() : fmt::format("; {}", guessed));
  for (const auto& access : run.cost.accesses) {
    const bool shared = access.space == Space::shared;
    const bool global = access.space == Space::global;
    text += csv_row(id, run.machine.name, access.source_line, space_name(access.space), operation_name(access.op),
                    access.width, access.requests, shared ? number(access.wavefronts) : "",
                    shared ? number(access.bank_conflicts) : "", global ? number(access.sectors) : "",
                    shared || global ? fmt::format("{}", access.transactions_per_request()) : "", provenance);
  }
  return text;
}

std::string to_csv(const LessonReport& lesson) {
  std::string text =
      csv_record({"kernel", "options", "machine", "shared_store_requests", "shared_store_wavefronts",
                  "shared_store_transactions_per_request", "shared_load_requests", "shared_load_wavefronts",
                  "shared_load_transactions_per_request", "shared_bytes", "output_correct", "faults", "provenance"});
  for (const auto& run : lesson.runs) {
    const SpaceTotals& store = run.cost.shared_store;
    const SpaceTotals& load = run.cost.shared_load;
    text += csv_row(run.kernel->id(), options_line(run.instance, "=", " "), run.machine.name, store.requests,
                    store.wavefronts, per_request(store), load.requests, load.wavefronts, per_request(load),
                    run.shared_bytes, run.different != 0 ? "no" : "yes", run.faults.size(), csv_provenance(run.cost));
  }
  return text;
}

ordered_json to_json(const LessonReport& lesson) {
  const auto run_to_json = [](const RunSummary& run) {
    ordered_json object = {
        {"kernel", run.kernel->id()},
        {"options", options_to_json(run.instance)},
        {"totals", totals_to_json(run.cost)},
        {"transactions_per_request",
         {{"shared_store", per_request(run.cost.shared_store)}, {"shared_load", per_request(run.cost.shared_load)}}},
        {"shared_bytes", run.shared_bytes},
        {"output_correct", run.different == 0},
        {"faults", faults_to_json(run.faults, &run)}};
    if (run.cost.clipped) object["clipped"] = true;
    return object;
  };
  return {{"lesson", lesson.name},
          {"machine", lesson.runs.empty() ? "" : lesson.runs.front().machine.name},
          {"kernels", json_list(lesson.runs, run_to_json)},
          {"provenance", {{"totals", "modelled"}, {"output_correct", "emulated"}}}};
}

}  // namespace bankloom::report
