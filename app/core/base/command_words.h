// The words of a typed command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace bankloom {

/// Words as in a shell: separated by blanks unless in quotes or after a backslash. A quote may lack its end.
[[nodiscard]] std::vector<std::string> split_words(std::string_view typed);

}  // namespace bankloom
