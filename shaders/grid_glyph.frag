#version 330 core
noperspective in vec2 uv;
flat in vec4 ink;                     // premultiplied, as what is written

uniform sampler2D glyphs;             // alpha says how much of a pixel is covered

out vec4 colour;

void main() { colour = ink * textureLod(glyphs, uv, 0.0).a; }
