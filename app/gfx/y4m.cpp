#include "gfx/y4m.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <string_view>

namespace bankloom::gfx {
namespace {

/// One plane's value is `zero` and the weighted red, green and blue, in 65536ths.
struct Plane {
  int zero = 0;
  std::array<int, 3> weights{};
};

constexpr int in_65536ths(double value) { return static_cast<int>(value * 65536 + (value < 0 ? -0.5 : 0.5)); }

// ITU-R BT.709-6, item 3: luma is 0.2126 R + 0.7152 G + 0.0722 B; the colour differences B - luma and R - luma are
// divided by twice 1 - 0.0722 and twice 1 - 0.2126; 219 and 224 levels hold what 255 do in the picture.
constexpr double kRed = 0.2126, kGreen = 0.7152, kBlue = 0.0722;
constexpr double kLuma = 219.0 / 255, kOfBlue = 224.0 / 255 / 2 / (1 - kBlue), kOfRed = 224.0 / 255 / 2 / (1 - kRed);
constexpr std::array<Plane, 3> kPlanes{
    Plane{16, {in_65536ths(kRed * kLuma), in_65536ths(kGreen* kLuma), in_65536ths(kBlue* kLuma)}},
    Plane{128, {in_65536ths(-kRed * kOfBlue), in_65536ths(-kGreen* kOfBlue), in_65536ths((1 - kBlue) * kOfBlue)}},
    Plane{128, {in_65536ths((1 - kRed) * kOfRed), in_65536ths(-kGreen* kOfRed), in_65536ths(-kBlue* kOfRed)}}};

}  // namespace

std::string y4m_header(PixelSize size, FrameRate rate) {
  return fmt::format("YUV4MPEG2 W{} H{} F{}:{} Ip A1:1 C444 XCOLORRANGE=LIMITED\n", size.width, size.height,
                     rate.frames, rate.seconds);
}

std::string y4m_frame(const Image& image) {
  constexpr std::string_view kHead = "FRAME\n";
  const std::size_t pixels = image.rgba.size() / 4;
  std::string frame(kHead.size() + 3 * pixels, '\0');
  frame.replace(0, kHead.size(), kHead);
  char* to = frame.data() + kHead.size();
  for (const Plane& plane : kPlanes) {
    const std::uint8_t* from = image.rgba.data();
    for (std::size_t i = 0; i < pixels; ++i, from += 4) {
      const int sum = plane.weights[0] * from[0] + plane.weights[1] * from[1] + plane.weights[2] * from[2];
      *to++ = static_cast<char>((plane.zero * 65536 + sum + 32768) >> 16);
    }
  }
  return frame;
}

}  // namespace bankloom::gfx
