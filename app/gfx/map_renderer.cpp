#include "gfx/map_renderer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "gfx/draw_state.h"

namespace bankloom::gfx {
namespace {

/// Shades of a ramp, as many as 8 bits per channel can distinguish. Two more texels are for NaN and absent elements.
constexpr std::size_t kShades = 256;
constexpr std::size_t kColourColumns = kShades + 2;

constexpr std::uint32_t kMarkBit = 1;
/// Absent elements have one more bit than NaN.
constexpr std::uint32_t kQuietNan = 0x7fc00000, kAbsent = 0x7fc00002;

/// A value's bits with the mark as the last one. Infinities become the largest finite values, because with the last bit
/// they would be NaN; all NaN become the same bits.
std::uint32_t encode(float value, bool marked) {
  std::uint32_t bits = kQuietNan;
  if (!std::isnan(value)) {
    constexpr float kLargest = std::numeric_limits<float>::max();
    bits = std::bit_cast<std::uint32_t>(std::clamp(value, -kLargest, kLargest));
  }
  return (bits & ~kMarkBit) | (marked ? kMarkBit : 0u);
}

float decode(std::uint32_t bits) { return std::bit_cast<float>(bits & ~kMarkBit); }

/// One mip level: encoded values, row by row.
struct Level {
  unsigned rows = 0, columns = 0;
  std::vector<std::uint32_t> texels;
};

/// The next coarser level, with half the rows and columns (at least one). A texel covers 2 x 2 of the finer level; the
/// last one of an odd number covers 3.
Level coarsen(const Level& fine) {
  Level coarse{std::max(1u, fine.rows / 2), std::max(1u, fine.columns / 2), {}};
  coarse.texels.resize(std::size_t{coarse.rows} * coarse.columns);
  const auto texel_of = [&fine](unsigned first_row, unsigned end_row, unsigned first_column, unsigned end_column) {
    double sum = 0.0;
    unsigned numbers = 0;
    bool all_absent = true;
    std::uint32_t all_bits = 0;
    for (unsigned row = first_row; row < end_row; ++row) {
      const std::uint32_t* line = fine.texels.data() + std::size_t{row} * fine.columns;
      for (unsigned column = first_column; column < end_column; ++column) {
        const float value = decode(line[column]);
        const bool is_number = value == value;
        sum += is_number ? static_cast<double>(value) : 0.0;
        numbers += is_number ? 1u : 0u;
        all_absent = all_absent && line[column] == kAbsent;
        all_bits |= line[column];
      }
    }
    if (all_absent) return kAbsent;
    const float mean = numbers > 0 ? static_cast<float>(sum / numbers) : std::numeric_limits<float>::quiet_NaN();
    return encode(mean, (all_bits & kMarkBit) != 0);
  };
  for (unsigned row = 0; row < coarse.rows; ++row) {
    const unsigned end_row = row + 1 == coarse.rows ? fine.rows : 2 * row + 2;
    std::uint32_t* out = coarse.texels.data() + std::size_t{row} * coarse.columns;
    for (unsigned column = 0; column + 1 < coarse.columns; ++column) {
      out[column] = texel_of(2 * row, end_row, 2 * column, 2 * column + 2);
    }
    const unsigned last = coarse.columns - 1;
    out[last] = texel_of(2 * row, end_row, 2 * last, fine.columns);
  }
  return coarse;
}

void upload_level(int number, const Level& level) {
  glTexImage2D(GL_TEXTURE_2D, number, GL_R32UI, static_cast<GLsizei>(level.columns), static_cast<GLsizei>(level.rows),
               0, GL_RED_INTEGER, GL_UNSIGNED_INT, level.texels.data());
}

void set_filters(int levels) {
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, levels > 1 ? GL_NEAREST_MIPMAP_NEAREST : GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_BASE_LEVEL, 0);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels - 1);
}

void set_unpacking() {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
  glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

/// A limit of the values' range, finite and so small that the difference of two is finite, too.
float range_limit(float value) {
  constexpr float kLargest = std::numeric_limits<float>::max() / 4;
  return std::isnan(value) ? 0.0f : std::clamp(value, -kLargest, kLargest);
}

/// The intersection of two rectangles; its size is 0 or negative if there is none.
PixelRect intersect(const PixelRect& a, const PixelRect& b) {
  const float left = std::max(a.x, b.x), top = std::max(a.y, b.y);
  return {left, top, std::min(a.x + a.width, b.x + b.width) - left, std::min(a.y + a.height, b.y + b.height) - top};
}

/// The colour between two, by channel; `part` 0..1.
Colour blend(Colour from, Colour to, float part) {
  Colour mixed = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const auto a = static_cast<float>(from >> shift & 255u), b = static_cast<float>(to >> shift & 255u);
    mixed |= static_cast<Colour>(std::lround(a + (b - a) * part)) << shift;
  }
  return mixed;
}

/// A colour with another one over it.
Colour cover(Colour below, Colour above) {
  const float part = static_cast<float>(alpha_of(above)) / 255.0f;
  constexpr Colour kAlpha = 0xff000000u;
  return (blend(below, above, part) & ~kAlpha) | std::max(below & kAlpha, above & kAlpha);
}

Colour premultiply(Colour colour) {
  constexpr Colour kAlpha = 0xff000000u;
  return blend(colour & kAlpha, colour, static_cast<float>(alpha_of(colour)) / 255.0f);
}

}  // namespace

Result<void> MapTexture::upload(unsigned rows, unsigned columns, std::span<const float> values,
                                std::span<const MapMark> marks) {
  GLint driver_limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &driver_limit);
  const unsigned limit = std::min(kLargestMapSide, static_cast<unsigned>(std::max(driver_limit, 0)));
  if (rows == 0 || columns == 0) return fail("a matrix of {} x {} elements has nothing to show", rows, columns);
  if (rows > limit || columns > limit) {
    return fail("a matrix of {} x {} elements is too large for the map, which shows at most {} x {}", rows, columns,
                limit, limit);
  }
  const std::size_t count = std::size_t{rows} * columns;
  if (values.size() != count || (!marks.empty() && marks.size() != count)) {
    return fail("a map of {} x {} elements needs {} values and as many marks, or none, but has {} and {}", rows,
                columns, count, values.size(), marks.size());
  }
  Level level{rows, columns, std::vector<std::uint32_t>(count)};
  const auto texel_of = [&](std::size_t i) {
    const MapMark mark = marks.empty() ? MapMark::none : marks[i];
    return mark == MapMark::absent ? kAbsent : encode(values[i], mark == MapMark::differs);
  };
  for (std::size_t i = 0; i < count; ++i) level.texels[i] = texel_of(i);

  while (glGetError() != GL_NO_ERROR) {
  }
  const int levels = static_cast<int>(std::bit_width(std::max(rows, columns)));
  Texture texture = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.name());
  set_filters(levels);
  set_unpacking();
  upload_level(0, level);
  for (int number = 1; number < levels; ++number) {
    level = coarsen(level);
    upload_level(number, level);
  }
  glBindTexture(GL_TEXTURE_2D, 0);
  if (glGetError() == GL_OUT_OF_MEMORY) {
    return fail("there is not enough graphics memory for a map of {} x {} elements", rows, columns);
  }
  texture_ = std::move(texture);
  static std::uint64_t uploads = 0;
  contents_ = ++uploads;
  rows_ = rows;
  columns_ = columns;
  levels_ = levels;
  return {};
}

Result<MapRenderer::MapProgram> MapRenderer::load(const std::filesystem::path& shader_folder,
                                                  std::string_view definition) {
  TRY(auto program, load_program(shader_folder, "map", definition));
  MapProgram made;
  made.program = std::move(program);
  made.rect = made.program.uniform("rect");
  made.part = made.program.uniform("part");
  made.to_clip = made.program.uniform("to_clip");
  return made;
}

Result<MapRenderer> MapRenderer::create(const std::filesystem::path& shader_folder) {
  MapRenderer made;
  TRY(made.elements_, load(shader_folder, ""));
  TRY(made.lines_, load(shader_folder, "LINES"));
  made.level_ = made.elements_.program.uniform("level");
  made.range_ = made.elements_.program.uniform("range");
  made.last_shade_ = made.elements_.program.uniform("last_shade");
  made.line_width_ = made.lines_.program.uniform("elements_per_pixel");
  made.line_colour_ = made.lines_.program.uniform("lines");
  // Core profiles draw nothing without a vertex array, even if the shader has no attributes.
  made.array_ = make_vertex_array();
  made.colours_ = make_texture();
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, made.colours_.name());
  set_filters(1);
  made.elements_.program.use();
  glUniform1i(made.elements_.program.uniform("elements"), 0);
  glUniform1i(made.elements_.program.uniform("colours"), 1);
  end_drawing();
  return made;
}

void MapRenderer::upload_colours(const MapStyle& style) {
  static constexpr Colour kMissing = make_colour(128, 128, 128);
  std::span<const Colour> stops(style.ramp.data(), std::min(style.ramp.size(), kMostRampStops));
  if (stops.empty()) stops = {&kMissing, 1};
  std::vector<Colour> texels;
  texels.reserve(2 * kColourColumns);
  for (std::size_t shade = 0; shade < kShades; ++shade) {
    const float at = static_cast<float>(shade) / (kShades - 1) * static_cast<float>(stops.size() - 1);
    const std::size_t stop = std::min(static_cast<std::size_t>(at), stops.size() - 1);
    texels.push_back(blend(stops[stop], stops[std::min(stop + 1, stops.size() - 1)], at - static_cast<float>(stop)));
  }
  texels.push_back(style.not_a_number);
  texels.push_back(style.absent);
  // The second row has the mark over each colour of the first.
  for (std::size_t i = 0; i < kColourColumns; ++i) texels.push_back(cover(texels[i], style.mark));
  for (Colour& texel : texels) texel = premultiply(texel);
  if (texels == colour_texels_) return;
  set_unpacking();
  // A Colour's lowest byte is red, which is the first one on the little-endian machines that CUDA supports.
  static_assert(std::endian::native == std::endian::little);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(kColourColumns), 2, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               texels.data());
  colour_texels_ = std::move(texels);
}

void MapRenderer::draw_quad(const MapProgram& program, PixelSize framebuffer, const Part& part, double scale_u,
                            double scale_v) {
  set_to_clip(program.to_clip, framebuffer);
  glUniform4f(program.rect, part.rect.x, part.rect.y, part.rect.width, part.rect.height);
  glUniform4f(program.part, static_cast<float>(part.left * scale_u), static_cast<float>(part.top * scale_v),
              static_cast<float>(part.right * scale_u), static_cast<float>(part.bottom * scale_v));
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

void MapRenderer::fill(const MapPlacement& placement, Colour colour) {
  // Clearing respects the scissor and is the cheapest way to fill, but it does not blend.
  if (alpha_of(colour) == 255) {
    glClearColor(channel_of(colour, 0), channel_of(colour, 8), channel_of(colour, 16), 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    return;
  }
  lines_.program.use();
  // Lines as wide as an element fill the rectangle.
  glUniform1f(line_width_, 1.0f);
  set_colour(line_colour_, colour);
  glBindVertexArray(array_.name());
  draw_quad(lines_, placement.framebuffer, {placement.rect, 0.0, 0.0, 0.5, 0.5}, 1.0, 1.0);
}

/// The part of the rectangle with elements.
MapRenderer::Part MapRenderer::part_with_elements(const PixelRect& rect, double size, double first_column,
                                                  double first_row, const MapTexture& texture) {
  const double left = std::max(first_column, 0.0), top = std::max(first_row, 0.0);
  const double right =
      std::min(first_column + static_cast<double>(rect.width) / size, static_cast<double>(texture.columns()));
  const double bottom =
      std::min(first_row + static_cast<double>(rect.height) / size, static_cast<double>(texture.rows()));
  const auto pixels = [size](double elements) { return static_cast<float>(elements * size); };
  return {{rect.x + pixels(left - first_column), rect.y + pixels(top - first_row), pixels(right - left),
           pixels(bottom - top)},
          left,
          top,
          right,
          bottom};
}

void MapRenderer::draw(const MapTexture& texture, const MapPlacement& placement, const MapView& view,
                       const MapStyle& style) {
  const PixelRect& rect = placement.rect;
  const bool sensible = view.pixels_per_element > 0.0 && std::isfinite(view.pixels_per_element) &&
                        std::isfinite(view.first_column) && std::isfinite(view.first_row);
  if (texture.empty() || !sensible || !begin_drawing(placement.framebuffer, intersect(rect, placement.clip))) return;
  if (alpha_of(style.background) > 0) fill(placement, premultiply(style.background));
  const double elements_per_pixel = 1.0 / view.pixels_per_element;
  const int level = map_level(elements_per_pixel, texture.levels());
  const double texel = std::ldexp(1.0, level);
  // If texels are exactly a pixel wide, centres must coincide, or rounding decides which texels are visible.
  const bool aligned = texel == elements_per_pixel;
  const auto align = [&](double first) { return aligned ? std::round(first / texel) * texel : first; };
  const double first_column = align(view.first_column), first_row = align(view.first_row);

  const double size = view.pixels_per_element;
  const Part shown = part_with_elements(rect, size, first_column, first_row, texture);
  if (shown.right > shown.left && shown.bottom > shown.top) {
    glBindVertexArray(array_.name());
    elements_.program.use();
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, colours_.name());
    upload_colours(style);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture.name());
    glUniform1f(level_, static_cast<float>(level));
    const float minimum = range_limit(style.minimum), maximum = range_limit(style.maximum);
    const bool wide = maximum > minimum;
    glUniform3f(range_, minimum, std::max(minimum, maximum),
                wide ? static_cast<float>(kShades - 1) / (maximum - minimum) : 0.0f);
    glUniform1f(last_shade_, static_cast<float>(kShades - 1));
    // A software renderer needs as much time for blending as for a texture.
    const bool opaque = std::ranges::all_of(colour_texels_, [](Colour colour) { return alpha_of(colour) == 255; });
    if (opaque) glDisable(GL_BLEND);
    // Texel l of a level begins at element l * texel, even if the last one covers more elements.
    const auto extent = [texel](unsigned elements, int of_level) {
      return 1.0 / (texel * std::max(1u, elements >> of_level));
    };
    draw_quad(elements_, placement.framebuffer, shown, extent(texture.columns(), level), extent(texture.rows(), level));
    glEnable(GL_BLEND);
    if (alpha_of(style.lines) > 0 && size >= kMapLinesFrom) {
      lines_.program.use();
      glUniform1f(line_width_, static_cast<float>(elements_per_pixel));
      set_colour(line_colour_, premultiply(style.lines));
      draw_quad(lines_, placement.framebuffer, shown, 1.0, 1.0);
    }
  }
  end_drawing();
}

int map_level(double elements_per_pixel, int levels) {
  // Corners are rounded to floats, which is a thousandth of a texel in the largest matrix.
  constexpr double kToSpare = 1.002;
  int level = 0;
  while (level + 1 < levels && std::ldexp(1.0, level) < elements_per_pixel * kToSpare &&
         std::ldexp(1.0, level) != elements_per_pixel) {
    ++level;
  }
  return level;
}

}  // namespace bankloom::gfx
