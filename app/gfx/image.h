// Image: a picture in memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bankloom::gfx {

/// Rows from the top down, four bytes per pixel: red, green, blue, alpha (not premultiplied).
struct Image {
  unsigned width = 0;
  unsigned height = 0;
  std::vector<std::uint8_t> rgba;  ///< width * height * 4 bytes
  double dots_per_inch = 0;        ///< for printing; 0: unknown

  /// The first of the four bytes of a pixel; x < width, y < height.
  [[nodiscard]] const std::uint8_t* pixel(unsigned x, unsigned y) const {
    return rgba.data() + (std::size_t{y} * width + x) * 4;
  }
};

}  // namespace bankloom::gfx
