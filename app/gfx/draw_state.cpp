#include "gfx/draw_state.h"

#include <algorithm>
#include <cmath>

namespace bankloom::gfx {
namespace {

/// A coordinate as a whole pixel in 0..limit; NaN counts as 0.
int to_pixel(float value, int limit) {
  return value > 0.0f ? static_cast<int>(std::min(value, static_cast<float>(limit))) : 0;
}

}  // namespace

bool begin_drawing(PixelSize framebuffer, const PixelRect& clip) {
  // The whole pixels that the clip touches.
  const int left = to_pixel(std::floor(clip.x), framebuffer.width);
  const int top = to_pixel(std::floor(clip.y), framebuffer.height);
  const int right = to_pixel(std::ceil(clip.x + clip.width), framebuffer.width);
  const int bottom = to_pixel(std::ceil(clip.y + clip.height), framebuffer.height);
  if (right <= left || bottom <= top) return false;
  glViewport(0, 0, framebuffer.width, framebuffer.height);
  glEnable(GL_SCISSOR_TEST);
  glScissor(left, framebuffer.height - bottom, right - left, bottom - top);
  glEnable(GL_BLEND);
  glBlendEquation(GL_FUNC_ADD);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_STENCIL_TEST);
  // A sampler object that is still bound would override the textures' filters.
  glBindSampler(0, 0);
  glBindSampler(1, 0);
  return true;
}

void end_drawing() {
  glBindVertexArray(0);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  glUseProgram(0);
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, 0);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, 0);
  glDisable(GL_SCISSOR_TEST);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

void set_to_clip(GLint uniform, PixelSize framebuffer) {
  const float scale_x = 2.0f / static_cast<float>(framebuffer.width);
  const float scale_y = -2.0f / static_cast<float>(framebuffer.height);
  glUniform4f(uniform, scale_x, scale_y, -1.0f, 1.0f);
}

void set_colour(GLint uniform, Colour colour) {
  glUniform4f(uniform, channel_of(colour, 0), channel_of(colour, 8), channel_of(colour, 16), channel_of(colour, 24));
}

}  // namespace bankloom::gfx
