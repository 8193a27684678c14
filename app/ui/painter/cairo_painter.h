// CairoPainter: writes what a frame draws by cairo: as PDF with embedded fonts, or as SVG whose letters are outlines,
// for programs that have not the fonts.
#pragma once

#include <cairo.h>

#include <memory>
#include <string>
#include <vector>

#include "gfx/image.h"
#include "gfx/png.h"
#include "ui/compositor.h"
#include "ui/painter/vector_painter.h"

namespace bankloom::ui {

enum class CairoFormat : std::uint8_t { pdf, svg };

class CairoPainter final : public VectorPainter {
 public:
  /// Begins a picture as large as `image`, a picture of the same frame, with these grounds. The atlas of the fonts must
  /// stay until the frame ends. `texts`: as of a PNG file; a PDF has its title and description.
  CairoPainter(CairoFormat format, const Fonts& fonts, const gfx::Image& image, const std::vector<Ground>& grounds,
               const gfx::PngTexts& texts);

  /// The file, to be called once, as the last; with the maps of `image`. Errors: cairo's (no memory).
  [[nodiscard]] Result<std::string> document(const gfx::Image& image);

  void rect(ImVec2 from, ImVec2 to, Colour colour, float radius) override;
  void outline(ImVec2 from, ImVec2 to, Colour colour, float thickness, float radius) override;
  void line(ImVec2 from, ImVec2 to, Colour colour, float thickness) override;
  void triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour colour) override;
  void circle(ImVec2 middle, float radius, Colour colour, int corners) override;
  void ring(ImVec2 middle, float radius, Colour colour, float thickness, int corners) override;
  void arc(ImVec2 middle, float radius, float begin, float end, Colour colour, float thickness) override;

 private:
  struct Release {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
    void operator()(cairo_font_face_t* face) const { cairo_font_face_destroy(face); }
  };
  template <class T>
  using Handle = std::unique_ptr<T, Release>;
  class Seen;

  void run(const Run& run, const Rect& seen, bool is_cut) override;
  void hatch(const Rect& box, float radius, Colour colour, float period) override;
  void shape(const Rect& box, float radius);
  void fill(Colour colour);
  void stroke(Colour colour, float thickness);
  void draw(const gfx::Image& part, const Rect& place);

  std::unique_ptr<std::string> bytes_;  ///< cairo keeps its address
  Handle<cairo_surface_t> surface_;
  Handle<cairo_t> cairo_;
  std::array<Handle<cairo_font_face_t>, kFaces.size()> faces_;
};

}  // namespace bankloom::ui
