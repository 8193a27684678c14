// The elements of a buffer, given by an expression: what an input is filled with and what an output is to be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/catalog/expression.h"
#include "core/ptx/module.h"

namespace bankloom {

struct ElementRule {
  const Expression& value;
  std::vector<std::int64_t> variables;  ///< the values of value.variables(); those of `row`, `col` and `i` are set here
  std::uint64_t columns = 1;            ///< i = row * columns + col
  std::int64_t divisor = 1;             ///< the element is value / divisor, as store_elements() does it
  /// Asked now and then by several threads whether to give up, which is told as a wrong element; empty: never.
  std::function<bool()> wants_end = {};
};

/// The first element that cannot be made.
struct WrongElement {
  std::uint64_t index = 0;
  std::string problem;  ///< "expression '1 / i': division by zero"
};

/// Writes elements 0 to count - 1 to `bytes`, which has room for them; where `chosen` (one for each, nullptr: all) says
/// false the element is left as it is and not evaluated. Many elements are shared among the cores.
[[nodiscard]] std::optional<WrongElement> store_rule(const ElementRule& rule, std::uint64_t count, ptx::Type type,
                                                     std::span<std::byte> bytes,
                                                     const std::vector<bool>* chosen = nullptr);

}  // namespace bankloom
