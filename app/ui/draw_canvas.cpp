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
  Drawing drawing;
  drawing.batch = std::move(batch);
  add(std::move(drawing), clip);
}

void DrawCanvas::map(const MapCall& call) {
  if (call.texture == nullptr || call.texture->empty()) return;
  Drawing drawing;
  drawing.is_map = true;
  drawing.map = call;
  add(std::move(drawing), call.rect);
}

unsigned DrawCanvas::glyph_texture() const {
#if IMGUI_VERSION_NUM >= 19200
  const ImTextureID id = ImGui::GetIO().Fonts->TexRef.GetTexID();
#else
  const ImTextureID id = ImGui::GetIO().Fonts->TexID;
#endif
  return texture_name(id);
}

void DrawCanvas::add(Drawing drawing, const Rect& clip) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 from = list->GetClipRectMin(), to = list->GetClipRectMax();
  const float x0 = std::max(from.x, clip.x), y0 = std::max(from.y, clip.y);
  const float x1 = std::min(to.x, clip.right()), y1 = std::min(to.y, clip.bottom());
  if (x1 <= x0 || y1 <= y0) return;
  drawing.canvas = this;
  drawing.clip = {x0, y0, x1 - x0, y1 - y0};
  drawings_.push_back(std::move(drawing));
  list->AddCallback(&DrawCanvas::draw_callback, &drawings_.back());
  list->AddCallback(ImDrawCallback_ResetRenderState, nullptr);
}

void DrawCanvas::draw_callback(const ImDrawList*, const ImDrawCmd* command) {
  const auto* drawing = static_cast<const Drawing*>(command->UserCallbackData);
  drawing->canvas->draw(*drawing);
}

void DrawCanvas::add_to_hash(BytesHash& hash, const ImDrawCmd& command) {
  if (command.UserCallback != &DrawCanvas::draw_callback) return;
  const auto& drawing = *static_cast<const Drawing*>(command.UserCallbackData);
  hash.add(drawing.clip.x);
  hash.add(drawing.clip.y);
  hash.add(drawing.clip.width);
  hash.add(drawing.clip.height);
  hash.add(drawing.is_map);
  if (drawing.is_map) {
    hash.add(drawing.map.texture->contents());
    hash.add(drawing.map.rect);
    hash.add(drawing.map.view);
    hash.add(drawing.map.minimum);
    hash.add(drawing.map.maximum);
    hash.add(drawing.canvas->theme_->name);
    return;
  }
  hash.add(drawing.batch.scale);
  hash.add_bytes(drawing.batch.cells.data(), drawing.batch.cells.size() * sizeof(gfx::GridCell));
  hash.add_bytes(drawing.batch.glyphs.data(), drawing.batch.glyphs.size() * sizeof(gfx::GridGlyph));
}

void DrawCanvas::draw(const Drawing& drawing) {
  if (!drawing.is_map) {
    grids_.draw(drawing.batch, framebuffer_, drawing.clip);
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
  maps_.draw(*drawing.map.texture, {framebuffer_, {rect.x, rect.y, rect.width, rect.height}, drawing.clip},
             drawing.map.view, style);
}

}  // namespace bankloom::ui
