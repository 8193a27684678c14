// RecordingPainter: draws nothing and records the calls, for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ui/painter/painter.h"

namespace bankloom::ui {

class RecordingPainter final : public Painter {
 public:
  struct Shape {
    enum class Kind : std::uint8_t { rect, outline, line, triangle, circle, ring, arc } kind = Kind::rect;
    Rect box;  ///< around it; of a line, from its first end, with negative extents if it goes left or up
    Colour colour{};
    float radius = 0, thickness = 0;
    std::optional<Rect> clip{};
  };
  struct Text {
    std::string words;
    TextFont font;
    ImVec2 place;
    Colour colour{};
    float width = 0;
    std::optional<Rect> clip{};
  };
  struct Grid {
    gfx::GridBatch batch;
    Rect clip;
  };
  using Drawn = std::variant<Shape, Text, Grid, MapDrawing>;

  [[nodiscard]] const std::vector<Drawn>& drawn() const { return drawn_; }
  /// All of one kind, in the order of drawing.
  template <class Kind>
  [[nodiscard]] std::vector<Kind> all() const {
    std::vector<Kind> found;
    for (const Drawn& one : drawn_) {
      if (const auto* kind = std::get_if<Kind>(&one)) found.push_back(*kind);
    }
    return found;
  }
  void clear() { drawn_.clear(); }

  void rect(ImVec2 from, ImVec2 to, Colour fill, float radius) override {
    drawn_.emplace_back(Shape{Shape::Kind::rect, box(from, to), fill, radius, 0, clip()});
  }
  void outline(ImVec2 from, ImVec2 to, Colour colour, float thickness, float radius) override {
    drawn_.emplace_back(Shape{Shape::Kind::outline, box(from, to), colour, radius, thickness, clip()});
  }
  void line(ImVec2 from, ImVec2 to, Colour colour, float thickness) override {
    drawn_.emplace_back(Shape{Shape::Kind::line, box(from, to), colour, 0, thickness, clip()});
  }
  void triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour fill) override {
    const ImVec2 from{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y})};
    drawn_.emplace_back(
        Shape{Shape::Kind::triangle, box(from, {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})}), fill, 0, 0});
  }
  void circle(ImVec2 middle, float radius, Colour fill, int) override {
    drawn_.emplace_back(Shape{Shape::Kind::circle, around(middle, radius), fill, radius, 0, clip()});
  }
  void ring(ImVec2 middle, float radius, Colour colour, float thickness, int) override {
    drawn_.emplace_back(Shape{Shape::Kind::ring, around(middle, radius), colour, radius, thickness, clip()});
  }
  void arc(ImVec2 middle, float radius, float, float, Colour colour, float thickness) override {
    drawn_.emplace_back(Shape{Shape::Kind::arc, around(middle, radius), colour, radius, thickness, clip()});
  }
  void text(TextFont font, ImVec2 place, Colour colour, std::string_view words, float width) override {
    drawn_.emplace_back(Text{std::string(words), font, place, colour, width, clip()});
  }
  void grid(gfx::GridBatch batch, const Rect& clip) override { drawn_.emplace_back(Grid{std::move(batch), clip}); }
  void map(const MapDrawing& map) override { drawn_.emplace_back(map); }
  [[nodiscard]] unsigned glyph_texture() const override { return 0; }

 protected:
  void push_clip(const Rect& rect) override { clips_.push_back(rect); }
  void pop_clip() override { clips_.pop_back(); }

 private:
  static Rect box(ImVec2 from, ImVec2 to) { return {from.x, from.y, to.x - from.x, to.y - from.y}; }
  static Rect around(ImVec2 middle, float radius) {
    return {middle.x - radius, middle.y - radius, 2 * radius, 2 * radius};
  }
  /// The rectangle of the innermost PainterClip.
  [[nodiscard]] std::optional<Rect> clip() const {
    return clips_.empty() ? std::nullopt : std::optional<Rect>(clips_.back());
  }
  std::vector<Drawn> drawn_;
  std::vector<Rect> clips_;
};

}  // namespace bankloom::ui
