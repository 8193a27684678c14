#version 330 core
// One glyph an instance, as GridGlyph (app/gfx/grid_renderer.h) lays it out. Positions are framebuffer pixels, y downwards.
layout(location = 0) in vec4 rect;    // x, y, width, height
layout(location = 1) in vec4 place;   // u0, v0, u1, v1 in the glyph texture
layout(location = 2) in vec4 tint;    // 0..1, not premultiplied

uniform vec4 to_clip;                 // scale x, scale y, offset x, offset y

noperspective out vec2 uv;
flat out vec4 ink;                    // premultiplied

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  uv = mix(place.xy, place.zw, corner);
  ink = vec4(tint.rgb * tint.a, tint.a);
  vec2 position = rect.xy + corner * rect.zw;
  gl_Position = vec4(position * to_clip.xy + to_clip.zw, 0.0, 1.0);
}
