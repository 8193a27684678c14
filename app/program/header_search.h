// Looks for headers that a program includes and the compiler does not find, in the repository around the program.
#pragma once

#include <filesystem>
#include <string>

namespace bankloom::program {

/// The folder that makes `#include "name"` found when it is given as -I: of the files of that name in the folders
/// around `folder` (up to the one that holds .git, else three levels up) the nearest. Empty where there is none, or
/// several are equally near. `name` as the program writes it, with "../" before it, too.
[[nodiscard]] std::filesystem::path folder_for_header(const std::filesystem::path& folder, const std::string& name);

/// The topmost folder that is searched.
[[nodiscard]] std::filesystem::path repository_of(const std::filesystem::path& folder);

}  // namespace bankloom::program
