// Text taken apart into lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bankloom {

/// The lines of a text without their ends (\n or \r\n); an end after the last line makes no further one.
[[nodiscard]] std::vector<std::string> split_lines(std::string_view text);

}  // namespace bankloom
