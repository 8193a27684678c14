// What the process knows about its surroundings: its own file, and whether its output is read by a person.
#pragma once

#include <filesystem>

#include "core/report/text_format.h"

namespace bankloom::cli {

/// The file of this program; empty where the system does not say.
[[nodiscard]] std::filesystem::path executable_path();

/// How text on standard output is set: with colour only on a terminal and where NO_COLOR is not set
/// (https://no-color.org), as wide as the terminal (60 to 200 columns), else 100 columns.
[[nodiscard]] report::TextStyle standard_output_style();

}  // namespace bankloom::cli
