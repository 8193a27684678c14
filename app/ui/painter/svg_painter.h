// SvgPainter: writes what a frame draws as an SVG picture: rectangles as rectangles, text as text in fonts that can be
// installed, each piece with the length that it has on the screen.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "gfx/image.h"
#include "gfx/png.h"
#include "ui/compositor.h"
#include "ui/painter/vector_painter.h"

namespace bankloom::ui {

class SvgPainter final : public VectorPainter {
 public:
  /// Begins a picture. The atlas of these fonts must stay until the frame ends.
  explicit SvgPainter(const Fonts& fonts) : VectorPainter(fonts) {}

  /// What the frame drew, above its grounds. `image`: the same frame, for the maps; `texts`: as of a PNG file.
  [[nodiscard]] Result<std::string> document(const gfx::Image& image, const std::vector<Ground>& grounds,
                                             const gfx::PngTexts& texts);

  void rect(ImVec2 from, ImVec2 to, Colour fill, float radius) override;
  void outline(ImVec2 from, ImVec2 to, Colour colour, float thickness, float radius) override;
  void line(ImVec2 from, ImVec2 to, Colour colour, float thickness) override;
  void triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour fill) override;
  void circle(ImVec2 middle, float radius, Colour fill, int corners) override;
  void ring(ImVec2 middle, float radius, Colour colour, float thickness, int corners) override;
  void arc(ImVec2 middle, float radius, float begin, float end, Colour colour, float thickness) override;

 private:
  void run(const Run& run, const Rect& seen, bool is_cut) override;
  void hatch(const Rect& box, float radius, Colour colour, float period) override;
  /// Writes an element that covers a box: not at all outside of the clip, clipped where a part of it is.
  void add(const Rect& box, const std::string& element);
  void open(const std::string& group);

  std::string body_, defs_;
  std::string group_;                       ///< the attributes of the open group; empty: none is open
  std::map<std::string, std::string> ids_;  ///< of what is in `defs_`
};

}  // namespace bankloom::ui
