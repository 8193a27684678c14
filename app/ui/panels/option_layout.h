// Sorts a kernel's options into padding, shape, and others; chooses the shapes with a button. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"

namespace bankloom::ui {

struct ShapeOptions {
  const Option* x = nullptr;  ///< the option that alone gives the block's x extent, if any
  const Option* y = nullptr;
  [[nodiscard]] bool both() const { return x != nullptr && y != nullptr; }
};
[[nodiscard]] ShapeOptions shape_options(const Kernel& kernel);

struct Shape {
  std::int64_t x = 0, y = 0;
  friend bool operator==(const Shape&, const Shape&) = default;
  /// "32×16".
  [[nodiscard]] std::string words() const;
};
/// Shapes that the kernel allows with these values of its other options: within the options' ranges, the constraints
/// and 1,024 threads. At most `most`.
[[nodiscard]] std::vector<Shape> shape_presets(const Kernel& kernel, const OptionValues& values, std::size_t most);

/// An option's meaning with its range or its values, for tooltips.
[[nodiscard]] std::string option_text(const Option& option);

}  // namespace bankloom::ui
