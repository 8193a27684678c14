// What a command says of a kernel that is compiled and run.
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

/// Why there is no run, as a Problem: the compiler's diagnostics are its details.
[[nodiscard]] Problem problem_of(const RunFailure& failure, const std::string& file);

}  // namespace bankloom::cli
