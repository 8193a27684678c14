#version 330 core
// One cell an instance, as GridCell (app/gfx/grid_renderer.h) lays it out. Positions are framebuffer pixels, y downwards.
// Three programs are made of it, since most cells are plain and software renderers pay for every operation of a pixel:
// PLAIN (opaque fill on whole pixels), the one without a definition (border, corners, edges between pixels), and HATCHED.
layout(location = 0) in vec4 rect;    // x, y, width, height
layout(location = 1) in vec4 fill;    // colours: 0..1, not premultiplied
layout(location = 2) in vec4 border;
layout(location = 3) in vec2 shape;   // border width, radius of the corners
layout(location = 4) in vec4 hatch;

uniform vec4 to_clip;                 // scale x, scale y, offset x, offset y

flat out vec4 inner_colour;           // premultiplied
#ifndef PLAIN
noperspective out vec2 from_centre;
flat out vec4 half_size;              // half width and height; the pixel's largest share in each direction
flat out vec2 outline;                // border width, radius, in the range that the size allows
flat out vec4 border_colour;          // premultiplied
#endif
#ifdef HATCHED
flat out vec4 hatch_colour;           // premultiplied
#endif

vec4 premultiplied(vec4 colour) { return vec4(colour.rgb * colour.a, colour.a); }

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  // All pixels that the cell touches, and no more: with whole coordinates exactly its own.
  vec2 position = mix(floor(rect.xy), ceil(rect.xy + rect.zw), corner);
  inner_colour = premultiplied(fill);
#ifndef PLAIN
  half_size = vec4(0.5 * rect.zw, min(rect.zw, vec2(1.0)));
  from_centre = position - (rect.xy + half_size.xy);
  outline = clamp(shape, 0.0, max(min(half_size.x, half_size.y), 0.0));
  // The border covers the fill.
  vec4 edge = premultiplied(border);
  border_colour = edge + inner_colour * (1.0 - edge.a);
#endif
#ifdef HATCHED
  hatch_colour = premultiplied(hatch);
#endif
  gl_Position = vec4(position * to_clip.xy + to_clip.zw, 0.0, 1.0);
}
