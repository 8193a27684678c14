#include "gfx/map_renderer.h"
#include "../base/sanitized.h"

#include <cmath>
#include <limits>
#include <vector>

#include "offscreen_test.h"

namespace bankloom::gfx {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
const std::array<Colour, 2> kGreyRamp = {make_colour(0, 0, 0), make_colour(255, 255, 255)};
const Rgb kMarkPixel{255, 0, 0};
const Rgb kBackgroundPixel{0, 0, 90};

class MapRendererTest : public OffscreenTest {
 protected:
  /// Grey from 0 to 255, marks red, background blue, no number green.
  static MapStyle style() {
    MapStyle style;
    style.minimum = 0.0f;
    style.maximum = 255.0f;
    style.ramp = kGreyRamp;
    style.mark = make_colour(255, 0, 0);
    style.not_a_number = make_colour(0, 255, 0);
    style.background = make_colour(0, 0, 90);
    return style;
  }
  /// Draws into a picture of 60 x 40 pixels, all of it the map's unless another rectangle is given.
  Image draw(const MapTexture& map, const MapView& view, const MapStyle& style, PixelRect rect = {0, 0, 60, 40},
             PixelRect clip = {0, 0, 60, 40}) {
    make_frame(60, 40);
    auto renderer = MapRenderer::create(shader_folder());
    if (!renderer) {
      ADD_FAILURE() << renderer.error().message;
      return Image{60, 40, std::vector<std::uint8_t>(60 * 40 * 4)};
    }
    frame_->bind();
    renderer->draw(map, {{60, 40}, rect, clip}, view, style);
    return picture();
  }
  static MapTexture upload(unsigned rows, unsigned columns, const std::vector<float>& values,
                           const std::vector<MapMark>& marks = {}) {
    MapTexture map;
    const auto result = map.upload(rows, columns, values, marks);
    EXPECT_TRUE(result) << (result ? "" : result.error().message);
    return map;
  }
  /// Pixels of a colour.
  static unsigned count(const Image& image, const Rgb& colour) {
    unsigned pixels = 0;
    for (unsigned y = 0; y < image.height; ++y) {
      for (unsigned x = 0; x < image.width; ++x) pixels += pixel(image, x, y) == colour ? 1u : 0u;
    }
    return pixels;
  }
};

/// Element (row, column) has the value 10 * row + column.
std::vector<float> numbered(unsigned rows, unsigned columns) {
  std::vector<float> values;
  for (unsigned row = 0; row < rows; ++row) {
    for (unsigned column = 0; column < columns; ++column) values.push_back(static_cast<float>(10 * row + column));
  }
  return values;
}

Rgb grey(int shade) { return {shade, shade, shade}; }

TEST_F(MapRendererTest, ElementsLieWhereTheViewPutsThem) {
  const MapTexture map = upload(6, 8, numbered(6, 8));
  // 5 pixels an element, the corner in the middle of element (1, 2), the rectangle 10 pixels from the left, 4 from the
  // top.
  const MapView view{2.4, 1.2, 5.0};
  const PixelRect rect{10, 4, 50, 36};
  const Image image = draw(map, view, style(), rect);
  for (unsigned y = 0; y < 40; ++y) {
    for (unsigned x = 0; x < 60; ++x) {
      Rgb expected{};
      if (x >= 10 && y >= 4) {
        const double column = 2.4 + (x - 10 + 0.5) / 5.0, row = 1.2 + (y - 4 + 0.5) / 5.0;
        const bool within = column < 8 && row < 6;
        expected = within ? grey(10 * static_cast<int>(row) + static_cast<int>(column)) : kBackgroundPixel;
      }
      ASSERT_EQ(pixel(image, x, y), expected) << x << ", " << y;
    }
  }
}

TEST_F(MapRendererTest, BeforeTheFirstElementIsBackground) {
  const MapTexture map = upload(2, 2, {255, 255, 255, 255});
  const Image image = draw(map, {-3.0, -2.0, 4.0}, style());
  for (unsigned y = 0; y < 40; ++y) {
    for (unsigned x = 0; x < 60; ++x) {
      const bool within = x >= 12 && x < 20 && y >= 8 && y < 16;
      ASSERT_EQ(pixel(image, x, y), within ? grey(255) : kBackgroundPixel) << x << ", " << y;
    }
  }
}

TEST_F(MapRendererTest, ATranslucentBackgroundIsBlended) {
  const MapTexture map = upload(1, 1, {255});
  MapStyle half = style();
  half.background = make_colour(200, 100, 0, 128);
  const Image image = draw(map, {5.0, 5.0, 4.0}, half);
  EXPECT_TRUE(is_near(pixel(image, 30, 20), {100, 50, 0}));
}

TEST_F(MapRendererTest, NothingOutsideTheClipIsTouched) {
  const MapTexture map = upload(1, 1, {255});
  const Image image = draw(map, {0.0, 0.0, 10.0}, style(), {0, 0, 60, 40}, {5, 5, 20, 20});
  EXPECT_EQ(pixel(image, 4, 10), grey(0));
  EXPECT_EQ(pixel(image, 5, 5), grey(255));
  EXPECT_EQ(pixel(image, 20, 20), kBackgroundPixel);
  EXPECT_EQ(pixel(image, 25, 20), grey(0));
}

TEST_F(MapRendererTest, ALoneMarkStaysVisibleHoweverFarAway) {
  constexpr unsigned kSide = test::kSanitized ? kLargestMapSide / 4 : kLargestMapSide;
  const std::vector<float> values(std::size_t{kSide} * kSide, 100.0f);
  for (const auto& [row, column] : {std::pair{0u, 0u}, {kSide / 3 - 1, kSide / 4 * 3 + 45}, {kSide - 1, kSide - 1}}) {
    std::vector<MapMark> marks(values.size());
    marks[std::size_t{row} * kSide + column] = MapMark::differs;
    const MapTexture map = upload(kSide, kSide, values, marks);
    // Some scales at which the elements a pixel are a power of two, or near one, or anything else.
    for (const double elements : {110.3, 128.0, 127.9, 128.3, 200.0, 256.0, 4096.0}) {
      if (elements > kSide) continue;
      for (const double shift : {0.0, 0.37, 64.0}) {
        MapView view;
        view.pixels_per_element = 1.0 / elements;
        view.first_column = -shift * elements / 64;
        view.first_row = -shift * elements / 64;
        const Image image = draw(map, view, style());
        EXPECT_GE(count(image, kMarkPixel), 1u) << row << ", " << column << " at " << elements << " shifted " << shift;
        EXPECT_LE(count(image, kMarkPixel), 16u) << row << ", " << column << " at " << elements << " shifted " << shift;
      }
    }
    // Near, it is the element's own pixels and no others.
    const Image near = draw(map, {column - 3.0, row - 2.0, 4.0}, style());
    EXPECT_EQ(count(near, kMarkPixel), 16u);
    EXPECT_EQ(pixel(near, 12, 8), kMarkPixel);
    EXPECT_EQ(pixel(near, 15, 11), kMarkPixel);
  }
}

TEST_F(MapRendererTest, WhatIsNotThereHasAColourOfItsOwn) {
  // A column that is there, one that is no number, one that is not there; and a row below of which nothing is.
  const MapTexture map =
      upload(2, 3, {200, kNan, 0, 0, 0, 0},
             {MapMark::none, MapMark::none, MapMark::absent, MapMark::absent, MapMark::absent, MapMark::absent});
  MapStyle own = style();
  own.absent = make_colour(0, 90, 90);
  const Rgb absent{0, 90, 90};
  const Image near = draw(map, {0.0, 0.0, 20.0}, own);
  EXPECT_EQ(pixel(near, 5, 5), grey(200));
  EXPECT_EQ(pixel(near, 25, 5), (Rgb{0, 255, 0}));
  EXPECT_EQ(pixel(near, 45, 5), absent);
  EXPECT_EQ(pixel(near, 5, 30), absent);
  // Far away a pixel has the mean of those that are there.
  const MapTexture large = upload(2, 4, {200, 0, 0, 0, 0, 100, 0, 0},
                                  {MapMark::none, MapMark::absent, MapMark::absent, MapMark::absent, MapMark::absent,
                                   MapMark::none, MapMark::absent, MapMark::absent});
  const Image far = draw(large, {0.0, 0.0, 0.5}, own);
  EXPECT_EQ(pixel(far, 0, 0), grey(150));
  EXPECT_EQ(pixel(far, 1, 0), absent);
}

TEST_F(MapRendererTest, EveryMarkIsSeenAtOneTexelAPixel) {
  // 120 x 80 elements, two a pixel in each direction: each pixel covers four elements, one of which is marked.
  std::vector<MapMark> marks(120 * 80);
  for (unsigned row = 0; row < 80; row += 2) {
    for (unsigned column = 1; column < 120; column += 2) marks[row * 120 + column] = MapMark::differs;
  }
  const MapTexture map = upload(80, 120, std::vector<float>(marks.size(), 9.0f), marks);
  EXPECT_EQ(count(draw(map, {0.0, 0.0, 0.5}, style()), kMarkPixel), 60u * 40u);
  // Half a pixel off, texels' edges would fall on pixels' centres.
  EXPECT_GE(count(draw(map, {1.0, 1.0, 0.5}, style()), kMarkPixel), 59u * 39u);
}

TEST_F(MapRendererTest, FarAwayAPixelShowsTheMean) {
  // Columns of 0 and 200 in turns; an odd number of them, so that the last texel stands for three.
  constexpr unsigned kColumns = 241, kRows = 160;
  std::vector<float> values;
  for (unsigned i = 0; i < kRows * kColumns; ++i) values.push_back(i % kColumns % 2 == 0 ? 0.0f : 200.0f);
  const MapTexture map = upload(kRows, kColumns, values);
  const Image image = draw(map, {0.0, 0.0, 0.25}, style());
  for (unsigned x = 0; x < 58; ++x) EXPECT_TRUE(is_near(pixel(image, x, 20), grey(100))) << x;
  EXPECT_TRUE(is_near(pixel(image, 59, 20), grey(80), 25));
}

TEST_F(MapRendererTest, WhatIsNoNumberHasItsOwnColourAndLeavesTheMeanAlone) {
  const MapTexture map = upload(2, 4, {kNan, kNan, kNan, 50, kNan, kNan, 50, 50});
  const Image near = draw(map, {0.0, 0.0, 10.0}, style());
  EXPECT_EQ(pixel(near, 5, 5), (Rgb{0, 255, 0}));
  EXPECT_EQ(pixel(near, 35, 5), grey(50));
  const Image far = draw(map, {0.0, 0.0, 0.5}, style());
  EXPECT_EQ(pixel(far, 0, 0), (Rgb{0, 255, 0}));
  EXPECT_EQ(pixel(far, 1, 0), grey(50));
}

TEST_F(MapRendererTest, ValuesBeyondTheRangeTakeTheColoursOfItsEnds) {
  const MapTexture map = upload(1, 6, {-kInfinity, -5, 0, 255, 1e30f, kInfinity});
  const Image image = draw(map, {0.0, 0.0, 10.0}, style());
  const std::array<int, 6> shades = {0, 0, 0, 255, 255, 255};
  for (unsigned i = 0; i < shades.size(); ++i) EXPECT_EQ(pixel(image, i * 10 + 5, 5), grey(shades[i])) << i;
  // The widest of ranges, and one of no width.
  MapStyle wide = style();
  wide.minimum = -kInfinity;
  wide.maximum = kInfinity;
  EXPECT_TRUE(is_near(pixel(draw(map, {0.0, 0.0, 10.0}, wide), 25, 5), grey(128)));
  MapStyle none = style();
  none.minimum = none.maximum = 7.0f;
  EXPECT_EQ(pixel(draw(map, {0.0, 0.0, 10.0}, none), 35, 5), grey(0));
}

TEST_F(MapRendererTest, AMarkedInfinityIsMarkedAndANumber) {
  const MapTexture map = upload(1, 3, {kInfinity, kNan, 0.0f}, std::vector(3, MapMark::differs));
  MapStyle half = style();
  half.mark = make_colour(255, 0, 0, 128);
  const Image image = draw(map, {0.0, 0.0, 10.0}, half);
  EXPECT_TRUE(is_near(pixel(image, 5, 5), {255, 127, 127}));
  EXPECT_TRUE(is_near(pixel(image, 15, 5), {128, 127, 0}));
  EXPECT_TRUE(is_near(pixel(image, 25, 5), {128, 0, 0}));
}

TEST_F(MapRendererTest, ARampOfSeveralStops) {
  const std::array<Colour, 3> ramp = {make_colour(255, 0, 0), make_colour(0, 255, 0), make_colour(0, 0, 255)};
  const MapTexture map = upload(1, 5, {0, 1, 2, 3, 4});
  MapStyle coloured = style();
  coloured.ramp = ramp;
  coloured.maximum = 4.0f;
  const Image image = draw(map, {0.0, 0.0, 10.0}, coloured);
  EXPECT_EQ(pixel(image, 5, 5), (Rgb{255, 0, 0}));
  EXPECT_TRUE(is_near(pixel(image, 15, 5), {127, 128, 0}));
  EXPECT_TRUE(is_near(pixel(image, 25, 5), {0, 255, 0}));
  EXPECT_TRUE(is_near(pixel(image, 35, 5), {0, 127, 128}));
  EXPECT_EQ(pixel(image, 45, 5), (Rgb{0, 0, 255}));
}

TEST_F(MapRendererTest, LinesLieBetweenLargeElementsOnly) {
  const MapTexture map = upload(10, 20, std::vector<float>(200, 255.0f));
  MapStyle lined = style();
  lined.lines = make_colour(255, 0, 255);
  const Image near = draw(map, {0.0, 0.0, 10.0}, lined);
  for (unsigned x = 0; x < 60; ++x) {
    EXPECT_EQ(pixel(near, x, 5), x % 10 == 0 ? (Rgb{255, 0, 255}) : grey(255)) << x;
  }
  for (unsigned y = 0; y < 40; ++y) {
    EXPECT_EQ(pixel(near, 5, y), y % 10 == 0 ? (Rgb{255, 0, 255}) : grey(255)) << y;
  }
  EXPECT_EQ(count(draw(map, {0.0, 0.0, 5.0}, lined), Rgb{255, 0, 255}), 0u);
}

TEST_F(MapRendererTest, SizesThatCannotBe) {
  MapTexture map = upload(1, 1, {255});
  const std::vector<float> values(16);
  const std::vector<MapMark> marks(3);
  const auto message = [&map](const Result<void>& result) {
    EXPECT_FALSE(result);
    EXPECT_EQ(map.rows(), 1u) << "the texture is not as it was";
    return result ? std::string() : result.error().message;
  };
  EXPECT_NE(message(map.upload(0, 4, {})).find("nothing to show"), std::string::npos);
  EXPECT_NE(message(map.upload(4097, 1, std::vector<float>(4097))).find("at most 4096 x 4096"), std::string::npos);
  EXPECT_NE(message(map.upload(4, 5, values)).find("needs 20 values"), std::string::npos);
  EXPECT_NE(message(map.upload(4, 4, values, marks)).find("has 16 and 3"), std::string::npos);
}

TEST_F(MapRendererTest, ViewsThatMakeNoSenseDrawNothing) {
  const MapTexture map = upload(2, 2, {255, 255, 255, 255});
  for (const MapView view : {MapView{0, 0, 0.0}, MapView{0, 0, -1.0}, MapView{0, 0, std::nan("")},
                             MapView{std::nan(""), 0, 1.0}, MapView{0, HUGE_VAL, 1.0}}) {
    EXPECT_EQ(count(draw(map, view, style()), grey(0)), 60u * 40u);
  }
  EXPECT_EQ(count(draw(MapTexture(), {0, 0, 1.0}, style()), grey(0)), 60u * 40u);
  // Far away is no mistake.
  for (const MapView view : {MapView{1e300, 0, 1.0}, MapView{0, -1e300, 1.0}, MapView{5, 5, 1e300}}) {
    EXPECT_EQ(count(draw(map, view, style()), kBackgroundPixel), 60u * 40u);
  }
}

TEST(MapLevel, IsTheFirstWhoseTexelsArePixelsWide) {
  EXPECT_EQ(map_level(0.01, 13), 0);
  EXPECT_EQ(map_level(1.0, 13), 0);
  EXPECT_EQ(map_level(1.5, 13), 1);
  EXPECT_EQ(map_level(2.0, 13), 1);
  EXPECT_EQ(map_level(1.9999, 13), 2);
  EXPECT_EQ(map_level(2.1, 13), 2);
  EXPECT_EQ(map_level(1e9, 13), 12);
  EXPECT_EQ(map_level(1e9, 1), 0);
}

}  // namespace
}  // namespace bankloom::gfx
