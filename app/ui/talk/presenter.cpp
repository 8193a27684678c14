#include "ui/talk/presenter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/tile_zoom.h"
#include "ui/widgets/widgets.h"

namespace bankloom::ui {
namespace {

/// Thickness of the pen's lines, units, and least distance between two points of a line, pixels.
constexpr float kPenUnits = 4;
constexpr float kStepPixels = 2;
constexpr Colour kBlack = 0xFF000000u;
/// Units: the radius of the spotlight. How dark all else gets, of 255.
constexpr float kSpotlight = 110;
constexpr unsigned kShade = 165;

Colour ink_colour(const Theme& theme, std::size_t ink) {
  const std::array inks{theme.bad, theme.accent_b, theme.good, theme.accent_a};
  return inks[ink % inks.size()];
}

/// A ring that is as thick as the window is long: what it leaves free is the light.
void draw_spotlight(PanelContext& context, ImDrawList& list, const Rect& window) {
  const float radius = context.px(kSpotlight), thick = 2 * (window.width + window.height);
  list.AddCircle(ImGui::GetIO().MousePos, radius + thick / 2, kShade << 24U, 128, thick);
}

}  // namespace

bool Presenter::clear() {
  const bool had = pen_ || spotlight_ || !lines_.empty();
  pen_ = drawing_ = spotlight_ = false;
  lines_.clear();
  return had;
}

void Presenter::draw_with_mouse(const Rect& window) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsItemActivated()) {
    lines_.push_back({.points = {}, .ink = ink_});
    drawing_ = true;
  }
  if (!ImGui::IsItemActive()) drawing_ = false;
  if (!drawing_ || lines_.empty()) return;
  const ImVec2 point{(mouse.x - window.x) / window.width, (mouse.y - window.y) / window.height};
  auto& line = lines_.back().points;
  if (!line.empty() &&
      std::hypot((point.x - line.back().x) * window.width, (point.y - line.back().y) * window.height) < kStepPixels) {
    return;
  }
  line.push_back(point);
}

void Presenter::draw_lines(PanelContext& context, const Rect& window) {
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const float thick = std::max(2.0f, context.px(kPenUnits));
  for (const Line& line : lines_) {
    const Colour colour = ink_colour(context.theme, line.ink);
    std::vector<ImVec2> points;
    points.reserve(line.points.size());
    for (const ImVec2& point : line.points)
      points.emplace_back(window.x + point.x * window.width, window.y + point.y * window.height);
    if (points.size() == 1) list->AddCircleFilled(points[0], thick, colour);
    if (points.size() > 1) list->AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, thick);
  }
  if (pen_ && !black_) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    list->AddCircleFilled(ImGui::GetIO().MousePos, thick / 2 + 1, ink_colour(context.theme, ink_));
  }
}

void Presenter::draw(PanelContext& context, const Rect& window) {
  const ViewSettings& view = context.view;
  Ground shown{context.session.scene(), view.focus, view.bank_view, {view.left, view.right, view.lower},
               view.text_scale,         {}};
  if (const TileZoom* zoom = context.tile_zoom) shown.zoom = {zoom->factor(), zoom->x(), zoom->y()};
  if (!lines_.empty() && !(shown == ground_)) lines_.clear();
  ground_ = std::move(shown);
  if (!black_ && !pen_ && !spotlight_ && lines_.empty()) return;
  ImGui::SetNextWindowPos({window.x, window.y});
  ImGui::SetNextWindowSize({window.width, window.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0f);
  ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                           ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoBackground;
  // Without the pen, the mouse goes to the controls below the lines.
  if (!black_ && !pen_) flags |= ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoFocusOnAppearing;
  ImGui::Begin("##presenter", nullptr, flags);
  ImGui::PopStyleVar(2);
  context.probe.begin_panel("presenter");
  if (black_ || pen_) {
    hover_area("sheet", {window.width, window.height});
    if (black_ && ImGui::IsItemClicked()) {
      black_ = false;
    } else if (!black_) {
      draw_with_mouse(window);
    }
  }
  ImDrawList* list = ImGui::GetForegroundDrawList();
  if (spotlight_ && !black_) {
    draw_spotlight(context, *list, window);
    if (context.probe.enabled()) context.probe.item("spotlight", window.x, window.y, window.width, window.height);
  }
  draw_lines(context, window);
  if (black_) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_None);
    list->AddRectFilled({window.x, window.y}, {window.right(), window.bottom()}, kBlack);
    if (context.probe.enabled()) context.probe.item("black", window.x, window.y, window.width, window.height);
  }
  ImGui::End();
}

}  // namespace bankloom::ui
