#include "ui/desktop_open.h"

#include "core/base/language.h"
#include "program/tool.h"

namespace bankloom::ui {

Result<void> open_on_desktop(const std::filesystem::path& file) {
  // The shell ends at once, and what it has started is not this program's child.
  const std::string opener = program::find_on_path("xdg-open"), path = std::filesystem::absolute(file).string();
  program::ToolCall call{{"/bin/sh", "-c", "\"$1\" \"$2\" >/dev/null 2>&1 </dev/null &", "sh", opener, path}};
  call.leaves_processes = true;
  if (!opener.empty()) {
    TRY(const auto ran, program::run_tool(call));
    if (ran.status == 0) return {};
  }
  return fail("{} cannot be opened from here: xdg-open is not installed", file.string());
}

}  // namespace bankloom::ui
