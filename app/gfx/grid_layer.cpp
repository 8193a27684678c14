#include "gfx/grid_layer.h"

#include "gfx/draw_state.h"

namespace bankloom::gfx {

Result<GridLayer> GridLayer::create(const std::filesystem::path& shader_folder) {
  GridLayer made;
  auto program = load_program(shader_folder, "layer");
  if (!program) return fail_with(program.error());
  made.program_ = std::move(*program);
  made.to_clip_ = made.program_.uniform("to_clip");
  made.rect_ = made.program_.uniform("rect");
  // Core profiles draw nothing without a vertex array, even where the shader needs no attribute.
  made.array_ = make_vertex_array();
  made.program_.use();
  glUniform1i(made.program_.uniform("picture"), 0);
  end_drawing();
  return made;
}

void GridLayer::forget() {
  picture_.reset();
  picture_is_of_seen_ = false;
}

bool GridLayer::make_picture(GridRenderer& renderer, const GridBatch& batch, PixelSize part, int left, int top) {
  GLint bound = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &bound);
  if (!picture_ || picture_->size() != part) {
    picture_.reset();
    if (auto made = Framebuffer::create(part)) picture_ = std::move(*made);
  }
  if (picture_) {
    // Colours are premultiplied all the way, so that drawing over nothing and then over the window is drawing over the
    // window.
    picture_->clear(make_colour(0, 0, 0, 0));
    renderer.draw_part(batch, part, left, top);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
  return picture_.has_value();
}

void GridLayer::draw(GridRenderer& renderer, const GridBatch& batch, PixelSize framebuffer, PixelRect clip) {
  was_kept_ = false;
  const PixelArea area = area_of(framebuffer, clip);
  if (area.right <= area.left || area.bottom <= area.top) return;
  const PixelSize part{area.right - area.left, area.bottom - area.top};
  const bool same =
      seen_framebuffer_ == framebuffer && area_of(seen_framebuffer_, seen_clip_) == area && seen_ == batch;
  if (!same) {
    seen_ = batch;
    seen_framebuffer_ = framebuffer;
    seen_clip_ = clip;
    picture_is_of_seen_ = false;
  } else if (!picture_is_of_seen_) {
    picture_is_of_seen_ = make_picture(renderer, batch, part, area.left, area.top);
  }
  if (!picture_is_of_seen_) {
    renderer.draw(batch, framebuffer, clip);
    return;
  }
  was_kept_ = true;
  if (!begin_drawing(framebuffer, clip)) return;
  program_.use();
  set_to_clip(to_clip_, framebuffer);
  glUniform4f(rect_, static_cast<float>(area.left), static_cast<float>(area.top), static_cast<float>(part.width),
              static_cast<float>(part.height));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, picture_->texture());
  glBindVertexArray(array_.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  end_drawing();
}

}  // namespace bankloom::gfx
