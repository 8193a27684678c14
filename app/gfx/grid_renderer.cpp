#include "gfx/grid_renderer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "gfx/draw_state.h"

namespace bankloom::gfx {
namespace {

/// Framebuffer pixels between stripes along a row, at scale 1.
constexpr float kHatchPeriod = 6.0f;

/// An offset into the bound buffer in the type that OpenGL's parameter has from the time before buffers.
const void* as_pointer(std::size_t offset) {
  return reinterpret_cast<const void*>(offset);  // NOLINT(performance-no-int-to-ptr): never followed
}

/// Describes one attribute of an instance, `floats` floats at `offset` of the bound buffer.
void floats_of_instance(GLuint location, GLint floats, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, floats, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride), as_pointer(offset));
  glVertexAttribDivisor(location, 1);
}

/// The same for a Colour, which the shader gets as a vec4 in 0..1.
void colour_of_instance(GLuint location, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, 4, GL_UNSIGNED_BYTE, GL_TRUE, static_cast<GLsizei>(stride), as_pointer(offset));
  glVertexAttribDivisor(location, 1);
}

/// Locations as in grid_cell.vert; instance 0 is cell `first`.
void describe_cells(std::size_t first) {
  const std::size_t base = first * sizeof(GridCell);
  floats_of_instance(0, 4, sizeof(GridCell), base + offsetof(GridCell, x));
  colour_of_instance(1, sizeof(GridCell), base + offsetof(GridCell, fill));
  colour_of_instance(2, sizeof(GridCell), base + offsetof(GridCell, border));
  floats_of_instance(3, 2, sizeof(GridCell), base + offsetof(GridCell, border_width));
  colour_of_instance(4, sizeof(GridCell), base + offsetof(GridCell, hatch));
}

/// Locations as in grid_glyph.vert.
void describe_glyphs() {
  floats_of_instance(0, 4, sizeof(GridGlyph), offsetof(GridGlyph, x));
  floats_of_instance(1, 4, sizeof(GridGlyph), offsetof(GridGlyph, u0));
  colour_of_instance(2, sizeof(GridGlyph), offsetof(GridGlyph, colour));
}

/// Gives a buffer new memory with these records and leaves it bound; the driver may still be drawing from the old one.
template <class Record>
void fill(const Buffer& buffer, const std::vector<Record>& records) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(records.size() * sizeof(Record)), records.data(),
               GL_STREAM_DRAW);
}

bool is_whole(float value) { return value == std::floor(value); }

/// Whether two rectangles may touch the same pixel.
template <class A, class B>
bool may_overlap(const A& a, const B& b) {
  return std::floor(a.x) < std::ceil(b.x + b.width) && std::floor(b.x) < std::ceil(a.x + a.width) &&
         std::floor(a.y) < std::ceil(b.y + b.height) && std::floor(b.y) < std::ceil(a.y + a.height);
}

}  // namespace

Result<GridRenderer> GridRenderer::create(const std::filesystem::path& shader_folder) {
  GridRenderer made;
  constexpr std::array<const char*, kKinds> kDefinitions = {"PLAIN", "", "HATCHED"};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    TRY(auto program, load_program(shader_folder, "grid_cell", kDefinitions[kind]));
    made.cell_programs_[kind] = {std::move(program), -1, -1};
    made.cell_programs_[kind].to_clip = made.cell_programs_[kind].program.uniform("to_clip");
    made.cell_programs_[kind].hatch_period = made.cell_programs_[kind].program.uniform("hatch_period");
  }
  TRY(made.glyph_program_, load_program(shader_folder, "grid_glyph"));
  made.glyph_to_clip_ = made.glyph_program_.uniform("to_clip");

  made.cell_buffer_ = make_buffer();
  made.cell_array_ = make_vertex_array();
  made.glyph_buffer_ = make_buffer();
  made.glyph_array_ = make_vertex_array();
  glBindVertexArray(made.glyph_array_.name());
  glBindBuffer(GL_ARRAY_BUFFER, made.glyph_buffer_.name());
  describe_glyphs();
  made.glyph_program_.use();
  glUniform1i(made.glyph_program_.uniform("glyphs"), 0);
  end_drawing();
  return made;
}

GridRenderer::Kind GridRenderer::kind_of(const GridCell& cell) {
  if (alpha_of(cell.hatch) > 0) return Kind::hatched;
  const bool bordered = cell.border_width > 0.0f && alpha_of(cell.border) > 0;
  const bool plain = !bordered && cell.radius <= 0.0f && alpha_of(cell.fill) == 255 && is_whole(cell.x) &&
                     is_whole(cell.y) && is_whole(cell.width) && is_whole(cell.height);
  return plain ? Kind::plain : Kind::outlined;
}

void GridRenderer::close_group() {
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    std::vector<GridCell>& cells = group_[kind];
    if (cells.empty()) continue;
    runs_.push_back({static_cast<Kind>(kind), sorted_.size(), cells.size()});
    sorted_.insert(sorted_.end(), cells.begin(), cells.end());
    cells.clear();
  }
}

void GridRenderer::sort(const std::vector<GridCell>& cells, const PixelRect& clip) {
  // Above this number, searching for overlaps costs more than another group of draw calls.
  constexpr std::size_t kMostCompared = 256;
  sorted_.clear();
  runs_.clear();
  for (const GridCell& cell : cells) {
    // False for NaN, too.
    if (!(cell.width > 0.0f) || !(cell.height > 0.0f) || !may_overlap(cell, clip)) continue;
    const auto kind = static_cast<std::size_t>(kind_of(cell));
    // A group draws its kinds in order. A cell above one of a later kind opens the next group.
    for (std::size_t later = kind + 1; later < kKinds; ++later) {
      const std::vector<GridCell>& above = group_[later];
      if (above.size() > kMostCompared ||
          std::ranges::any_of(above, [&](const GridCell& other) { return may_overlap(cell, other); })) {
        close_group();
        break;
      }
    }
    group_[kind].push_back(cell);
  }
  close_group();
}

void GridRenderer::draw(const GridBatch& batch, PixelSize framebuffer, PixelRect clip) {
  if (!begin_drawing(framebuffer, clip)) return;
  // Each instance is a quad, whose corners the vertex shaders compute from the vertex's number.
  sort(batch.cells, clip);
  if (!sorted_.empty()) {
    glBindVertexArray(cell_array_.name());
    fill(cell_buffer_, sorted_);
  }
  for (const Run& run : runs_) {
    const CellProgram& cell = cell_programs_[static_cast<std::size_t>(run.kind)];
    cell.program.use();
    set_to_clip(cell.to_clip, framebuffer);
    glUniform1f(cell.hatch_period, kHatchPeriod * (batch.scale > 0.1f ? batch.scale : 1.0f));
    describe_cells(run.first);
    if (run.kind == Kind::plain) {
      glDisable(GL_BLEND);
    } else {
      glEnable(GL_BLEND);
    }
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(run.count));
  }
  glEnable(GL_BLEND);
  seen_glyphs_.clear();
  if (batch.glyph_texture != 0) {
    for (const GridGlyph& glyph : batch.glyphs) {
      if (may_overlap(glyph, clip)) seen_glyphs_.push_back(glyph);
    }
  }
  if (!seen_glyphs_.empty()) {
    glyph_program_.use();
    set_to_clip(glyph_to_clip_, framebuffer);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, batch.glyph_texture);
    fill(glyph_buffer_, seen_glyphs_);
    glBindVertexArray(glyph_array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(seen_glyphs_.size()));
  }
  end_drawing();
}

}  // namespace bankloom::gfx
