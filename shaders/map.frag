#version 330 core
// The colour of the element under a pixel; app/gfx/map_renderer.h says how elements are stored.
noperspective in vec2 place;

#ifdef LINES
uniform float elements_per_pixel;
uniform vec4 lines;                   // premultiplied
#else
uniform usampler2D elements;          // a float's bits, the last of which is the mark
uniform sampler2D colours;            // row 0: shades, then the colour of what is no number; row 1: the same, marked
uniform float level;                  // mip level to read
uniform vec3 range;                   // minimum, maximum, shades / (maximum - minimum)
uniform float last_shade;             // the column of the last shade; then that of what is no number, and of what is
                                      // not there
#endif

out vec4 colour;                      // premultiplied

void main() {
#ifdef LINES
  // The first row and the first column of pixels of each element.
  colour = any(lessThan(fract(place), vec2(elements_per_pixel))) ? lines : vec4(0.0);
#else
  uint bits = textureLod(elements, place, level).r;
  float shade = (clamp(uintBitsToFloat(bits), range.x, range.y) - range.x) * range.z + 0.5;
  // By its bits: drivers may take isnan() for never true.
  float column = (bits & 0x7fffffffu) > 0x7f800000u ? last_shade + 1.0 + float(bits >> 1 & 1u) : min(shade, last_shade);
  colour = texelFetch(colours, ivec2(int(column), int(bits & 1u)), 0);
#endif
}
