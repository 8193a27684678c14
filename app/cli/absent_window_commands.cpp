// The commands of the window and of pictures in a build without them, where each is an Error.
#include "cli/command.h"
#include "cli/command_words.h"
#include "cli/doctor.h"
#include "core/base/language.h"

namespace bankloom::cli {
namespace {

Action fail_always(CLI::App& app, const char* sentence) {
  app.allow_extras();
  return [sentence]() -> Result<Outcome> { return fail("{}", translated(sentence)); };
}

}  // namespace

Action declare_window(CLI::App& app, const Context&) {
  return fail_always(app, "the window is not part of this build; `bankloom --help` lists what is");
}

Action declare_render(CLI::App& app, const Context&) {
  return fail_always(
      app, "this build cannot draw pictures; `bankloom analyze` prints a kernel's costs as text, JSON or CSV");
}

Action declare_export(CLI::App& app, const Context& context) { return declare_render(app, context); }

Action declare_talk(CLI::App& app, const Context&) {
  return fail_always(
      app, "this build cannot draw pictures; `bankloom analyze` prints the costs of a talk's kernels one by one");
}

Action declare_tour(CLI::App& app, const Context&) {
  return fail_always(app,
                     "this build cannot draw pictures; `bankloom analyze --lesson square` prints a lesson's costs");
}

std::vector<std::string> picture_values(const std::string&) { return {}; }

std::vector<std::string> changed_settings() { return {}; }

std::vector<Finding> screen_findings() {
  return {{"display", false, "the window is not part of this build",
           "Build with -DBANKLOOM_BUILD_WINDOW=ON to include it; the other commands work without it."}};
}

}  // namespace bankloom::cli
