// DrawCanvas: the Canvas of a frame, drawing within Dear ImGui's list of commands.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <vector>

#include "gfx/grid_renderer.h"
#include "gfx/map_renderer.h"
#include "ui/panel.h"

namespace bankloom::ui {

class DrawCanvas;

/// What a callback of the draw list draws: a batch of cells and glyphs, or a map.
struct CanvasDrawing {
  DrawCanvas* canvas = nullptr;
  bool is_map = false;
  gfx::GridBatch batch;
  Canvas::MapCall map;
  ThemeName theme = ThemeName::dark;
  gfx::PixelRect clip;
};

class DrawCanvas final : public Canvas {
 public:
  /// Loads the shaders. Errors: those of the renderers.
  [[nodiscard]] static Result<DrawCanvas> create(const std::filesystem::path& shader_folder);

  /// Forgets what the last frame drew. The theme must outlive the frame.
  void begin_frame(gfx::PixelSize framebuffer, const Theme& theme);

  void grid(gfx::GridBatch batch, const Rect& clip) override;
  void map(const MapCall& call) override;
  [[nodiscard]] unsigned glyph_texture() const override;

  /// What a command's callback draws; null where it is not a canvas's.
  [[nodiscard]] static const CanvasDrawing* drawing_of(const ImDrawCmd& command);

 private:
  DrawCanvas(gfx::GridRenderer grids, gfx::MapRenderer maps) : grids_(std::move(grids)), maps_(std::move(maps)) {}

  void add(CanvasDrawing drawing, const Rect& clip);
  void draw(const CanvasDrawing& drawing, const gfx::PixelRect& clip);
  static void draw_callback(const ImDrawList* list, const ImDrawCmd* command);

  gfx::GridRenderer grids_;
  gfx::MapRenderer maps_;
  gfx::PixelSize framebuffer_;
  const Theme* theme_ = nullptr;
  std::array<Colour, kMapStops> ramp_{};
  std::vector<std::unique_ptr<CanvasDrawing>> drawings_;  ///< of the frame
};

}  // namespace bankloom::ui
