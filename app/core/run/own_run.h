// A run of an own kernel: its text made into a kernel, compiled and executed.
//
// A buffer of unknown size has one element for each thread. If the kernel accesses more, it is run again with four,
// then with sixteen.
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

/// Makes and runs it. `own` is set if the text compiles and says how it is launched, also where the run then fails.
[[nodiscard]] Result<std::shared_ptr<const KernelRun>> run_own_kernel(const OwnRequest& request,
                                                                      const MachineModel& machine,
                                                                      const RunSettings& settings,
                                                                      std::shared_ptr<const OwnKernel>& own);

/// Whether figures depend on an assumed launch or value; they do not depend on the size of a buffer.
[[nodiscard]] bool has_guessed_figures(const RunSummary& run);

}  // namespace bankloom
