// Commands that are known but not part of this build: each says so instead of being an unknown word.
#include "cli/command.h"

namespace bankloom::cli {

Action declare_measure(CLI::App& app, const Context&) {
  app.allow_extras();
  return []() -> Attempt<Outcome> {
    return fail("this build cannot measure on a GPU; `bankloom analyze` computes a kernel's costs without one");
  };
}

}  // namespace bankloom::cli
