#include "cli/program_backend.h"

#include "cli/program_files.h"
#include "program/isolation.h"
#include "program/program_job.h"

namespace bankloom::cli {

ui::ProgramBackend program_backend(const Context& context) {
  ui::ProgramBackend backend;
  backend.find_toolchain = program::find_toolchain;
  backend.fetch_toolchain = [&context](int interrupt) { return fetch_toolchain(context, interrupt); };
  backend.isolation = [] { return program::granted_isolation(); };
  backend.run = [&context](const program::ProgramRequest& request, const program::Toolchain& toolchain,
                           const program::ProgramCallbacks& callbacks) -> Result<program::ProgramOutcome> {
    TRY(const auto runtime, find_runtime_folder(context.executable));
    return program::run_program(request, {toolchain, runtime}, callbacks);
  };
  return backend;
}

}  // namespace bankloom::cli
