#include "gfx/framebuffer.h"

#include "offscreen_test.h"

namespace bankloom::gfx {
namespace {

using FramebufferTest = OffscreenTest;

TEST_F(FramebufferTest, TheContextTellsWhatRenders) {
  EXPECT_NE(context_->describe().find("EGL"), std::string::npos);
  EXPECT_NE(context_->describe().find("OpenGL"), std::string::npos);
}

TEST_F(FramebufferTest, RowsAreReadFromTheTopDown) {
  make_frame(5, 4);
  // OpenGL's origin is the lower left corner: this is the top row's left pixel, and the bottom row's right one.
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 3, 1, 1);
  glClearColor(1.0f, 0.0f, 0.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glScissor(4, 0, 1, 1);
  glClearColor(0.0f, 0.0f, 1.0f, 0.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  const Image image = picture();
  ASSERT_EQ(image.width, 5u);
  ASSERT_EQ(image.height, 4u);
  ASSERT_EQ(image.rgba.size(), 5u * 4u * 4u);
  for (unsigned y = 0; y < 4; ++y) {
    for (unsigned x = 0; x < 5; ++x) {
      const Rgb expected = x == 0 && y == 0 ? Rgb{255, 0, 0} : x == 4 && y == 3 ? Rgb{0, 0, 255} : Rgb{};
      EXPECT_EQ(pixel(image, x, y), expected) << x << ", " << y;
    }
  }
}

TEST_F(FramebufferTest, AlphaIsReadAsOpaque) {
  make_frame(3, 2);
  frame_->clear(make_colour(10, 20, 30, 0));
  const Image image = picture();
  EXPECT_EQ(pixel(image, 2, 1), (Rgb{10, 20, 30}));
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) EXPECT_EQ(image.rgba[i], 255);
}

TEST_F(FramebufferTest, SizesThatCannotBe) {
  for (const PixelSize size : {PixelSize{0, 10}, PixelSize{10, -1}}) {
    const auto made = Framebuffer::create(size);
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().message.find("empty"), std::string::npos) << made.error().message;
  }
  const auto made = Framebuffer::create({1000000, 10});
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("1000000 x 10 pixels is too large"), std::string::npos) << made.error().message;
}

TEST_F(FramebufferTest, TwoContextsTakeTurns) {
  make_frame(2, 2);
  frame_->clear(make_colour(1, 2, 3));
  auto other = make_offscreen_context();
  ASSERT_TRUE(other) << other.error().message;
  {
    auto second = Framebuffer::create({2, 2});
    ASSERT_TRUE(second);
    second->clear(make_colour(9, 9, 9));
  }
  ASSERT_TRUE(context_->make_current());
  EXPECT_EQ(pixel(picture(), 1, 1), (Rgb{1, 2, 3}));
}

}  // namespace
}  // namespace bankloom::gfx
