#include "ui/desktop_open.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "core/base/language.h"

namespace bankloom::ui {

Result<void> open_on_desktop(const std::filesystem::path& file) {
  // The shell ends at once, and what it has started is not this program's child.
  std::string path = std::filesystem::absolute(file).string();
  char shell[] = "sh", flag[] = "-c";
  char script[] = "command -v xdg-open >/dev/null || exit 1; xdg-open \"$1\" >/dev/null 2>&1 </dev/null &";
  char* const arguments[] = {shell, flag, script, shell, path.data(), nullptr};
  pid_t child = 0;
  int status = 1;
  const bool is_asked = posix_spawnp(&child, "sh", nullptr, nullptr, arguments, environ) == 0 &&
                        waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (!is_asked) return fail("{} cannot be opened from here: xdg-open is not installed", file.string());
  return {};
}

}  // namespace bankloom::ui
