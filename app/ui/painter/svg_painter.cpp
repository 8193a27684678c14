#include "ui/painter/svg_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <numbers>

#include "core/base/text_lines.h"
#include "ui/widgets/compatibility.h"

namespace bankloom::ui {
namespace {

/// Pixels between two hatches along a row, as in grid_cell.frag.
constexpr float kHatchPeriod = 6;
/// Pixels by which a glyph may miss the end of the one before and still go on with its text.
constexpr float kStillJoined = 0.75f;
/// Longer texts of grids get the length that they have on the screen; numbers in cells are near enough without.
constexpr std::size_t kLongRun = 4;

/// Attributes by Face; that of text is the picture's.
constexpr std::array<std::string_view, 3> kFaces{
    "",
    R"(font-weight="600" )",
    R"(font-family="'JetBrains Mono', 'DejaVu Sans Mono', monospace" )",
};

/// With at most two decimals, and no more than needed.
std::string number(float value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

unsigned alpha_of(Colour colour) { return colour >> 24; }

/// `what`: fill or stroke.
std::string paint(std::string_view what, Colour colour) {
  std::string text =
      fmt::format(R"({}="#{:02x}{:02x}{:02x}")", what, colour & 0xFF, colour >> 8 & 0xFF, colour >> 16 & 0xFF);
  if (alpha_of(colour) < 255)
    text += fmt::format(R"( {}-opacity="{}")", what, number(static_cast<float>(alpha_of(colour)) / 255));
  return text;
}

std::string escaped(std::string_view words) {
  std::string text;
  for (const char c : words) {
    switch (c) {
      case '&':
        text += "&amp;";
        break;
      case '<':
        text += "&lt;";
        break;
      case '>':
        text += "&gt;";
        break;
      case '"':
        text += "&quot;";
        break;
      default:
        // XML has no other control characters.
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') text += c;
    }
  }
  return text;
}

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

std::string base64(std::string_view bytes) {
  static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned group = 0;
    const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < left ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= left ? kDigits[group >> (18 - 6 * k) & 0x3F] : '=';
  }
  return text;
}

std::string box_attributes(const Rect& box, float radius = 0) {
  std::string text = fmt::format(R"(x="{}" y="{}" width="{}" height="{}")", number(box.x), number(box.y),
                                 number(box.width), number(box.height));
  if (radius > 0) text += fmt::format(R"( rx="{}")", number(std::min({radius, box.width / 2, box.height / 2})));
  return text;
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

Rect around(ImVec2 middle, float radius) { return {middle.x - radius, middle.y - radius, 2 * radius, 2 * radius}; }

Rect box_of(ImVec2 from, ImVec2 to) {
  return {std::min(from.x, to.x), std::min(from.y, to.y), std::abs(to.x - from.x), std::abs(to.y - from.y)};
}

Rect intersection(const Rect& a, const Rect& b) {
  const float x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::max(0.0f, std::min(a.right(), b.right()) - x),
          std::max(0.0f, std::min(a.bottom(), b.bottom()) - y)};
}

}  // namespace

SvgPainter::SvgPainter(const Fonts& fonts, const Ems& ems) : ems_(ems) {
  for (ImFont* font : {fonts.body, fonts.small, fonts.cell, fonts.large_cell}) read(font, Face::text);
  for (ImFont* font : {fonts.strong, fonts.heading, fonts.verdict, fonts.headline, fonts.counter}) {
    read(font, Face::semibold);
  }
  for (ImFont* font : {fonts.mono, fonts.editor}) read(font, Face::code);
}

void SvgPainter::read(ImFont* font, Face face) {
  if (font == nullptr) return;
#if IMGUI_VERSION_NUM >= 19200
  const float size = font_size(font);
  ImFontBaked* const source = font->GetFontBaked(size);
#else
  // The editor's font has the distance of its lines as its size.
  const float size = font->ConfigData != nullptr ? font->ConfigData->SizePixels : font->FontSize;
  ImFont* const source = font;
#endif
  const float ascent = source->Ascent / size;
  const ImFontGlyph* const space = source->FindGlyph(' ');
  const float blank = space == nullptr ? 0 : space->AdvanceX / size;
  faces_[font] = {face, ascent};
  for (const ImFontGlyph& glyph : source->Glyphs) {
    if (!glyph.Visible) continue;
    glyphs_.try_emplace({glyph.U0, glyph.V0}, Glyph{face, utf8_of(glyph.Codepoint), glyph.X0 / size, glyph.Y0 / size,
                                                    (glyph.X1 - glyph.X0) / size, (glyph.Y1 - glyph.Y0) / size,
                                                    glyph.AdvanceX / size, ascent, blank});
  }
}

Result<std::string> SvgPainter::document(const gfx::Image& image, const std::vector<Ground>& grounds,
                                         const gfx::PngTexts& texts) {
  open({});
  // As large on paper as the picture; a pixel of SVG is the 96th part of an inch.
  const auto extent = [&](unsigned pixels) {
    return number(static_cast<float>(image.dots_per_inch > 0 ? pixels * 96 / image.dots_per_inch : pixels));
  };
  std::string text =
      fmt::format(R"(<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="{2}" )"
                  R"(height="{3}" )"
                  R"(viewBox="0 0 {0} {1}" font-family="Inter, 'DejaVu Sans', sans-serif" )"
                  "xml:space=\"preserve\">\n",
                  image.width, image.height, extent(image.width), extent(image.height));
  for (const auto& [name, words] : texts) {
    if (name == "Title") text += fmt::format("<title>{}</title>\n", escaped(words));
    if (name == "Description") text += fmt::format("<desc>{}</desc>\n", escaped(words));
  }
  if (!defs_.empty()) text += "<defs>\n" + defs_ + "</defs>\n";
  for (const Ground& ground : grounds) {
    text += fmt::format("<rect {} {}/>\n", box_attributes(ground.rect), paint("fill", ground.colour));
  }
  text += body_;
  // Above all else, since nothing that a map holds is drawn elsewhere.
  for (const Rect& map : maps_) {
    TRY(const auto bytes, gfx::encode_png(part_of(image, map)));
    text += fmt::format("<image {} xlink:href=\"data:image/png;base64,{}\"/>\n", box_attributes(map), base64(bytes));
  }
  return text + "</svg>\n";
}

void SvgPainter::rect(ImVec2 from, ImVec2 to, Colour fill, float radius) {
  Rect box = box_of(from, to);
  if (radius <= 0) box = clip_of(box);
  if (alpha_of(fill) != 0) add(box, fmt::format("<rect {} {}/>", box_attributes(box, radius), paint("fill", fill)));
}

void SvgPainter::outline(ImVec2 from, ImVec2 to, Colour colour, float thickness, float radius) {
  const Rect box = box_of(from, to), middle = box.inset(thickness / 2, thickness / 2);
  add(box, fmt::format(R"(<rect {} fill="none" {} stroke-width="{}"/>)", box_attributes(middle, radius),
                       paint("stroke", colour), number(thickness)));
}

void SvgPainter::line(ImVec2 from, ImVec2 to, Colour colour, float thickness) {
  add(box_of(from, to).inset(-thickness, -thickness),
      fmt::format(R"(<line x1="{}" y1="{}" x2="{}" y2="{}" {} stroke-width="{}"/>)", number(from.x), number(from.y),
                  number(to.x), number(to.y), paint("stroke", colour), number(thickness)));
}

void SvgPainter::triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour fill) {
  const ImVec2 from{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y})};
  const ImVec2 to{std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})};
  add(box_of(from, to), fmt::format(R"(<path d="M{} {}L{} {}L{} {}Z" {}/>)", number(a.x), number(a.y), number(b.x),
                                    number(b.y), number(c.x), number(c.y), paint("fill", fill)));
}

void SvgPainter::circle(ImVec2 middle, float radius, Colour fill, int) {
  add(around(middle, radius), fmt::format(R"(<circle cx="{}" cy="{}" r="{}" {}/>)", number(middle.x), number(middle.y),
                                          number(radius), paint("fill", fill)));
}

void SvgPainter::ring(ImVec2 middle, float radius, Colour colour, float thickness, int) {
  add(around(middle, radius + thickness),
      fmt::format(R"(<circle cx="{}" cy="{}" r="{}" fill="none" {} stroke-width="{}"/>)", number(middle.x),
                  number(middle.y), number(radius), paint("stroke", colour), number(thickness)));
}

void SvgPainter::arc(ImVec2 middle, float radius, float begin, float end, Colour colour, float thickness) {
  const auto at = [&](float angle) {
    return number(middle.x + radius * std::cos(angle)) + " " + number(middle.y + radius * std::sin(angle));
  };
  const bool is_large = end - begin > std::numbers::pi_v<float>;
  add(around(middle, radius + thickness),
      fmt::format(R"(<path d="M{}A{} {} 0 {} 1 {}" fill="none" {} stroke-width="{}"/>)", at(begin), number(radius),
                  number(radius), is_large ? 1 : 0, at(end), paint("stroke", colour), number(thickness)));
}

void SvgPainter::text(TextFont font, ImVec2 place, Colour colour, std::string_view words, float width) {
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
    Run run;
    run.face = face->second.first;
    run.words.assign(at, stop);
    run.x = place.x;
    run.baseline = y + face->second.second * font.size;
    run.size = font.size;
    run.end = place.x + font.font->CalcTextSizeA(font.size, FLT_MAX, 0, at, stop).x;
    run.colour = colour;
    if (!run.words.empty()) add_text(run, true);
    // Dear ImGui leaves out the blanks at which it breaks a line.
    at = stop;
    if (at < end && *at == '\n') {
      ++at;
    } else {
      while (width > 0 && at < end && *at == ' ') ++at;
    }
  }
}

void SvgPainter::add_text(const Run& run, bool has_length) {
  const Rect box{run.x, run.baseline - run.size, run.end - run.x, run.size * 1.3f};
  const Rect seen = clip_of(box);
  if (seen.width <= 0 || seen.height <= 0) return;
  bottom_ = std::max(bottom_, seen.bottom());
  std::string attributes =
      fmt::format(R"(x="{}" y="{}" {})", number(run.x), number(run.baseline), paint("fill", run.colour));
  if (has_length && run.words.size() > 1) {
    attributes += fmt::format(R"( textLength="{}" lengthAdjust="spacingAndGlyphs")", number(run.end - run.x));
  }
  const auto face = static_cast<std::size_t>(run.face);
  const std::string style = fmt::format(R"({}font-size="{}")", kFaces.at(face), number(run.size * ems_.at(face)));
  const std::string element = fmt::format("<text {}>{}</text>\n", attributes, escaped(run.words));
  // A letter's foot may reach out of its line; what is really cut has less than nine tenths of the line.
  if (seen.width < box.width - 1 || seen.height < box.height * 0.6f) {
    add(box, fmt::format("<g {}>{}</g>", style, element.substr(0, element.size() - 1)));
    return;
  }
  open(style);
  body_ += element;
}

void SvgPainter::grid(gfx::GridBatch batch, const Rect& clip) {
  in_grid_ = true;
  grid_clip_ = clip;
  for (const gfx::GridCell& cell : batch.cells) add_cell(cell, batch.scale);
  Run run;
  const auto finish = [&] {
    if (!run.words.empty()) add_text(run, run.words.size() >= kLongRun);
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
      run = Run{known.face, known.character, x, baseline, size, 0, glyph.colour};
    }
    run.end = x + known.advance * size * squeeze;
  }
  finish();
  in_grid_ = false;
}

void SvgPainter::add_cell(const gfx::GridCell& cell, float scale) {
  const Rect whole{cell.x, cell.y, cell.width, cell.height};
  const Rect box = cell.radius > 0 ? whole : clip_of(whole);
  if (box.width <= 0 || box.height <= 0) return;
  const bool has_border = alpha_of(cell.border) != 0 && cell.border_width > 0;
  if (alpha_of(cell.fill) != 0) {
    add(box, fmt::format("<rect {} {}/>", box_attributes(box, cell.radius), paint("fill", cell.fill)));
  }
  if (alpha_of(cell.hatch) != 0) {
    // The stripes of all cells of a colour are one pattern; each is as wide as the gap between two.
    const float period = kHatchPeriod * scale;
    const std::string colour = paint("stroke", cell.hatch);
    auto& id = ids_[colour];
    if (id.empty()) {
      id = fmt::format("h{}", ids_.size());
      const float stripe = period * std::numbers::sqrt2_v<float> / 2;
      defs_ += fmt::format(R"(<pattern id="{}" width="{}" height="8" patternUnits="userSpaceOnUse" )"
                           R"xml(patternTransform="rotate(45)">)xml"
                           "<line x1=\"{}\" y1=\"0\" x2=\"{}\" y2=\"8\" {} stroke-width=\"{}\"/></pattern>\n",
                           id, number(stripe), number(stripe / 4), number(stripe / 4), colour, number(stripe / 2));
    }
    add(box, fmt::format(R"xml(<rect {} fill="url(#{})"/>)xml", box_attributes(box, cell.radius), id));
  }
  if (has_border) {
    const float half = cell.border_width / 2;
    add(whole, fmt::format(R"(<rect {} fill="none" {} stroke-width="{}"/>)",
                           box_attributes(whole.inset(half, half), std::max(0.0f, cell.radius - half)),
                           paint("stroke", cell.border), number(cell.border_width)));
  }
}

void SvgPainter::map(const MapDrawing& map) {
  const Rect seen = clip_of(map.rect);
  if (map.texture != nullptr && !map.texture->empty() && seen.width >= 1 && seen.height >= 1) maps_.push_back(seen);
}

void SvgPainter::push_clip(const Rect& rect) {
  ImGui::GetWindowDrawList()->PushClipRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, true);
}

void SvgPainter::pop_clip() { ImGui::GetWindowDrawList()->PopClipRect(); }

Rect SvgPainter::clip_of(const Rect& box) const {
  const ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 from = list->GetClipRectMin(), to = list->GetClipRectMax();
  const Rect seen = intersection(box, {from.x, from.y, to.x - from.x, to.y - from.y});
  return in_grid_ ? intersection(seen, grid_clip_) : seen;
}

void SvgPainter::add(const Rect& box, const std::string& element) {
  const Rect seen = clip_of(box);
  if (seen.width <= 0 && seen.height <= 0) return;
  constexpr float kCut = 0.5f;
  const bool is_cut = seen.width < box.width - kCut || seen.height < box.height - kCut;
  if (!is_cut) {
    open({});
    body_ += element + "\n";
    return;
  }
  if (seen.width <= 0 || seen.height <= 0) return;
  // The clip, not what is seen of this element: it is the same for many.
  const Rect clip = clip_of({-1e6f, -1e6f, 2e6f, 2e6f});
  const std::string shape = fmt::format("<rect {}/>", box_attributes(clip));
  auto& id = ids_[shape];
  if (id.empty()) {
    id = fmt::format("c{}", ids_.size());
    defs_ += fmt::format("<clipPath id=\"{}\">{}</clipPath>\n", id, shape);
  }
  open(fmt::format(R"xml(clip-path="url(#{})")xml", id));
  body_ += element + "\n";
}

/// Elements after each other with the same attributes share a group.
void SvgPainter::open(const std::string& group) {
  if (group == group_) return;
  if (!group_.empty()) body_ += "</g>\n";
  if (!group.empty()) body_ += "<g " + group + ">\n";
  group_ = group;
}

}  // namespace bankloom::ui
