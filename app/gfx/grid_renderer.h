// Draws thousands of rectangles and glyphs with a few draw calls: the tile's cells, the bank card, the timeline.
//
// Cells come first, in their order, then the glyphs above all of them. What has to lie above glyphs goes into a second
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

/// A rectangle, filled, hatched and bordered in this order; the border lies inside of it. Edges are anti-aliased: on
/// whole pixels they are sharp.
struct GridCell {
  float x = 0.0f;
  float y = 0.0f;
  float width = 0.0f;
  float height = 0.0f;
  Colour fill = 0;
  Colour border = 0;
  float border_width = 0.0f;  ///< pixels; 0: none
  float radius = 0.0f;        ///< of the corners, pixels; at most half the shorter side is used
  Colour hatch = 0;           ///< diagonal stripes over the fill; alpha 0: none
  friend bool operator==(const GridCell&, const GridCell&) = default;
};

/// A part of the glyph texture (u0, v0 top-left; u1, v1 bottom-right; 0..1) as a rectangle of one colour.
struct GridGlyph {
  float x = 0.0f;
  float y = 0.0f;
  float width = 0.0f;
  float height = 0.0f;
  float u0 = 0.0f;
  float v0 = 0.0f;
  float u1 = 0.0f;
  float v1 = 0.0f;
  Colour colour = 0;
  friend bool operator==(const GridGlyph&, const GridGlyph&) = default;
};

struct GridBatch {
  std::vector<GridCell> cells;
  std::vector<GridGlyph> glyphs;
  unsigned glyph_texture = 0;  ///< OpenGL name; 0: no glyphs are drawn
  float scale = 1.0f;          ///< framebuffer pixels a unit; stretches the hatching

  /// Empties the lists, keeps their memory.
  void clear() {
    cells.clear();
    glyphs.clear();
  }
};

class GridRenderer {
 public:
  /// Loads grid_cell and grid_glyph from the folder. Errors are those of load_program.
  [[nodiscard]] static Result<GridRenderer> create(const std::filesystem::path& shader_folder);

  /// Draws into the bound framebuffer, of which `framebuffer` is the size and nothing outside `clip` is touched. Leaves
  /// program, vertex array, buffers and texture unbound, the scissor test off and blending on (as Dear ImGui blends):
  /// within an ImDrawList callback let ImDrawCallback_ResetRenderState follow.
  void draw(const GridBatch& batch, PixelSize framebuffer, PixelRect clip);

 private:
  /// Which program draws a cell, in the order of drawing.
  enum class Kind : std::uint8_t { plain, outlined, hatched };
  static constexpr std::size_t kKinds = 3;
  struct CellProgram {
    ShaderProgram program;
    GLint to_clip = -1;
    GLint hatch_period = -1;
  };
  /// Cells that one draw call draws.
  struct Run {
    Kind kind = Kind::plain;
    std::size_t first = 0;
    std::size_t count = 0;
  };

  GridRenderer() = default;
  static Kind kind_of(const GridCell& cell);
  /// Fills sorted_ and runs_: few runs, and no cell comes above one that it has to lie under.
  void sort(const std::vector<GridCell>& cells, const PixelRect& clip);
  void close_group();

  std::array<CellProgram, kKinds> cell_programs_;
  ShaderProgram glyph_program_;
  GLint glyph_to_clip_ = -1;
  VertexArray cell_array_;
  VertexArray glyph_array_;
  Buffer cell_buffer_;
  Buffer glyph_buffer_;
  // Kept from frame to frame for their memory.
  std::vector<GridCell> sorted_;
  std::vector<GridGlyph> seen_glyphs_;
  std::vector<Run> runs_;
  std::array<std::vector<GridCell>, kKinds> group_;
};

}  // namespace bankloom::gfx
