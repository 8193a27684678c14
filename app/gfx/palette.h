// Palette: the colours of a file that has room for few, chosen for all pictures of a film at once, so that what does
// not change keeps its colour.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gfx/image.h"

namespace bankloom::gfx {

/// How many pixels have a colour (red in the lowest byte, blue in the third); transparent pixels do not count.
class ColourCounts {
 public:
  void add(const Image& image);
  [[nodiscard]] const std::unordered_map<std::uint32_t, std::uint64_t>& by_colour() const { return counts_; }

 private:
  std::unordered_map<std::uint32_t, std::uint64_t> counts_;
};

struct Palette {
  std::vector<std::uint32_t> colours = {};
  std::unordered_map<std::uint32_t, std::uint8_t> index = {};  ///< of every colour that was counted
};

/// At most so many colours, up to 256. All of them where that suffices. Else sets of similar colours are split, always
/// that with the largest sum of squared differences from its mean, at the mean of its widest channel; what fills more
/// than half of its set, as a ground does, stays exactly what it is.
[[nodiscard]] Palette make_palette(const ColourCounts& counts, std::size_t most);

}  // namespace bankloom::gfx
