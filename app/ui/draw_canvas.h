// DrawCanvas: the Canvas of a frame, drawing within Dear ImGui's list of commands.
#pragma once

#include <deque>
#include <filesystem>
#include <vector>

#include "gfx/grid_renderer.h"
#include "gfx/map_renderer.h"
#include "ui/bytes_hash.h"
#include "ui/panel.h"

namespace bankloom::ui {

class DrawCanvas final : public Canvas {
 public:
  /// Loads the shaders. Errors: those of the renderers.
  [[nodiscard]] static Result<DrawCanvas> create(const std::filesystem::path& shader_folder);

  /// Forgets what the last frame drew. The theme must outlive the frame.
  void begin_frame(gfx::PixelSize framebuffer, const Theme& theme);

  void grid(gfx::GridBatch batch, const Rect& clip) override;
  void map(const MapCall& call) override;
  [[nodiscard]] unsigned glyph_texture() const override;

  /// Adds what a command's callback draws (nothing for callbacks that are not a canvas's).
  static void add_to_hash(BytesHash& hash, const ImDrawCmd& command);

 private:
  DrawCanvas(gfx::GridRenderer grids, gfx::MapRenderer maps) : grids_(std::move(grids)), maps_(std::move(maps)) {}

  /// What a callback of the draw list is given; its address stays until the next frame.
  struct Drawing {
    DrawCanvas* canvas = nullptr;
    bool is_map = false;
    gfx::GridBatch batch;
    MapCall map;
    gfx::PixelRect clip;
  };
  void add(Drawing drawing, const Rect& clip);
  void draw(const Drawing& drawing);
  static void draw_callback(const ImDrawList* list, const ImDrawCmd* command);

  gfx::GridRenderer grids_;
  gfx::MapRenderer maps_;
  gfx::PixelSize framebuffer_;
  const Theme* theme_ = nullptr;
  std::array<Colour, kMapStops> ramp_{};
  std::deque<Drawing> drawings_;
};

}  // namespace bankloom::ui
