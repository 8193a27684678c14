// The OpenGL state that the renderers of this folder draw with, and leave behind. For them alone.
#pragma once

#include "gfx/gl.h"
#include "gfx/pixels.h"

namespace bankloom::gfx {

/// Sets viewport, scissor and blending of premultiplied colours for drawing into the bound framebuffer of that size.
/// False, and nothing is set, where the clip leaves no pixel.
[[nodiscard]] bool begin_drawing(PixelSize framebuffer, const PixelRect& clip);

/// The whole pixels of a framebuffer that a rectangle touches.
struct PixelArea {
  int left = 0;
  int top = 0;
  int right = 0;   ///< the first one beyond
  int bottom = 0;  ///< the first one beyond
  friend constexpr bool operator==(const PixelArea&, const PixelArea&) = default;
};
[[nodiscard]] PixelArea area_of(PixelSize framebuffer, const PixelRect& rect);

/// Unbinds what drawing bound; blending is then that of colours that are not premultiplied, as Dear ImGui's.
void end_drawing();

/// Sets a uniform vec4 (x scale, y scale, x offset, y offset) that takes pixels, origin top-left, to clip coordinates;
/// the pixel (left, top) comes into the framebuffer's corner.
void set_to_clip(GLint uniform, PixelSize framebuffer, int left = 0, int top = 0);

/// Sets a uniform vec4 to a colour, 0..1, not premultiplied.
void set_colour(GLint uniform, Colour colour);

}  // namespace bankloom::gfx
