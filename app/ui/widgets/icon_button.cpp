#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/widgets/parts.h"

namespace bankloom::ui {
namespace {

/// Draws in a square with a given centre; `r` is half its side.
class IconPen {
 public:
  IconPen(Painter& painter, ImVec2 middle, float r, Colour colour)
      : painter_(painter), middle_(middle), r_(r), colour_(colour) {}

  /// A triangle that points right (`direction` 1) or left (-1), `x` its centre, relative to r.
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
    ImVec2 points[3] = {{a.x - w, a.y - h / 1.6f}, {a.x + w, a.y - h / 1.6f}, {a.x, a.y + h}};
    // Clockwise, in which order its edges are smooth.
    if (direction < 0) std::swap(points[0], points[1]);
    painter_.triangle(points[0], points[1], points[2], colour_);
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
  /// Most of a circle around the centre, clockwise from the right, with an arrowhead at its end.
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
      return pen.triangle(-0.1f, 1, 0.95f);
    case Icon::pause:
      pen.bar(-0.4f, 0.36f, 0.85f);
      return pen.bar(0.4f, 0.36f, 0.85f);
    case Icon::step_forward:
      return pen.triangle(-0.1f, 1);
    case Icon::step_back:
      return pen.triangle(0.1f, -1);
    case Icon::to_start:
      pen.bar(-0.75f, 0.2f);
      return pen.triangle(0.25f, -1);
    case Icon::to_end:
      pen.bar(0.75f, 0.2f);
      return pen.triangle(-0.25f, 1);
    case Icon::next_request:
      pen.triangle(-0.5f, 1, 0.65f);
      return pen.triangle(0.4f, 1, 0.65f);
    case Icon::previous_request:
      pen.triangle(0.5f, -1, 0.65f);
      return pen.triangle(-0.4f, -1, 0.65f);
    case Icon::next_warp:
      return pen.vertical_triangle(0, 1);
    case Icon::previous_warp:
      return pen.vertical_triangle(0, -1);
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
      return pen.box(0, -0.65f, 0.6f, 0.3f);
    case Icon::help:
      return draw_centred(context, context.fonts.strong, colour, rect, "?", 0);
    case Icon::close:
      pen.line(-0.6f, -0.6f, 0.6f, 0.6f);
      return pen.line(-0.6f, 0.6f, 0.6f, -0.6f);
    case Icon::again:
      return pen.arrow_circle(0.72f);
    case Icon::back:
    case Icon::forward: {
      const float to = icon == Icon::back ? -0.8f : 0.8f;
      pen.line(-to, 0, to, 0);
      pen.line(to, 0, 0.15f * to, -0.6f);
      return pen.line(to, 0, 0.15f * to, 0.6f);
    }
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
  record_control(context, words, area.rect, style != ButtonStyle::disabled);
  tooltip(context, words);
  return area.clicked;
}

}  // namespace bankloom::ui
