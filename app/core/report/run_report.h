// Runs as JSON, CSV and text. Nothing here prints, compiles or runs.
//
// Every number has a provenance: costs are modelled (computed from recorded accesses by a machine's rules), outputs
// are emulated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/base/json.h"
#include "core/ptx/argument_spec.h"
#include "core/report/text_format.h"
#include "core/run/kernel_run.h"

namespace bankloom::report {

/// A buffer argument after a run.
struct BufferReport {
  std::size_t argument = 0;  ///< index among the entry's parameters
  ptx::ParsedArgument::Kind kind = ptx::ParsedArgument::Kind::out;
  ptx::Type type = ptx::Type::f32;
  std::vector<std::byte> bytes;
};

/// A kernel that is not of the catalogue.
struct EmulationReport {
  std::string file;
  std::string entry;
  std::string compiler;  ///< "NVRTC 13.0", empty if PTX was given
  Execution run;
  std::vector<BufferReport> buffers;
};

/// An option's value: a number or a text.
[[nodiscard]] nlohmann::ordered_json option_value_to_json(const Option& option, const std::string& value);
/// {"line":9,"space":"shared","op":"store","width":4,"requests":32,"wavefronts":32,...}
[[nodiscard]] nlohmann::ordered_json accesses_to_json(const KernelCost& cost);
/// {"shared_load":{"requests":32,"wavefronts":1024,"bank_conflicts":992},...}
[[nodiscard]] nlohmann::ordered_json totals_to_json(const KernelCost& cost);
/// {"blocks_per_multiprocessor":2,"limited_by":"threads","warps":64,"shared_bytes_per_block":4096,"machine":"cc9.0"}
[[nodiscard]] nlohmann::ordered_json occupancy_to_json(const MachineModel& machine, const Dim3& block,
                                                       std::uint64_t shared_bytes);
/// {"kind":"out_of_bounds","line":9,"block":[0,0,0],"thread":[3,0,0],...}
[[nodiscard]] nlohmann::ordered_json fault_to_json(const simt::Fault& fault, const RunSummary* run = nullptr);
[[nodiscard]] nlohmann::ordered_json faults_to_json(const std::vector<simt::Fault>& faults,
                                                    const RunSummary* run = nullptr);
[[nodiscard]] nlohmann::ordered_json to_json(const KernelRun& run);
[[nodiscard]] nlohmann::ordered_json to_json(const EmulationReport& report);

/// One record for each access, with a header.
[[nodiscard]] std::string to_csv(const RunSummary& run);

/// A page for a student: accesses with their costs and the reason, faults, the output matrix.
[[nodiscard]] std::string to_text(const KernelRun& run, const TextStyle& style);
[[nodiscard]] std::string to_text(const EmulationReport& report, const TextStyle& style);

/// Its accesses with their costs and the reason of each.
[[nodiscard]] std::string accesses_text(const Execution& run, const TextStyle& style);
/// A paragraph for each fault; `file` is named before its line if it is not empty.
[[nodiscard]] std::string faults_list(const std::vector<simt::Fault>& faults, const std::string& file,
                                      const TextStyle& style);

/// All kernels of a lesson in one table: transactions per request, wavefronts, shared memory, correctness.
struct LessonReport {
  std::string name, title;
  std::vector<RunSummary> runs;
};
[[nodiscard]] std::string to_text(const LessonReport& lesson, const TextStyle& style);
[[nodiscard]] std::string to_csv(const LessonReport& lesson);
[[nodiscard]] nlohmann::ordered_json to_json(const LessonReport& lesson);

/// "load", "store", "atomic", "ldmatrix", "stmatrix": the operation as reports call it (red counts as atomic).
[[nodiscard]] std::string_view operation_name(AccessOp op);

/// "shared load", in the language that is chosen.
[[nodiscard]] Text access_name(Space space, AccessOp op);

/// The chosen options in the kernel's order: "BDIMX = 32, IPAD = 1" with " = " and ", ".
[[nodiscard]] std::string options_line(const KernelShape& instance, std::string_view between,
                                       std::string_view separator);

/// Where the output is not what the rule says, as a sentence without a full stop; empty if it is.
[[nodiscard]] std::string mismatch_sentence(const RunSummary& run);
/// What is wrong with a run in one sentence without a full stop, e.g. for standard error; empty if nothing is.
[[nodiscard]] std::string problem_sentence(const RunSummary& run);
/// `file` is named before the line of the first fault if it is not empty.
[[nodiscard]] std::string problem_sentence(const std::vector<simt::Fault>& faults, const std::string& file = {});

}  // namespace bankloom::report
