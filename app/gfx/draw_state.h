// The OpenGL state that the renderers of this folder draw with, and leave behind. For them alone.
#pragma once

#include "gfx/gl.h"
#include "gfx/pixels.h"

namespace bankloom::gfx {

/// Sets viewport, scissor and blending of premultiplied colours for drawing into the bound framebuffer of that size.
/// False, and nothing is set, where the clip leaves no pixel.
[[nodiscard]] bool begin_drawing(PixelSize framebuffer, const PixelRect& clip);

/// Unbinds what drawing bound; blending is then that of colours that are not premultiplied, as Dear ImGui's.
void end_drawing();

/// Sets a uniform vec4 (x scale, y scale, x offset, y offset) that takes pixels, origin top-left, to clip coordinates.
void set_to_clip(GLint uniform, PixelSize framebuffer);

/// Sets a uniform vec4 to a colour, 0..1, not premultiplied.
void set_colour(GLint uniform, Colour colour);

}  // namespace bankloom::gfx
