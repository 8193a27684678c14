// Draws thousands of rectangles and glyphs with a few draw calls: the tile's cells, the bank card, the timeline.
//
// Cells are drawn first, in their order, then the glyphs above all of them. What lies above glyphs needs a second
// batch. Coordinates are framebuffer pixels, origin top-left. Not supported: rotation, textures other than glyphs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "core/base/result.h"
#include "gfx/gl_object.h"
#include "gfx/pixels.h"
#include "gfx/shader.h"

namespace bankloom::gfx {

/// A rectangle with a fill, a hatching and, inside the rectangle, a border, drawn in this order. Edges are
/// anti-aliased, and sharp on whole pixels.
struct GridCell {
  float x = 0, y = 0, width = 0, height = 0;
  Colour fill = 0;
  Colour border = 0;
  float border_width = 0.0f;  ///< pixels; 0: none
  float radius = 0.0f;        ///< of the corners, pixels; at most half the shorter side
  Colour hatch = 0;           ///< diagonal stripes over the fill; alpha 0: none
  friend bool operator==(const GridCell&, const GridCell&) = default;
};

/// A rectangle in one colour, with a part of the glyph texture (u0, v0 top-left; u1, v1 bottom-right; 0..1).
struct GridGlyph {
  float x = 0, y = 0, width = 0, height = 0;
  float u0 = 0, v0 = 0, u1 = 0, v1 = 0;
  Colour colour = 0;
  friend bool operator==(const GridGlyph&, const GridGlyph&) = default;
};

struct GridBatch {
  std::vector<GridCell> cells;
  std::vector<GridGlyph> glyphs;
  unsigned glyph_texture = 0;  ///< OpenGL name; 0: no glyphs are drawn
  float scale = 1.0f;          ///< framebuffer pixels per unit, for the hatching

  /// Empties the lists but keeps their memory.
  void clear() {
    cells.clear();
    glyphs.clear();
  }
};

class GridRenderer {
 public:
  /// Loads grid_cell and grid_glyph from the folder. Errors are those of load_program.
  [[nodiscard]] static Result<GridRenderer> create(const std::filesystem::path& shader_folder);

  /// Draws inside `clip` into the bound framebuffer, whose size is `framebuffer`. Leaves the state of end_drawing()
  /// (draw_state.h): in an ImDrawList callback, ImDrawCallback_ResetRenderState must follow.
  void draw(const GridBatch& batch, PixelSize framebuffer, PixelRect clip);

 private:
  /// The program that draws a cell, in the order of drawing.
  enum class Kind : std::uint8_t { plain, outlined, hatched };
  static constexpr std::size_t kKinds = 3;
  struct CellProgram {
    ShaderProgram program;
    GLint to_clip = -1;
    GLint hatch_period = -1;
  };
  /// The cells of one draw call.
  struct Run {
    Kind kind = Kind::plain;
    std::size_t first = 0;
    std::size_t count = 0;
  };

  GridRenderer() = default;
  static Kind kind_of(const GridCell& cell);
  /// Fills sorted_ and runs_, with few runs and each cell still above those that it overlaps.
  void sort(const std::vector<GridCell>& cells, const PixelRect& clip);
  void close_group();

  std::array<CellProgram, kKinds> cell_programs_;
  ShaderProgram glyph_program_;
  GLint glyph_to_clip_ = -1;
  VertexArray cell_array_;
  VertexArray glyph_array_;
  Buffer cell_buffer_;
  Buffer glyph_buffer_;
  // Members only to keep their memory from frame to frame.
  std::vector<GridCell> sorted_;
  std::vector<GridGlyph> seen_glyphs_;
  std::vector<Run> runs_;
  std::array<std::vector<GridCell>, kKinds> group_;
};

}  // namespace bankloom::gfx
