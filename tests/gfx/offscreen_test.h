// What all tests that draw share: a context off screen, or the test is skipped with the reason.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "gfx/framebuffer.h"
#include "gfx/offscreen.h"

namespace bankloom::gfx {

inline std::filesystem::path shader_folder() { return std::filesystem::path(BANKLOOM_SOURCE_DIR) / "shaders"; }

/// One pixel's colour: red, green, blue.
struct Rgb {
  int red = 0;
  int green = 0;
  int blue = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
  friend std::ostream& operator<<(std::ostream& stream, const Rgb& colour) {
    return stream << "(" << colour.red << ", " << colour.green << ", " << colour.blue << ")";
  }
};

inline Rgb pixel(const Image& image, unsigned x, unsigned y) {
  const std::uint8_t* bytes = image.pixel(x, y);
  return {bytes[0], bytes[1], bytes[2]};
}

/// Whether each channel differs by no more than `tolerance`, as rounding of anti-aliased edges may.
inline testing::AssertionResult is_near(const Rgb& actual, const Rgb& expected, int tolerance = 2) {
  const bool near = std::abs(actual.red - expected.red) <= tolerance &&
                    std::abs(actual.green - expected.green) <= tolerance &&
                    std::abs(actual.blue - expected.blue) <= tolerance;
  if (near) return testing::AssertionSuccess();
  return testing::AssertionFailure() << actual << " instead of " << expected;
}

class OffscreenTest : public testing::Test {
 protected:
  void SetUp() override {
    auto context = make_offscreen_context();
    if (!context) GTEST_SKIP() << context.error().message;
    context_ = std::move(*context);
  }
  void TearDown() override {
    if (context_ && !IsSkipped()) {
      EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
    }
    frame_.reset();
  }
  /// A black picture to draw into, bound.
  void make_frame(int width, int height) {
    auto made = Framebuffer::create({width, height});
    ASSERT_TRUE(made) << made.error().message;
    frame_.emplace(std::move(*made));
    frame_->clear(make_colour(0, 0, 0));
  }
  [[nodiscard]] Image picture() const { return frame_->read(); }

  std::unique_ptr<OffscreenContext> context_;
  std::optional<Framebuffer> frame_;
};

}  // namespace bankloom::gfx
