// RunReport and its kin as JSON and CSV.
#include <algorithm>
#include <charconv>

#include "core/report/run_report.h"

namespace bankloom::report {
namespace {

using nlohmann::ordered_json;

ordered_json dim3_to_json(const Dim3& index) { return ordered_json::array({index.x, index.y, index.z}); }

ordered_json accesses_to_json(const KernelCost& cost) {
  ordered_json accesses = ordered_json::array();
  for (const auto& access : cost.accesses) accesses.push_back(access_to_json(access));
  return accesses;
}

ordered_json faults_to_json(const std::vector<simt::Fault>& faults) {
  ordered_json list = ordered_json::array();
  for (const auto& fault : faults) list.push_back(fault_to_json(fault));
  return list;
}

ordered_json options_to_json(const std::vector<OptionSetting>& options) {
  ordered_json object = ordered_json::object();
  for (const auto& option : options) {
    std::int64_t number = 0;
    const char* end = option.value.data() + option.value.size();
    const bool whole = std::from_chars(option.value.data(), end, number).ptr == end;
    object[option.name] = option.is_number && whole ? ordered_json(number) : ordered_json(option.value);
  }
  return object;
}

ordered_json shared_totals_to_json(const SpaceTotals& totals) {
  return {{"requests", totals.requests}, {"wavefronts", totals.wavefronts}, {"bank_conflicts", totals.bank_conflicts}};
}

ordered_json global_totals_to_json(const SpaceTotals& totals) {
  return {{"requests", totals.requests}, {"sectors", totals.sectors}};
}

/// What was left out and where the numbers come from, after the fields that say what was found.
void add_provenance(ordered_json& object, const RunReport& run, const char* output_key) {
  if (!run.printed.empty()) object["printed"] = run.printed;
  if (run.clipped_accesses != 0) {
    object["clipped"] = true;
    object["clipped_accesses"] = run.clipped_accesses;
  }
  if (run.statistics.blocks_watched_in_part != 0) {
    object["blocks_watched_in_part"] = run.statistics.blocks_watched_in_part;
  }
  ordered_json provenance = ordered_json::object();
  provenance["accesses"] = "modelled";
  provenance[output_key] = "emulated";
  object["provenance"] = std::move(provenance);
}

double per_request(std::uint64_t amount, std::uint64_t requests) {
  return requests == 0 ? 0.0 : static_cast<double>(amount) / static_cast<double>(requests);
}

std::string number(std::uint64_t value) { return fmt::format("{}", value); }

}  // namespace

std::string_view operation_name(AccessOp op) {
  return access_op_name(op == AccessOp::reduction ? AccessOp::atomic : op);
}

nlohmann::ordered_json access_to_json(const AccessSummary& access) {
  ordered_json object = ordered_json::object();
  object["line"] = access.source_line;
  object["space"] = space_name(access.space);
  object["op"] = operation_name(access.op);
  object["width"] = access.width;
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

nlohmann::ordered_json totals_to_json(const KernelCost& cost) {
  ordered_json totals = ordered_json::object();
  totals["shared_load"] = shared_totals_to_json(cost.shared_load);
  totals["shared_store"] = shared_totals_to_json(cost.shared_store);
  totals["global_load"] = global_totals_to_json(cost.global_load);
  totals["global_store"] = global_totals_to_json(cost.global_store);
  if (cost.shared_atomic.requests != 0) totals["shared_atomic"] = shared_totals_to_json(cost.shared_atomic);
  if (cost.global_atomic.requests != 0) totals["global_atomic"] = global_totals_to_json(cost.global_atomic);
  return totals;
}

nlohmann::ordered_json fault_to_json(const simt::Fault& fault) {
  ordered_json object = ordered_json::object();
  object["kind"] = fault_kind_name(fault.kind);
  object["line"] = fault.source_line;
  object["block"] = dim3_to_json(fault.block);
  object["thread"] = dim3_to_json(fault.thread);
  if (fault.has_address) {
    object["space"] = space_name(fault.space);
    object["address"] = fault.address;
  }
  object["count"] = fault.count;
  object["message"] = fault.message;
  return object;
}

nlohmann::ordered_json to_json(const KernelReport& report) {
  ordered_json object = ordered_json::object();
  object["kernel"] = report.id;
  object["options"] = options_to_json(report.options);
  object["machine"] = report.run.machine;
  object["accesses"] = accesses_to_json(report.run.cost);
  object["totals"] = totals_to_json(report.run.cost);
  ordered_json output = ordered_json::object();
  output["name"] = report.output.name;
  output["type"] = ptx::element_type_name(report.output.type);
  output["rows"] = report.output.rows;
  output["cols"] = report.output.columns;
  output["values"] = ptx::values_to_json(report.output.type, report.output.bytes);
  object["output"] = std::move(output);
  object["faults"] = faults_to_json(report.run.faults);
  add_provenance(object, report.run, "output");
  return object;
}

nlohmann::ordered_json to_json(const EmulationReport& report) {
  ordered_json object = ordered_json::object();
  ordered_json buffers = ordered_json::array();
  for (const auto& buffer : report.buffers) {
    ordered_json entry = ordered_json::object();
    entry["arg"] = buffer.argument;
    entry["type"] = ptx::element_type_name(buffer.type);
    entry["values"] = ptx::values_to_json(buffer.type, buffer.bytes);
    entry["bits"] = ptx::bits_to_json(buffer.type, buffer.bytes);
    buffers.push_back(std::move(entry));
  }
  object["buffers"] = std::move(buffers);
  object["accesses"] = accesses_to_json(report.run.cost);
  object["faults"] = faults_to_json(report.run.faults);
  add_provenance(object, report.run, "buffers");
  return object;
}

std::string to_csv(const KernelReport& report) {
  std::string text = csv_record({"kernel", "machine", "line", "space", "op", "width", "requests", "wavefronts",
                                 "bank_conflicts", "sectors", "transactions_per_request", "provenance"});
  const std::string provenance = report.run.clipped_accesses == 0 ? "modelled" : "modelled, clipped";
  for (const auto& access : report.run.cost.accesses) {
    const bool shared = access.space == Space::shared;
    const bool global = access.space == Space::global;
    text += csv_record({report.id, report.run.machine, number(access.source_line),
                        std::string(space_name(access.space)), std::string(operation_name(access.op)),
                        number(access.width), number(access.requests), shared ? number(access.wavefronts) : "",
                        shared ? number(access.bank_conflicts) : "", global ? number(access.sectors) : "",
                        shared || global ? fmt::format("{}", access.transactions_per_request()) : "", provenance});
  }
  return text;
}

std::string lesson_to_csv(const std::vector<KernelReport>& reports) {
  std::string text =
      csv_record({"kernel", "options", "machine", "shared_store_requests", "shared_store_wavefronts",
                  "shared_store_transactions_per_request", "shared_load_requests", "shared_load_wavefronts",
                  "shared_load_transactions_per_request", "shared_bytes", "output_correct", "faults", "provenance"});
  for (const auto& report : reports) {
    std::string options;
    for (const auto& option : report.options) {
      options += fmt::format("{}{}={}", options.empty() ? "" : " ", option.name, option.value);
    }
    const SpaceTotals& store = report.run.cost.shared_store;
    const SpaceTotals& load = report.run.cost.shared_load;
    text += csv_record({report.id, options, report.run.machine, number(store.requests), number(store.wavefronts),
                        fmt::format("{}", per_request(store.wavefronts, store.requests)), number(load.requests),
                        number(load.wavefronts), fmt::format("{}", per_request(load.wavefronts, load.requests)),
                        number(report.run.shared_bytes), report.output.mismatch ? "no" : "yes",
                        number(report.run.faults.size()),
                        report.run.clipped_accesses == 0 ? "modelled" : "modelled, clipped"});
  }
  return text;
}

nlohmann::ordered_json lesson_to_json(const std::string& lesson, const std::vector<KernelReport>& reports) {
  ordered_json object = ordered_json::object();
  object["lesson"] = lesson;
  object["machine"] = reports.empty() ? "" : reports.front().run.machine;
  ordered_json kernels = ordered_json::array();
  for (const auto& report : reports) {
    ordered_json entry = ordered_json::object();
    entry["kernel"] = report.id;
    entry["options"] = options_to_json(report.options);
    entry["totals"] = totals_to_json(report.run.cost);
    const SpaceTotals& store = report.run.cost.shared_store;
    const SpaceTotals& load = report.run.cost.shared_load;
    entry["transactions_per_request"] = {{"shared_store", per_request(store.wavefronts, store.requests)},
                                         {"shared_load", per_request(load.wavefronts, load.requests)}};
    entry["shared_bytes"] = report.run.shared_bytes;
    entry["output_correct"] = !report.output.mismatch;
    entry["faults"] = faults_to_json(report.run.faults);
    if (report.run.clipped_accesses != 0) entry["clipped_accesses"] = report.run.clipped_accesses;
    kernels.push_back(std::move(entry));
  }
  object["kernels"] = std::move(kernels);
  object["provenance"] = {{"totals", "modelled"}, {"output_correct", "emulated"}};
  return object;
}

std::optional<Mismatch> first_mismatch(const OutputReport& output, const std::vector<std::byte>& expected,
                                       const std::vector<bool>& checked) {
  const std::size_t size = ptx::element_bytes(output.type);
  const std::size_t elements = size == 0 ? 0 : std::min(output.bytes.size(), expected.size()) / size;
  std::optional<Mismatch> mismatch;
  // Mostly all is right, and then one comparison of the whole shows it.
  if (output.bytes == expected) return mismatch;
  for (std::size_t i = 0; i < elements; ++i) {
    if (i < checked.size() && !checked[i]) continue;
    const std::span actual_element = std::span(output.bytes).subspan(i * size, size);
    const std::span expected_element = std::span(expected).subspan(i * size, size);
    if (std::equal(actual_element.begin(), actual_element.end(), expected_element.begin())) continue;
    if (!mismatch) {
      const std::uint64_t columns = std::max<std::uint64_t>(output.columns, 1);
      mismatch = Mismatch{i / columns, i % columns, ptx::value_to_text(output.type, expected_element),
                          ptx::value_to_text(output.type, actual_element), 0};
    }
    ++mismatch->count;
  }
  return mismatch;
}

std::string line_of_fault(const simt::Fault& fault) {
  if (fault.source_line != 0) return fmt::format("line {}", fault.source_line);
  return fmt::format("line {} of the PTX (a function of an included file, or a text without lines)", fault.ptx_line);
}

std::string problem_sentence(const std::vector<simt::Fault>& faults, const std::optional<Mismatch>& mismatch) {
  std::string text;
  if (!faults.empty()) {
    const auto& fault = faults.front();
    text = fmt::format("{} found, the first one {} at {} (block {},{},{} thread {},{},{})",
                       counted(faults.size(), "fault"), fault_kind_name(fault.kind), line_of_fault(fault),
                       fault.block.x, fault.block.y, fault.block.z, fault.thread.x, fault.thread.y, fault.thread.z);
  }
  if (mismatch) {
    text +=
        fmt::format("{}{} of the output differ{} from the kernel's rule, the first one [{}][{}] is {} instead of {}",
                    text.empty() ? "" : ", and ", counted(mismatch->count, "element"), mismatch->count == 1 ? "s" : "",
                    mismatch->row, mismatch->column, mismatch->actual, mismatch->expected);
  }
  return text;
}

}  // namespace bankloom::report
