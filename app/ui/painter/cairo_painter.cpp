#include "ui/painter/cairo_painter.h"

#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bankloom::ui {
namespace {

/// Units of cairo's files in an inch.
constexpr double kPointsPerInch = 72, kPixelsPerInch = 96;

cairo_status_t append(void* bytes, const unsigned char* data, unsigned count) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), count);
  return CAIRO_STATUS_SUCCESS;
}

/// The face of a font's file; null where there is none.
cairo_font_face_t* face_of(gfx::FontFace face) {
  // The fonts stay open: cairo's faces may outlive a painter in its cache.
  static FT_Library library = [] {
    FT_Library made = nullptr;
    return FT_Init_FreeType(&made) == 0 ? made : nullptr;
  }();
  static std::map<std::string, FT_Face> open;
  const auto file = gfx::find_font(face);
  if (!file || library == nullptr) return nullptr;
  auto [found, is_new] = open.try_emplace(file->string(), nullptr);
  if (is_new && FT_New_Face(library, file->c_str(), gfx::face_in(*file), &found->second) != 0) found->second = nullptr;
  return found->second == nullptr ? nullptr : cairo_ft_font_face_create_for_ft_face(found->second, FT_LOAD_NO_HINTING);
}

void set_colour(cairo_t* cairo, Colour colour) {
  const auto part = [&](int shift) { return (colour >> shift & 0xFF) / 255.0; };
  cairo_set_source_rgba(cairo, part(0), part(8), part(16), part(24));
}

}  // namespace

/// While it exists, drawing in a box is clipped where some of the box is outside of the clip.
class CairoPainter::Seen {
 public:
  Seen(const CairoPainter& painter, const Rect& box) : cairo_(painter.cairo_.get()) {
    const Rect seen = painter.clip_of(box);
    is_any_ = seen.width > 0 || seen.height > 0;
    is_cut_ = seen.width < box.width - kCut || seen.height < box.height - kCut;
    if (!is_cut_ || !is_any_) return;
    const Rect clip = painter.clip();
    cairo_save(cairo_);
    cairo_rectangle(cairo_, clip.x, clip.y, clip.width, clip.height);
    cairo_clip(cairo_);
  }
  ~Seen() {
    if (is_cut_ && is_any_) cairo_restore(cairo_);
  }
  Seen(const Seen&) = delete;
  Seen& operator=(const Seen&) = delete;
  Seen(Seen&&) = delete;
  Seen& operator=(Seen&&) = delete;
  explicit operator bool() const { return is_any_; }

 private:
  cairo_t* cairo_;
  bool is_any_ = false, is_cut_ = false;
};

CairoPainter::CairoPainter(CairoFormat format, const Fonts& fonts, const gfx::Image& image,
                           const std::vector<Ground>& grounds, const gfx::PngTexts& texts)
    : VectorPainter(fonts), bytes_(std::make_unique<std::string>()) {
  const double scale = kPointsPerInch / (image.dots_per_inch > 0 ? image.dots_per_inch : kPixelsPerInch);
  const double width = image.width * scale, height = image.height * scale;
  if (format == CairoFormat::svg) {
    surface_.reset(cairo_svg_surface_create_for_stream(append, bytes_.get(), width, height));
  } else {
    surface_.reset(cairo_pdf_surface_create_for_stream(append, bytes_.get(), width, height));
    for (const auto& [name, words] : texts) {
      if (name == "Title") cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_TITLE, words.c_str());
      if (name == "Description") {
        cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_SUBJECT, words.c_str());
      }
    }
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATOR, "bankloom");
    // No date: the same picture gives the same bytes.
    cairo_pdf_surface_set_metadata(surface_.get(), CAIRO_PDF_METADATA_CREATE_DATE, "");
  }
  cairo_.reset(cairo_create(surface_.get()));
  cairo_scale(cairo_.get(), scale, scale);
  std::ranges::transform(kFaces, faces_.begin(),
                         [](gfx::FontFace face) { return Handle<cairo_font_face_t>(face_of(face)); });
  for (const Ground& ground : grounds) {
    shape(ground.rect, 0);
    fill(ground.colour);
  }
}

Result<std::string> CairoPainter::document(const gfx::Image& image) {
  for (const auto& [place, part] : maps(image)) draw(part, place);
  cairo_surface_finish(surface_.get());
  for (const cairo_status_t status : {cairo_status(cairo_.get()), cairo_surface_status(surface_.get())}) {
    if (status != CAIRO_STATUS_SUCCESS) return fail("the picture cannot be made: {}", cairo_status_to_string(status));
  }
  return std::move(*bytes_);
}

void CairoPainter::rect(ImVec2 from, ImVec2 to, Colour colour, float radius) {
  const Rect box = box_of(from, to);
  if (const Seen seen(*this, box); seen && alpha_of(colour) != 0) {
    shape(box, radius);
    fill(colour);
  }
}

void CairoPainter::outline(ImVec2 from, ImVec2 to, Colour colour, float thickness, float radius) {
  const Rect box = box_of(from, to);
  if (const Seen seen(*this, box); seen) {
    shape(box.inset(thickness / 2, thickness / 2), radius);
    stroke(colour, thickness);
  }
}

void CairoPainter::line(ImVec2 from, ImVec2 to, Colour colour, float thickness) {
  if (const Seen seen(*this, box_of(from, to).inset(-thickness, -thickness)); seen) {
    cairo_move_to(cairo_.get(), from.x, from.y);
    cairo_line_to(cairo_.get(), to.x, to.y);
    stroke(colour, thickness);
  }
}

void CairoPainter::triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour colour) {
  if (const Seen seen(*this, box_of(a, b, c)); seen) {
    for (const ImVec2 corner : {a, b, c}) cairo_line_to(cairo_.get(), corner.x, corner.y);
    cairo_close_path(cairo_.get());
    fill(colour);
  }
}

void CairoPainter::circle(ImVec2 middle, float radius, Colour colour, int) {
  if (const Seen seen(*this, around(middle, radius)); seen) {
    cairo_arc(cairo_.get(), middle.x, middle.y, radius, 0, 2 * std::numbers::pi);
    fill(colour);
  }
}

void CairoPainter::ring(ImVec2 middle, float radius, Colour colour, float thickness, int) {
  if (const Seen seen(*this, around(middle, radius + thickness)); seen) {
    cairo_arc(cairo_.get(), middle.x, middle.y, radius, 0, 2 * std::numbers::pi);
    cairo_close_path(cairo_.get());
    stroke(colour, thickness);
  }
}

void CairoPainter::arc(ImVec2 middle, float radius, float begin, float end, Colour colour, float thickness) {
  if (const Seen seen(*this, around(middle, radius + thickness)); seen) {
    cairo_arc(cairo_.get(), middle.x, middle.y, radius, begin, end);
    stroke(colour, thickness);
  }
}

void CairoPainter::run(const Run& run, const Rect&, bool is_cut) {
  // Of text that is whole, what reaches out of the clip is a letter's foot.
  const Seen seen(*this, is_cut ? run.box() : Rect{});
  cairo_t* const cairo = cairo_.get();
  if (faces_.at(run.face) != nullptr) {
    cairo_set_font_face(cairo, faces_.at(run.face).get());
  } else {
    const bool is_bold = kFaces.at(run.face) == gfx::FontFace::text_semibold;
    cairo_select_font_face(cairo, kFaces.at(run.face) == gfx::FontFace::code ? "monospace" : "sans-serif",
                           CAIRO_FONT_SLANT_NORMAL, is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  }
  const double size = run.size * em(run.face);
  cairo_set_font_size(cairo, size);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, run.words.c_str(), &extents);
  if (run.has_length && extents.x_advance > 0) {
    cairo_matrix_t matrix;
    cairo_matrix_init_scale(&matrix, size * (run.end - run.x) / extents.x_advance, size);
    cairo_set_font_matrix(cairo, &matrix);
  }
  cairo_move_to(cairo, run.x, run.baseline);
  set_colour(cairo, run.colour);
  cairo_show_text(cairo, run.words.c_str());
  cairo_new_path(cairo);
}

void CairoPainter::hatch(const Rect& box, float radius, Colour colour, float period) {
  const Seen seen(*this, box);
  if (!seen) return;
  cairo_t* const cairo = cairo_.get();
  cairo_save(cairo);
  shape(box, radius);
  cairo_clip(cairo);
  // Along a stripe the sum of both coordinates is the same; the picture's corner begins one.
  const auto first = static_cast<int>(std::floor((box.x + box.y) / period));
  const auto last = static_cast<int>(std::ceil((box.right() + box.bottom()) / period));
  for (int i = first; i <= last; ++i) {
    const double sum = (i + 0.25) * period;
    cairo_move_to(cairo, sum - box.y, box.y);
    cairo_line_to(cairo, sum - box.bottom(), box.bottom());
  }
  stroke(colour, period * std::numbers::sqrt2_v<float> / 4);
  cairo_restore(cairo);
}

void CairoPainter::shape(const Rect& box, float radius) {
  cairo_t* const cairo = cairo_.get();
  const double round = std::min({radius, box.width / 2, box.height / 2});
  if (round <= 0) {
    cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
    return;
  }
  const double quarter = std::numbers::pi / 2;
  cairo_arc(cairo, box.right() - round, box.y + round, round, -quarter, 0);
  cairo_arc(cairo, box.right() - round, box.bottom() - round, round, 0, quarter);
  cairo_arc(cairo, box.x + round, box.bottom() - round, round, quarter, 2 * quarter);
  cairo_arc(cairo, box.x + round, box.y + round, round, 2 * quarter, 3 * quarter);
  cairo_close_path(cairo);
}

void CairoPainter::fill(Colour colour) {
  set_colour(cairo_.get(), colour);
  cairo_fill(cairo_.get());
}

void CairoPainter::stroke(Colour colour, float thickness) {
  set_colour(cairo_.get(), colour);
  cairo_set_line_width(cairo_.get(), thickness);
  cairo_stroke(cairo_.get());
}

void CairoPainter::draw(const gfx::Image& part, const Rect& place) {
  const Handle<cairo_surface_t> picture(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(part.width), static_cast<int>(part.height)));
  if (cairo_surface_status(picture.get()) != CAIRO_STATUS_SUCCESS || part.width == 0 || part.height == 0) return;
  unsigned char* const data = cairo_image_surface_get_data(picture.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(picture.get()));
  for (unsigned y = 0; y < part.height; ++y) {
    for (unsigned x = 0; x < part.width; ++x) {
      const std::uint8_t* const from = part.pixel(x, y);
      const std::uint32_t word = std::uint32_t{from[0]} << 16 | std::uint32_t{from[1]} << 8 | from[2];
      std::memcpy(data + y * stride + std::size_t{x} * 4, &word, sizeof word);
    }
  }
  cairo_surface_mark_dirty(picture.get());
  cairo_t* const cairo = cairo_.get();
  cairo_save(cairo);
  cairo_translate(cairo, place.x, place.y);
  cairo_scale(cairo, place.width / static_cast<float>(part.width), place.height / static_cast<float>(part.height));
  cairo_set_source_surface(cairo, picture.get(), 0, 0);
  // An element is a square with sharp edges, at any size.
  cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
  cairo_paint(cairo);
  cairo_restore(cairo);
}

}  // namespace bankloom::ui
