// The elements of a buffer by an expression: the contents of an input, or the expected output.
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
  /// Polled by several threads; if it says so they give up, which is reported as a wrong element. May be empty.
  std::function<bool()> is_cancelled = {};
};

/// The first element that cannot be made.
struct WrongElement {
  std::uint64_t index = 0;
  std::string problem;  ///< "expression '1 / i': division by zero"
};

/// Writes elements 0 to count - 1 to `bytes`, except for those that `chosen` (nullptr: all) marks false, which are not
/// evaluated. All cores share large buffers.
[[nodiscard]] std::optional<WrongElement> store_rule(const ElementRule& rule, std::uint64_t count, ptx::Type type,
                                                     std::span<std::byte> bytes,
                                                     const std::vector<bool>* chosen = nullptr);

}  // namespace bankloom
