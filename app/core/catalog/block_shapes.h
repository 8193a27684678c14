// The block shapes that a kernel is offered with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"

namespace bankloom {

struct ShapeOptions {
  const Option* x = nullptr;  ///< the option that alone gives the block's x extent, if any
  const Option* y = nullptr;
  [[nodiscard]] bool both() const { return x != nullptr && y != nullptr; }
};
[[nodiscard]] ShapeOptions shape_options(const Kernel& kernel);

struct BlockShape {
  std::int64_t x = 0, y = 0;
  friend bool operator==(const BlockShape&, const BlockShape&) = default;
  /// "32×16".
  [[nodiscard]] std::string words() const;
};

/// The number of shapes that have a button.
inline constexpr std::size_t kShapeButtons = 4;
/// Shapes that the kernel allows with these values of its other options: within the options' ranges, the constraints
/// and so many threads. At most `most`.
[[nodiscard]] std::vector<BlockShape> shape_presets(const Kernel& kernel, const OptionValues& values, std::size_t most,
                                                    std::int64_t threads = kMostBlockThreads);

}  // namespace bankloom
