#version 330 core
// The rectangle of a map, in framebuffer pixels, y downwards.
uniform vec4 rect;                    // x, y, width, height
uniform vec4 to_clip;                 // scale x, scale y, offset x, offset y

noperspective out vec2 from_corner;   // pixels from the map's top-left corner

void main() {
  from_corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * rect.zw;
  gl_Position = vec4((rect.xy + from_corner) * to_clip.xy + to_clip.zw, 0.0, 1.0);
}
