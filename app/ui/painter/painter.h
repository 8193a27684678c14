// Painter: receives all that panels, widgets and pictures draw, as values: rectangles, lines, text as text, grids,
// maps. Implementations draw with the window's OpenGL (ImGuiPainter), record a list (RecordingPainter, for tests), or
// write a file format.
//
// Coordinates are framebuffer pixels, origin at the top left; later calls are above earlier ones; colours are not
// premultiplied. Shapes are given by their edges (from: left and top, to: right and bottom).
#pragma once

#include <imgui.h>

#include <string_view>

#include "gfx/grid_renderer.h"
#include "gfx/map_renderer.h"
#include "ui/rect.h"
#include "ui/theme.h"

namespace bankloom::ui {

/// A font at its size in pixels.
struct TextFont {
  ImFont* font = nullptr;
  float size = 0;
};

/// A matrix as a map of colours, and its visible part.
struct MapDrawing {
  const gfx::MapTexture* texture = nullptr;
  Rect rect;
  gfx::MapView view;
  float minimum = 0, maximum = 1;
};

class Painter {
 public:
  Painter() = default;
  virtual ~Painter() = default;

  virtual void rect(ImVec2 from, ImVec2 to, Colour fill, float radius = 0) = 0;
  /// A line along the inside of the edges.
  virtual void outline(ImVec2 from, ImVec2 to, Colour colour, float thickness, float radius = 0) = 0;
  virtual void line(ImVec2 from, ImVec2 to, Colour colour, float thickness) = 0;
  virtual void triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour fill) = 0;
  /// `corners`: of the polygon that approximates a round shape; 0: by its size.
  virtual void circle(ImVec2 middle, float radius, Colour fill, int corners = 0) = 0;
  virtual void ring(ImVec2 middle, float radius, Colour colour, float thickness, int corners = 0) = 0;
  /// A part of a circle's line, clockwise from one angle to another (radians, 0: at the right).
  virtual void arc(ImVec2 middle, float radius, float begin, float end, Colour colour, float thickness) = 0;
  /// Text with its top left corner at `place`; lines are broken at `width` pixels (0: only at newlines).
  virtual void text(TextFont font, ImVec2 place, Colour colour, std::string_view words, float width = 0) = 0;
  /// Cells and glyphs, clipped.
  virtual void grid(gfx::GridBatch batch, const Rect& clip) = 0;
  /// The texture must stay until the frame ends.
  virtual void map(const MapDrawing& map) = 0;
  /// OpenGL's name of the texture with the fonts' glyphs, for GridBatch::glyph_texture; 0: there is none.
  [[nodiscard]] virtual unsigned glyph_texture() const = 0;

 protected:
  friend class PainterClip;
  virtual void push_clip(const Rect& rect) = 0;
  virtual void pop_clip() = 0;

  Painter(const Painter&) = default;
  Painter& operator=(const Painter&) = default;
  Painter(Painter&&) = default;
  Painter& operator=(Painter&&) = default;
};

/// Clips drawing to a rectangle while the object exists.
class PainterClip {
 public:
  PainterClip(Painter& painter, const Rect& rect) : painter_(painter) { painter_.push_clip(rect); }
  ~PainterClip() { painter_.pop_clip(); }
  PainterClip(const PainterClip&) = delete;
  PainterClip& operator=(const PainterClip&) = delete;

 private:
  Painter& painter_;
};

}  // namespace bankloom::ui
