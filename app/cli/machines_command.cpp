// bankloom machines
#include <memory>
#include <utility>

#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/input.h"
#include "cli/launch_source.h"
#include "core/report/machine_table_report.h"
#include "core/wording/run_text.h"

namespace bankloom::cli {
namespace {

struct MachinesOptions {
  std::string kernel;
  ProgramFlags program;
  std::vector<std::string> settings;
  std::vector<std::string> machines;
  std::string format = "text";
};

/// The machines named, "all", or those that stand side by side by themselves.
Result<std::vector<MachineModel>> chosen_machines(const MachinesOptions& options, const Context& context) {
  TRY(auto models, load_machines_of(context));
  if (options.machines.empty()) return comparison_machines(models);
  std::vector<MachineModel> chosen;
  for (const auto& name : options.machines) {
    if (name == "all") {
      chosen.insert(chosen.end(), models.begin(), models.end());
      continue;
    }
    TRY(auto machine, find_machine(models, name));
    chosen.push_back(std::move(machine));
  }
  return chosen;
}

Result<Outcome> compare(const MachinesOptions& options, const Context& context) {
  TRY(const auto format, parse_format(options.format, {Format::text, Format::json, Format::csv}));
  TRY(const auto chosen, parse_settings(options.settings));
  TRY(const auto catalog, load_catalog_of(context));
  TRY(const auto machines, chosen_machines(options, context));
  TRY(const auto emulated_on, load_machine_of(context, kDefaultMachine));
  TRY(const auto run, run_named(options.kernel, options.program, chosen, catalog, emulated_on, context));
  report::MachinesReport report;
  report.kernel = run_name_text(*run);
  for (const auto& [name, value] : run->instance.options) report.options.push_back(fmt::format("{} = {}", name, value));
  report.source_lines = run->source_lines;
  report.table = compare_machines(run->trace, machines);
  report.counted_blocks = run->recorded_blocks;
  report.blocks = run->instance.grid.count();
  switch (format) {
    case Format::text:
      return Outcome{report::to_text(report, context.style), {}};
    case Format::json:
      return Outcome{json_text(report::to_json(report)), {}};
    case Format::csv:
      return Outcome{report::to_csv(report), {}};
  }
  return Outcome{};
}

}  // namespace

Action declare_machines(CLI::App& app, const Context& context) {
  auto options = std::make_shared<MachinesOptions>();
  app.add_option("KERNEL", options->kernel, kKernelHelp)->required()->type_name("");
  add_launch_flags(app, options->program);
  add_settings(app, options->settings);
  app.add_option(
         "--machine", options->machines,
         "A machine to compare, or all; may be given several times. Without it: those of the lesson on machines")
      ->type_name("NAME")
      ->allow_extra_args(false);
  add_format(app, options->format, "text, json or csv");
  return [options, context] { return compare(*options, context); };
}

}  // namespace bankloom::cli
