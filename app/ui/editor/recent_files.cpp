#include "ui/editor/recent_files.h"

#include <string>
#include <system_error>

#include "core/base/files.h"
#include "core/base/text_lines.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> listed(const fs::path& state) {
  std::vector<fs::path> files;
  if (state.empty()) return files;
  for (const std::string& line : split_lines(read_file(state / "recent").value_or(""))) {
    if (!line.empty() && files.size() < kMostRecent) files.emplace_back(line);
  }
  return files;
}

}  // namespace

fs::path state_folder() {
  const fs::path folder = user_folder(UserFolder::state);
  return folder.empty() ? folder : folder / "bankloom";
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
  static_cast<void>(write_file(state / "recent", lines));
}

}  // namespace bankloom::ui
