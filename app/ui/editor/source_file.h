// Reads and writes texts of kernels, and lists the files of a folder that can be opened.
//
// Not supported: texts that are not UTF-8 or larger than kLargestSource.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bankloom::ui {

/// Most bytes of an edited text.
inline constexpr std::size_t kLargestSource = std::size_t{1} << 20U;

/// Errors: no such file, a folder, not readable, too large, not UTF-8, zero bytes.
[[nodiscard]] Result<std::string> read_source(const std::filesystem::path& file);

/// write_file() to a path from the user. Errors, in addition: a device or a pipe, which would make the window wait.
[[nodiscard]] Result<void> write_source(const std::filesystem::path& file, std::string_view text);

/// The absolute, normalised path; the path itself if there is no current folder.
[[nodiscard]] std::filesystem::path absolute_path(const std::filesystem::path& file);

/// Whether the bytes are UTF-8 (RFC 3629: no overlong forms, no surrogates) without a zero byte.
[[nodiscard]] bool is_utf8_text(std::string_view bytes);

struct FolderEntry {
  std::string name;
  bool is_folder = false;
  friend bool operator==(const FolderEntry&, const FolderEntry&) = default;
};

inline constexpr std::size_t kMostEntries = 2000;

/// A folder's folders and .cu, .cuh, .ptx and .bankloom files except hidden ones, folders first, by name, at most
/// kMostEntries. Errors: no such folder, not readable.
[[nodiscard]] Result<std::vector<FolderEntry>> list_folder(const std::filesystem::path& folder);

/// The path that was typed: "~" is the home folder, and a relative path begins in `folder`.
[[nodiscard]] std::filesystem::path typed_path(std::string_view typed, const std::filesystem::path& folder);

}  // namespace bankloom::ui
