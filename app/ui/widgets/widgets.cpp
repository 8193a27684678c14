#include "ui/widgets/widgets.h"

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace bankloom::ui {
namespace {

/// Seconds that the mouse rests on a control before its tooltip appears.
constexpr double kTooltipDelay = 0.35;
/// Units between a button's words and its ends, at least.
constexpr float kButtonInset = 3;

/// Never null, which Dear ImGui takes for a text of unknown length.
const char* begin_of(std::string_view words) { return words.empty() ? "" : words.data(); }
const char* end_of(std::string_view words) { return begin_of(words) + words.size(); }

ImVec2 snapped(ImVec2 place) { return {std::floor(place.x), std::floor(place.y)}; }

/// What a style looks like under the mouse and away from it.
struct ButtonLook {
  Colour fill = 0;
  Colour words = 0;
};

ButtonLook look_of(const PanelContext& context, ButtonStyle style, bool hovered, bool held) {
  const Theme& theme = context.theme;
  switch (style) {
    case ButtonStyle::normal:
      return {hovered ? theme.raised_hover : theme.raised, theme.text};
    case ButtonStyle::quiet:
      return {hovered ? theme.raised : 0, hovered ? theme.text : theme.text_muted};
    case ButtonStyle::selected:
      return {held ? theme.raised_hover : theme.selected, theme.text};
    case ButtonStyle::accent_a:
      return {theme.accent_a, theme.on_accent};
    case ButtonStyle::accent_b:
      return {theme.accent_b, theme.on_accent};
    case ButtonStyle::disabled:
      return {theme.raised, theme.text_faint};
  }
  return {theme.raised, theme.text};
}

void note(PanelContext& context, std::string_view what, const Rect& rect, bool control = false, bool enabled = true) {
  if (context.probe.enabled()) context.probe.item(what, rect.x, rect.y, rect.width, rect.height, control, enabled);
}

void note_control(PanelContext& context, std::string_view what, const Rect& rect, bool enabled = true) {
  note(context, what, rect, true, enabled);
}

Rect last_item() {
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  return {from.x, from.y, to.x - from.x, to.y - from.y};
}

/// An item without words drawn yet.
struct Pressed {
  Rect rect;
  bool clicked = false, hovered = false, held = false;
  KeyboardFocus::Asked asked;
};

Pressed press_area(PanelContext& context, const char* id, ImVec2 size, bool enabled = true,
                   KeyboardFocus::Kind kind = KeyboardFocus::Kind::pressed) {
  Pressed area;
  size = {std::max(size.x, 1.0f), std::max(size.y, 1.0f)};
  area.clicked = ImGui::InvisibleButton(id, size) && enabled;
  area.rect = last_item();
  area.hovered = ImGui::IsItemHovered() && enabled;
  area.held = ImGui::IsItemActive() && enabled;
  if (!enabled) return area;
  area.asked = focus_stop(context, ImGui::GetID(id), area.rect, kind);
  if (area.clicked && context.focus != nullptr) context.focus->start_here();
  area.clicked = area.clicked || area.asked.is_pressed;
  return area;
}

void fill(const PanelContext& context, const Rect& rect, Colour colour, float radius) {
  if (colour >> 24 == 0) return;
  context.painter.rect({rect.x, rect.y}, {rect.right(), rect.bottom()}, colour, radius);
}

void draw_words(const PanelContext& context, ImFont* font, Colour colour, ImVec2 place, std::string_view words) {
  place = snapped(place);
  context.painter.text({font, font_size(font)}, place, colour, words);
}

/// The font of a control's words: the usual one, or a smaller one where these do not fit otherwise.
ImFont* fitting_font(const PanelContext& context, ImFont* usual, std::string_view words, float width) {
  return text_size(usual, words).x <= width + 0.5f ? usual : context.fonts.small;
}

/// Words in the middle of a rectangle, shortened to fit.
void centred_words(const PanelContext& context, ImFont* font, Colour colour, const Rect& rect, std::string_view words,
                   float inset) {
  const std::string shown = shortened(font, words, rect.width - 2 * inset);
  const ImVec2 size = text_size(font, shown);
  draw_words(context, font, colour, {rect.x + (rect.width - size.x) / 2, rect.y + (rect.height - size.y) / 2}, shown);
}

float row_gap(const PanelContext& context) { return std::max(1.0f, std::round(context.px(3))); }

}  // namespace

ImVec2 text_size(ImFont* font, std::string_view words) {
  return font->CalcTextSizeA(font_size(font), FLT_MAX, 0, begin_of(words), end_of(words));
}

std::string shortened_within(ImFont* font, std::string_view words, float width) {
  if (text_size(font, words).x <= width + 0.5f) return std::string(words);
  static constexpr std::string_view kDots = "…";
  // A third for the beginning: names of one family differ at their ends.
  std::size_t begin = 0, end = words.size();
  const auto is_inside = [&](std::size_t at) {
    return at < words.size() && (static_cast<unsigned char>(words[at]) & 0xC0u) == 0x80u;
  };
  const float left = width - text_size(font, kDots).x;
  while (begin < end && text_size(font, words.substr(0, begin + 1)).x <= left / 3) ++begin;
  while (is_inside(begin)) --begin;
  const float first = text_size(font, words.substr(0, begin)).x;
  while (end > begin && first + text_size(font, words.substr(end - 1)).x <= left) --end;
  while (is_inside(end)) ++end;
  return std::string(words.substr(0, begin)) + std::string(kDots) + std::string(words.substr(end));
}

std::string shortened(ImFont* font, std::string_view words, float width) {
  if (text_size(font, words).x <= width + 0.5f) return std::string(words);
  static constexpr std::string_view kDots = "…";
  const float left = width - text_size(font, kDots).x;
  std::size_t kept = 0;
  for (std::size_t next = 0; next < words.size();) {
    ++next;
    // Never within the bytes of a UTF-8 character.
    while (next < words.size() && (static_cast<unsigned char>(words[next]) & 0xC0u) == 0x80u) ++next;
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
  draw_words(context, font, colour, place, words);
  const Rect rect{place.x, place.y, size.x, size.y};
  note(context, words, rect);
  return rect;
}

Rect text_at(PanelContext& context, ImFont* font, Colour colour, ImVec2 place, std::string_view words, Align align) {
  const ImVec2 size = text_size(font, words);
  if (align == Align::centre) place.x -= size.x / 2;
  if (align == Align::right) place.x -= size.x;
  place = snapped(place);
  draw_words(context, font, colour, place, words);
  const Rect rect{place.x, place.y, size.x, size.y};
  note(context, words, rect);
  return rect;
}

void centred_text(PanelContext& context, ImFont* font, Colour colour, const Rect& cell, std::string_view words,
                  Colour ground) {
  const std::string shown = shortened(font, words, cell.width);
  const ImVec2 size = text_size(font, shown);
  const ImVec2 place = snapped({cell.x + (cell.width - size.x) / 2, cell.y + (cell.height - size.y) / 2});
  fill(context, {place.x - 1, place.y, size.x + 2, size.y}, ground, 0);
  draw_words(context, font, colour, place, shown);
}

float character_width(const PanelContext& context, float size) {
  ImFont* mono = context.fonts.mono;
  return text_size(mono, "0000000000").x / 10 * size / font_size(mono);
}

std::string broken_at_blanks(ImFont* font, std::string_view words, float width) {
  // It breaks after any of these, which hurts where no blank follows.
  const auto is_inside = [&](std::size_t at) {
    return at + 1 < words.size() && words[at + 1] != ' ' && words[at + 1] != '\n';
  };
  bool any = false;
  for (std::size_t at = words.find_first_of(".,;!?\""); at != std::string_view::npos && !any;
       at = words.find_first_of(".,;!?\"", at + 1)) {
    any = is_inside(at);
  }
  std::string lines(words);
  if (!any || text_size(font, words).x <= width) return lines;
  const float blank = text_size(font, " ").x;
  float used = 0;
  for (std::size_t from = 0; from < lines.size();) {
    const std::size_t to = std::min(lines.find_first_of(" \n", from), lines.size());
    const float word = text_size(font, std::string_view(lines).substr(from, to - from)).x;
    if (used > 0 && used + word > width && lines[from - 1] == ' ') {
      lines[from - 1] = '\n';
      used = 0;
    }
    used = to < lines.size() && lines[to] == '\n' ? 0 : used + word + blank;
    from = to + 1;
  }
  return lines;
}

float wrapped_text_height(ImFont* font, float width, std::string_view words) {
  width = std::max(width, 1.0f);
  const std::string lines = broken_at_blanks(font, words, width);
  return font->CalcTextSizeA(font_size(font), FLT_MAX, width, begin_of(lines), end_of(lines)).y;
}

float wrapped_text(PanelContext& context, ImFont* font, Colour colour, float width, std::string_view words) {
  const ImVec2 place = snapped(ImGui::GetCursorScreenPos());
  width = std::max(width, 1.0f);
  const std::string lines = broken_at_blanks(font, words, width);
  const ImVec2 size = font->CalcTextSizeA(font_size(font), FLT_MAX, width, begin_of(lines), end_of(lines));
  ImGui::Dummy({width, size.y});
  context.painter.text({font, font_size(font)}, place, colour, lines, width);
  note(context, words, {place.x, place.y, size.x, size.y});
  return size.y;
}

void card(PanelContext& context, const Rect& rect, Colour fill_colour, Colour line, float radius_units) {
  const float radius = context.px(radius_units);
  fill(context, rect, fill_colour, radius);
  if (line >> 24 != 0) {
    context.painter.outline({rect.x, rect.y}, {rect.right(), rect.bottom()}, line,
                            std::max(1.0f, std::round(context.scale)), radius);
  }
}

ImVec2 cursor() { return ImGui::GetCursorScreenPos(); }

float room(const PanelContext& context) {
  return std::min(context.area.right() - ImGui::GetCursorScreenPos().x, ImGui::GetContentRegionAvail().x);
}

void gap(PanelContext& context, float units) {
  // Dummy() adds the spacing between items to its height.
  ImGui::Dummy({0, std::max(0.0f, context.px(units) - ImGui::GetStyle().ItemSpacing.y)});
}

float control_height(const PanelContext& context) { return std::round(font_size(context.fonts.body) + context.px(11)); }

namespace {

ImFont* button_font(const PanelContext& context, ButtonStyle style) {
  const bool strong =
      style == ButtonStyle::accent_a || style == ButtonStyle::accent_b || style == ButtonStyle::selected;
  return strong ? context.fonts.strong : context.fonts.body;
}

bool button_with(PanelContext& context, const char* id, std::string_view label, ButtonStyle style, ImVec2 size,
                 ImFont* font) {
  const Pressed area = press_area(context, id, size, style != ButtonStyle::disabled);
  const ButtonLook look = look_of(context, style, area.hovered, area.held);
  fill(context, area.rect, look.fill, context.px(5));
  centred_words(context, font, look.words, area.rect, label, context.px(kButtonInset));
  note_control(context, label, area.rect, style != ButtonStyle::disabled);
  return area.clicked;
}

}  // namespace

bool button(PanelContext& context, const char* id, std::string_view label, ButtonStyle style, ImVec2 size) {
  if (size.x <= 0) size.x = std::ceil(text_size(context.fonts.body, label).x + context.px(20));
  if (size.y <= 0) size.y = control_height(context);
  ImFont* font = fitting_font(context, button_font(context, style), label, size.x - 2 * context.px(kButtonInset));
  return button_with(context, id, label, style, size, font);
}

float least_width(const PanelContext& context, std::span<const std::string_view> labels) {
  float width = 0;
  for (const auto label : labels) width += text_size(context.fonts.small, label).x + context.px(6) + row_gap(context);
  return width;
}

std::optional<int> segmented(PanelContext& context, const char* id, std::span<const std::string_view> labels,
                             int selected, ButtonStyle chosen, float width) {
  std::optional<int> clicked;
  if (labels.empty()) return clicked;
  if (width <= 0) width = room(context);
  const float between = row_gap(context);
  const auto count = static_cast<float>(labels.size());
  // Equal widths where all words fit in them, else each as its words need; in the smaller font where they need more
  // than there is.
  const float equal = (width - between * (count - 1)) / count;
  float widest = 0, sum = 0;
  ImFont* font = context.fonts.strong;
  const auto needed = [&](std::string_view label) { return text_size(font, label).x + context.px(6); };
  const auto measure = [&] {
    widest = sum = 0;
    for (const auto label : labels) {
      widest = std::max(widest, needed(label));
      sum += needed(label);
    }
  };
  measure();
  if (sum > width - between * (count - 1)) {
    font = context.fonts.small;
    measure();
  }
  const float spare = (width - between * (count - 1) - sum) / count;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float from = start.x;
  ImGui::BeginGroup();
  ImGui::PushID(id);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float own = widest <= equal ? equal : needed(labels[i]) + spare;
    const float to = from + own;
    if (i > 0) ImGui::SameLine(0, 0);
    ImGui::SetCursorScreenPos({std::round(from), start.y});
    ImGui::PushID(static_cast<int>(i));
    const ButtonStyle style = static_cast<int>(i) == selected ? chosen : ButtonStyle::normal;
    // All of them in one size.
    if (button_with(context, "part", labels[i], style,
                    {std::max(1.0f, std::round(to) - std::round(from)), control_height(context)},
                    font == context.fonts.small ? font : button_font(context, style))) {
      clicked = static_cast<int>(i);
    }
    ImGui::PopID();
    from = to + between;
  }
  ImGui::PopID();
  ImGui::EndGroup();
  return clicked;
}

float list_row_height(const PanelContext& context) { return std::round(font_size(context.fonts.body) + context.px(9)); }

bool list_row(PanelContext& context, const char* id, const ListLine& line, float width) {
  const float inset = context.px(9);
  const Pressed area = press_area(context, id, {width, list_row_height(context)});
  const Theme& theme = context.theme;
  if (line.is_selected || area.hovered) {
    fill(context, area.rect, line.is_selected ? theme.selected : theme.raised, context.px(5));
  }
  const ImVec2 right_size = text_size(context.fonts.body, line.right);
  const auto beside = [&](float right) { return width - 2 * inset - (right <= 0 ? 0 : right + context.px(6)); };
  const float for_label = beside(right_size.x);
  ImFont* font = line.is_selected ? context.fonts.strong : context.fonts.body;
  if (line.longest[0].empty()) {
    font = fitting_font(context, font, line.label, for_label);
  } else {
    // The chosen one is bold, and any may be.
    const bool is_small = text_size(context.fonts.strong, line.longest[0]).x >
                          beside(text_size(context.fonts.body, line.longest[1]).x) + 0.5f;
    if (is_small) font = context.fonts.small;
  }
  const std::string shown = shortened_within(font, line.label, for_label);
  const auto middle = [&](ImVec2 size) { return area.rect.y + (area.rect.height - size.y) / 2; };
  draw_words(context, font, theme.text, {area.rect.x + inset, middle(text_size(font, shown))}, shown);
  if (!line.right.empty()) {
    const Rect right{area.rect.right() - inset - right_size.x, middle(right_size), right_size.x, right_size.y};
    draw_words(context, context.fonts.body, line.right_colour, {right.x, right.y}, line.right);
    note(context, line.right, right);
  }
  float x = area.rect.x;
  for (const Colour mark : line.marks) {
    fill(context, {x, area.rect.y + context.px(3), context.px(2.5f), area.rect.height - 2 * context.px(3)}, mark,
         context.px(1));
    x += context.px(3.5f);
  }
  note_control(context, line.label, area.rect);
  return area.clicked;
}

namespace {

/// Units: the width at which a tooltip's words are broken, the room between them and its edges, and between it and its
/// item.
constexpr float kTooltipWidth = 350, kTooltipInsetX = 10, kTooltipInsetY = 7, kTooltipGap = 6;
/// From this part of its window's width on a low item is a row of a list; up to this height (units) it is no picture.
constexpr float kListRow = 0.6f, kPicture = 90;

/// The place of a tooltip of a size at an item; nothing: at the mouse.
std::optional<TooltipPlace> place_at(const PanelContext& context, const Rect& item, ImVec2 size) {
  if (item.height > context.px(kPicture)) return std::nullopt;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const float away = context.px(kTooltipGap);
  const auto within = [](float from, float extent, float most) {
    return std::clamp(from, 0.0f, std::max(most - extent, 0.0f));
  };
  const bool is_row = item.width > 4 * item.height && item.width >= kListRow * ImGui::GetWindowWidth();
  if (is_row) {
    // Beside the whole list: in its row there may be more to click.
    const float left = std::min(item.x, ImGui::GetWindowPos().x);
    const float right = std::max(item.right(), ImGui::GetWindowPos().x + ImGui::GetWindowWidth());
    const float y = within(item.y, size.y, window.y);
    if (right + away + size.x <= window.x) return TooltipPlace{{right + away, y}, {0, 0}};
    if (left - away - size.x >= 0) return TooltipPlace{{left - away - size.x, y}, {0, 0}};
  }
  const float x = within(item.x, size.x, window.x);
  if (item.y - away - size.y >= 0) return TooltipPlace{{x, item.y - away - size.y}, {0, 0}};
  return TooltipPlace{{x, item.bottom() + away}, {0, 0}};
}

}  // namespace

void tooltip(PanelContext& context, std::string_view words, const TooltipPlace* place) {
  const Rect* cell = context.focus == nullptr ? nullptr : context.focus->shown_cell(ImGui::GetItemID());
  if (context.still || words.empty() || (cell == nullptr && !ImGui::IsItemHovered())) return;
  const ImGuiContext& gui = *ImGui::GetCurrentContext();
  if (cell != nullptr) {
    // Beside the cell, on the side where there is more room.
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const bool is_right = cell->x > window.x / 2, is_low = cell->y > window.y / 2;
    const float away = context.px(10);
    ImGui::SetNextWindowPos({is_right ? cell->x - away : cell->right() + away, is_low ? cell->y : cell->bottom()},
                            ImGuiCond_Always, {is_right ? 1.0f : 0.0f, is_low ? 1.0f : 0.0f});
  } else if (gui.HoveredId != 0 && static_cast<double>(gui.HoveredIdTimer) < kTooltipDelay) {
    context.redraw_within(kTooltipDelay);
    return;
  }
  const ImVec2 inset{context.px(kTooltipInsetX), context.px(kTooltipInsetY)};
  ImFont* font = context.fonts.body;
  const std::string lines = broken_at_blanks(font, words, context.px(kTooltipWidth));
  if (cell == nullptr) {
    const ImVec2 size =
        font->CalcTextSizeA(font_size(font), FLT_MAX, context.px(kTooltipWidth), begin_of(lines), end_of(lines));
    const auto found = place != nullptr ? std::optional(*place)
                                        : place_at(context, last_item(),
                                                   {std::ceil(size.x + 2 * inset.x), std::ceil(size.y + 2 * inset.y)});
    if (found) ImGui::SetNextWindowPos(found->at, ImGuiCond_Always, found->pivot);
  }
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, inset);
  ImGui::BeginTooltip();
  // In its first frame a tooltip is only measured, not shown.
  if (ImGui::IsWindowAppearing()) context.redraw_within(0);
  context.probe.tooltip(words);
  push_font(font);
  // Counted from the window's edge.
  ImGui::PushTextWrapPos(context.px(kTooltipWidth) + inset.x + 1);
  ImGui::TextUnformatted(begin_of(lines), end_of(lines));
  ImGui::PopTextWrapPos();
  ImGui::PopFont();
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

namespace {

/// Known by where it is: what it says changes.
void invisible_at(const Rect& rect, const char* kind) {
  ImGui::PushID(static_cast<int>(rect.x));
  ImGui::PushID(static_cast<int>(rect.y));
  ImGui::InvisibleButton(kind, {rect.width, rect.height});
  ImGui::PopID();
  ImGui::PopID();
}

}  // namespace

Rect chip(PanelContext& context, std::string_view words, Colour dot) {
  ImFont* font = context.fonts.small;
  const ImVec2 size = text_size(font, words);
  const float inset = context.px(10), height = std::round(size.y + context.px(9));
  const float before = dot >> 24 == 0 ? 0 : context.px(14);
  const ImVec2 place = snapped(ImGui::GetCursorScreenPos());
  const Rect rect{place.x, place.y, std::ceil(size.x + 2 * inset + before), height};
  invisible_at(rect, "chip");
  fill(context, rect, context.theme.raised, height / 2);
  if (before > 0) {
    context.painter.circle({rect.x + inset + context.px(4), rect.y + height / 2}, context.px(4), dot);
  }
  draw_words(context, font, context.theme.text_muted, {rect.x + inset + before, rect.y + (height - size.y) / 2}, words);
  note(context, words, rect);
  return rect;
}

Rect warning(PanelContext& context, std::string_view words, float width) {
  ImFont* font = context.fonts.strong;
  const Theme& theme = context.theme;
  const float sign = std::round(font_size(font)), inset = context.px(8), before = sign + context.px(7);
  const float room_here = width - 2 * inset - before;
  if (width > 0 && text_size(font, words).x > room_here) font = context.fonts.small;
  const std::string shown = width > 0 ? shortened(font, words, room_here) : std::string(words);
  const ImVec2 size = text_size(font, shown);
  const ImVec2 place = snapped(ImGui::GetCursorScreenPos());
  const Rect rect{place.x, place.y, std::ceil(size.x + 2 * inset + before),
                  std::round(font_size(context.fonts.strong) + context.px(6))};
  invisible_at(rect, "warning");
  card(context, rect, mix(theme.surface, theme.bad, 0.15), theme.bad, 4);
  const float left = rect.x + inset, top = rect.y + (rect.height - sign) / 2, middle = left + sign / 2;
  context.painter.triangle({middle, top}, {left + sign, top + sign}, {left, top + sign}, theme.bad);
  const float thick = std::max(1.5f, context.px(1.6f));
  const Colour ink = text_on(theme.bad);
  context.painter.rect({middle - thick / 2, top + sign * 0.36f}, {middle + thick / 2, top + sign * 0.68f}, ink);
  context.painter.rect({middle - thick / 2, top + sign * 0.76f}, {middle + thick / 2, top + sign * 0.76f + thick}, ink);
  draw_words(context, font, theme.text, {left + before, rect.y + (rect.height - size.y) / 2}, shown);
  note(context, words, rect);
  return rect;
}

Rect key_hint(PanelContext& context, std::string_view key) {
  ImFont* font = context.fonts.small;
  const ImVec2 size = text_size(font, key);
  const ImVec2 place = snapped(ImGui::GetCursorScreenPos());
  const Rect rect{place.x, place.y, std::max(std::ceil(size.x + context.px(12)), context.px(24)),
                  std::round(size.y + context.px(6))};
  ImGui::Dummy({rect.width, rect.height});
  card(context, rect, context.theme.raised, context.theme.line, 4);
  centred_words(context, font, context.theme.text, rect, key, 0);
  note(context, key, rect);
  return rect;
}

bool hit_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size) {
  const Pressed area = press_area(context, id, size);
  note_control(context, words, area.rect);
  return area.clicked;
}

Pointed picture_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size, const Rect& cells,
                     ImVec2 cell) {
  const Pressed area = press_area(context, id, size, true, KeyboardFocus::Kind::pictured);
  note_control(context, words, area.rect);
  // Of mouse and arrows the one that moved last: a mouse that only lies there does not take the arrows' place.
  const bool is_mouse = !area.asked.has_focus || context.focus->is_mouse_followed();
  if (area.hovered && is_mouse && !area.asked.is_pressed) return {area.clicked, ImGui::GetIO().MousePos};
  if (!area.asked.has_focus || cell.x <= 0 || cell.y <= 0) return {area.clicked, std::nullopt};
  const auto count = [](float room, float one) { return static_cast<int>(std::floor(room / one + 0.01f)); };
  const auto at = context.focus->cell_among(count(cells.width, cell.x), count(cells.height, cell.y));
  const Rect shown{cells.x + cell.x * static_cast<float>(at.column), cells.y + cell.y * static_cast<float>(at.row),
                   cell.x, cell.y};
  context.focus->show_cell(shown);
  return {area.clicked, ImVec2{shown.x + shown.width / 2, shown.y + shown.height / 2}};
}

int slider_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size) {
  const Pressed area = press_area(context, id, size, true, KeyboardFocus::Kind::pictured);
  note_control(context, words, area.rect);
  return area.asked.across - area.asked.down;
}

SplitterUse splitter_area(PanelContext& context, const Splitter& splitter, const std::string& words) {
  const Rect& strip = splitter.rect;
  const bool is_left = splitter.panel == EdgePanel::left, is_across = splitter.is_across();
  const Pressed area =
      press_area(context, "splitter", {strip.width, strip.height}, true, KeyboardFocus::Kind::pictured);
  note_control(context, "splitter", area.rect);
  tooltip(context, words);
  const ImGuiIO& io = ImGui::GetIO();
  const float threshold = context.px(3), thick = is_across ? strip.width : strip.height;
  const bool is_moved = io.MouseDragMaxDistanceSqr[0] > threshold * threshold;
  SplitterUse used;
  used.is_taken = ImGui::IsItemActivated();
  used.is_reset = area.asked.is_pressed || (area.hovered && ImGui::IsMouseDoubleClicked(0));
  used.is_clicked = area.clicked && !area.asked.is_pressed && !is_moved;
  used.steps = is_left ? area.asked.across : is_across ? -area.asked.across : -area.asked.down;
  // Also where it was let go since the last frame.
  if ((area.held || ImGui::IsItemDeactivated()) && is_moved) {
    const float mouse = is_across ? io.MousePos.x : io.MousePos.y;
    const float edge = is_across ? strip.right() : strip.bottom();
    used.dragged_to = (is_left ? mouse - strip.x : edge - mouse) + splitter.at - thick / 2;
  }
  if (area.hovered || area.held || area.asked.has_focus) {
    ImGui::SetMouseCursor(is_across ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    fill(context, strip, area.held ? context.theme.text_muted : context.theme.text_faint, 0);
  }
  return used;
}

void hover_area(const char* id, ImVec2 size) {
  ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), std::max(size.y, 1.0f)});
}

namespace {

/// Draws in a square whose middle is given, `r` half its side.
class IconPen {
 public:
  IconPen(Painter& painter, ImVec2 middle, float r, Colour colour)
      : painter_(painter), middle_(middle), r_(r), colour_(colour) {}

  /// A triangle that points right (`direction` 1) or left (-1), `x` its middle, as a part of r.
  void triangle(float x, float direction, float size = 0.75f) const {
    const float w = size * r_ * 0.9f * direction, h = size * r_;
    const ImVec2 a = at(x, 0);
    ImVec2 points[3] = {{a.x - w / 1.6f, a.y - h}, {a.x - w / 1.6f, a.y + h}, {a.x + w, a.y}};
    if (direction < 0) std::swap(points[0], points[1]);
    painter_.triangle(points[0], points[2], points[1], colour_);
  }
  void vertical_triangle(float y, float direction, float size = 0.7f) const {
    const float h = size * r_ * 0.85f * direction, w = size * r_;
    const ImVec2 a = at(0, y);
    painter_.triangle({a.x - w, a.y - h / 1.6f}, {a.x, a.y + h}, {a.x + w, a.y - h / 1.6f}, colour_);
  }
  void bar(float x, float width = 0.28f, float height = 0.8f) const { box(x, 0, width, 2 * height); }
  void box(float x, float y, float width, float height) const {
    const ImVec2 a = at(x - width / 2, y - height / 2), b = at(x + width / 2, y + height / 2);
    painter_.rect(a, b, colour_, r_ * 0.08f);
  }
  void line(float x0, float y0, float x1, float y1, float width = 0.2f) const {
    painter_.line(at(x0, y0), at(x1, y1), colour_, std::max(1.0f, width * r_));
  }
  void circle(float x, float y, float radius, float width = 0.2f) const {
    painter_.ring(at(x, y), radius * r_, colour_, std::max(1.0f, width * r_), 24);
  }
  /// Most of a circle around the middle, clockwise from the right, with a head at its end.
  void arrow_circle(float radius) const {
    constexpr float kFrom = 0.35f, kTo = 5.5f;
    painter_.arc(middle_, radius * r_, kFrom, kTo, colour_, std::max(1.0f, 0.2f * r_));
    const ImVec2 end = at(radius * std::cos(kTo), radius * std::sin(kTo));
    const float head = 0.42f * r_;
    painter_.triangle({end.x - head, end.y - head * 0.6f}, {end.x + head * 0.75f, end.y - head},
                      {end.x + head * 0.55f, end.y + head * 0.75f}, colour_);
  }
  void frame(float x, float y, float width, float height) const {
    painter_.outline(at(x - width / 2, y - height / 2), at(x + width / 2, y + height / 2), colour_,
                     std::max(1.0f, 0.2f * r_), r_ * 0.25f);
  }

 private:
  [[nodiscard]] ImVec2 at(float x, float y) const { return {middle_.x + x * r_, middle_.y + y * r_}; }
  Painter& painter_;
  ImVec2 middle_;
  float r_;
  Colour colour_;
};

void draw_icon(const PanelContext& context, Icon icon, const IconPen& pen, const Rect& rect, Colour colour) {
  switch (icon) {
    case Icon::play:
      pen.triangle(-0.1f, 1, 0.95f);
      break;
    case Icon::pause:
      pen.bar(-0.4f, 0.36f, 0.85f);
      pen.bar(0.4f, 0.36f, 0.85f);
      break;
    case Icon::step_forward:
      pen.triangle(-0.1f, 1);
      break;
    case Icon::step_back:
      pen.triangle(0.1f, -1);
      break;
    case Icon::to_start:
      pen.bar(-0.75f, 0.2f);
      pen.triangle(0.25f, -1);
      break;
    case Icon::to_end:
      pen.bar(0.75f, 0.2f);
      pen.triangle(-0.25f, 1);
      break;
    case Icon::next_request:
      pen.triangle(-0.5f, 1, 0.65f);
      pen.triangle(0.4f, 1, 0.65f);
      break;
    case Icon::previous_request:
      pen.triangle(0.5f, -1, 0.65f);
      pen.triangle(-0.4f, -1, 0.65f);
      break;
    case Icon::next_warp:
      pen.vertical_triangle(0, 1);
      break;
    case Icon::previous_warp:
      pen.vertical_triangle(0, -1);
      break;
    case Icon::settings:
      for (int i = -1; i <= 1; ++i) {
        const float y = 0.6f * static_cast<float>(i);
        pen.line(-0.85f, y, 0.85f, y, 0.15f);
        pen.box(i == 0 ? 0.35f : -0.3f, y, 0.3f, 0.42f);
      }
      break;
    case Icon::picture:
      pen.frame(0, 0.1f, 1.9f, 1.3f);
      pen.circle(0, 0.1f, 0.36f);
      pen.box(0, -0.65f, 0.6f, 0.3f);
      break;
    case Icon::help:
      centred_words(context, context.fonts.strong, colour, rect, "?", 0);
      break;
    case Icon::close:
      pen.line(-0.6f, -0.6f, 0.6f, 0.6f);
      pen.line(-0.6f, 0.6f, 0.6f, -0.6f);
      break;
    case Icon::again:
      pen.arrow_circle(0.72f);
      break;
  }
}

}  // namespace

bool icon_button(PanelContext& context, const char* id, Icon icon, std::string_view words, ButtonStyle style) {
  const float side = control_height(context);
  const Pressed area = press_area(context, id, {side, side}, style != ButtonStyle::disabled);
  const ButtonLook look = look_of(context, style, area.hovered, area.held);
  fill(context, area.rect, look.fill, context.px(5));
  const ImVec2 middle{std::round(area.rect.x + side / 2), std::round(area.rect.y + side / 2)};
  draw_icon(context, icon, IconPen(context.painter, middle, side * 0.24f, look.words), area.rect, look.words);
  note_control(context, words, area.rect, style != ButtonStyle::disabled);
  tooltip(context, words);
  return area.clicked;
}

}  // namespace bankloom::ui
