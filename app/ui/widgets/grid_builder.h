// GridBuilder: fills a GridBatch with cells and with text from the glyphs of one of Dear ImGui's fonts.
//
// Text that does not fit into its box is left out, never clipped.
#pragma once

#include <imgui.h>

#include <array>
#include <cfloat>
#include <cstdint>
#include <string_view>

#include "gfx/grid_renderer.h"
#include "ui/rect.h"
#include "ui/theme.h"

namespace bankloom::ui {

/// Smallest legible height of a font, in pixels; cells without room for it have no text.
inline constexpr float kSmallestText = 7;

/// Text wider than its box is condensed, at most to this part of its width, before it is left out.
inline constexpr float kNarrowest = 0.85f;

/// The glyphs of a font, per pixel of its size.
class GlyphTable {
 public:
  GlyphTable() = default;
  /// Reads the glyphs for this frame. Texts much larger than `font` are drawn from `large`, which has the same
  /// typeface. Text below `smallest` pixels, where that is more than usual, is left out by fit().
  void load(ImFont* font, ImFont* large, float smallest = 0);

  struct Glyph {
    float advance = 0;
    float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    float u0 = 0, v0 = 0, u1 = 0, v1 = 0;
    bool visible = false;
  };
  /// Missing characters are drawn as '?'.
  [[nodiscard]] Glyph glyph(char32_t character) const { return glyph_of(character, font_, glyphs_); }
  /// The glyph for a size in pixels; texts of all sizes have the advances of glyph().
  [[nodiscard]] Glyph drawn_glyph(char32_t character, float size) const {
    return size > large_from_ ? glyph_of(character, large_, large_glyphs_) : glyph(character);
  }
  [[nodiscard]] float width(std::string_view words, float size) const;
  /// Top and bottom of a digit below the line's top, used to centre numbers.
  [[nodiscard]] float digit_top() const { return glyph('0').y0; }
  [[nodiscard]] float digit_bottom() const { return glyph('0').y1; }
  /// The smallest size of text, in pixels.
  [[nodiscard]] float smallest() const { return smallest_; }
  /// The largest size, at most `largest` pixels, at which the text fits into a box with a small margin; 0 if that is
  /// below `least` or smallest().
  [[nodiscard]] float fit(std::string_view words, float width, float height, float largest,
                          float least = kSmallestText) const;
  /// For tests and for other fonts.
  void set(char character, const Glyph& glyph);

 private:
  static constexpr char32_t kFirst = ' ', kLast = '~';
  using Glyphs = std::array<Glyph, kLast - kFirst + 1>;
  /// Numbers are read once, other characters of the font when asked for.
  [[nodiscard]] static Glyph glyph_of(char32_t character, ImFont* font, const Glyphs& glyphs) {
    if (character >= kFirst && character <= kLast) return glyphs[character - kFirst];
    return font == nullptr ? glyphs['?' - kFirst] : read(font, character);
  }
  [[nodiscard]] static Glyph read(ImFont* font, char32_t character);

  Glyphs glyphs_{}, large_glyphs_{};
  float large_from_ = FLT_MAX;  ///< pixels: larger texts use the large glyphs
  float smallest_ = kSmallestText;
  ImFont* font_ = nullptr;
  ImFont* large_ = nullptr;
};

/// Position of a text in its box, vertically centred.
enum class TextPlace : std::uint8_t { left, middle, right };

class GridBuilder {
 public:
  GridBuilder(gfx::GridBatch& batch, const GlyphTable& glyphs) : batch_(&batch), glyphs_(&glyphs) {}

  /// A cell; boxes without an extent are left out.
  void cell(const Rect& box, Colour fill, float radius = 0, Colour border = 0, float border_width = 0,
            Colour hatch = 0);
  /// A line around the outside of a box.
  void outline(const Rect& box, Colour colour, float thickness, float radius = 0);
  /// One line of text of `size` pixels, condensed if necessary. Returns false, and draws nothing, if it does not fit
  /// into the box.
  bool text(std::string_view words, const Rect& box, float size, Colour colour, TextPlace place = TextPlace::middle);
  [[nodiscard]] const GlyphTable& glyphs() const { return *glyphs_; }

 private:
  gfx::GridBatch* batch_;
  const GlyphTable* glyphs_;
};

}  // namespace bankloom::ui
