// Owners of OpenGL objects: move-only; the object is deleted with its owner.
//
// Destroy them while their context, or one that shares objects with it, is current. Without a current context the
// driver ignores the deletion, and the object is deleted with its context.
#pragma once

#include <utility>

#include "gfx/gl.h"

namespace bankloom::gfx {

/// The name of an OpenGL object, 0 for none, which `Delete` deletes.
template <void (*Delete)(GLuint)>
class GlObject {
 public:
  GlObject() = default;
  explicit GlObject(GLuint name) : name_(name) {}
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    if (this != &other) {
      reset();
      name_ = std::exchange(other.name_, 0);
    }
    return *this;
  }
  ~GlObject() { reset(); }

  [[nodiscard]] GLuint name() const { return name_; }
  explicit operator bool() const { return name_ != 0; }

 private:
  void reset() {
    if (name_ != 0) Delete(name_);
    name_ = 0;
  }
  GLuint name_ = 0;
};

void delete_buffer(GLuint name);
void delete_vertex_array(GLuint name);
void delete_texture(GLuint name);
void delete_framebuffer(GLuint name);
void delete_shader(GLuint name);
void delete_program(GLuint name);

using Buffer = GlObject<delete_buffer>;
using VertexArray = GlObject<delete_vertex_array>;
using Texture = GlObject<delete_texture>;
using FramebufferName = GlObject<delete_framebuffer>;
using Shader = GlObject<delete_shader>;
using ProgramName = GlObject<delete_program>;

[[nodiscard]] Buffer make_buffer();
[[nodiscard]] VertexArray make_vertex_array();
[[nodiscard]] Texture make_texture();
[[nodiscard]] FramebufferName make_framebuffer();

}  // namespace bankloom::gfx
