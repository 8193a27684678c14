#version 330 core
// Fill, hatching and border of a cell, with the share of the pixel that each covers.
noperspective in vec2 from_centre;    // of the pixel's centre, in pixels
flat in vec2 half_size;
flat in vec2 outline;                 // border width, radius
flat in vec4 inner_colour;            // premultiplied, as what is written
flat in vec4 border_colour;
flat in vec4 hatch_colour;

uniform float hatch_period;           // pixels along a row

out vec4 colour;

// Share of the pixel (a square of side 1) that lies within a box around the centre.
float box_cover(vec2 away, vec2 half_box) {
  vec2 overlap = clamp(min(away + 0.5, half_box) - max(away - 0.5, -half_box), 0.0, 1.0);
  return overlap.x * overlap.y;
}

void main() {
  vec2 away = abs(from_centre);
  float width = outline.x;
  float radius = outline.y;
  float cover = box_cover(away, half_size);
  vec4 inner = inner_colour;
  if (hatch_colour.a > 0.0) {
    // Distance from the middle of the nearest stripe, across the stripes, which lie at 45 degrees and are half the
    // period wide.
    vec2 from_corner = from_centre + half_size;
    float place = abs(fract((from_corner.x + from_corner.y) / hatch_period) - 0.5) - 0.25;
    float stripe = clamp(0.5 - place * hatch_period * 0.70710678, 0.0, 1.0);
    inner = hatch_colour * stripe + inner * (1.0 - hatch_colour.a * stripe);
  }
  if (width > 0.0 || radius > 0.0) {
    // Signed distance from the rounded outline, negative inside.
    vec2 beyond = away - half_size + radius;
    float distance = length(max(beyond, 0.0)) + min(max(beyond.x, beyond.y), 0.0) - radius;
    if (radius > 0.0) cover = min(cover, clamp(0.5 - distance, 0.0, 1.0));
    if (width > 0.0) {
      float within = box_cover(away, max(half_size - width, 0.0));
      if (radius > width) within = min(within, clamp(0.5 - distance - width, 0.0, 1.0));
      inner = mix(border_colour, inner, within);
    }
  }
  colour = inner * cover;
}
