// bankloom ladder
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

struct LadderOptions {
  std::string lesson;
  std::string recording;
  std::string format = "text";
};

/// The lesson of this name, or the first ladder for no name.
Result<std::string> lesson_of(const Catalog& catalog, const std::string& name) {
  const auto ladders = ladder_lessons(catalog);
  if (ladders.empty()) return fail("no lesson here is a ladder: no kernel names another that it is measured against");
  if (name.empty()) return ladders.front();
  if (has_ladder(catalog, name)) return name;
  std::vector<std::string> names;
  for (const Lesson& lesson : catalog.lessons) {
    if (lesson.name == name) {
      return fail("the lesson '{}' is not a ladder: none of its kernels is measured against another; there is {}", name,
                  join(ladders, list_sign()));
    }
    names.push_back(lesson.name);
  }
  const auto nearest = nearest_name(name, names);
  if (nearest)
    return fail("there is no lesson '{}' (did you mean '{}'?); ladders are {}", name, *nearest,
                join(ladders, list_sign()));
  return fail("there is no lesson '{}'; ladders are {}", name, join(ladders, list_sign()));
}

Result<Outcome> ladder(const LadderOptions& options, const Context& context) {
  TRY(const auto format, parse_format(options.format, kEveryFormat));
  TRY(const auto catalog, load_catalog_of(context));
  TRY(const auto lesson, lesson_of(catalog, options.lesson));
  TRY(auto recordings, recordings_of(context, options.recording));
  use_present_names(recordings, catalog);
  TRY(const auto published, published_of(context));
  const Ladder made = make_ladder(catalog, lesson, recorded_source(recordings), published);
  return Outcome{printed(made, format, context.style, catalog), {}};
}

}  // namespace

Action declare_ladder(CLI::App& app, const Context& context) {
  auto options = std::make_shared<LadderOptions>();
  app.add_option("LESSON", options->lesson,
                 "A lesson whose kernels do the same, each one better; default: the first "
                 "ladder")
      ->type_name("");
  add_value(app, "--recording", options->recording,
            "Recording to show (its name, or a .json file); default: the newest that has the kernel", "NAME");
  add_format(app, options->format, "text, json or csv");
  return [options, context] { return ladder(*options, context); };
}

}  // namespace bankloom::cli
