#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "core/base/files.h"

namespace bankloom::cli {

std::filesystem::path executable_path() {
  std::error_code error;
  auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path() : path;
}

report::TextStyle standard_output_style() {
  report::TextStyle style;
  if (::isatty(STDOUT_FILENO) == 0) return style;
  const std::string terminal = environment("TERM");
  style.colour = environment("NO_COLOR").empty() && !terminal.empty() && terminal != "dumb";
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col != 0) {
    style.width = std::clamp<unsigned>(size.ws_col, 60, 200);
  }
  return style;
}

}  // namespace bankloom::cli
