// A run of an own kernel: its text made into a kernel, compiled and executed.
//
// A kernel may reach beyond one element a thread, and then a buffer whose size nothing tells is too short: the run is
// made again with four and with sixteen elements a thread, and what is large enough is kept.
//
// Not supported: sizes that only the kernel's author knows; a comment in the text gives them.
#pragma once

#include <memory>

#include "core/machine/machine_model.h"
#include "core/own/own_kernel.h"
#include "core/run/kernel_run.h"

namespace bankloom {

struct OwnRequest {
  const OwnSource& source;
  const OptionValues& options;  ///< of the base, or definitions
  const std::string& architecture;
  const Catalog& catalog;
  Compiler& compiler;
};

/// Makes and runs it. `own` is set where the text compiles and says how it is launched, also where the run then fails.
[[nodiscard]] Result<std::shared_ptr<const KernelRun>> run_own_kernel(const OwnRequest& request,
                                                                      const MachineModel& machine,
                                                                      const RunSettings& settings,
                                                                      std::shared_ptr<const OwnKernel>& own);

/// Whether figures may be others than they are because the launch or a value was assumed; a buffer's size alone changes
/// none.
[[nodiscard]] bool has_guessed_figures(const RunSummary& run);

}  // namespace bankloom
