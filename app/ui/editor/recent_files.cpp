#include "ui/editor/recent_files.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>
#include <system_error>

#include "ui/editor/source_file.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

fs::path absolute_folder(const char* variable) {
  const char* value = std::getenv(variable);
  // The XDG base directory specification ignores relative paths.
  return value != nullptr && *value == '/' ? fs::path(value) : fs::path();
}

std::vector<fs::path> listed(const fs::path& state) {
  std::vector<fs::path> files;
  if (state.empty()) return files;
  std::ifstream stream(state / "recent");
  for (std::string line; files.size() < kMostRecent && std::getline(stream, line);) {
    if (!line.empty()) files.emplace_back(line);
  }
  return files;
}

}  // namespace

fs::path state_folder() {
  if (const fs::path folder = absolute_folder("XDG_STATE_HOME"); !folder.empty()) return folder / "bankloom";
  if (const fs::path home = absolute_folder("HOME"); !home.empty()) return home / ".local" / "state" / "bankloom";
  return {};
}

std::vector<fs::path> recent_files(const fs::path& state) {
  std::vector<fs::path> files = listed(state);
  std::error_code error;
  std::erase_if(files, [&](const fs::path& file) { return !fs::is_regular_file(file, error); });
  return files;
}

void remember_file(const fs::path& state, const fs::path& file) {
  if (state.empty()) return;
  std::error_code error;
  const fs::path whole = fs::absolute(file, error).lexically_normal();
  if (error || whole.string().find('\n') != std::string::npos) return;
  std::vector<fs::path> files = listed(state);
  std::erase(files, whole);
  files.insert(files.begin(), whole);
  if (files.size() > kMostRecent) files.resize(kMostRecent);
  std::string lines;
  for (const fs::path& one : files) lines += one.string() + "\n";
  fs::create_directories(state, error);
  static_cast<void>(write_source(state / "recent", lines));
}

}  // namespace bankloom::ui
