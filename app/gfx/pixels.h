// Sizes, rectangles and colours in framebuffer pixels: origin top-left, x to the right, y downwards.
//
// Framebuffer pixels are the screen's; on a high-DPI display they are finer than the window's own units.
#pragma once

#include <cstdint>

namespace bankloom::gfx {

/// An extent in framebuffer pixels.
struct PixelSize {
  int width = 0;
  int height = 0;
  friend constexpr bool operator==(const PixelSize&, const PixelSize&) = default;
};

/// A rectangle in framebuffer pixels; x and y are its top-left corner.
struct PixelRect {
  float x = 0, y = 0, width = 0, height = 0;
};

/// A colour as Dear ImGui packs it (IM_COL32): red in the lowest byte, then green, blue and alpha; alpha not
/// premultiplied.
using Colour = std::uint32_t;
/// 255 is opaque.
[[nodiscard]] constexpr unsigned alpha_of(Colour colour) { return colour >> 24; }
/// The channel at bit `shift`, 0..1.
[[nodiscard]] constexpr float channel_of(Colour colour, unsigned shift) {
  return static_cast<float>(colour >> shift & 255u) / 255.0f;
}

[[nodiscard]] constexpr Colour make_colour(unsigned red, unsigned green, unsigned blue, unsigned alpha = 255) {
  return red | green << 8 | blue << 16 | alpha << 24;
}

}  // namespace bankloom::gfx
