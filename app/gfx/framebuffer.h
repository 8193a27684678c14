// Framebuffer: an RGBA8 picture to draw into and read back. No depth, no multisampling.
#pragma once

#include "core/base/result.h"
#include "gfx/gl_object.h"
#include "gfx/image.h"
#include "gfx/pixels.h"

namespace bankloom::gfx {

class Framebuffer {
 public:
  /// Errors: an empty size, or one larger than the driver's limit (which the sentence names).
  [[nodiscard]] static Result<Framebuffer> create(PixelSize size);

  /// Drawing goes here from now on; sets the viewport to the whole picture.
  void bind() const;
  /// Fills the whole picture; binds it.
  void clear(Colour colour) const;
  [[nodiscard]] PixelSize size() const { return size_; }
  /// Its OpenGL name.
  [[nodiscard]] GLuint name() const { return name_.name(); }
  /// What was drawn, rows from the top down; alpha is made opaque, since it is what blending left over. Waits for the
  /// drawing to end.
  [[nodiscard]] Image read() const;

 private:
  PixelSize size_;
  Texture colour_;
  FramebufferName name_;
};

/// The pixels of whatever framebuffer is bound for reading (0: the window's back buffer), `size` from its lower left
/// corner, rows from the top down, opaque.
[[nodiscard]] Image read_bound_framebuffer(PixelSize size);

}  // namespace bankloom::gfx
