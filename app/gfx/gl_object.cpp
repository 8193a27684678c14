#include "gfx/gl_object.h"

namespace bankloom::gfx {
namespace {

template <class Owner, class Generate>
Owner generate(Generate generate_names) {
  GLuint name = 0;
  generate_names(1, &name);
  return Owner(name);
}

}  // namespace

void delete_buffer(GLuint name) { glDeleteBuffers(1, &name); }
void delete_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
void delete_texture(GLuint name) { glDeleteTextures(1, &name); }
void delete_framebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
void delete_shader(GLuint name) { glDeleteShader(name); }
void delete_program(GLuint name) { glDeleteProgram(name); }

Buffer make_buffer() { return generate<Buffer>(glGenBuffers); }
VertexArray make_vertex_array() { return generate<VertexArray>(glGenVertexArrays); }
Texture make_texture() { return generate<Texture>(glGenTextures); }
FramebufferName make_framebuffer() { return generate<FramebufferName>(glGenFramebuffers); }

}  // namespace bankloom::gfx
