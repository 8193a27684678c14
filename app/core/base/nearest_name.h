// The known name that a misspelt one probably means, for error messages: "no kernel 'setRowReadCo', did you mean ...".
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace bankloom {

/// The known name nearest to `name` by edit distance (insertions, deletions, replacements and swaps of neighbours,
/// letters compared without case), the first of equals; nothing if none is near: more edits than a third of the
/// longer name's length, and more than one.
[[nodiscard]] std::optional<std::string> nearest_name(const std::string& name, const std::vector<std::string>& known);

}  // namespace bankloom
