// SvgPainter: writes what a frame draws as an SVG picture: rectangles as rectangles, text as text in fonts that can be
// installed, each piece with the length that it has on the screen.
//
// Only what reaches a Painter is written. A map is a bitmap here too, cut from a picture of the same frame. Characters
// in grids are known by their place in the fonts' atlas. Not written: widgets that Dear ImGui draws itself.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gfx/image.h"
#include "gfx/png.h"
#include "ui/compositor.h"
#include "ui/painter/painter.h"
#include "ui/panel.h"

namespace bankloom::ui {

class SvgPainter final : public Painter {
 public:
  /// The em square of a line's height, by Face (gfx::em_of_line()).
  using Ems = std::array<float, 3>;
  /// Begins a picture. The atlas of these fonts must stay until the frame ends.
  SvgPainter(const Fonts& fonts, const Ems& ems);

  /// What the frame drew, above its grounds. `image`: the same frame, for the maps; `texts`: as of a PNG file.
  [[nodiscard]] Result<std::string> document(const gfx::Image& image, const std::vector<Ground>& grounds,
                                             const gfx::PngTexts& texts);

  /// Where the lowest text ends, pixels from the top.
  [[nodiscard]] float bottom() const { return bottom_; }

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
  [[nodiscard]] unsigned glyph_texture() const override { return 0; }

 protected:
  void push_clip(const Rect& rect) override;
  void pop_clip() override;

 private:
  enum class Face : std::uint8_t { text, semibold, code };
  /// A character in the atlas, per pixel of its font's size.
  struct Glyph {
    Face face = Face::text;
    std::string character;
    float x0 = 0, y0 = 0, width = 0, height = 0, advance = 0, ascent = 0, blank = 0;
  };
  /// A line of text that is put together from glyphs.
  struct Run {
    Face face = Face::text;
    std::string words;
    float x = 0, baseline = 0, size = 0, end = 0;
    Colour colour = 0;
  };

  void read(ImFont* font, Face face);
  [[nodiscard]] Rect clip_of(const Rect& box) const;
  /// Writes an element that covers a box: not at all outside of the clip, clipped where a part of it is.
  void add(const Rect& box, const std::string& element);
  void add_text(const Run& run, bool has_length);
  void add_cell(const gfx::GridCell& cell, float scale);
  void open(const std::string& group);

  Ems ems_;
  std::map<const ImFont*, std::pair<Face, float>> faces_;  ///< and the ascent, per pixel of the size
  std::map<std::pair<float, float>, Glyph> glyphs_;        ///< by place in the atlas
  std::string body_, defs_;
  std::string group_;                       ///< the attributes of the open group; empty: none is open
  std::map<std::string, std::string> ids_;  ///< of what is in `defs_`
  std::vector<Rect> maps_;
  Rect grid_clip_{};
  float bottom_ = 0;
  bool in_grid_ = false;
};

}  // namespace bankloom::ui
