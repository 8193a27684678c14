// A matrix as a coloured map: up to 4096 x 4096 elements in a texture, which pan and zoom do not upload again.
//
// Zoomed out, a pixel shows the mean of the numbers among the elements that it covers, and is marked if one of them is,
// so that a single different element stays visible. Values are 32-bit floats whose last bit is the mark: exact enough
// for colours, not for printed numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "gfx/gl_object.h"
#include "gfx/pixels.h"
#include "gfx/shader.h"

namespace bankloom::gfx {

/// Most rows and columns of a map; the driver's limit (at least 1024) may be lower.
inline constexpr unsigned kLargestMapSide = 4096;
/// Pixels per element from which lines are drawn between elements.
inline constexpr double kMapLinesFrom = 8.0;
/// Most stops of a colour ramp.
inline constexpr std::size_t kMostRampStops = 16;

/// Whether an element is marked as different, or absent.
enum class MapMark : std::uint8_t { none, differs, absent };

class MapTexture {
 public:
  /// Copies a matrix row by row: rows * columns values, and as many marks or none. Errors, which leave the texture as
  /// it was: an empty or too large matrix, wrong counts.
  [[nodiscard]] Result<void> upload(unsigned rows, unsigned columns, std::span<const float> values,
                                    std::span<const MapMark> marks = {});

  [[nodiscard]] unsigned rows() const { return rows_; }
  [[nodiscard]] unsigned columns() const { return columns_; }
  /// Mip levels; level l + 1 has half the rows and columns of level l, at least one.
  [[nodiscard]] int levels() const { return levels_; }
  [[nodiscard]] bool empty() const { return rows_ == 0; }
  [[nodiscard]] GLuint name() const { return texture_.name(); }
  /// A number that identifies the contents among all textures.
  [[nodiscard]] std::uint64_t contents() const { return contents_; }

 private:
  Texture texture_;
  std::uint64_t contents_ = 0;
  unsigned rows_ = 0, columns_ = 0;
  int levels_ = 0;
};

/// The visible part of the matrix: the element at the rectangle's top-left corner, with a fraction, and the size of an
/// element in framebuffer pixels.
struct MapView {
  double first_column = 0, first_row = 0;
  double pixels_per_element = 1;
};

/// How values become colours.
struct MapStyle {
  float minimum = 0.0f;          ///< value of the first stop; lower values have its colour
  float maximum = 1.0f;          ///< value of the last stop; if it is the minimum, all values have the first colour
  std::span<const Colour> ramp;  ///< 1 to kMostRampStops stops at equal distances; further ones are ignored
  Colour mark = make_colour(255, 0, 80);  ///< its alpha is how much of the value's colour it hides
  Colour not_a_number = make_colour(128, 0, 128);
  Colour absent = make_colour(0, 0, 0, 0);
  Colour background = make_colour(0, 0, 0, 0);  ///< outside of the matrix
  Colour lines = make_colour(0, 0, 0, 0);       ///< between elements from kMapLinesFrom; alpha 0: none
};

struct MapPlacement {
  PixelSize framebuffer;  ///< size of the bound framebuffer
  PixelRect rect;         ///< the map's place
  PixelRect clip;         ///< limits drawing
};

class MapRenderer {
 public:
  /// Loads map from the folder. Errors are those of load_program.
  [[nodiscard]] static Result<MapRenderer> create(const std::filesystem::path& shader_folder);

  /// Leaves the state of GridRenderer::draw(). An empty texture draws nothing.
  void draw(const MapTexture& texture, const MapPlacement& placement, const MapView& view, const MapStyle& style);

 private:
  struct MapProgram {
    ShaderProgram program;
    GLint rect = -1, part = -1, to_clip = -1;
  };
  /// A rectangle of the screen, and the columns and rows at its edges.
  struct Part {
    PixelRect rect;
    double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
  };

  MapRenderer() = default;
  static Result<MapProgram> load(const std::filesystem::path& shader_folder, std::string_view definition);
  void upload_colours(const MapStyle& style);
  /// Fills the rectangle with a premultiplied colour.
  void fill(const MapPlacement& placement, Colour colour);
  static Part part_with_elements(const PixelRect& rect, double size, double first_column, double first_row,
                                 const MapTexture& texture);
  static void draw_quad(const MapProgram& program, PixelSize framebuffer, const Part& part, double scale_u,
                        double scale_v);

  MapProgram elements_, lines_;
  GLint level_ = -1, range_ = -1, last_shade_ = -1;
  GLint line_width_ = -1, line_colour_ = -1;
  VertexArray array_;
  Texture colours_;
  std::vector<Colour> colour_texels_;  ///< the contents of colours_
};

/// The mip level for `elements_per_pixel`: the first with texels of at least a pixel, so that none falls between the
/// pixels' centres (with a margin for rounding, unless both are powers of two). 0 if elements are at least a pixel
/// wide; at most `levels` - 1.
[[nodiscard]] int map_level(double elements_per_pixel, int levels);

}  // namespace bankloom::gfx
