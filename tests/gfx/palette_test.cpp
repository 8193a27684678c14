#include "gfx/palette.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace bankloom::gfx {
namespace {

Image image_of(const std::vector<std::uint32_t>& colours) {
  Image image{static_cast<unsigned>(colours.size()), 1, {}};
  for (const std::uint32_t colour : colours) {
    for (const int shift : {0, 8, 16, 24}) image.rgba.push_back(static_cast<std::uint8_t>(colour >> shift));
  }
  return image;
}

TEST(Palette, FewColoursStayAsTheyAre) {
  ColourCounts counts;
  counts.add(image_of({0xFF112233, 0xFF112233, 0xFF112234, 0x00FFFFFF, 0xFFFFFFFF}));
  const Palette palette = make_palette(counts, 255);
  EXPECT_EQ(std::set<std::uint32_t>(palette.colours.begin(), palette.colours.end()),
            (std::set<std::uint32_t>{0x112233, 0x112234, 0xFFFFFF}))
      << "what is transparent has no colour";
  for (const auto& [colour, index] : palette.index) EXPECT_EQ(palette.colours[index], colour);
  EXPECT_EQ(palette.index.size(), 3u);
}

TEST(Palette, AGroundStaysExactAndTheRestComesNear) {
  // A white ground, and all greens and blues in steps of five.
  std::vector<std::uint32_t> colours(100'000, 0xFFFFFFFF);
  for (std::uint32_t green = 0; green < 256; green += 5) {
    for (std::uint32_t blue = 0; blue < 256; blue += 5) colours.push_back(0xFF000000 | green << 8 | blue << 16);
  }
  ColourCounts counts;
  counts.add(image_of(colours));
  const Palette palette = make_palette(counts, 255);
  ASSERT_EQ(palette.colours.size(), 255u);
  EXPECT_EQ(palette.colours[palette.index.at(0xFFFFFF)], 0xFFFFFFu);
  for (const auto& [colour, index] : palette.index) {
    for (const int shift : {0, 8, 16}) {
      const int was = static_cast<int>(colour >> shift & 0xFF),
                is = static_cast<int>(palette.colours[index] >> shift & 0xFF);
      // 254 colours for 256 x 256 combinations: squares of 16.
      EXPECT_LE(std::abs(was - is), 16) << colour;
    }
  }
}

TEST(Palette, NothingHasNoColours) { EXPECT_TRUE(make_palette({}, 255).colours.empty()); }

}  // namespace
}  // namespace bankloom::gfx
