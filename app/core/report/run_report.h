// What a run of a kernel is reported with: records that hold everything, and functions that turn them into JSON, CSV
// and text. Nothing here prints, compiles or runs.
//
// Every number has a provenance: costs are modelled (computed from recorded accesses by a machine's rules), outputs
// are emulated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/base/dim3.h"
#include "core/base/json.h"
#include "core/ptx/argument_spec.h"
#include "core/ptx/module.h"
#include "core/report/text_format.h"
#include "core/simt/fault.h"
#include "core/simt/launch.h"

namespace bankloom::report {

/// A run of any kernel and what its accesses cost on a machine.
struct RunReport {
  std::string machine;        ///< "cc9.0"
  std::string machine_title;  ///< "Hopper (compute capability 9.0), 32 banks of 4 bytes"
  std::string compiler;       ///< "NVRTC 13.0", empty where PTX was given
  Dim3 grid, block;
  std::uint64_t shared_bytes = 0;         ///< static and dynamic, per block
  std::vector<std::string> source_lines;  ///< the text that the costs' lines count in; may be empty
  KernelCost cost;
  std::uint64_t clipped_accesses = 0;  ///< accesses that were executed but not recorded
  std::vector<simt::Fault> faults;
  std::string printed;  ///< what printf wrote
  simt::RunStatistics statistics;
};

/// The first element of an output that is not what the kernel's rule says.
struct Mismatch {
  std::uint64_t row = 0, column = 0;
  std::string expected, actual;
  std::uint64_t count = 0;  ///< elements that differ
};

/// A matrix that a kernel wrote.
struct OutputReport {
  std::string name;
  ptx::Type type = ptx::Type::s32;
  std::uint64_t rows = 0, columns = 0;
  std::vector<std::byte> bytes;  ///< rows * columns elements, row by row
  std::optional<Mismatch> mismatch;
  std::uint64_t unchecked = 0;  ///< elements for which the kernel's rule says nothing
};

struct OptionSetting {
  std::string name;
  std::string value;
  bool is_number = true;
};

/// A kernel of the catalogue at chosen options.
struct KernelReport {
  std::string id;     ///< "square/setRowReadCol"
  std::string title;  ///< one line
  std::vector<OptionSetting> options;
  RunReport run;
  OutputReport output;
  std::vector<std::string> expected_faults;  ///< kinds that the kernel is there to show at these options
  /// True where the output is what its rule says and no fault was found.
  [[nodiscard]] bool correct() const { return !output.mismatch && run.faults.empty(); }
};

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
  RunReport run;
  std::vector<BufferReport> buffers;
};

/// Compares an output with what its rule says, where `checked` is true (everywhere where it is empty). The bytes have
/// the same length.
[[nodiscard]] std::optional<Mismatch> first_mismatch(const OutputReport& output, const std::vector<std::byte>& expected,
                                                     const std::vector<bool>& checked = {});

/// {"line":9,"space":"shared","op":"store","width":4,"requests":32,"wavefronts":32,...}
[[nodiscard]] nlohmann::ordered_json access_to_json(const AccessSummary& access);
/// {"shared_load":{"requests":32,"wavefronts":1024,"bank_conflicts":992},...}
[[nodiscard]] nlohmann::ordered_json totals_to_json(const KernelCost& cost);
/// {"kind":"out_of_bounds","line":9,"block":[0,0,0],"thread":[3,0,0],...}
[[nodiscard]] nlohmann::ordered_json fault_to_json(const simt::Fault& fault);
[[nodiscard]] nlohmann::ordered_json to_json(const KernelReport& report);
[[nodiscard]] nlohmann::ordered_json to_json(const EmulationReport& report);

/// One record for each access, with a header.
[[nodiscard]] std::string to_csv(const KernelReport& report);

/// A page for a student: accesses with their costs and the reason, faults, the output matrix.
[[nodiscard]] std::string to_text(const KernelReport& report, const TextStyle& style);
[[nodiscard]] std::string to_text(const EmulationReport& report, const TextStyle& style);

/// All kernels of a lesson in one table: transactions per request, wavefronts, shared memory, correctness.
[[nodiscard]] std::string lesson_to_text(const std::string& title, const std::vector<KernelReport>& reports,
                                         const TextStyle& style);
[[nodiscard]] std::string lesson_to_csv(const std::vector<KernelReport>& reports);
[[nodiscard]] nlohmann::ordered_json lesson_to_json(const std::string& lesson,
                                                    const std::vector<KernelReport>& reports);

/// "load", "store", "atomic", "ldmatrix", "stmatrix": the operation as reports call it (red counts as atomic).
[[nodiscard]] std::string_view operation_name(AccessOp op);

/// "line 7": where in the text a fault is, or in the PTX where the text has no line for it.
[[nodiscard]] std::string line_of_fault(const simt::Fault& fault);

/// What is wrong with a run in one sentence without a full stop, e.g. for standard error; empty where nothing is.
[[nodiscard]] std::string problem_sentence(const std::vector<simt::Fault>& faults,
                                           const std::optional<Mismatch>& mismatch);

}  // namespace bankloom::report
