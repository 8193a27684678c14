// The files that were opened or saved last, a line each in a file of the state folder.
//
// Every window reads and writes the whole list, so that windows share it. Not supported: paths with a line end, which
// are left out.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace bankloom::ui {

inline constexpr std::size_t kMostRecent = 10;

/// $XDG_STATE_HOME/bankloom, else $HOME/.local/state/bankloom; empty if neither variable is an absolute path.
[[nodiscard]] std::filesystem::path state_folder();

/// Existing files, latest first.
[[nodiscard]] std::vector<std::filesystem::path> recent_files(const std::filesystem::path& state);

/// Puts a file's absolute path at the head of the list; ignores errors of writing.
void remember_file(const std::filesystem::path& state, const std::filesystem::path& file);

}  // namespace bankloom::ui
