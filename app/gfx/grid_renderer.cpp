#include "gfx/grid_renderer.h"

#include <cstddef>

#include "gfx/draw_state.h"

namespace bankloom::gfx {
namespace {

/// Framebuffer pixels from stripe to stripe along a row, at scale 1.
constexpr float kHatchPeriod = 6.0f;

/// Describes one member of an instance's record: `floats` floats.
void floats_of_instance(GLuint location, GLint floats, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(location);
  // The pointer is an offset into the bound buffer; OpenGL kept the parameter's old type.
  glVertexAttribPointer(location, floats, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(location, 1);
}

/// The same for a Colour, which the shader sees as a vec4 in 0..1.
void colour_of_instance(GLuint location, std::size_t stride, std::size_t offset) {
  glEnableVertexAttribArray(location);
  glVertexAttribPointer(location, 4, GL_UNSIGNED_BYTE, GL_TRUE, static_cast<GLsizei>(stride),
                        reinterpret_cast<const void*>(offset));
  glVertexAttribDivisor(location, 1);
}

/// New contents for a buffer, which stays bound. The old memory is given up: the driver may still be drawing from it.
template <class Record>
void fill(const Buffer& buffer, const std::vector<Record>& records) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(records.size() * sizeof(Record)), records.data(),
               GL_STREAM_DRAW);
}

}  // namespace

Result<GridRenderer> GridRenderer::create(const std::filesystem::path& shader_folder) {
  GridRenderer made;
  auto cell = load_program(shader_folder, "grid_cell");
  if (!cell) return fail_with(cell.error());
  auto glyph = load_program(shader_folder, "grid_glyph");
  if (!glyph) return fail_with(glyph.error());
  made.cell_program_ = std::move(*cell);
  made.glyph_program_ = std::move(*glyph);
  made.cell_to_clip_ = made.cell_program_.uniform("to_clip");
  made.cell_hatch_period_ = made.cell_program_.uniform("hatch_period");
  made.glyph_to_clip_ = made.glyph_program_.uniform("to_clip");
  made.glyph_channel_ = made.glyph_program_.uniform("channel");

  // Locations as in grid_cell.vert and grid_glyph.vert.
  made.cell_buffer_ = make_buffer();
  made.cell_array_ = make_vertex_array();
  glBindVertexArray(made.cell_array_.name());
  glBindBuffer(GL_ARRAY_BUFFER, made.cell_buffer_.name());
  floats_of_instance(0, 4, sizeof(GridCell), offsetof(GridCell, x));
  colour_of_instance(1, sizeof(GridCell), offsetof(GridCell, fill));
  colour_of_instance(2, sizeof(GridCell), offsetof(GridCell, border));
  floats_of_instance(3, 2, sizeof(GridCell), offsetof(GridCell, border_width));
  colour_of_instance(4, sizeof(GridCell), offsetof(GridCell, hatch));

  made.glyph_buffer_ = make_buffer();
  made.glyph_array_ = make_vertex_array();
  glBindVertexArray(made.glyph_array_.name());
  glBindBuffer(GL_ARRAY_BUFFER, made.glyph_buffer_.name());
  floats_of_instance(0, 4, sizeof(GridGlyph), offsetof(GridGlyph, x));
  floats_of_instance(1, 4, sizeof(GridGlyph), offsetof(GridGlyph, u0));
  colour_of_instance(2, sizeof(GridGlyph), offsetof(GridGlyph, colour));

  made.glyph_program_.use();
  glUniform1i(made.glyph_program_.uniform("glyphs"), 0);
  end_drawing();
  return made;
}

void GridRenderer::draw(const GridBatch& batch, PixelSize framebuffer, PixelRect clip) {
  if (!begin_drawing(framebuffer, clip)) return;
  // A quad an instance: the vertex shaders make its four corners from the vertex's number.
  if (!batch.cells.empty()) {
    cell_program_.use();
    set_to_clip(cell_to_clip_, framebuffer);
    glUniform1f(cell_hatch_period_, kHatchPeriod * (batch.scale > 0.1f ? batch.scale : 1.0f));
    fill(cell_buffer_, batch.cells);
    glBindVertexArray(cell_array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch.cells.size()));
  }
  if (!batch.glyphs.empty() && batch.glyph_texture != 0) {
    glyph_program_.use();
    set_to_clip(glyph_to_clip_, framebuffer);
    const bool red = batch.glyph_coverage == GlyphCoverage::red;
    glUniform4f(glyph_channel_, red ? 1.0f : 0.0f, 0.0f, 0.0f, red ? 0.0f : 1.0f);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, batch.glyph_texture);
    fill(glyph_buffer_, batch.glyphs);
    glBindVertexArray(glyph_array_.name());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(batch.glyphs.size()));
  }
  end_drawing();
}

}  // namespace bankloom::gfx
