// GridLayer: a batch that stays the same for some frames is drawn once and shown from a picture of it.
//
// In software, showing the picture takes a fraction of what thousands of cells and glyphs take. A batch that changes
// from frame to frame is drawn as GridRenderer draws it. What changes often (the lanes' cells) is best a batch of its
// own, drawn above the one that stays.
#pragma once

#include <optional>

#include "gfx/framebuffer.h"
#include "gfx/grid_renderer.h"

namespace bankloom::gfx {

/// One for each place where batches are drawn. Memory: four bytes for each pixel of the clip, once a batch was seen
/// twice.
class GridLayer {
 public:
  /// Loads layer from the folder. Errors are those of load_program.
  [[nodiscard]] static Result<GridLayer> create(const std::filesystem::path& shader_folder);

  /// As GridRenderer::draw, with the same pixels as result up to rounding (2 of 255). From the second time on that it
  /// is called with equal batch, framebuffer and clip, it shows the picture kept of it.
  void draw(GridRenderer& renderer, const GridBatch& batch, PixelSize framebuffer, PixelRect clip);

  /// Forgets the picture: to be called when a glyph texture has got other contents under the same name.
  void forget();
  /// Whether the last draw() showed a kept picture.
  [[nodiscard]] bool was_kept() const { return was_kept_; }

 private:
  GridLayer() = default;
  bool make_picture(GridRenderer& renderer, const GridBatch& batch, PixelSize part, int left, int top);

  ShaderProgram program_;
  GLint to_clip_ = -1;
  GLint rect_ = -1;
  VertexArray array_;
  GridBatch seen_;  ///< what draw() was called with last
  PixelSize seen_framebuffer_;
  PixelRect seen_clip_;
  std::optional<Framebuffer> picture_;  ///< of the clip's part
  bool picture_is_of_seen_ = false;
  bool was_kept_ = false;
};

}  // namespace bankloom::gfx
