#include "ui/painter/vector_painter.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "core/base/characters.h"
#include "ui/fonts.h"
#include "ui/widgets/compatibility.h"

namespace bankloom::ui {
namespace {

/// Pixels between two hatches along a row, as in grid_cell.frag.
constexpr float kHatchPeriod = 6;
/// Pixels by which a glyph may miss the end of the one before and still go on with its text.
constexpr float kStillJoined = 0.75f;
/// Longer texts of grids get the length that they have on the screen; numbers in cells are near enough without.
constexpr std::size_t kLongRun = 4;

std::string utf8_of(unsigned character) {
  std::string text;
  const auto add = [&](unsigned byte) { text += static_cast<char>(byte); };
  if (character < 0x80) {
    add(character);
  } else if (character < 0x800) {
    add(0xC0 | character >> 6);
    add(0x80 | (character & 0x3F));
  } else {
    add(0xE0 | character >> 12);
    add(0x80 | (character >> 6 & 0x3F));
    add(0x80 | (character & 0x3F));
  }
  return text;
}

constexpr std::size_t kChinese = VectorPainter::kFaces.size() - 1;

/// The bytes of the beginning of a text that are all in Chinese characters, or all in others.
std::size_t length_of_run(std::string_view words) {
  std::size_t at = 0;
  for (const bool wide = has_wide(words.substr(0, character_at(words, 0).end)); at < words.size();) {
    const auto [code, end] = character_at(words, at);
    if (is_wide(code) != wide) break;
    at = end;
  }
  return at;
}

gfx::Image part_of(const gfx::Image& image, const Rect& rect) {
  const auto clamped = [](float value, unsigned most) {
    return static_cast<unsigned>(std::clamp(std::round(value), 0.0f, static_cast<float>(most)));
  };
  const unsigned x0 = clamped(rect.x, image.width), x1 = clamped(rect.right(), image.width);
  gfx::Image part;
  part.width = x1 - x0;
  for (unsigned y = clamped(rect.y, image.height); y < clamped(rect.bottom(), image.height) && x0 < x1;
       ++y, ++part.height) {
    part.rgba.insert(part.rgba.end(), image.pixel(x0, y), image.pixel(x0, y) + std::size_t{part.width} * 4);
  }
  return part;
}

Rect intersection(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0f, std::min(a.right(), b.right()) - x),
          std::max(0.0f, std::min(a.bottom(), b.bottom()) - y)};
}

}  // namespace

VectorPainter::VectorPainter(const Fonts& fonts) {
  std::ranges::transform(kFaces, ems_.begin(),
                         [](gfx::FontFace face) { return gfx::em_of_line(gfx::find_font(face)); });
  ems_[kChinese] = kChineseEm;
  for (ImFont* font : {fonts.body, fonts.small, fonts.cell, fonts.large_cell}) read(font, gfx::FontFace::text);
  for (ImFont* font : {fonts.strong, fonts.heading, fonts.verdict, fonts.headline, fonts.counter}) {
    read(font, gfx::FontFace::text_semibold);
  }
  // Nothing is drawn in the editor's font.
  read(fonts.mono, gfx::FontFace::code);
}

void VectorPainter::read(ImFont* font, gfx::FontFace of) {
  if (font == nullptr) return;
  const float size = font_size(font);
  const auto face = static_cast<std::size_t>(std::ranges::find(kFaces, of) - kFaces.begin());
#if IMGUI_VERSION_NUM >= 19200
  ImFontBaked* const source = font->GetFontBaked(size);
#else
  ImFont* const source = font;
#endif
  const float ascent = source->Ascent / size;
  const ImFontGlyph* const space = source->FindGlyph(' ');
  const float blank = space == nullptr ? 0 : space->AdvanceX / size;
  faces_[font] = {face, ascent};
  for (const ImFontGlyph& glyph : source->Glyphs) {
    if (!glyph.Visible) continue;
    const std::size_t own = is_wide(glyph.Codepoint) ? kChinese : face;
    glyphs_.try_emplace({glyph.U0, glyph.V0}, Glyph{own, utf8_of(glyph.Codepoint), glyph.X0 / size, glyph.Y0 / size,
                                                    (glyph.X1 - glyph.X0) / size, (glyph.Y1 - glyph.Y0) / size,
                                                    glyph.AdvanceX / size, ascent, blank});
  }
}

void VectorPainter::text(TextFont font, ImVec2 place, Colour colour, std::string_view words, float width) {
  const auto face = faces_.find(font.font);
  if (words.empty() || face == faces_.end()) return;
  const char* at = words.data();
  const char* const end = at + words.size();
  for (float y = place.y; at < end; y += font.size) {
    const char* stop = std::find(at, end, '\n');
    if (width > 0) {
#if IMGUI_VERSION_NUM >= 19200
      stop = std::min(stop, font.font->CalcWordWrapPosition(font.size, at, end, width));
#else
      stop = std::min(stop, font.font->CalcWordWrapPositionA(font.size / font_size(font.font), at, end, width));
#endif
    }
    if (stop == at && *at != '\n') ++stop;
    float x = place.x;
    for (std::string_view left(at, static_cast<std::size_t>(stop - at)); !left.empty();) {
      Run run;
      run.words = left.substr(0, length_of_run(left));
      left.remove_prefix(run.words.size());
      run.face = has_wide(run.words) ? kChinese : face->second.first;
      run.x = x;
      run.baseline = y + face->second.second * font.size;
      run.size = font.size;
      x += font.font->CalcTextSizeA(font.size, FLT_MAX, 0, run.words.c_str()).x;
      run.end = x;
      run.colour = colour;
      run.has_length = true;
      add(run);
    }
    // Dear ImGui leaves out the blanks at which it breaks a line.
    at = stop;
    if (at < end && *at == '\n') {
      ++at;
    } else {
      while (width > 0 && at < end && *at == ' ') ++at;
    }
  }
}

void VectorPainter::add(const Run& run) {
  const Rect box = run.box(), seen = clip_of(box);
  if (seen.width <= 0 || seen.height <= 0) return;
  bottom_ = std::max(bottom_, seen.bottom());
  // A letter's foot may reach out of its line; what is really cut has less than nine tenths of the line.
  this->run(run, seen, seen.width < box.width - 1 || seen.height < box.height * 0.6f);
}

void VectorPainter::grid(gfx::GridBatch batch, const Rect& clip) {
  in_grid_ = true;
  grid_clip_ = clip;
  for (const gfx::GridCell& cell : batch.cells) add(cell, batch.scale);
  Run run;
  const auto finish = [&] {
    run.has_length = run.words.size() >= kLongRun;
    if (!run.words.empty()) add(run);
  };
  for (const gfx::GridGlyph& glyph : batch.glyphs) {
    const auto found = glyphs_.find({glyph.u0, glyph.v0});
    if (found == glyphs_.end() || found->second.height <= 0) continue;
    const Glyph& known = found->second;
    const float size = glyph.height / known.height;
    const float squeeze = known.width > 0 ? glyph.width / (known.width * size) : 1;
    const float x = glyph.x - known.x0 * size * squeeze, baseline = glyph.y + (known.ascent - known.y0) * size;
    const bool goes_on = !run.words.empty() && run.face == known.face && run.colour == glyph.colour &&
                         std::abs(run.size - size) < 0.05f * size && std::abs(run.baseline - baseline) < kStillJoined;
    const float blank = !run.words.empty() ? x - run.end - known.blank * size * squeeze : 0;
    if (goes_on && std::abs(x - run.end) < kStillJoined) {
      run.words += known.character;
    } else if (goes_on && std::abs(blank) < kStillJoined / 2) {
      run.words += " " + known.character;
    } else {
      finish();
      run = Run{known.face, known.character, x, baseline, size, 0, glyph.colour, false};
    }
    run.end = x + known.advance * size * squeeze;
  }
  finish();
  in_grid_ = false;
}

void VectorPainter::add(const gfx::GridCell& cell, float scale) {
  const Rect whole{cell.x, cell.y, cell.width, cell.height};
  const Rect box = cell.radius > 0 ? whole : clip_of(whole);
  if (box.width <= 0 || box.height <= 0) return;
  rect({box.x, box.y}, {box.right(), box.bottom()}, cell.fill, cell.radius);
  if (alpha_of(cell.hatch) != 0) hatch(box, cell.radius, cell.hatch, kHatchPeriod * scale);
  if (alpha_of(cell.border) == 0 || cell.border_width <= 0) return;
  outline({whole.x, whole.y}, {whole.right(), whole.bottom()}, cell.border, cell.border_width,
          std::max(0.0f, cell.radius - cell.border_width / 2));
}

void VectorPainter::map(const MapDrawing& map) {
  const Rect seen = clip_of(map.rect);
  if (map.texture != nullptr && !map.texture->empty() && seen.width >= 1 && seen.height >= 1) maps_.push_back(seen);
}

std::vector<std::pair<Rect, gfx::Image>> VectorPainter::maps(const gfx::Image& frame) const {
  std::vector<std::pair<Rect, gfx::Image>> parts;
  parts.reserve(maps_.size());
  for (const Rect& map : maps_) parts.emplace_back(map, part_of(frame, map));
  return parts;
}

void VectorPainter::push_clip(const Rect& rect) {
  ImGui::GetWindowDrawList()->PushClipRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, true);
}

void VectorPainter::pop_clip() { ImGui::GetWindowDrawList()->PopClipRect(); }

Rect VectorPainter::clip_of(const Rect& box) const {
  const ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 from = list->GetClipRectMin(), to = list->GetClipRectMax();
  const Rect seen = intersection(box, {from.x, from.y, to.x - from.x, to.y - from.y});
  return in_grid_ ? intersection(seen, grid_clip_) : seen;
}

Rect VectorPainter::box_of(ImVec2 from, ImVec2 to) {
  return {std::min(from.x, to.x), std::min(from.y, to.y), std::abs(to.x - from.x), std::abs(to.y - from.y)};
}

Rect VectorPainter::box_of(ImVec2 a, ImVec2 b, ImVec2 c) {
  return box_of({std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y})},
                {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})});
}

}  // namespace bankloom::ui
