#include "gfx/grid_renderer.h"

#include <limits>

#include "offscreen_test.h"

namespace bankloom::gfx {
namespace {

constexpr Colour kRed = make_colour(255, 0, 0);
constexpr Colour kGreen = make_colour(0, 255, 0);
constexpr Colour kWhite = make_colour(255, 255, 255);
const Rgb kBlackPixel{0, 0, 0};
const Rgb kRedPixel{255, 0, 0};
const Rgb kGreenPixel{0, 255, 0};

class GridRendererTest : public OffscreenTest {
 protected:
  /// Draws on black and reads the picture of 40 x 30 pixels.
  Image draw(const GridBatch& batch, PixelRect clip = {0, 0, 40, 30}) {
    make_frame(40, 30);
    auto renderer = GridRenderer::create(shader_folder());
    if (!renderer) {
      ADD_FAILURE() << renderer.error().message;
      return Image{40, 30, std::vector<std::uint8_t>(40 * 30 * 4)};
    }
    frame_->bind();
    renderer->draw(batch, {40, 30}, clip);
    return picture();
  }
  /// Expects one colour within a rectangle (right and bottom excluded) and another around it.
  static void expect_rectangle(const Image& image, unsigned left, unsigned top, unsigned right, unsigned bottom,
                               const Rgb& inside, const Rgb& outside) {
    for (unsigned y = 0; y < image.height; ++y) {
      for (unsigned x = 0; x < image.width; ++x) {
        const bool within = x >= left && x < right && y >= top && y < bottom;
        ASSERT_EQ(pixel(image, x, y), within ? inside : outside) << "at " << x << ", " << y;
      }
    }
  }
};

TEST_F(GridRendererTest, ACellFillsItsPixelsAndNoOthers) {
  GridBatch batch;
  batch.cells.push_back({5, 3, 10, 7, kRed});
  expect_rectangle(draw(batch), 5, 3, 15, 10, kRedPixel, kBlackPixel);
}

TEST_F(GridRendererTest, NothingIsDrawnOutsideTheClip) {
  GridBatch batch;
  batch.cells.push_back({0, 0, 40, 30, kRed});
  expect_rectangle(draw(batch, {7, 5, 12, 20}), 7, 5, 19, 25, kRedPixel, kBlackPixel);
  expect_rectangle(draw(batch, {50, 5, 12, 20}), 0, 0, 40, 30, kBlackPixel, kBlackPixel);
}

TEST_F(GridRendererTest, TheBorderLiesInside) {
  GridBatch batch;
  batch.cells.push_back({10, 10, 12, 10, kRed, kGreen, 2.0f});
  const Image image = draw(batch);
  for (const auto& [x, y] : {std::pair{10u, 10u}, {11u, 11u}, {21u, 19u}, {20u, 15u}, {15u, 18u}}) {
    EXPECT_EQ(pixel(image, x, y), kGreenPixel) << x << ", " << y;
  }
  for (const auto& [x, y] : {std::pair{12u, 12u}, {19u, 17u}, {15u, 15u}}) {
    EXPECT_EQ(pixel(image, x, y), kRedPixel) << x << ", " << y;
  }
  for (const auto& [x, y] : {std::pair{9u, 10u}, {10u, 9u}, {22u, 15u}, {15u, 20u}}) {
    EXPECT_EQ(pixel(image, x, y), kBlackPixel) << x << ", " << y;
  }
}

TEST_F(GridRendererTest, ATranslucentBorderLetsTheFillThrough) {
  GridBatch batch;
  batch.cells.push_back({10, 10, 12, 10, kRed, make_colour(0, 255, 0, 128), 3.0f});
  const Image image = draw(batch);
  EXPECT_TRUE(is_near(pixel(image, 11, 11), {127, 128, 0}));
  EXPECT_EQ(pixel(image, 15, 15), kRedPixel);
}

TEST_F(GridRendererTest, CornersAreRound) {
  GridBatch batch;
  batch.cells.push_back({4, 4, 20, 20, kRed, 0, 0.0f, 6.0f});
  const Image image = draw(batch);
  // The corner's pixel centre is 5.5 * sqrt(2) = 7.8 pixels from the arc's centre, outside; the middles of sides are
  // whole.
  for (const auto& [x, y] : {std::pair{4u, 4u}, {23u, 4u}, {4u, 23u}, {23u, 23u}}) {
    EXPECT_EQ(pixel(image, x, y), kBlackPixel) << x << ", " << y;
  }
  for (const auto& [x, y] : {std::pair{14u, 4u}, {4u, 14u}, {23u, 14u}, {14u, 23u}, {7u, 7u}, {14u, 14u}}) {
    EXPECT_EQ(pixel(image, x, y), kRedPixel) << x << ", " << y;
  }
}

TEST_F(GridRendererTest, ARoundBorderFollowsTheCorner) {
  GridBatch batch;
  batch.cells.push_back({4, 4, 20, 20, kRed, kGreen, 3.0f, 1.0f});
  const Image image = draw(batch);
  // A radius smaller than the border leaves the inner rectangle as it is, and the inside keeps the fill.
  EXPECT_EQ(pixel(image, 6, 6), kGreenPixel);
  EXPECT_EQ(pixel(image, 7, 7), kRedPixel);
  EXPECT_EQ(pixel(image, 14, 14), kRedPixel);
}

TEST_F(GridRendererTest, EdgesBetweenPixelsAreSharedOut) {
  GridBatch batch;
  batch.cells.push_back({5.25f, 8.0f, 10.0f, 6.0f, kRed});
  batch.cells.push_back({30.0f, 8.0f, 0.25f, 6.0f, kRed});
  const Image image = draw(batch);
  EXPECT_TRUE(is_near(pixel(image, 5, 10), {191, 0, 0}));
  EXPECT_EQ(pixel(image, 6, 10), kRedPixel);
  EXPECT_TRUE(is_near(pixel(image, 15, 10), {64, 0, 0}));
  EXPECT_EQ(pixel(image, 16, 10), kBlackPixel);
  EXPECT_TRUE(is_near(pixel(image, 30, 10), {64, 0, 0}));
}

TEST_F(GridRendererTest, TheHatchIsStripedAndScales) {
  GridBatch batch;
  batch.cells.push_back({0, 0, 40, 30, kRed, 0, 0.0f, 0.0f, kGreen});
  // Stripes of 45 degrees: the same along a diagonal of rising x and falling y; 6 pixels from stripe to stripe along a
  // row.
  const auto check = [](const Image& image, unsigned period) {
    unsigned red = 0, green = 0;
    for (unsigned x = 1; x < 30; ++x) {
      const Rgb here = pixel(image, x, 10);
      EXPECT_TRUE(is_near(here, pixel(image, x - 1, 11))) << "diagonal at " << x;
      if (x + period < 40) {
        EXPECT_TRUE(is_near(here, pixel(image, x + period, 10))) << "period at " << x;
      }
      EXPECT_NEAR(here.red + here.green, 255, 2);
      red += here.red > 200 ? 1 : 0;
      green += here.green > 200 ? 1 : 0;
    }
    EXPECT_GE(red, 8u);
    EXPECT_GE(green, 8u);
  };
  check(draw(batch), 6);
  batch.scale = 2.0f;
  check(draw(batch), 12);
}

TEST_F(GridRendererTest, LaterCellsLieAboveEarlierOnesOfWhateverKind) {
  const GridCell plain{10, 10, 10, 10, kRed};
  const GridCell bordered{10, 10, 10, 10, kGreen, kWhite, 1.0f};
  const GridCell hatched{10, 10, 10, 10, make_colour(0, 0, 255), 0, 0.0f, 0.0f, make_colour(0, 0, 255)};
  const std::array<std::pair<GridCell, Rgb>, 3> kinds = {
      std::pair{plain, kRedPixel}, {bordered, kGreenPixel}, {hatched, Rgb{0, 0, 255}}};
  for (std::size_t below = 0; below < 3; ++below) {
    for (std::size_t above = 0; above < 3; ++above) {
      GridBatch batch;
      batch.cells = {kinds[below].first, kinds[above].first};
      EXPECT_EQ(pixel(draw(batch), 15, 15), kinds[above].second) << above << " above " << below;
    }
  }
}

TEST_F(GridRendererTest, ATranslucentCellIsBlended) {
  GridBatch batch;
  batch.cells.push_back({0, 0, 40, 30, kRed});
  batch.cells.push_back({10, 10, 10, 10, make_colour(0, 255, 0, 64)});
  const Image image = draw(batch);
  EXPECT_TRUE(is_near(pixel(image, 15, 15), {191, 64, 0}));
  EXPECT_EQ(pixel(image, 5, 5), kRedPixel);
}

TEST_F(GridRendererTest, ThousandsOfCellsAreAllThere) {
  GridBatch batch;
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) {
      const auto shade = static_cast<unsigned>(x * 6), other = static_cast<unsigned>(y * 8);
      GridCell cell{static_cast<float>(x), static_cast<float>(y), 1, 1, make_colour(shade, other, 7)};
      // Every third is of another kind, all look the same.
      if ((x + y) % 3 == 1) cell.hatch = cell.fill;
      if ((x + y) % 3 == 2) {
        cell.border = cell.fill;
        cell.border_width = 1.0f;
      }
      batch.cells.push_back(cell);
    }
  }
  const Image image = draw(batch);
  for (unsigned y = 0; y < 30; ++y) {
    for (unsigned x = 0; x < 40; ++x) {
      ASSERT_TRUE(is_near(pixel(image, x, y), {static_cast<int>(x) * 6, static_cast<int>(y) * 8, 7})) << x << ", " << y;
    }
  }
}

TEST_F(GridRendererTest, CellsWithoutASizeOrPlaceAreLeftOut) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  GridBatch batch;
  batch.cells = {{5, 5, 0, 10, kRed},
                 {5, 5, 10, -3, kRed},
                 {nan, 5, 10, 10, kRed},
                 {5, 5, nan, 10, kRed},
                 {-1e30f, 5, 10, 10, kRed}};
  expect_rectangle(draw(batch), 0, 0, 40, 30, kBlackPixel, kBlackPixel);
  expect_rectangle(draw(GridBatch{}), 0, 0, 40, 30, kBlackPixel, kBlackPixel);
}

TEST_F(GridRendererTest, AGlyphIsDrawnWithItsCoverage) {
  // 4 x 2 texels: the left half is empty; of the right half the upper row is covered, the lower one by a half.
  const std::array<std::uint32_t, 8> texels = {0x00ffffff, 0x00ffffff, 0xffffffff, 0xffffffff,
                                               0x00ffffff, 0x00ffffff, 0x80ffffff, 0x80ffffff};
  const Texture texture = make_texture();
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  GridBatch batch;
  batch.cells.push_back({0, 0, 40, 30, make_colour(0, 0, 100)});
  batch.glyphs.push_back({20, 10, 2, 2, 0.5f, 0.0f, 1.0f, 1.0f, kGreen});
  batch.glyphs.push_back({24, 10, 2, 2, 0.0f, 0.0f, 0.5f, 1.0f, kGreen});
  batch.glyph_texture = texture.name();
  const Image image = draw(batch);
  const Rgb ground{0, 0, 100};
  EXPECT_EQ(pixel(image, 20, 10), kGreenPixel);
  EXPECT_EQ(pixel(image, 21, 10), kGreenPixel);
  EXPECT_TRUE(is_near(pixel(image, 20, 11), {0, 128, 50}));
  EXPECT_EQ(pixel(image, 22, 10), ground);
  EXPECT_EQ(pixel(image, 20, 9), ground);
  EXPECT_EQ(pixel(image, 24, 10), ground);
}

TEST_F(GridRendererTest, LeavesNothingBound) {
  GridBatch batch;
  batch.cells.push_back({5, 3, 10, 7, kRed, kGreen, 1.0f});
  (void)draw(batch, {0, 0, 20, 20});
  for (const int binding :
       {GL_CURRENT_PROGRAM, GL_VERTEX_ARRAY_BINDING, GL_ARRAY_BUFFER_BINDING, GL_TEXTURE_BINDING_2D}) {
    GLint name = -1;
    glGetIntegerv(static_cast<GLenum>(binding), &name);
    EXPECT_EQ(name, 0) << binding;
  }
  EXPECT_EQ(glIsEnabled(GL_SCISSOR_TEST), GL_FALSE);
  EXPECT_EQ(glIsEnabled(GL_BLEND), GL_TRUE);
}

}  // namespace
}  // namespace bankloom::gfx
