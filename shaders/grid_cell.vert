#version 330 core
// One cell an instance, as GridCell (app/gfx/grid_renderer.h) lays it out. Positions are framebuffer pixels, y downwards.
layout(location = 0) in vec4 rect;    // x, y, width, height
layout(location = 1) in vec4 fill;    // colours: 0..1, not premultiplied
layout(location = 2) in vec4 border;
layout(location = 3) in vec2 shape;   // border width, radius of the corners
layout(location = 4) in vec4 hatch;

uniform vec4 to_clip;                 // scale x, scale y, offset x, offset y

noperspective out vec2 from_centre;
flat out vec2 half_size;
flat out vec2 outline;                // border width, radius, in the range that the size allows
flat out vec4 inner_colour;           // premultiplied from here on
flat out vec4 border_colour;
flat out vec4 hatch_colour;

vec4 premultiplied(vec4 colour) { return vec4(colour.rgb * colour.a, colour.a); }

void main() {
  half_size = 0.5 * rect.zw;
  vec2 centre = rect.xy + half_size;
  // All pixels that the cell touches, and no more: with whole coordinates exactly its own.
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  vec2 position = mix(floor(rect.xy), ceil(rect.xy + rect.zw), corner);
  from_centre = position - centre;
  float limit = min(half_size.x, half_size.y);
  outline = clamp(shape, 0.0, max(limit, 0.0));
  inner_colour = premultiplied(fill);
  // The border covers the fill.
  vec4 edge = premultiplied(border);
  border_colour = edge + inner_colour * (1.0 - edge.a);
  hatch_colour = premultiplied(hatch);
  gl_Position = vec4(position * to_clip.xy + to_clip.zw, 0.0, 1.0);
}
