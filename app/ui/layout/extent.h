// How the room of a row or a column is shared among its boxes.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace bankloom::ui {

/// How much room a box is given in its row (of the width) or column (of the height).
struct Extent {
  enum class Kind : std::uint8_t { fit, fixed, share };
  Kind kind = Kind::fit;
  float amount = 0;  ///< units, or the part of what is left
  float least = 0, most = std::numeric_limits<float>::infinity();
  float most_part = 1;  ///< of all the room there is
  int drops = 0;        ///< 0: always shown; else the order in which boxes are left out where there is too little room

  [[nodiscard]] Extent at_least(float units) const;
  [[nodiscard]] Extent at_most(float units) const;
  [[nodiscard]] Extent at_most_part(float part) const;
  [[nodiscard]] Extent if_room(int order = 1) const;
};
[[nodiscard]] Extent fit();                  ///< as much as it needs; the usual one
[[nodiscard]] Extent units(float amount);    ///< exactly so much
[[nodiscard]] Extent share(float part = 1);  ///< a part of what the others leave

/// What a box wishes, in pixels: what it takes with its longest words, and the least without leaving some out.
struct Wish {
  Extent extent;
  float wanted = 0, least = 0;
};
/// What each gets of `room` pixels, with `gap` between neighbours; negative: left out.
[[nodiscard]] std::vector<float> distribute(std::span<const Wish> wishes, float room, float gap, float scale);
/// The room that sizes take with the gaps between them; those that are negative take none.
[[nodiscard]] float sum_of(std::span<const float> sizes, float gap);

}  // namespace bankloom::ui
