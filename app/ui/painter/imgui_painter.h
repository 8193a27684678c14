// ImGuiPainter: draws with OpenGL into the draw list of the present window, in the order of Dear ImGui's commands.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "gfx/grid_renderer.h"
#include "gfx/map_renderer.h"
#include "ui/painter/painter.h"

namespace bankloom::ui {

class ImGuiPainter;

/// Data of a callback in the draw list: a batch of cells and glyphs, or a map.
struct ShaderDrawing {
  ImGuiPainter* painter = nullptr;
  bool is_map = false;
  gfx::GridBatch batch;
  MapDrawing map;
  ThemeName theme = ThemeName::dark;
  gfx::PixelRect clip;
};

class ImGuiPainter final : public Painter {
 public:
  /// Loads the shaders. Errors: those of the renderers.
  [[nodiscard]] static Result<ImGuiPainter> create(const std::filesystem::path& shader_folder);

  /// Discards the data of the last frame. The theme must outlive the frame.
  void begin_frame(gfx::PixelSize framebuffer, const Theme& theme);

  void rect(ImVec2 from, ImVec2 to, Colour fill, float radius) override;
  void outline(ImVec2 from, ImVec2 to, Colour colour, float thickness, float radius) override;
  void line(ImVec2 from, ImVec2 to, Colour colour, float thickness) override;
  void triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour fill) override;
  void circle(ImVec2 middle, float radius, Colour fill, int corners) override;
  void ring(ImVec2 middle, float radius, Colour colour, float thickness, int corners) override;
  void arc(ImVec2 middle, float radius, float begin, float end, Colour colour, float thickness) override;
  void text(TextFont font, ImVec2 place, Colour colour, std::string_view words, float width) override;
  void grid(gfx::GridBatch batch, const Rect& clip) override;
  void map(const MapDrawing& map) override;
  [[nodiscard]] unsigned glyph_texture() const override;

  /// Data of a command's callback; null if it is not one of this painter's.
  [[nodiscard]] static const ShaderDrawing* drawing_of(const ImDrawCmd& command);

 protected:
  void push_clip(const Rect& rect) override;
  void pop_clip() override;

 private:
  ImGuiPainter(gfx::GridRenderer grids, gfx::MapRenderer maps) : grids_(std::move(grids)), maps_(std::move(maps)) {}

  void add(ShaderDrawing drawing, const Rect& clip);
  void draw(const ShaderDrawing& drawing, const gfx::PixelRect& clip);
  static void draw_callback(const ImDrawList* list, const ImDrawCmd* command);

  gfx::GridRenderer grids_;
  gfx::MapRenderer maps_;
  gfx::PixelSize framebuffer_;
  const Theme* theme_ = nullptr;
  std::array<Colour, kMapStops> ramp_{};
  std::vector<std::unique_ptr<ShaderDrawing>> drawings_;  ///< of the frame
};

}  // namespace bankloom::ui
