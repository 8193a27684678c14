#version 330 core
// Fill, hatching and border of a cell, with the share of the pixel that each covers. grid_cell.vert tells the definitions.
flat in vec4 inner_colour;            // colours are premultiplied, as what is written
#ifndef PLAIN
noperspective in vec2 from_centre;    // of the pixel's centre, in pixels
flat in vec4 half_size;               // half width and height; the pixel's largest share in each direction
flat in vec2 outline;                 // border width, radius
flat in vec4 border_colour;
#endif
#ifdef HATCHED
flat in vec4 hatch_colour;

uniform float hatch_period;           // pixels along a row
#endif

out vec4 colour;

void main() {
  vec4 inner = inner_colour;
#ifdef HATCHED
  // Distance from the edge of the nearest stripe, across the stripes, which lie at 45 degrees and are half the period
  // wide; negative within.
  vec2 from_corner = from_centre + half_size.xy;
  float beside = (abs(fract((from_corner.x + from_corner.y) / hatch_period) - 0.5) - 0.25) * hatch_period * 0.70710678;
  float stripe = clamp(0.5 - beside, 0.0, 1.0);
  inner = hatch_colour * stripe + inner * (1.0 - hatch_colour.a * stripe);
#endif
#ifndef PLAIN
  vec2 inside = half_size.xy - abs(from_centre);
  vec2 share = clamp(inside + 0.5, vec2(0.0), half_size.zw);
  // How deep the pixel lies within the outline: from the nearest side, or from the arc where it is before a corner.
  vec2 before_arc = outline.y - inside;
  float depth = min(before_arc.x, before_arc.y) > 0.0 ? outline.y - length(before_arc) : min(inside.x, inside.y);
  float cover = outline.y > 0.0 ? min(share.x * share.y, clamp(depth + 0.5, 0.0, 1.0)) : share.x * share.y;
  inner = mix(border_colour, inner, outline.x > 0.0 ? clamp(depth + 0.5 - outline.x, 0.0, 1.0) : 1.0) * cover;
#endif
  colour = inner;
}
