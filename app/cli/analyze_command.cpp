// bankloom analyze
#include <algorithm>
#include <memory>
#include <utility>

#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/input.h"
#include "cli/kernel_run.h"
#include "cli/launch_source.h"
#include "cli/run_progress.h"
#include "core/base/nearest_name.h"
#include "core/run/own_run.h"
#include "core/wording/run_text.h"

namespace bankloom::cli {
namespace {

struct AnalyzeOptions {
  std::string kernel;
  ProgramFlags program;
  std::string lesson;
  std::vector<std::string> settings;
  std::string machine = kDefaultMachine;
  std::string architecture = kDefaultArchitecture;
  std::string format = "text";
  bool ptx = false;
};

Outcome outcome_of(const KernelRun& run, const Context& context, Format format) {
  Outcome outcome;
  switch (format) {
    case Format::text:
      outcome.output = report::to_text(run, context.style);
      break;
    case Format::json:
      outcome.output = json_text(report::to_json(run));
      break;
    case Format::csv:
      outcome.output = report::to_csv(run);
      break;
  }
  if (!run.correct()) {
    outcome.problem = fmt::format("{}: {}", run_name_text(run), report::problem_sentence(run));
    outcome.status = kWrongResult;
  }
  return outcome;
}

/// A file with a kernel of a person's own. Its definitions are what --set says.
Result<Outcome> analyze_file(const AnalyzeOptions& options, const Context& context, Format format,
                             const OptionValues& chosen, const Catalog& catalog, const MachineModel& machine) {
  TRY(const auto source, read_source(options.kernel, options.program, machine, context));
  std::shared_ptr<const OwnKernel> own;
  const auto run = run_own_kernel({source, chosen, options.architecture, catalog, context.compiler}, machine,
                                  RunProgress().settings(), own);
  if (options.ptx && own) return Outcome{own->compiled->ptx, {}};
  TRY(told(run));
  Outcome outcome = outcome_of(**run, context, format);
  if (format == Format::text) {
    for (const std::string& note : own->notes) outcome.output += "\n" + note + "\n";
  }
  return outcome;
}

Result<Outcome> analyze_kernel(const AnalyzeOptions& options, const Context& context, Format format,
                               const OptionValues& chosen) {
  TRY(const auto catalog, load_catalog_of(context));
  TRY(const auto machine, load_machine_of(context, options.machine));
  const bool is_file = names_source_file(options.kernel) || !options.program.build.empty();
  if (is_file) return analyze_file(options, context, format, chosen, catalog, machine);
  TRY(const auto kernel, find_kernel(catalog, options.kernel));
  TRY(check_no_launch(options.kernel, options.program));
  TRY(auto compiled, told(compile_kernel(borrow_kernel(*kernel), chosen, options.architecture, context.compiler)));
  if (options.ptx) return Outcome{compiled.compiled->ptx, {}};
  TRY(const auto run, run_kernel(std::move(compiled), machine, RunProgress().settings()));
  return outcome_of(*run, context, format);
}

/// The lesson of that name with its kernels, in the catalogue's order.
struct LessonKernels {
  const Lesson* lesson = nullptr;
  std::vector<const Kernel*> kernels;
};

Result<LessonKernels> find_lesson(const Catalog& catalog, const std::string& name) {
  LessonKernels found;
  std::vector<std::string> names;
  for (const auto& lesson : catalog.lessons) {
    names.push_back(lesson.name);
    if (lesson.name == name) found.lesson = &lesson;
  }
  if (found.lesson == nullptr) {
    const auto nearest = nearest_name(name, names);
    return fail("there is no lesson '{}'; {}", name,
                nearest ? fmt::format("did you mean '{}'?", *nearest) : std::string("`bankloom list` shows all"));
  }
  for (const auto& kernel : catalog.kernels) {
    if (kernel.lesson == name) found.kernels.push_back(&kernel);
  }
  return found;
}

/// The chosen options that this kernel has: in a lesson, not every kernel has every option.
OptionValues options_of(const Kernel& kernel, const OptionValues& chosen) {
  OptionValues own;
  for (const auto& option : kernel.options) {
    if (const auto found = chosen.find(option.name); found != chosen.end()) own.insert(*found);
  }
  return own;
}

/// An option that no kernel of the lesson has is a mistake.
Result<void> check_lesson_options(const LessonKernels& lesson, const OptionValues& chosen) {
  std::vector<std::string> known;
  for (const auto* kernel : lesson.kernels) {
    for (const auto& option : kernel->options) known.push_back(option.name);
  }
  for (const auto& [name, value] : chosen) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const auto nearest = nearest_name(name, known);
    return fail("no kernel of lesson '{}' has an option '{}'; {}", lesson.lesson->name, name,
                nearest ? fmt::format("did you mean '{}'?", *nearest) : std::string("`bankloom list` shows all"));
  }
  return {};
}

Result<Outcome> analyze_lesson(const AnalyzeOptions& options, const Context& context, Format format,
                               const OptionValues& chosen) {
  TRY(const auto catalog, load_catalog_of(context));
  TRY(const auto lesson, find_lesson(catalog, options.lesson));
  TRY(const auto machine, load_machine_of(context, options.machine));
  TRY(check_lesson_options(lesson, chosen));
  std::vector<RunSummary> runs;
  Outcome outcome;
  for (const auto* kernel : lesson.kernels) {
    TRY(auto compiled, told(compile_kernel(borrow_kernel(*kernel), options_of(*kernel, chosen), options.architecture,
                                           context.compiler)));
    TRY(const auto run, run_kernel(std::move(compiled), machine, RunProgress().settings()));
    if (!run->correct() && outcome.problem.empty()) {
      outcome.problem = run->kernel->id() + ": " + report::problem_sentence(*run);
      outcome.status = kWrongResult;
    }
    runs.emplace_back(*run);
  }
  const std::string title = fmt::format("Lesson {}: {}", lesson.lesson->name, lesson.lesson->title);
  switch (format) {
    case Format::text:
      outcome.output = report::lesson_to_text(title, runs, context.style);
      break;
    case Format::json:
      outcome.output = json_text(report::lesson_to_json(lesson.lesson->name, runs));
      break;
    case Format::csv:
      outcome.output = report::lesson_to_csv(runs);
      break;
  }
  return outcome;
}

Result<Outcome> analyze(const AnalyzeOptions& options, const Context& context) {
  TRY(const auto format, parse_format(options.format, {Format::text, Format::json, Format::csv}));
  if (options.kernel.empty() == options.lesson.empty()) {
    return fail(
        "analyze takes either a kernel, as in `bankloom analyze square/setRowReadCol`, or --lesson NAME; "
        "`bankloom list` shows both");
  }
  TRY(const auto chosen, parse_settings(options.settings));
  if (options.kernel.empty()) {
    if (options.ptx) return fail("--ptx needs one kernel, not a lesson");
    return analyze_lesson(options, context, format, chosen);
  }
  return analyze_kernel(options, context, format, chosen);
}

}  // namespace

Action declare_analyze(CLI::App& app, const Context& context) {
  auto options = std::make_shared<AnalyzeOptions>();
  app.add_option("KERNEL", options->kernel, kKernelHelp)->type_name("");
  app.add_option("--lesson", options->lesson, "All kernels of this lesson in one table, instead of KERNEL")
      ->take_last()
      ->type_name("NAME");
  add_launch_flags(app, options->program);
  add_settings(app, options->settings);
  add_machine(app, options->machine);
  add_architecture(app, options->architecture);
  add_format(app, options->format, "text, json or csv");
  app.add_flag("--ptx", options->ptx, "Print the kernel's PTX instead of the analysis");
  return [options, context] { return analyze(*options, context); };
}

}  // namespace bankloom::cli
