#pragma once

namespace bankloom::ui {

/// A rectangle in framebuffer pixels, origin at the top left.
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] float right() const { return x + width; }
  [[nodiscard]] float bottom() const { return y + height; }
  [[nodiscard]] bool empty() const { return width <= 0 || height <= 0; }
  /// The rectangle without a margin on all sides.
  [[nodiscard]] Rect inset(float horizontal, float vertical) const {
    const Rect inner{x + horizontal, y + vertical, width - 2 * horizontal, height - 2 * vertical};
    return {inner.x, inner.y, inner.width > 0 ? inner.width : 0, inner.height > 0 ? inner.height : 0};
  }
  /// Whether they have a common area.
  [[nodiscard]] bool intersects(const Rect& other) const {
    return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
  }
  friend bool operator==(const Rect&, const Rect&) = default;
};

}  // namespace bankloom::ui
