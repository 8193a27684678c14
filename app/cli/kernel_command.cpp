#include "cli/kernel_command.h"

#include <limits>
#include <utility>

#include "cli/data_folder.h"
#include "cli/kernel_run.h"
#include "cli/launch_source.h"
#include "core/run/own_run.h"

namespace bankloom::cli {

CLI::Option* KernelCommand::declare(CLI::App& app) {
  CLI::Option* const option = app.add_option("KERNEL", kernel, kKernelHelp)->type_name("");
  add_launch_flags(app, program);
  add_settings(app, settings);
  return option;
}

bool KernelCommand::is_file() const { return names_source_file(kernel) || !program.build.empty(); }

Result<KernelCommand::Prepared> KernelCommand::prepare(const Context& context) const {
  Prepared prepared;
  TRY(prepared.format, parse_format(format, kEveryFormat));
  TRY(prepared.chosen, parse_settings(settings));
  TRY(prepared.catalog, load_catalog_of(context));
  TRY(prepared.machine, load_machine_of(context, machine));
  return prepared;
}

Result<std::shared_ptr<const KernelRun>> KernelCommand::run(const Prepared& prepared, const Context& context) const {
  if (is_file()) {
    std::shared_ptr<const OwnKernel> own;
    return run_file(prepared, context, own);
  }
  TRY(auto compiled, compile(prepared, context));
  RunProgress progress;
  TRY(const auto chosen, run_settings(progress));
  return run_kernel(std::move(compiled), prepared.machine, chosen);
}

Result<RunSettings> KernelCommand::run_settings(RunProgress& progress) const {
  RunSettings chosen = progress.settings();
  if (dynamic_shared.empty()) return chosen;
  TRY(const auto bytes, parse_number("--dynamic-shared", dynamic_shared, 0, std::numeric_limits<std::uint32_t>::max()));
  chosen.dynamic_shared_bytes = static_cast<std::uint32_t>(bytes);
  return chosen;
}

Result<std::string> KernelCommand::ptx(const Prepared& prepared, const Context& context) const {
  if (is_file()) {
    std::shared_ptr<const OwnKernel> own;
    auto run = run_file(prepared, context, own);
    if (own) return own->compiled->ptx;
    TRY(run);
  }
  TRY(const auto compiled, compile(prepared, context));
  return compiled.compiled->ptx;
}

Result<CompiledKernel> KernelCommand::compile(const Prepared& prepared, const Context& context) const {
  TRY(const auto found, find_kernel(prepared.catalog, kernel));
  TRY(check_no_launch(kernel, program));
  return told(compile_kernel(borrow_kernel(*found), prepared.chosen, architecture, context.compiler),
              found->source_path.string());
}

Result<std::shared_ptr<const KernelRun>> KernelCommand::run_file(const Prepared& prepared, const Context& context,
                                                                 std::shared_ptr<const OwnKernel>& own) const {
  TRY(const auto source, read_source(kernel, program, prepared.machine, context));
  RunProgress progress;
  TRY(const auto chosen, run_settings(progress));
  return told(run_own_kernel({source, prepared.chosen, architecture, prepared.catalog, context.compiler},
                             prepared.machine, chosen, own),
              kernel);
}

}  // namespace bankloom::cli
