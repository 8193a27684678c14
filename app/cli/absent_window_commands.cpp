// The commands of the window and of pictures in a build without them: each says so instead of being an unknown word.
#include "cli/command.h"
#include "cli/doctor.h"

namespace bankloom::cli {

Action declare_window(CLI::App& app, const Context&) {
  app.allow_extras();
  return
      []() -> Result<Outcome> { return fail("the window is not part of this build; `bankloom --help` lists what is"); };
}

Action declare_render(CLI::App& app, const Context&) {
  app.allow_extras();
  return []() -> Result<Outcome> {
    return fail("this build cannot draw pictures; `bankloom analyze` prints a kernel's costs as text, JSON or CSV");
  };
}

Action declare_talk(CLI::App& app, const Context&) {
  app.allow_extras();
  return []() -> Result<Outcome> {
    return fail("this build cannot draw pictures; `bankloom analyze` prints the costs of a talk's kernels one by one");
  };
}

Action declare_tour(CLI::App& app, const Context&) {
  app.allow_extras();
  return []() -> Result<Outcome> {
    return fail("this build cannot draw pictures; `bankloom analyze --lesson square` prints a lesson's costs");
  };
}

std::vector<Finding> screen_findings() {
  return {{"display", false, "the window is not part of this build",
           "Build with -DBANKLOOM_BUILD_WINDOW=ON to have it; the other commands work without."}};
}

}  // namespace bankloom::cli
