// Searches the repository around a program for headers that the compiler does not find.
#pragma once

#include <filesystem>
#include <string>

namespace bankloom::program {

/// The folder for -I with which the compiler finds `#include "name"`: that of the nearest such file in the folders
/// around `folder`, up to the one with .git, else three levels up. Empty if there is none, or if several are equally
/// near. `name` is as the program writes it, also with a leading "../".
[[nodiscard]] std::filesystem::path folder_for_header(const std::filesystem::path& folder, const std::string& name);

/// The topmost folder of the search.
[[nodiscard]] std::filesystem::path repository_of(const std::filesystem::path& folder);

}  // namespace bankloom::program
