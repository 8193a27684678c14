// Text: measured, shortened, broken into lines, drawn.
#include <algorithm>
#include <cfloat>

#include "core/base/characters.h"
#include "ui/fonts.h"
#include "ui/widgets/parts.h"

namespace bankloom::ui {

ImVec2 text_size(ImFont* font, std::string_view words) {
  meet_characters(font, words);
  return font->CalcTextSizeA(font_size(font), FLT_MAX, 0, begin_of(words), end_of(words));
}

std::string shortened_within(ImFont* font, std::string_view words, float width) {
  if (text_size(font, words).x <= width + 0.5f) return std::string(words);
  static constexpr std::string_view kDots = "…";
  // A third for the beginning: names of one family differ at their ends.
  const float left = width - text_size(font, kDots).x;
  std::size_t begin = 0, end = words.size();
  while (begin < end) {
    const std::size_t next = character_at(words, begin).end;
    if (text_size(font, words.substr(0, next)).x > left / 3) break;
    begin = next;
  }
  const float first = text_size(font, words.substr(0, begin)).x;
  while (end > begin) {
    std::size_t next = end - 1;
    while (next > begin && (static_cast<unsigned char>(words[next]) & 0xC0u) == 0x80u) --next;
    if (first + text_size(font, words.substr(next)).x > left) break;
    end = next;
  }
  return std::string(words.substr(0, begin)) + std::string(kDots) + std::string(words.substr(end));
}

std::string shortened(ImFont* font, std::string_view words, float width) {
  if (text_size(font, words).x <= width + 0.5f) return std::string(words);
  static constexpr std::string_view kDots = "…";
  const float left = width - text_size(font, kDots).x;
  std::size_t kept = 0;
  for (std::size_t next = 0; next < words.size();) {
    next = character_at(words, next).end;
    if (text_size(font, words.substr(0, next)).x > left) break;
    kept = next;
  }
  while (kept > 0 && words[kept - 1] == ' ') --kept;
  return std::string(words.substr(0, kept)) + std::string(kDots);
}

Rect text(PanelContext& context, ImFont* font, Colour colour, std::string_view words) {
  const ImVec2 place = snapped(ImGui::GetCursorScreenPos());
  const ImVec2 size = text_size(font, words);
  ImGui::Dummy(size);
  draw_line(context, font, colour, place, words);
  const Rect rect{place.x, place.y, size.x, size.y};
  record(context, words, rect);
  return rect;
}

Rect text_at(PanelContext& context, ImFont* font, Colour colour, ImVec2 place, std::string_view words, Align align) {
  const ImVec2 size = text_size(font, words);
  if (align == Align::centre) place.x -= size.x / 2;
  if (align == Align::right) place.x -= size.x;
  place = snapped(place);
  draw_line(context, font, colour, place, words);
  const Rect rect{place.x, place.y, size.x, size.y};
  record(context, words, rect);
  return rect;
}

void centred_text(PanelContext& context, ImFont* font, Colour colour, const Rect& cell, std::string_view words,
                  Colour ground) {
  const std::string shown = shortened(font, words, cell.width);
  const ImVec2 size = text_size(font, shown);
  const ImVec2 place = snapped({cell.x + (cell.width - size.x) / 2, cell.y + (cell.height - size.y) / 2});
  fill(context, {place.x - 1, place.y, size.x + 2, size.y}, ground, 0);
  draw_line(context, font, colour, place, shown);
}

float character_width(const PanelContext& context, float size) {
  ImFont* mono = context.fonts.mono;
  return text_size(mono, "0000000000").x / 10 * size / font_size(mono);
}

std::string broken_lines(ImFont* font, std::string_view words, float width) {
  meet_characters(font, words);
  // Dear ImGui breaks after any of these, which is wrong if no blank follows, and before a %.
  const auto is_inside = [&](std::size_t at) {
    return at + 1 < words.size() && words[at + 1] != ' ' && words[at + 1] != '\n';
  };
  bool any = has_wide(words) || words.find(" %") != std::string_view::npos;
  for (std::size_t at = words.find_first_of(".,;!?\""); at != std::string_view::npos && !any;
       at = words.find_first_of(".,;!?\"", at + 1)) {
    any = is_inside(at);
  }
  if (!any || text_size(font, words).x <= width) return std::string(words);
  const float blank = text_size(font, " ").x;
  std::string lines;
  float used = 0;
  for (std::size_t from = 0; from < words.size();) {
    const std::size_t to = end_of_piece(words, from);
    const float piece = text_size(font, words.substr(from, to - from)).x;
    if (used > 0 && used + piece > width) {
      if (lines.ends_with(' ')) lines.pop_back();
      lines += '\n';
      used = 0;
    }
    lines += words.substr(from, to - from);
    used += piece;
    from = to;
    if (from < words.size() && (words[from] == ' ' || words[from] == '\n')) {
      used = words[from] == '\n' ? 0 : used + blank;
      lines += words[from++];
    }
  }
  return lines;
}

float wrapped_text_height(ImFont* font, float width, std::string_view words) {
  width = std::max(width, 1.0f);
  const std::string lines = broken_lines(font, words, width);
  return font->CalcTextSizeA(font_size(font), FLT_MAX, width, begin_of(lines), end_of(lines)).y;
}

float wrapped_text(PanelContext& context, ImFont* font, Colour colour, float width, std::string_view words) {
  const ImVec2 place = snapped(ImGui::GetCursorScreenPos());
  width = std::max(width, 1.0f);
  const std::string lines = broken_lines(font, words, width);
  const ImVec2 size = font->CalcTextSizeA(font_size(font), FLT_MAX, width, begin_of(lines), end_of(lines));
  ImGui::Dummy({width, size.y});
  context.painter.text({font, font_size(font)}, place, colour, lines, width);
  record(context, words, {place.x, place.y, size.x, size.y});
  return size.y;
}

}  // namespace bankloom::ui
