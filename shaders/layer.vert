#version 330 core
// A picture, pixel by pixel, in a rectangle of framebuffer pixels, y downwards.
uniform vec4 rect;                    // x, y, width, height; whole pixels
uniform vec4 to_clip;                 // scale x, scale y, offset x, offset y

noperspective out vec2 place;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  // The picture's rows go upwards, as OpenGL draws them.
  place = vec2(corner.x, 1.0 - corner.y) * rect.zw;
  gl_Position = vec4((rect.xy + corner * rect.zw) * to_clip.xy + to_clip.zw, 0.0, 1.0);
}
