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
  auto drawing = std::make_shared<CanvasDrawing>();
  drawing->batch = std::move(batch);
  add(drawing, clip);
}

void DrawCanvas::map(const MapCall& call) {
  if (call.texture == nullptr || call.texture->empty()) return;
  auto drawing = std::make_shared<CanvasDrawing>();
  drawing->is_map = true;
  drawing->map = call;
  drawing->map_contents = call.texture->contents();
  add(drawing, call.rect);
}

unsigned DrawCanvas::glyph_texture() const {
#if IMGUI_VERSION_NUM >= 19200
  return texture_name(ImGui::GetIO().Fonts->TexRef.GetTexID());
#else
  return texture_name(ImGui::GetIO().Fonts->TexID);
#endif
}

void DrawCanvas::add(const std::shared_ptr<CanvasDrawing>& drawing, const Rect& clip) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 from = list->GetClipRectMin(), to = list->GetClipRectMax();
  const float x0 = std::max(from.x, clip.x), y0 = std::max(from.y, clip.y);
  const float x1 = std::min(to.x, clip.right()), y1 = std::min(to.y, clip.bottom());
  if (x1 <= x0 || y1 <= y0) return;
  drawing->canvas = this;
  drawing->theme = theme_->name;
  drawing->clip = {x0, y0, x1 - x0, y1 - y0};
  drawings_.push_back(drawing);
  list->AddCallback(&DrawCanvas::draw_callback, drawing.get());
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

std::shared_ptr<const CanvasDrawing> DrawCanvas::drawing_of(const ImDrawCmd& command) {
  if (command.UserCallback != &DrawCanvas::draw_callback) return nullptr;
  return static_cast<const CanvasDrawing*>(command.UserCallbackData)->shared_from_this();
}

void DrawCanvas::add_to_hash(BytesHash& hash, const ImDrawCmd& command) {
  const auto drawing = drawing_of(command);
  if (!drawing) return;
  hash.add(drawing->clip.x);
  hash.add(drawing->clip.y);
  hash.add(drawing->clip.width);
  hash.add(drawing->clip.height);
  hash.add(drawing->is_map);
  if (drawing->is_map) {
    hash.add(drawing->map_contents);
    hash.add(drawing->map.rect);
    hash.add(drawing->map.view);
    hash.add(drawing->map.minimum);
    hash.add(drawing->map.maximum);
    hash.add(drawing->theme);
    return;
  }
  hash.add(drawing->batch.scale);
  hash.add_bytes(drawing->batch.cells.data(), drawing->batch.cells.size() * sizeof(gfx::GridCell));
  hash.add_bytes(drawing->batch.glyphs.data(), drawing->batch.glyphs.size() * sizeof(gfx::GridGlyph));
}

bool is_same_map(const CanvasDrawing& a, const CanvasDrawing& b) {
  return a.is_map && b.is_map && a.map_contents == b.map_contents && a.map.rect == b.map.rect &&
         a.map.view.first_column == b.map.view.first_column && a.map.view.first_row == b.map.view.first_row &&
         a.map.view.pixels_per_element == b.map.view.pixels_per_element && a.map.minimum == b.map.minimum &&
         a.map.maximum == b.map.maximum && a.theme == b.theme;
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
