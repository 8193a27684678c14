// The way from a kernel's text to its report: compile, parse, decode, run, add up.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/machine/machine_model.h"
#include "core/report/run_report.h"
#include "core/run/kernel_run.h"
#include "core/simt/launch.h"

namespace bankloom::cli {

/// Compiles to PTX. Text that does not compile is a Problem with the compiler's diagnostics as its details, each
/// "file:line:column: error: text".
[[nodiscard]] Attempt<std::shared_ptr<const CompileResult>> compile_or_explain(Compiler& compiler,
                                                                               const CompileRequest& request);

/// What a program is run with.
struct RunSetup {
  const MachineModel* machine = nullptr;
  std::vector<std::string> source_lines;  ///< of the text that the costs' lines count in
  std::string compiler;                   ///< empty where PTX was given
};

/// Runs a program and adds up what its accesses cost on the machine. `config.max_shared_bytes` is set to the
/// machine's. Errors: a launch that the machine cannot make.
[[nodiscard]] Result<report::RunReport> run_program(const simt::Program& program, simt::GlobalMemory& memory,
                                                    simt::LaunchConfig config, const RunSetup& setup);

/// Why there is no run, as a Problem: the compiler's diagnostics are its details.
[[nodiscard]] Problem problem_of(const RunFailure& failure, const std::string& file);

/// A run of a kernel of the catalogue as a record for printing.
[[nodiscard]] report::KernelReport report_of(const KernelRun& run);

}  // namespace bankloom::cli
