#include "gfx/y4m.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace bankloom::gfx {
namespace {

TEST(Y4m, HeaderSaysWhatItIs) {
  EXPECT_EQ(y4m_header({1280, 720}, {30000, 1001}),
            "YUV4MPEG2 W1280 H720 F30000:1001 Ip A1:1 C444 XCOLORRANGE=LIMITED\n");
}

// 8-bit BT.709 of white, black, red, green, blue: the bars of ITU-R BT.709 and SMPTE RP 219 at full strength.
TEST(Y4m, PicturesAreBt709InTheLimitedRange) {
  const Image image{5, 1, {255, 255, 255, 255, 0, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255}};
  const std::string frame = y4m_frame(image);
  ASSERT_EQ(frame.size(), 6u + 15u);
  EXPECT_EQ(frame.substr(0, 6), "FRAME\n");
  std::vector<int> values;
  for (const char byte : frame.substr(6)) values.push_back(static_cast<unsigned char>(byte));
  EXPECT_EQ(values, (std::vector{235, 16, 63, 173, 32,      // luma
                                 128, 128, 102, 42, 240,    // blue difference
                                 128, 128, 240, 26, 118}))  // red difference
      << "planes one after the other";
}

}  // namespace
}  // namespace bankloom::gfx
