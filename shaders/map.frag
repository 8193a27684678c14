#version 330 core
// The colour of the element under a pixel; app/gfx/map_renderer.h says how elements are stored.
noperspective in vec2 from_corner;

uniform usampler2D elements;          // a float's bits, the last of which is the mark
uniform sampler2D ramp;               // one row
uniform ivec2 first_element;          // column, row at the map's corner: whole part
uniform vec2 first_fraction;          // and the rest
uniform float elements_per_pixel;
uniform int level;                    // mip level to read
uniform ivec2 size;                   // columns, rows
uniform ivec2 level_size;             // the same of the level
uniform vec3 range;                   // minimum, maximum, 1 / (maximum - minimum)
uniform vec4 mark;                    // colours: 0..1, not premultiplied
uniform vec4 not_a_number;
uniform vec4 background;
uniform vec4 lines;                   // alpha 0: none

out vec4 colour;                      // premultiplied

void main() {
  vec2 at = first_fraction + from_corner * elements_per_pixel;
  ivec2 element = first_element + ivec2(floor(at));
  // The last texel of a level also stands for what an odd number of elements leaves over.
  ivec2 texel = clamp(element >> level, ivec2(0), level_size - 1);
  uint bits = texelFetch(elements, texel, level).r;
  float value = uintBitsToFloat(bits);
  float shade = (clamp(value, range.x, range.y) - range.x) * range.z;
  vec4 found = texelFetch(ramp, ivec2(int(clamp(shade, 0.0, 1.0) * 255.0 + 0.5), 0), 0);
  // By its bits: drivers may take isnan() for never true.
  if ((bits & 0x7fffffffu) > 0x7f800000u) found = not_a_number;
  if ((bits & 1u) != 0u) found = vec4(mix(found.rgb, mark.rgb, mark.a), max(found.a, mark.a));
  if (any(lessThan(fract(at), vec2(elements_per_pixel)))) found.rgb = mix(found.rgb, lines.rgb, lines.a);
  if (any(lessThan(element, ivec2(0))) || any(greaterThanEqual(element, size))) found = background;
  colour = vec4(found.rgb * found.a, found.a);
}
