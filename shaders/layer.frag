#version 330 core
noperspective in vec2 place;

uniform sampler2D picture;            // premultiplied colours

out vec4 colour;

void main() { colour = texelFetch(picture, ivec2(place), 0); }
