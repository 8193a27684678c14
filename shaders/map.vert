#version 330 core
// A rectangle of a map, in framebuffer pixels, y downwards. Two programs are made of it: elements, and with LINES the
// lines between them.
uniform vec4 rect;                    // x, y, width, height
uniform vec4 part;                    // what of the matrix is at its corners: u0, v0, u1, v1, in texture coordinates; with
                                      // LINES: in elements
uniform vec4 to_clip;                 // scale x, scale y, offset x, offset y

noperspective out vec2 place;

void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  place = mix(part.xy, part.zw, corner);
  gl_Position = vec4((rect.xy + corner * rect.zw) * to_clip.xy + to_clip.zw, 0.0, 1.0);
}
