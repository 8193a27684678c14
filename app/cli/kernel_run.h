// The way from a kernel's text to its report: compile, parse, decode, run, add up.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/catalog/catalog.h"
#include "core/machine/machine_model.h"
#include "core/report/run_report.h"
#include "core/simt/launch.h"

namespace bankloom::cli {

/// The virtual architecture that kernels are compiled for where none is named.
inline constexpr const char* kDefaultArchitecture = "compute_90";

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

/// A kernel of the catalogue at chosen options, compiled.
struct CompiledKernel {
  KernelInstance instance;
  std::shared_ptr<const CompileResult> compiled;
};
[[nodiscard]] Attempt<CompiledKernel> compile_kernel(const Kernel& kernel, const OptionValues& chosen,
                                                     const std::string& architecture, Compiler& compiler);

/// Runs it and compares its output with its rule.
[[nodiscard]] Attempt<report::KernelReport> run_kernel(const CompiledKernel& kernel, const MachineModel& machine);

}  // namespace bankloom::cli
