// bankloom machines
#include <memory>
#include <utility>

#include "cli/data_folder.h"
#include "cli/kernel_command.h"
#include "cli/printed.h"
#include "core/wording/run_text.h"

namespace bankloom::cli {
namespace {

struct MachinesOptions {
  KernelCommand asked;  ///< runs on the default machine
  std::vector<std::string> machines;
};

/// The named machines, all of them for "all", or without a name those for comparisons.
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
  TRY(const auto prepared, options.asked.prepare(context));
  TRY(const auto machines, chosen_machines(options, context));
  TRY(const auto run, options.asked.run(prepared, context));
  return Outcome{printed(report::machines_report(*run, machines), prepared.format, context.style), {}};
}

}  // namespace

Action declare_machines(CLI::App& app, const Context& context) {
  auto options = std::make_shared<MachinesOptions>();
  options->asked.declare(app)->required();
  add_list(app, "--machine", options->machines,
           "A machine to compare, or all; may be given several times. Without it: those of the lesson on machines",
           "NAME");
  add_format(app, options->asked.format, "text, json or csv");
  return [options, context] { return compare(*options, context); };
}

}  // namespace bankloom::cli
