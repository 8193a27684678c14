// Source files: a kernel's text read from a file and written to one, and what a folder offers to open.
//
// Not supported: texts that are no UTF-8, larger ones than kLargestSource.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/files.h"
#include "core/base/result.h"

namespace bankloom::ui {

/// Bytes that a text to be edited has at most.
inline constexpr std::size_t kLargestSource = std::size_t{1} << 20U;

/// The text of a file. Errors say what is wrong with it: not there, a folder, not readable, too large, no UTF-8, zero
/// bytes in it.
[[nodiscard]] Result<std::string> read_source(const std::filesystem::path& file);

/// write_file() for what a person names: errors are a device and a pipe, too, which would make the window wait.
[[nodiscard]] Result<void> write_source(const std::filesystem::path& file, std::string_view text);

/// Whether the bytes are UTF-8 (RFC 3629: no overlong forms, no surrogates) without a zero byte.
[[nodiscard]] bool is_utf8_text(std::string_view bytes);

/// A line of a folder's list.
struct FolderEntry {
  std::string name;
  bool is_folder = false;
  friend bool operator==(const FolderEntry&, const FolderEntry&) = default;
};

/// Entries that a list shows at most.
inline constexpr std::size_t kMostEntries = 2000;

/// The folders and the .cu, .cuh, .ptx and .bankloom files of a folder, hidden ones left out, folders first, each in
/// the order of their names; kMostEntries at most. Errors: no such folder, not readable.
[[nodiscard]] Result<std::vector<FolderEntry>> list_folder(const std::filesystem::path& folder);

/// What was typed as a path: "~" is the home folder, a relative one begins in `folder`.
[[nodiscard]] std::filesystem::path typed_path(std::string_view typed, const std::filesystem::path& folder);

}  // namespace bankloom::ui
