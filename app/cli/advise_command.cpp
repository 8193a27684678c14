// bankloom advise
#include <memory>
#include <utility>

#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/input.h"
#include "cli/launch_source.h"
#include "core/report/advice_report.h"
#include "core/wording/run_text.h"

namespace bankloom::cli {
namespace {

struct AdviseOptions {
  std::string kernel;
  ProgramFlags program;
  std::vector<std::string> settings;
  std::string machine = kDefaultMachine;
  std::string format = "text";
};

Result<Outcome> advise_kernel(const AdviseOptions& options, const Context& context) {
  TRY(const auto format, parse_format(options.format, {Format::text, Format::json, Format::csv}));
  TRY(const auto chosen, parse_settings(options.settings));
  TRY(const auto catalog, load_catalog_of(context));
  TRY(const auto machine, load_machine_of(context, options.machine));
  TRY(const auto run, run_named(options.kernel, options.program, chosen, catalog, machine, context));
  TRY(auto advice, advise(*run, catalog, context.compiler));
  advice.kernel = run_name_text(*run);
  switch (format) {
    case Format::text:
      return Outcome{report::to_text(advice, context.style), {}};
    case Format::json:
      return Outcome{json_text(report::to_json(advice)), {}};
    case Format::csv:
      return Outcome{report::to_csv(advice), {}};
  }
  return Outcome{};
}

}  // namespace

Action declare_advise(CLI::App& app, const Context& context) {
  auto options = std::make_shared<AdviseOptions>();
  app.add_option("KERNEL", options->kernel, kKernelHelp)->required()->type_name("");
  add_launch_flags(app, options->program);
  add_settings(app, options->settings);
  add_machine(app, options->machine);
  add_format(app, options->format, "text, json or csv");
  return [options, context] { return advise_kernel(*options, context); };
}

}  // namespace bankloom::cli
