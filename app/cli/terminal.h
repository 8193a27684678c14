// The process's own file, and the style of its terminal.
#pragma once

#include <filesystem>

#include "core/report/text_format.h"

namespace bankloom::cli {

/// The file of this program; empty if unknown.
[[nodiscard]] std::filesystem::path executable_path();

/// The style of standard output: colour only on a terminal and without NO_COLOR (https://no-color.org); as wide as the
/// terminal (60 to 200 columns), else 100 columns.
[[nodiscard]] report::TextStyle standard_output_style();

}  // namespace bankloom::cli
