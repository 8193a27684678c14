#include "gfx/framebuffer.h"

#include <algorithm>

namespace bankloom::gfx {

Result<Framebuffer> Framebuffer::create(PixelSize size) {
  GLint texture_limit = 0, view_limit[2] = {};
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture_limit);
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, view_limit);
  const int limit = std::min({texture_limit, view_limit[0], view_limit[1]});
  if (size.width < 1 || size.height < 1) {
    return fail("a picture of {} x {} pixels is empty", size.width, size.height);
  }
  if (size.width > limit || size.height > limit) {
    return fail("a picture of {} x {} pixels is too large: this driver draws at most {} x {}", size.width, size.height,
                limit, limit);
  }
  Framebuffer made;
  made.size_ = size;
  made.colour_ = make_texture();
  made.name_ = make_framebuffer();
  // Discards earlier errors.
  while (glGetError() != GL_NO_ERROR) {
  }
  glBindTexture(GL_TEXTURE_2D, made.colour_.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, size.width, size.height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glBindTexture(GL_TEXTURE_2D, 0);
  const GLenum error = glGetError();
  glBindFramebuffer(GL_FRAMEBUFFER, made.name_.name());
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, made.colour_.name(), 0);
  if (error == GL_OUT_OF_MEMORY || glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    return fail("the driver cannot draw into a picture of {} x {} pixels: choose a smaller one", size.width,
                size.height);
  }
  made.bind();
  return made;
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, name_.name());
  glViewport(0, 0, size_.width, size_.height);
}

void Framebuffer::clear(Colour colour) const {
  bind();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(channel_of(colour, 0), channel_of(colour, 8), channel_of(colour, 16), channel_of(colour, 24));
  glClear(GL_COLOR_BUFFER_BIT);
}

Image Framebuffer::read() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, name_.name());
  return read_bound_framebuffer(size_);
}

Image read_bound_framebuffer(PixelSize size) {
  Image image;
  if (size.width < 1 || size.height < 1) return image;
  image.width = static_cast<unsigned>(size.width);
  image.height = static_cast<unsigned>(size.height);
  const std::size_t row_bytes = std::size_t{image.width} * 4;
  image.rgba.resize(row_bytes * image.height);
  // Others, such as Dear ImGui's backend, may have left another packing.
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glPixelStorei(GL_PACK_SKIP_PIXELS, 0);
  glPixelStorei(GL_PACK_SKIP_ROWS, 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  // OpenGL's rows go upwards.
  std::uint8_t* const pixels = image.rgba.data();
  for (std::size_t top = 0, bottom = image.height - 1; top < bottom; ++top, --bottom) {
    std::swap_ranges(pixels + top * row_bytes, pixels + (top + 1) * row_bytes, pixels + bottom * row_bytes);
  }
  const std::size_t bytes = image.rgba.size();
  for (std::size_t i = 3; i < bytes; i += 4) pixels[i] = 255;
  return image;
}

}  // namespace bankloom::gfx
