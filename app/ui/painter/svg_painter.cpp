#include "ui/painter/svg_painter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/base/text_lines.h"

namespace bankloom::ui {
namespace {

/// Attributes by face; those of text are the picture's.
constexpr std::array<std::string_view, VectorPainter::kFaces.size()> kFaceAttributes{
    "",
    R"(font-weight="600" )",
    R"(font-family="'JetBrains Mono', 'DejaVu Sans Mono', monospace" )",
    R"(font-family="'WenQuanYi Micro Hei', 'Droid Sans Fallback', 'Noto Sans CJK SC', sans-serif" )",
};

/// With at most two decimals, and no more than needed.
std::string number(float value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return text == "-0" ? "0" : text;
}

/// `what`: fill or stroke.
std::string paint(std::string_view what, Colour colour) {
  std::string text =
      fmt::format(R"({}="#{:02x}{:02x}{:02x}")", what, colour & 0xFF, colour >> 8 & 0xFF, colour >> 16 & 0xFF);
  if (const unsigned alpha = colour >> 24; alpha < 255) {
    text += fmt::format(R"( {}-opacity="{}")", what, number(static_cast<float>(alpha) / 255));
  }
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

}  // namespace

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
  // Browsers keep the blanks of a text by its style alone; other programs by xml:space.
  text += "<style>text{white-space:pre}</style>\n";
  for (const auto& [name, words] : texts) {
    if (name == "Title") text += fmt::format("<title>{}</title>\n", escaped(words));
    if (name == "Description") text += fmt::format("<desc>{}</desc>\n", escaped(words));
  }
  if (!defs_.empty()) text += "<defs>\n" + defs_ + "</defs>\n";
  for (const Ground& ground : grounds) {
    text += fmt::format("<rect {} {}/>\n", box_attributes(ground.rect), paint("fill", ground.colour));
  }
  text += body_;
  for (const auto& [place, part] : maps(image)) {
    TRY(const auto bytes, gfx::encode_png(part));
    text += fmt::format("<image {} xlink:href=\"data:image/png;base64,{}\"/>\n", box_attributes(place), base64(bytes));
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
  add(box_of(a, b, c), fmt::format(R"(<path d="M{} {}L{} {}L{} {}Z" {}/>)", number(a.x), number(a.y), number(b.x),
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

void SvgPainter::run(const Run& run, const Rect&, bool is_cut) {
  std::string attributes =
      fmt::format(R"(x="{}" y="{}" {})", number(run.x), number(run.baseline), paint("fill", run.colour));
  if (run.has_length && run.words.size() > 1) {
    attributes += fmt::format(R"( textLength="{}" lengthAdjust="spacingAndGlyphs")", number(run.end - run.x));
  }
  const std::string style =
      fmt::format(R"({}font-size="{}")", kFaceAttributes.at(run.face), number(run.size * em(run.face)));
  const std::string element = fmt::format("<text {}>{}</text>\n", attributes, escaped(run.words));
  if (is_cut) {
    add(run.box(), fmt::format("<g {}>{}</g>", style, element.substr(0, element.size() - 1)));
    return;
  }
  open(style);
  body_ += element;
}

void SvgPainter::hatch(const Rect& box, float radius, Colour colour, float period) {
  // The stripes of all cells of a colour are one pattern.
  const std::string stroke = paint("stroke", colour);
  auto& id = ids_[stroke];
  if (id.empty()) {
    id = fmt::format("h{}", ids_.size());
    const float stripe = period * std::numbers::sqrt2_v<float> / 2;
    defs_ += fmt::format(R"(<pattern id="{}" width="{}" height="8" patternUnits="userSpaceOnUse" )"
                         R"xml(patternTransform="rotate(45)">)xml"
                         "<line x1=\"{}\" y1=\"0\" x2=\"{}\" y2=\"8\" {} stroke-width=\"{}\"/></pattern>\n",
                         id, number(stripe), number(stripe / 4), number(stripe / 4), stroke, number(stripe / 2));
  }
  add(box, fmt::format(R"xml(<rect {} fill="url(#{})"/>)xml", box_attributes(box, radius), id));
}

void SvgPainter::add(const Rect& box, const std::string& element) {
  const Rect seen = clip_of(box);
  if (seen.width <= 0 && seen.height <= 0) return;
  const bool is_cut = seen.width < box.width - kCut || seen.height < box.height - kCut;
  if (!is_cut) {
    open({});
    body_ += element + "\n";
    return;
  }
  if (seen.width <= 0 || seen.height <= 0) return;
  const std::string shape = fmt::format("<rect {}/>", box_attributes(clip()));
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
