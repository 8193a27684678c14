#include "gfx/map_renderer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "gfx/draw_state.h"

namespace bankloom::gfx {
namespace {

/// Texels of the ramp's texture: as many shades as 8 bits a channel can tell apart.
constexpr int kRampTexels = 256;

constexpr std::uint32_t kMarkBit = 1;

/// A value's bits with the mark as the last one. Infinities become the largest finite values, since their bits with the
/// last one set would mean "not a number"; these all become the same bits.
std::uint32_t encode(float value, bool marked) {
  constexpr std::uint32_t kQuietNan = 0x7fc00000;
  std::uint32_t bits = kQuietNan;
  if (!std::isnan(value)) {
    constexpr float kLargest = std::numeric_limits<float>::max();
    bits = std::bit_cast<std::uint32_t>(std::clamp(value, -kLargest, kLargest));
  }
  return (bits & ~kMarkBit) | (marked ? kMarkBit : 0u);
}

float decode(std::uint32_t bits) { return std::bit_cast<float>(bits & ~kMarkBit); }

/// One mip level: rows of columns encoded values.
struct Level {
  unsigned rows = 0;
  unsigned columns = 0;
  std::vector<std::uint32_t> texels;
};

/// The next coarser level, of half the rows and columns (at least one). A texel covers 2 x 2 of the finer level; where
/// those are odd in number the last one covers 3, so that nothing is lost.
Level coarsen(const Level& fine) {
  Level coarse{std::max(1u, fine.rows / 2), std::max(1u, fine.columns / 2), {}};
  coarse.texels.resize(std::size_t{coarse.rows} * coarse.columns);
  const auto texel_of = [&fine](unsigned first_row, unsigned end_row, unsigned first_column, unsigned end_column) {
    double sum = 0.0;
    unsigned numbers = 0;
    std::uint32_t all_bits = 0;
    for (unsigned row = first_row; row < end_row; ++row) {
      const std::uint32_t* line = fine.texels.data() + std::size_t{row} * fine.columns;
      for (unsigned column = first_column; column < end_column; ++column) {
        const float value = decode(line[column]);
        const bool is_number = value == value;
        sum += is_number ? static_cast<double>(value) : 0.0;
        numbers += is_number ? 1u : 0u;
        all_bits |= line[column];
      }
    }
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

/// A limit of the values' range: finite, and so small that the distance of two is finite too.
float range_limit(float value) {
  constexpr float kLargest = std::numeric_limits<float>::max() / 4;
  return std::isnan(value) ? 0.0f : std::clamp(value, -kLargest, kLargest);
}

/// Colour between two, each channel on its own; `part` 0..1.
Colour blend(Colour from, Colour to, float part) {
  Colour mixed = 0;
  for (unsigned shift = 0; shift < 32; shift += 8) {
    const auto a = static_cast<float>(from >> shift & 255u), b = static_cast<float>(to >> shift & 255u);
    mixed |= static_cast<Colour>(std::lround(a + (b - a) * part)) << shift;
  }
  return mixed;
}

}  // namespace

Result<void> MapTexture::upload(unsigned rows, unsigned columns, std::span<const float> values,
                                std::span<const std::uint8_t> marks) {
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
  for (std::size_t i = 0; i < count; ++i) level.texels[i] = encode(values[i], !marks.empty() && marks[i] != 0);

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
    return fail("the graphics memory does not suffice for a map of {} x {} elements", rows, columns);
  }
  texture_ = std::move(texture);
  rows_ = rows;
  columns_ = columns;
  levels_ = levels;
  return {};
}

Result<MapRenderer> MapRenderer::create(const std::filesystem::path& shader_folder) {
  MapRenderer made;
  auto program = load_program(shader_folder, "map");
  if (!program) return fail_with(program.error());
  made.program_ = std::move(*program);
  const auto place = [&made](const char* name) { return made.program_.uniform(name); };
  made.uniforms_ = {place("rect"),
                    place("to_clip"),
                    place("first_element"),
                    place("first_fraction"),
                    place("elements_per_pixel"),
                    place("level"),
                    place("size"),
                    place("level_size"),
                    place("range"),
                    place("mark"),
                    place("not_a_number"),
                    place("background"),
                    place("lines")};
  // Core profiles draw nothing without a vertex array, even where the shader needs no attribute.
  made.array_ = make_vertex_array();
  made.ramp_ = make_texture();
  glBindTexture(GL_TEXTURE_2D, made.ramp_.name());
  set_filters(1);
  made.program_.use();
  glUniform1i(place("elements"), 0);
  glUniform1i(place("ramp"), 1);
  end_drawing();
  return made;
}

void MapRenderer::upload_ramp(std::span<const Colour> stops) {
  constexpr Colour kMissing = make_colour(128, 128, 128);
  const std::span<const Colour> used = stops.first(std::min(stops.size(), kMostRampStops));
  std::vector<Colour> wanted(used.begin(), used.end());
  if (wanted.empty()) wanted.push_back(kMissing);
  if (wanted == ramp_stops_) return;
  std::array<Colour, kRampTexels> texels{};
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const float at = static_cast<float>(i) / (kRampTexels - 1) * static_cast<float>(wanted.size() - 1);
    const std::size_t stop = std::min(static_cast<std::size_t>(at), wanted.size() - 1);
    texels[i] = blend(wanted[stop], wanted[std::min(stop + 1, wanted.size() - 1)], at - static_cast<float>(stop));
  }
  set_unpacking();
  // A Colour's lowest byte is red, and so is the first byte on the little-endian machines that CUDA runs on.
  static_assert(std::endian::native == std::endian::little);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, kRampTexels, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  ramp_stops_ = std::move(wanted);
}

void MapRenderer::draw(const MapTexture& texture, const MapPlacement& placement, const MapView& view,
                       const MapStyle& style) {
  const bool sensible = view.pixels_per_element > 0.0 && std::isfinite(view.pixels_per_element) &&
                        std::isfinite(view.first_column) && std::isfinite(view.first_row);
  if (texture.empty() || !sensible || !begin_drawing(placement.framebuffer, placement.clip)) return;
  program_.use();
  glActiveTexture(GL_TEXTURE1);
  glBindTexture(GL_TEXTURE_2D, ramp_.name());
  upload_ramp(style.ramp);
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.name());

  set_to_clip(uniforms_.to_clip, placement.framebuffer);
  glUniform4f(uniforms_.rect, placement.rect.x, placement.rect.y, placement.rect.width, placement.rect.height);
  // Whole elements and the fraction apart: a float alone has too few bits for an edge to stay in place when zoomed in.
  // Beyond these limits nothing of the matrix is seen anyway.
  constexpr double kFarAway = 1e8;
  const double column = std::clamp(view.first_column, -kFarAway, kFarAway);
  const double row = std::clamp(view.first_row, -kFarAway, kFarAway);
  const double elements_per_pixel = std::min(1.0 / view.pixels_per_element, 1e4);
  glUniform2i(uniforms_.first_element, static_cast<GLint>(std::floor(column)), static_cast<GLint>(std::floor(row)));
  glUniform2f(uniforms_.first_fraction, static_cast<float>(column - std::floor(column)),
              static_cast<float>(row - std::floor(row)));
  glUniform1f(uniforms_.elements_per_pixel, static_cast<float>(elements_per_pixel));
  const int level = map_level(elements_per_pixel, texture.levels());
  glUniform1i(uniforms_.level, level);
  glUniform2i(uniforms_.size, static_cast<GLint>(texture.columns()), static_cast<GLint>(texture.rows()));
  glUniform2i(uniforms_.level_size, static_cast<GLint>(std::max(1u, texture.columns() >> level)),
              static_cast<GLint>(std::max(1u, texture.rows() >> level)));
  const float minimum = range_limit(style.minimum), maximum = range_limit(style.maximum);
  glUniform3f(uniforms_.range, minimum, std::max(minimum, maximum),
              maximum > minimum ? 1.0f / (maximum - minimum) : 0.0f);
  set_colour(uniforms_.mark, style.mark);
  set_colour(uniforms_.not_a_number, style.not_a_number);
  set_colour(uniforms_.background, style.background);
  set_colour(uniforms_.lines, view.pixels_per_element >= kMapLinesFrom ? style.lines : Colour{0});

  glBindVertexArray(array_.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  end_drawing();
}

int map_level(double elements_per_pixel, int levels) {
  int level = 0;
  while (level + 1 < levels && std::ldexp(1.0, level) < elements_per_pixel) ++level;
  return level;
}

std::array<double, 2> map_element_at(const MapView& view, const PixelRect& rect, float x, float y) {
  const auto elements = [&view](float from, float to) {
    return (static_cast<double>(to) - static_cast<double>(from)) / view.pixels_per_element;
  };
  return {view.first_row + elements(rect.y, y), view.first_column + elements(rect.x, x)};
}

}  // namespace bankloom::gfx
