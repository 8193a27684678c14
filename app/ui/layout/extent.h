// Distributes the room of a row or a column among its boxes.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace bankloom::ui {

/// The room of a box in its row (of the width) or column (of the height).
struct Extent {
  enum class Kind : std::uint8_t { fit, fixed, share };
  Kind kind = Kind::fit;
  float amount = 0;  ///< units, or the share of the rest
  float least = 0, most = std::numeric_limits<float>::infinity();
  float most_part = 1;  ///< of the whole room
  int drops = 0;        ///< 0: always shown; otherwise the order in which boxes are left out for lack of room

  [[nodiscard]] Extent at_least(float units) const;
  [[nodiscard]] Extent at_most(float units) const;
  [[nodiscard]] Extent at_most_part(float part) const;
  [[nodiscard]] Extent if_room(int order = 1) const;
};
[[nodiscard]] Extent fit();                  ///< as much as needed; the default
[[nodiscard]] Extent units(float amount);    ///< exactly so much
[[nodiscard]] Extent share(float part = 1);  ///< a share of the rest

/// The wishes of a box, in pixels: its size with the longest text, and the smallest without leaving some out.
struct Wish {
  Extent extent;
  float wanted = 0, least = 0;
};
/// The part of `room` pixels for each, with `gap` between neighbours; negative: left out.
[[nodiscard]] std::vector<float> distribute(std::span<const Wish> wishes, float room, float gap, float scale);
/// The room for all sizes with the gaps between them; negative ones take none.
[[nodiscard]] float sum_of(std::span<const float> sizes, float gap);

}  // namespace bankloom::ui
