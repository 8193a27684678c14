// The OpenGL state in which this folder's renderers draw, and which they leave. Only for them.
#pragma once

#include "gfx/gl.h"
#include "gfx/pixels.h"

namespace bankloom::gfx {

/// Sets viewport, scissor and the blending of premultiplied colours for the bound framebuffer of this size. False, with
/// nothing set, if the clip has no pixel.
[[nodiscard]] bool begin_drawing(PixelSize framebuffer, const PixelRect& clip);

/// Unbinds what drawing bound, and sets Dear ImGui's blending of colours that are not premultiplied.
void end_drawing();

/// Sets a uniform vec4 (x scale, y scale, x offset, y offset) that converts pixels, origin top-left, to clip
/// coordinates.
void set_to_clip(GLint uniform, PixelSize framebuffer);

/// Sets a uniform vec4 to a colour, 0..1, not premultiplied.
void set_colour(GLint uniform, Colour colour);

}  // namespace bankloom::gfx
