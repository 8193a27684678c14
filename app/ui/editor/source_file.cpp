#include "ui/editor/source_file.h"

#include <algorithm>
#include <system_error>

#include "core/base/files.h"
#include "core/base/plain_file.h"
#include "core/base/text_lines.h"

namespace bankloom::ui {
namespace {

namespace fs = std::filesystem;

/// Bytes of a character after its first one; -1 if that byte begins no character.
int following_bytes(unsigned char first) {
  if (first < 0x80) return first == 0 ? -1 : 0;
  if (first >= 0xC2 && first <= 0xDF) return 1;
  if (first >= 0xE0 && first <= 0xEF) return 2;
  if (first >= 0xF0 && first <= 0xF4) return 3;
  return -1;
}

}  // namespace

bool is_utf8_text(std::string_view bytes) {
  for (std::size_t i = 0; i < bytes.size();) {
    const auto first = static_cast<unsigned char>(bytes[i]);
    const int count = following_bytes(first);
    if (count < 0 || i + static_cast<std::size_t>(count) >= bytes.size()) return false;
    for (int k = 1; k <= count; ++k) {
      const auto next = static_cast<unsigned char>(bytes[i + static_cast<std::size_t>(k)]);
      // The second byte's range depends on the first: overlong forms, surrogates, beyond U+10FFFF.
      unsigned least = 0x80, most = 0xBF;
      if (k == 1 && first == 0xE0) least = 0xA0;
      if (k == 1 && first == 0xED) most = 0x9F;
      if (k == 1 && first == 0xF0) least = 0x90;
      if (k == 1 && first == 0xF4) most = 0x8F;
      if (next < least || next > most) return false;
    }
    i += static_cast<std::size_t>(count) + 1;
  }
  return true;
}

Result<std::string> read_source(const fs::path& file) {
  std::error_code error;
  if (fs::is_other(file, error)) return fail("'{}' is not a text file", file.string());
  TRY(auto text, read_plain_file(file, kLargestSource));
  if (!is_utf8_text(text)) return fail("'{}' is not UTF-8 text; save it as UTF-8 first", file.string());
  return text;
}

Result<void> write_source(const fs::path& file, std::string_view text) {
  std::error_code error;
  if (fs::is_other(file, error)) return fail("'{}' is not a file; give the name of one", file.string());
  // A link to a neighbour is the folder's own; another one leads to what its maker chose.
  const fs::path within =
      fs::weakly_canonical(file, error).lexically_relative(fs::canonical(file.parent_path(), error));
  if (within.empty() || *within.begin() == ".." || !fs::exists(file, error)) TRY(check_no_link(file));
  return write_file(file, text);
}

fs::path absolute_path(const fs::path& file) {
  std::error_code error;
  const fs::path whole = fs::absolute(file, error);
  return error ? file : whole.lexically_normal();
}

Result<std::vector<FolderEntry>> list_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) return fail("there is no folder {}", folder.string());
  fs::directory_iterator entry(folder, error);
  if (error) return fail("the folder {} cannot be read: {}", folder.string(), error.message());
  std::vector<FolderEntry> entries;
  for (const fs::directory_iterator end; entry != end && entries.size() < kMostEntries;) {
    const std::string name = entry->path().filename().string();
    const std::string extension = entry->path().extension().string();
    std::error_code unknown;
    const bool is_folder = entry->is_directory(unknown);
    if (!name.starts_with('.') &&
        (is_folder || extension == ".cu" || extension == ".cuh" || extension == ".ptx" || extension == ".bankloom")) {
      entries.push_back({name, is_folder});
    }
    entry.increment(error);
    if (error) break;
  }
  std::ranges::sort(entries, [](const FolderEntry& a, const FolderEntry& b) {
    return a.is_folder != b.is_folder ? a.is_folder : a.name < b.name;
  });
  return entries;
}

fs::path typed_path(std::string_view typed, const fs::path& folder) {
  typed = trim(typed);
  const fs::path home = user_folder(UserFolder::home);
  if (!home.empty() && (typed == "~" || typed.starts_with("~/"))) {
    return (home / fs::path(typed.size() > 2 ? typed.substr(2) : std::string_view())).lexically_normal();
  }
  const fs::path path(typed);
  return path.is_absolute() ? path.lexically_normal() : (folder / path).lexically_normal();
}

}  // namespace bankloom::ui
