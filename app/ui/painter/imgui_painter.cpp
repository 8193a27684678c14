#include "ui/painter/imgui_painter.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "ui/fonts.h"

namespace bankloom::ui {
namespace {

/// ImTextureID is a pointer in some releases, a number in others; Dear ImGui's OpenGL backend puts the texture's name
/// into either.
template <class Id>
unsigned texture_name(Id id) {
  if constexpr (std::is_pointer_v<Id>) {
    return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(id));
  } else {
    return static_cast<unsigned>(id);
  }
}

}  // namespace

Result<ImGuiPainter> ImGuiPainter::create(const std::filesystem::path& shader_folder) {
  TRY(auto grids, gfx::GridRenderer::create(shader_folder));
  TRY(auto maps, gfx::MapRenderer::create(shader_folder));
  return ImGuiPainter(std::move(grids), std::move(maps));
}

void ImGuiPainter::begin_frame(gfx::PixelSize framebuffer, const Theme& theme) {
  framebuffer_ = framebuffer;
  theme_ = &theme;
  ramp_ = map_ramp(theme);
  drawings_.clear();
}

void ImGuiPainter::rect(ImVec2 from, ImVec2 to, Colour fill, float radius) {
  ImGui::GetWindowDrawList()->AddRectFilled(from, to, fill, radius);
}

void ImGuiPainter::outline(ImVec2 from, ImVec2 to, Colour colour, float thickness, float radius) {
  ImGui::GetWindowDrawList()->AddRect(from, to, colour, radius, 0, thickness);
}

void ImGuiPainter::line(ImVec2 from, ImVec2 to, Colour colour, float thickness) {
  ImGui::GetWindowDrawList()->AddLine(from, to, colour, thickness);
}

void ImGuiPainter::triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour fill) {
  ImGui::GetWindowDrawList()->AddTriangleFilled(a, b, c, fill);
}

void ImGuiPainter::circle(ImVec2 middle, float radius, Colour fill, int corners) {
  ImGui::GetWindowDrawList()->AddCircleFilled(middle, radius, fill, corners);
}

void ImGuiPainter::ring(ImVec2 middle, float radius, Colour colour, float thickness, int corners) {
  ImGui::GetWindowDrawList()->AddCircle(middle, radius, colour, corners, thickness);
}

void ImGuiPainter::arc(ImVec2 middle, float radius, float begin, float end, Colour colour, float thickness) {
  constexpr int kPieces = 24;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->PathArcTo(middle, radius, begin, end, kPieces);
  list->PathStroke(colour, 0, thickness);
}

void ImGuiPainter::text(TextFont font, ImVec2 place, Colour colour, std::string_view words, float width) {
  if (words.empty()) return;
  meet_characters(font.font, words);
  ImGui::GetWindowDrawList()->AddText(font.font, font.size, place, colour, words.data(), words.data() + words.size(),
                                      width);
}

void ImGuiPainter::push_clip(const Rect& rect) {
  ImGui::GetWindowDrawList()->PushClipRect({rect.x, rect.y}, {rect.right(), rect.bottom()}, true);
}

void ImGuiPainter::pop_clip() { ImGui::GetWindowDrawList()->PopClipRect(); }

void ImGuiPainter::grid(gfx::GridBatch batch, const Rect& clip) {
  ShaderDrawing drawing;
  drawing.batch = std::move(batch);
  add(std::move(drawing), clip);
}

void ImGuiPainter::map(const MapDrawing& map) {
  if (map.texture == nullptr || map.texture->empty()) return;
  ShaderDrawing drawing;
  drawing.is_map = true;
  drawing.map = map;
  add(std::move(drawing), map.rect);
}

unsigned ImGuiPainter::glyph_texture() const {
#if IMGUI_VERSION_NUM >= 19200
  return texture_name(ImGui::GetIO().Fonts->TexRef.GetTexID());
#else
  return texture_name(ImGui::GetIO().Fonts->TexID);
#endif
}

void ImGuiPainter::add(ShaderDrawing drawing, const Rect& clip) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 from = list->GetClipRectMin(), to = list->GetClipRectMax();
  const float x0 = std::max(from.x, clip.x), y0 = std::max(from.y, clip.y);
  const float x1 = std::min(to.x, clip.right()), y1 = std::min(to.y, clip.bottom());
  if (x1 <= x0 || y1 <= y0) return;
  drawing.painter = this;
  drawing.theme = theme_->name;
  drawing.clip = {x0, y0, x1 - x0, y1 - y0};
  drawings_.push_back(std::make_unique<ShaderDrawing>(std::move(drawing)));
  list->AddCallback(&ImGuiPainter::draw_callback, drawings_.back().get());
  list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void ImGuiPainter::draw_callback(const ImDrawList*, const ImDrawCmd* command) {
  const auto* drawing = static_cast<const ShaderDrawing*>(command->UserCallbackData);
  // The command's rectangle is narrower if only a part of the picture is drawn.
  const ImVec4& part = command->ClipRect;
  const gfx::PixelRect& whole = drawing->clip;
  const float left = std::max(whole.x, part.x), top = std::max(whole.y, part.y);
  const float right = std::min(whole.x + whole.width, part.z), bottom = std::min(whole.y + whole.height, part.w);
  if (left < right && top < bottom) drawing->painter->draw(*drawing, {left, top, right - left, bottom - top});
}

const ShaderDrawing* ImGuiPainter::drawing_of(const ImDrawCmd& command) {
  if (command.UserCallback != &ImGuiPainter::draw_callback) return nullptr;
  return static_cast<const ShaderDrawing*>(command.UserCallbackData);
}

void ImGuiPainter::draw(const ShaderDrawing& drawing, const gfx::PixelRect& clip) {
  if (!drawing.is_map) {
    grids_.draw(drawing.batch, framebuffer_, clip);
    return;
  }
  gfx::MapStyle style{.minimum = drawing.map.minimum,
                      .maximum = drawing.map.maximum,
                      .ramp = ramp_,
                      .mark = theme_->bad,
                      .not_a_number = theme_->neutral,
                      .absent = theme_->raised,
                      .background = theme_->raised,
                      .lines = translucent(theme_->window, 0.5)};
  const Rect& rect = drawing.map.rect;
  maps_.draw(*drawing.map.texture, {framebuffer_, {rect.x, rect.y, rect.width, rect.height}, clip}, drawing.map.view,
             style);
}

}  // namespace bankloom::ui
