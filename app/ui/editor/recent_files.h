// Recent files: the files that were opened or saved last, kept in the state folder as lines of text.
//
// Every window reads the list anew and writes it whole, so that two windows share it. Not supported: paths with a line
// end in them, which are left out.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace bankloom::ui {

/// Files that are remembered at most.
inline constexpr std::size_t kMostRecent = 10;

/// $XDG_STATE_HOME/bankloom, else $HOME/.local/state/bankloom; empty where neither variable is an absolute path.
[[nodiscard]] std::filesystem::path state_folder();

/// The latest first; those that are gone by now are left out. Empty where nothing is kept.
[[nodiscard]] std::vector<std::filesystem::path> recent_files(const std::filesystem::path& state);

/// Puts a file (as an absolute path) at the head of the list. What cannot be written is not remembered: nothing is lost
/// by it.
void remember_file(const std::filesystem::path& state, const std::filesystem::path& file);

}  // namespace bankloom::ui
