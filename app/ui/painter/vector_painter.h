// VectorPainter: what painters of shapes and text have in common: fonts by their faces, text line by line, grids as
// rectangles and runs of text (characters are known by their place in the fonts' atlas), and what is seen of each.
//
// Only what reaches a Painter is drawn, not widgets that Dear ImGui draws itself. A map is a bitmap here too, cut from
// a picture of the same frame.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gfx/fonts.h"
#include "gfx/image.h"
#include "ui/painter/painter.h"
#include "ui/panel.h"

namespace bankloom::ui {

class VectorPainter : public Painter {
 public:
  /// The faces, as gfx::find_font() finds them.
  static constexpr std::array kFaces{gfx::FontFace::text, gfx::FontFace::text_semibold, gfx::FontFace::code,
                                     gfx::FontFace::chinese};

  /// Where the lowest text ends, pixels from the top.
  [[nodiscard]] float bottom() const { return bottom_; }

  void text(TextFont font, ImVec2 place, Colour colour, std::string_view words, float width) final;
  void grid(gfx::GridBatch batch, const Rect& clip) final;
  void map(const MapDrawing& map) final;
  [[nodiscard]] unsigned glyph_texture() const final { return 0; }

 protected:
  /// Pixels by which less than a shape may be seen without its being cut.
  static constexpr float kCut = 0.5f;
  /// A line of text in one face and colour.
  struct Run {
    std::size_t face = 0;  ///< in kFaces
    std::string words = {};
    float x = 0, baseline = 0, size = 0, end = 0;  ///< in pixels; `size` from ascent to descent
    Colour colour = 0;
    bool has_length = false;  ///< ends exactly there, whatever the font's advances are
    [[nodiscard]] Rect box() const { return {x, baseline - size, end - x, size * 1.3f}; }
  };

  /// The atlas of these fonts must stay until the frame ends.
  explicit VectorPainter(const Fonts& fonts);

  static unsigned alpha_of(Colour colour) { return colour >> 24; }
  static Rect around(ImVec2 middle, float radius) {
    return {middle.x - radius, middle.y - radius, 2 * radius, 2 * radius};
  }
  static Rect box_of(ImVec2 from, ImVec2 to);
  static Rect box_of(ImVec2 a, ImVec2 b, ImVec2 c);

  /// `seen`: of its box; `is_cut`: some of it is outside.
  virtual void run(const Run& run, const Rect& seen, bool is_cut) = 0;
  /// Stripes from the lower left to the upper right, as wide as the gaps between them, `period` pixels along a row.
  virtual void hatch(const Rect& box, float radius, Colour colour, float period) = 0;
  void push_clip(const Rect& rect) final;
  void pop_clip() final;

  [[nodiscard]] Rect clip_of(const Rect& box) const;
  /// The clip itself, not what is seen of a shape: it is the same for many.
  [[nodiscard]] Rect clip() const { return clip_of({-1e6f, -1e6f, 2e6f, 2e6f}); }
  /// The em square of a line's height, by face (gfx::em_of_line()).
  [[nodiscard]] float em(std::size_t face) const { return ems_.at(face); }
  /// The parts of a picture of the same frame that are maps. They are above all else, since nothing that a map holds is
  /// drawn elsewhere.
  [[nodiscard]] std::vector<std::pair<Rect, gfx::Image>> maps(const gfx::Image& frame) const;

 private:
  /// A character in the atlas, per pixel of its font's size.
  struct Glyph {
    std::size_t face = 0;
    std::string character = {};
    float x0 = 0, y0 = 0, width = 0, height = 0, advance = 0, ascent = 0, blank = 0;
  };

  void read(ImFont* font, gfx::FontFace of);
  void add(const Run& run);
  void add(const gfx::GridCell& cell, float scale);

  std::array<float, kFaces.size()> ems_{};
  std::map<const ImFont*, std::pair<std::size_t, float>> faces_;  ///< and the ascent, per pixel of the size
  std::map<std::pair<float, float>, Glyph> glyphs_;               ///< by place in the atlas
  std::vector<Rect> maps_;
  Rect grid_clip_{};
  float bottom_ = 0;
  bool in_grid_ = false;
};

}  // namespace bankloom::ui
