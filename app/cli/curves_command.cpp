// bankloom curves
#include <memory>

#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/printed.h"
#include "cli/recordings.h"
#include "core/base/language.h"
#include "core/base/nearest_name.h"
#include "core/base/text_lines.h"

namespace bankloom::cli {
namespace {

struct CurvesOptions {
  std::string lesson;
  std::string recording;
  std::string format = "text";
};

/// The lesson of this name, or the first with curves for no name.
Result<std::string> lesson_with_curves(const Catalog& catalog, const std::string& name) {
  std::vector<std::string> with_curves;
  for (const Lesson& lesson : catalog.lessons) {
    if (!lesson.curves.empty()) with_curves.push_back(lesson.name);
  }
  if (with_curves.empty()) return fail("no lesson here has curves");
  if (name.empty()) return with_curves.front();
  if (std::ranges::find(with_curves, name) != with_curves.end()) return name;
  if (const auto nearest = nearest_name(name, with_curves)) {
    return fail("there is no lesson '{}' with curves (did you mean '{}'?); there is {}", name, *nearest,
                join(with_curves, list_sign()));
  }
  return fail("there is no lesson '{}' with curves; there is {}", name, join(with_curves, list_sign()));
}

Result<Outcome> curves(const CurvesOptions& options, const Context& context) {
  TRY(const auto format, parse_format(options.format, kEveryFormat));
  TRY(const auto catalog, load_catalog_of(context));
  TRY(const auto lesson, lesson_with_curves(catalog, options.lesson));
  TRY(auto recordings, recordings_of(context, options.recording));
  use_present_names(recordings, catalog);
  return Outcome{printed(make_curves(catalog, lesson, recorded_source(recordings)), format, context.style), {}};
}

}  // namespace

Action declare_curves(CLI::App& app, const Context& context) {
  auto options = std::make_shared<CurvesOptions>();
  app.add_option("LESSON", options->lesson, "A lesson that has curves; default: the first")->type_name("");
  add_value(app, "--recording", options->recording,
            "Recording to show (its name, or a .json file); default: the newest that has the kernel", "NAME");
  add_format(app, options->format, "text, json or csv");
  return [options, context] { return curves(*options, context); };
}

}  // namespace bankloom::cli
