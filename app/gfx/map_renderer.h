// A matrix as a coloured map: up to 4096 x 4096 elements in a texture, panned and zoomed without touching them again.
//
// Zoomed out, a pixel shows the mean of the elements it covers (of those that are there and numbers), and it is marked
// as soon as one of them is marked, so that a single differing element stays visible. Values are kept as 32-bit floats
// less their last bit, which carries the mark: good for colours, not for showing numbers.
#pragma once

#include <array>
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

/// Rows and columns of a map at most; the driver's own limit (at least 1024) may be lower.
inline constexpr unsigned kLargestMapSide = 4096;
/// Pixels an element from which on lines are drawn between elements.
inline constexpr double kMapLinesFrom = 8.0;
/// Stops of a colour ramp at most.
inline constexpr std::size_t kMostRampStops = 16;

/// What is said of an element besides its value: that it is marked, or that it is not there.
enum class MapMark : std::uint8_t { none, differs, absent };

class MapTexture {
 public:
  /// Takes a matrix, row by row: rows * columns values, and as many marks or none. Keeps no reference. Errors, which
  /// leave the texture as it was: an empty or too large matrix, a count that does not fit.
  [[nodiscard]] Result<void> upload(unsigned rows, unsigned columns, std::span<const float> values,
                                    std::span<const MapMark> marks = {});

  [[nodiscard]] unsigned rows() const { return rows_; }
  [[nodiscard]] unsigned columns() const { return columns_; }
  /// Mip levels; level l + 1 has half the rows and columns of level l, at least one.
  [[nodiscard]] int levels() const { return levels_; }
  [[nodiscard]] bool empty() const { return rows_ == 0; }
  [[nodiscard]] GLuint name() const { return texture_.name(); }
  /// A number that no other contents have, of this or any other texture.
  [[nodiscard]] std::uint64_t contents() const { return contents_; }

 private:
  Texture texture_;
  std::uint64_t contents_ = 0;
  unsigned rows_ = 0;
  unsigned columns_ = 0;
  int levels_ = 0;
};

/// Which part of the matrix is seen: the element at the rectangle's top-left corner (fractions within an element) and
/// the size of an element in framebuffer pixels (below 1: several elements a pixel).
struct MapView {
  double first_column = 0.0;
  double first_row = 0.0;
  double pixels_per_element = 1.0;
};

/// How values become colours.
struct MapStyle {
  float minimum = 0.0f;  ///< value of the first stop; lower ones take its colour
  float maximum = 1.0f;  ///< value of the last stop; higher ones take its colour; equal to minimum: the first stop's
  std::span<const Colour> ramp;  ///< 1 to kMostRampStops stops at equal distances, joined straight; more are left out
  Colour mark = make_colour(255, 0, 80);  ///< alpha: how much of the value's colour it hides
  Colour not_a_number = make_colour(128, 0, 128);
  Colour absent = make_colour(0, 0, 0, 0);      ///< of elements that are not there
  Colour background = make_colour(0, 0, 0, 0);  ///< outside of the matrix
  Colour lines = make_colour(0, 0, 0, 0);       ///< between elements from kMapLinesFrom on; alpha 0: none
};

/// Where a map is drawn.
struct MapPlacement {
  PixelSize framebuffer;  ///< size of the bound framebuffer
  PixelRect rect;         ///< the map's place in it
  PixelRect clip;         ///< nothing outside is touched
};

class MapRenderer {
 public:
  /// Loads map from the folder. Errors are those of load_program.
  [[nodiscard]] static Result<MapRenderer> create(const std::filesystem::path& shader_folder);

  /// Draws; an empty texture draws nothing. The state it leaves is that of GridRenderer::draw.
  void draw(const MapTexture& texture, const MapPlacement& placement, const MapView& view, const MapStyle& style);

 private:
  struct MapProgram {
    ShaderProgram program;
    GLint rect = -1, part = -1, to_clip = -1;
  };
  /// A rectangle of the screen, and the elements at its corners: columns and rows.
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

  MapProgram elements_;
  MapProgram lines_;
  GLint level_ = -1;
  GLint range_ = -1;
  GLint last_shade_ = -1;
  GLint line_width_ = -1;
  GLint line_colour_ = -1;
  VertexArray array_;
  Texture colours_;
  std::vector<Colour> colour_texels_;  ///< what colours_ holds
};

/// The mip level that shows `elements_per_pixel`: the first whose texels are at least a pixel wide, so that none falls
/// between the pixels' centres (with a little to spare for rounding, except where both are powers of two). 0 where
/// elements are at least a pixel wide; at most `levels` - 1.
[[nodiscard]] int map_level(double elements_per_pixel, int levels);

}  // namespace bankloom::gfx
