// Text taken apart into lines, and what becomes of a text within a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bankloom {

/// The lines of a text without their ends (\n or \r\n); an end after the last line makes no further one.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

/// A text as a message may repeat it, on one line: without what would break the line or steer a terminal (control
/// characters stand there as '?'), and cut behind the 80th byte or so, never within a UTF-8 sequence.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace bankloom
