#include "ui/draw_canvas.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>

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

Result<DrawCanvas> DrawCanvas::create(const std::filesystem::path& shader_folder) {
  auto grids = gfx::GridRenderer::create(shader_folder);
  if (!grids) return fail_with(grids.error());
  auto maps = gfx::MapRenderer::create(shader_folder);
  if (!maps) return fail_with(maps.error());
  return DrawCanvas(std::move(*grids), std::move(*maps));
}

void DrawCanvas::begin_frame(gfx::PixelSize framebuffer, const Theme& theme) {
  framebuffer_ = framebuffer;
  theme_ = &theme;
  ramp_ = map_ramp(theme);
  drawings_.clear();
}

void DrawCanvas::grid(gfx::GridBatch batch, const Rect& clip) {
  CanvasDrawing drawing;
  drawing.batch = std::move(batch);
  add(std::move(drawing), clip);
}

void DrawCanvas::map(const MapCall& call) {
  if (call.texture == nullptr || call.texture->empty()) return;
  CanvasDrawing drawing;
  drawing.is_map = true;
  drawing.map = call;
  add(std::move(drawing), call.rect);
}

unsigned DrawCanvas::glyph_texture() const {
#if IMGUI_VERSION_NUM >= 19200
  return texture_name(ImGui::GetIO().Fonts->TexRef.GetTexID());
#else
  return texture_name(ImGui::GetIO().Fonts->TexID);
#endif
}

void DrawCanvas::add(CanvasDrawing drawing, const Rect& clip) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 from = list->GetClipRectMin(), to = list->GetClipRectMax();
  const float x0 = std::max(from.x, clip.x), y0 = std::max(from.y, clip.y);
  const float x1 = std::min(to.x, clip.right()), y1 = std::min(to.y, clip.bottom());
  if (x1 <= x0 || y1 <= y0) return;
  drawing.canvas = this;
  drawing.theme = theme_->name;
  drawing.clip = {x0, y0, x1 - x0, y1 - y0};
  drawings_.push_back(std::make_unique<CanvasDrawing>(std::move(drawing)));
  list->AddCallback(&DrawCanvas::draw_callback, drawings_.back().get());
  list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void DrawCanvas::draw_callback(const ImDrawList*, const ImDrawCmd* command) {
  const auto* drawing = static_cast<const CanvasDrawing*>(command->UserCallbackData);
  // The command's rectangle is narrower where only a part of the picture is drawn.
  const ImVec4& part = command->ClipRect;
  const gfx::PixelRect& whole = drawing->clip;
  const float left = std::max(whole.x, part.x), top = std::max(whole.y, part.y);
  const float right = std::min(whole.x + whole.width, part.z), bottom = std::min(whole.y + whole.height, part.w);
  if (left < right && top < bottom) drawing->canvas->draw(*drawing, {left, top, right - left, bottom - top});
}

const CanvasDrawing* DrawCanvas::drawing_of(const ImDrawCmd& command) {
  if (command.UserCallback != &DrawCanvas::draw_callback) return nullptr;
  return static_cast<const CanvasDrawing*>(command.UserCallbackData);
}

void DrawCanvas::draw(const CanvasDrawing& drawing, const gfx::PixelRect& clip) {
  if (!drawing.is_map) {
    grids_.draw(drawing.batch, framebuffer_, clip);
    return;
  }
  gfx::MapStyle style;
  style.minimum = drawing.map.minimum;
  style.maximum = drawing.map.maximum;
  style.ramp = ramp_;
  style.mark = theme_->bad;
  style.not_a_number = theme_->neutral;
  style.background = theme_->raised;
  style.lines = translucent(theme_->window, 0.5);
  const Rect& rect = drawing.map.rect;
  maps_.draw(*drawing.map.texture, {framebuffer_, {rect.x, rect.y, rect.width, rect.height}, clip}, drawing.map.view,
             style);
}

}  // namespace bankloom::ui
