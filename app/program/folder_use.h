// Folders that a program has written to: how much is in them, and their removal, whatever it made of them (folders
// without rights, a thousand in each other).
#pragma once

#include <cstdint>
#include <filesystem>

namespace bankloom::program {

struct FolderUse {
  std::uint64_t bytes = 0;  ///< on the disk, or what a copy takes there if that is more (files with holes)
  std::uint64_t files = 0;  ///< with folders and links
  bool is_too_deep = false;
};

/// Of all that is in a folder. Gives its owner the rights to folders that lack them.
[[nodiscard]] FolderUse use_of(const std::filesystem::path& folder);

/// How the names of folders begin that remove_folder() has moved.
constexpr const char* kMovedName = ".moved";

/// Removes a folder and all that is in it, without following a link.
void remove_folder(const std::filesystem::path& folder);

}  // namespace bankloom::program
