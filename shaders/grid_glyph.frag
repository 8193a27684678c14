#version 330 core
noperspective in vec2 uv;
flat in vec4 ink;                     // premultiplied, as what is written

uniform sampler2D glyphs;
uniform vec4 channel;                 // 1 in the channel that says how much of a pixel is covered

out vec4 colour;

void main() { colour = ink * dot(texture(glyphs, uv), channel); }
