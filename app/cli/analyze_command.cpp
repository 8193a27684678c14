// bankloom analyze
#include <algorithm>
#include <memory>
#include <utility>

#include "cli/kernel_command.h"
#include "cli/kernel_run.h"
#include "cli/printed.h"
#include "cli/run_progress.h"
#include "core/base/language.h"
#include "core/base/nearest_name.h"
#include "core/wording/run_text.h"

namespace bankloom::cli {
namespace {

struct AnalyzeOptions {
  KernelCommand asked;
  std::string lesson;
  bool ptx = false;
};

Result<Outcome> analyze_kernel(const AnalyzeOptions& options, const Context& context) {
  TRY(const auto prepared, options.asked.prepare(context));
  if (options.ptx) {
    TRY(auto ptx, options.asked.ptx(prepared, context));
    return Outcome{std::move(ptx), {}};
  }
  TRY(const auto run, options.asked.run(prepared, context));
  Outcome outcome{printed(*run, prepared.format, context.style), {}};
  if (run->own && prepared.format == Format::text) {
    for (const std::string& note : run->own->notes) outcome.output += "\n" + note + "\n";
  }
  if (!run->correct()) {
    outcome.problem = fmt::format("{}: {}", run_name_text(*run), report::problem_sentence(*run));
    outcome.status = kWrongResult;
  }
  return outcome;
}

/// A lesson with its kernels, in the catalogue's order.
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
                nearest ? message("did you mean '{}'?", *nearest) : message("`bankloom list` shows all"));
  }
  for (const auto& kernel : catalog.kernels) {
    if (kernel.lesson == name) found.kernels.push_back(&kernel);
  }
  return found;
}

/// The chosen options that this kernel has: a lesson's kernels may have different ones.
OptionValues options_of(const Kernel& kernel, const OptionValues& chosen) {
  OptionValues own;
  for (const auto& option : kernel.options) {
    if (const auto found = chosen.find(option.name); found != chosen.end()) own.insert(*found);
  }
  return own;
}

/// Errors: no kernel of the lesson has a chosen option.
Result<void> check_lesson_options(const LessonKernels& lesson, const OptionValues& chosen) {
  std::vector<std::string> known;
  for (const auto* kernel : lesson.kernels) {
    for (const auto& option : kernel->options) known.push_back(option.name);
  }
  for (const auto& [name, value] : chosen) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const auto nearest = nearest_name(name, known);
    return fail("no kernel of lesson '{}' has an option '{}'; {}", lesson.lesson->name, name,
                nearest ? message("did you mean '{}'?", *nearest) : message("`bankloom list` shows all"));
  }
  return {};
}

Result<Outcome> analyze_lesson(const AnalyzeOptions& options, const Context& context) {
  TRY(const auto prepared, options.asked.prepare(context));
  TRY(const auto lesson, find_lesson(prepared.catalog, options.lesson));
  TRY(check_lesson_options(lesson, prepared.chosen));
  report::LessonReport report{lesson.lesson->name, lesson.lesson->title, {}};
  Outcome outcome;
  for (const auto* kernel : lesson.kernels) {
    TRY(auto compiled, told(compile_kernel(borrow_kernel(*kernel), options_of(*kernel, prepared.chosen),
                                           options.asked.architecture, context.compiler),
                            kernel->source_path.string()));
    TRY(const auto run, run_kernel(std::move(compiled), prepared.machine, RunProgress().settings()));
    if (!run->correct() && outcome.problem.empty()) {
      outcome.problem = run->kernel->id() + ": " + report::problem_sentence(*run);
      outcome.status = kWrongResult;
    }
    report.runs.emplace_back(*run);
  }
  outcome.output = printed(report, prepared.format, context.style);
  return outcome;
}

Result<Outcome> analyze(const AnalyzeOptions& options, const Context& context) {
  if (options.asked.kernel.empty() == options.lesson.empty()) {
    return fail(
        "analyze takes either a kernel, as in `bankloom analyze square/setRowReadCol`, or --lesson NAME; "
        "`bankloom list` shows both");
  }
  if (!options.asked.kernel.empty()) return analyze_kernel(options, context);
  if (options.ptx) return fail("--ptx needs one kernel, not a lesson");
  if (!options.asked.dynamic_shared.empty()) return fail("--dynamic-shared needs one kernel, not a lesson");
  return analyze_lesson(options, context);
}

}  // namespace

Action declare_analyze(CLI::App& app, const Context& context) {
  auto options = std::make_shared<AnalyzeOptions>();
  add_value(app, "--lesson", options->lesson, "All kernels of this lesson in one table, instead of KERNEL", "NAME");
  options->asked.declare(app);
  add_machine(app, options->asked.machine);
  add_architecture(app, options->asked.architecture);
  add_value(app, "--dynamic-shared", options->asked.dynamic_shared,
            "Bytes of dynamic shared memory, in place of those that the launch asks for", "BYTES");
  add_format(app, options->asked.format, "text, json or csv");
  app.add_flag("--ptx", options->ptx, "Print the kernel's PTX instead of the analysis");
  return [options, context] { return analyze(*options, context); };
}

}  // namespace bankloom::cli
