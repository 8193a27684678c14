#include "ui/widgets/grid_builder.h"

#include <algorithm>
#include <cmath>

#include "core/base/characters.h"
#include "ui/fonts.h"
#include "ui/widgets/compatibility.h"

namespace bankloom::ui {
namespace {

/// Margin around a text fitted into a box, relative to the text's size: at its sides, so that numbers in neighbouring
/// cells stay separate, and above and below.
constexpr float kAirAside = 0.2f, kAirAbove = 0.12f;
/// Glyphs drawn larger than this many times their size in the atlas look blurred.
constexpr float kMagnified = 1.15f;

}  // namespace

void GlyphTable::set(char character, const Glyph& glyph) {
  const auto code = static_cast<char32_t>(character);
  if (code >= kFirst && code <= kLast) glyphs_[code - kFirst] = glyph;
}

void GlyphTable::load(ImFont* font, ImFont* large, float smallest) {
  smallest_ = std::max(smallest, kSmallestText);
  font_ = font;
  large_ = large;
  for (char32_t character = kFirst; character <= kLast; ++character) {
    glyphs_[character - kFirst] = read(font, character);
    large_glyphs_[character - kFirst] = read(large, character);
  }
  large_from_ = kMagnified * font_size(font);
}

GlyphTable::Glyph GlyphTable::read(ImFont* font, char32_t character) {
  const float size = font_size(font);
#if IMGUI_VERSION_NUM >= 19200
  ImFontBaked* source = font->GetFontBaked(size);
#else
  ImFont* source = font;
#endif
  const auto* found = source->FindGlyph(static_cast<ImWchar>(character));
  if (found == nullptr || size <= 0) return {};
  return {found->AdvanceX / size,
          found->X0 / size,
          found->Y0 / size,
          found->X1 / size,
          found->Y1 / size,
          found->U0,
          found->V0,
          found->U1,
          found->V1,
          found->Visible != 0};
}

float GlyphTable::width(std::string_view words, float size) const {
  // Most texts of a grid are numbers, and a frame has thousands of them.
  const auto is_read = [](char one) { return one >= static_cast<char>(kFirst) && one <= static_cast<char>(kLast); };
  float width = 0;
  if (std::ranges::all_of(words, is_read)) {
    for (const char one : words) width += glyphs_[static_cast<char32_t>(one) - kFirst].advance;
    return width * size;
  }
  if (font_ != nullptr) {
    meet_characters(font_, words);
    meet_characters(large_, words);
  }
  for (std::size_t at = 0; at < words.size();) {
    const auto [code, end] = character_at(words, at);
    width += glyph(code).advance;
    at = end;
  }
  return width * size;
}

float GlyphTable::fit(std::string_view words, float width, float height, float largest, float least) const {
  const float units = this->width(words, 1) * kNarrowest + 2 * kAirAside;
  const float tall = digit_bottom() - digit_top() + 2 * kAirAbove;
  if (units <= 0 || tall <= 0) return 0;
  const float size = std::min({largest, width / units, height / tall});
  return size >= std::max(least, smallest_) ? size : 0;
}

void GridBuilder::cell(const Rect& box, Colour fill, float radius, Colour border, float border_width, Colour hatch) {
  if (!(box.width > 0) || !(box.height > 0)) return;
  batch_->cells.push_back({box.x, box.y, box.width, box.height, fill, border, border_width, radius, hatch});
}

void GridBuilder::outline(const Rect& box, Colour colour, float thickness, float radius) {
  cell({box.x - thickness, box.y - thickness, box.width + 2 * thickness, box.height + 2 * thickness}, 0, radius, colour,
       thickness);
}

bool GridBuilder::text(std::string_view words, const Rect& box, float size, Colour colour, TextPlace place) {
  const float natural = glyphs_->width(words, size);
  const float squeeze = natural > box.width ? std::max(box.width / natural, kNarrowest) : 1;
  const float width = natural * squeeze;
  const float top = glyphs_->digit_top() * size, bottom = glyphs_->digit_bottom() * size;
  // Tolerance in pixels: sizes fitted to the box are not refused for a rounding error.
  constexpr float kSlack = 0.01f;
  if (words.empty() || !(size > 0) || width > box.width + kSlack || bottom - top > box.height + kSlack) return false;
  float x = box.x;
  if (place == TextPlace::middle) x += (box.width - width) / 2;
  if (place == TextPlace::right) x += box.width - width;
  // The baseline of digits is on a whole pixel; otherwise a row of numbers looks uneven.
  const float y = std::round(box.y + (box.height + bottom - top) / 2) - bottom;
  for (std::size_t at = 0; at < words.size();) {
    const auto [code, end] = character_at(words, at);
    at = end;
    const GlyphTable::Glyph glyph = glyphs_->drawn_glyph(code, size);
    if (glyph.visible) {
      batch_->glyphs.push_back({x + glyph.x0 * size * squeeze, y + glyph.y0 * size,
                                (glyph.x1 - glyph.x0) * size * squeeze, (glyph.y1 - glyph.y0) * size, glyph.u0,
                                glyph.v0, glyph.u1, glyph.v1, colour});
    }
    x += glyphs_->glyph(code).advance * size * squeeze;
  }
  return true;
}

}  // namespace bankloom::ui
