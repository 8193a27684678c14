// Texts of strangers as people and terminals may see them.
#pragma once

#include <string>
#include <string_view>

namespace bankloom {

/// A text without control characters, also those beyond ASCII and those that turn the direction of writing: each
/// becomes
/// '?', so that it can neither steer a terminal nor look like several lines.
[[nodiscard]] std::string readable(std::string_view text);

/// A text for a terminal: of its control characters only ends of lines, tabs and, if `keeps_styles`, our own styles
/// reach it; the others are shown as ^[ and the like.
[[nodiscard]] std::string terminal_text(std::string_view text, bool keeps_styles = false);

}  // namespace bankloom
