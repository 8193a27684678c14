#include "ui/widgets/widgets.h"

#include <algorithm>
#include <cmath>

#include "ui/widgets/parts.h"

namespace bankloom::ui {
namespace {

/// Least space between a button's text and its ends, in units.
constexpr float kButtonInset = 3;

/// The font of a control's text: the usual one, or a smaller one if the text does not fit otherwise.
ImFont* fitting_font(const PanelContext& context, ImFont* usual, std::string_view words, float width) {
  return text_size(usual, words).x <= width + 0.5f ? usual : context.fonts.small;
}

float row_gap(const PanelContext& context) { return std::max(1.0f, std::round(context.px(3))); }

}  // namespace

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
  draw_centred(context, font, look.words, area.rect, label, context.px(kButtonInset));
  record_control(context, label, area.rect, style != ButtonStyle::disabled);
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
  // Equal widths if all texts fit in them, otherwise as each text needs; in the smaller font if they need more than the
  // room.
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
    if (button_with(context, "some", labels[i], style,
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
    // The chosen one is bold, and any may be chosen.
    const bool is_small = text_size(context.fonts.strong, line.longest[0]).x >
                          beside(text_size(context.fonts.body, line.longest[1]).x) + 0.5f;
    if (is_small) font = context.fonts.small;
  }
  const std::string shown = shortened_within(font, line.label, for_label);
  const auto middle = [&](ImVec2 size) { return area.rect.y + (area.rect.height - size.y) / 2; };
  draw_line(context, font, theme.text, {area.rect.x + inset, middle(text_size(font, shown))}, shown);
  if (!line.right.empty()) {
    const Rect right{area.rect.right() - inset - right_size.x, middle(right_size), right_size.x, right_size.y};
    draw_line(context, context.fonts.body, line.right_colour, {right.x, right.y}, line.right);
    record(context, line.right, right);
  }
  float x = area.rect.x;
  for (const Colour mark : line.marks) {
    fill(context, {x, area.rect.y + context.px(3), context.px(2.5f), area.rect.height - 2 * context.px(3)}, mark,
         context.px(1));
    x += context.px(3.5f);
  }
  record_control(context, line.label, area.rect);
  return area.clicked;
}

namespace {

/// Identified by its place: its text changes.
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
  draw_line(context, font, context.theme.text_muted, {rect.x + inset + before, rect.y + (height - size.y) / 2}, words);
  record(context, words, rect);
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
  draw_line(context, font, theme.text, {left + before, rect.y + (rect.height - size.y) / 2}, shown);
  record(context, words, rect);
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
  draw_centred(context, font, context.theme.text, rect, key, 0);
  record(context, key, rect);
  return rect;
}

bool hit_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size) {
  const Pressed area = press_area(context, id, size);
  record_control(context, words, area.rect);
  return area.clicked;
}

Pointed picture_area(PanelContext& context, const char* id, std::string_view words, ImVec2 size, const Rect& cells,
                     ImVec2 cell) {
  const Pressed area = press_area(context, id, size, true, KeyboardFocus::Kind::pictured);
  record_control(context, words, area.rect);
  // The one of mouse and arrow keys that moved last: a resting mouse does not take over from the keys.
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
  record_control(context, words, area.rect);
  return area.asked.across - area.asked.down;
}

SplitterUse splitter_area(PanelContext& context, const Splitter& splitter, const std::string& words) {
  const Rect& strip = splitter.rect;
  const bool is_left = splitter.panel == EdgePanel::left, is_across = splitter.is_across();
  const Pressed area =
      press_area(context, "splitter", {strip.width, strip.height}, true, KeyboardFocus::Kind::pictured);
  record_control(context, "splitter", area.rect);
  tooltip(context, words);
  const ImGuiIO& io = ImGui::GetIO();
  const float threshold = context.px(3), thick = is_across ? strip.width : strip.height;
  const bool is_moved = io.MouseDragMaxDistanceSqr[0] > threshold * threshold;
  SplitterUse used{.is_taken = ImGui::IsItemActivated(),
                   .is_clicked = area.clicked && !area.asked.is_pressed && !is_moved,
                   .is_reset = area.asked.is_pressed || (area.hovered && ImGui::IsMouseDoubleClicked(0)),
                   .steps = is_left     ? area.asked.across
                            : is_across ? -area.asked.across
                                        : -area.asked.down};
  // Also if it was released since the last frame.
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

}  // namespace bankloom::ui
