// Framebuffer: an RGBA8 picture to draw into and read back. No depth, no multisampling.
#pragma once

#include "core/base/result.h"
#include "gfx/gl_object.h"
#include "gfx/image.h"
#include "gfx/pixels.h"

namespace bankloom::gfx {

class Framebuffer {
 public:
  /// Errors: an empty size, one above the driver's limit.
  [[nodiscard]] static Result<Framebuffer> create(PixelSize size);

  /// Makes it the target of drawing, with the whole picture as the viewport.
  void bind() const;
  /// Binds it and fills the whole picture.
  void clear(Colour colour) const;
  [[nodiscard]] PixelSize size() const { return size_; }
  /// Its OpenGL name.
  [[nodiscard]] GLuint name() const { return name_.name(); }
  /// Waits for drawing to end and returns the picture, rows from the top down. Opaque: the alpha that blending leaves
  /// has no meaning.
  [[nodiscard]] Image read() const;

 private:
  PixelSize size_;
  Texture colour_;
  FramebufferName name_;
};

/// The pixels of the framebuffer that is bound for reading (0: the window's back buffer), `size` from its lower left
/// corner, rows from the top down, opaque.
[[nodiscard]] Image read_bound_framebuffer(PixelSize size);

}  // namespace bankloom::gfx
