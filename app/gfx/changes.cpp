#include "gfx/changes.h"

#include <algorithm>
#include <cstring>

namespace bankloom::gfx {

Result<void> check_film_picture(const Image& image, const Image& before) {
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) {
    if (image.rgba[i] != 255) return fail("a film's pictures cannot have transparent pixels");
  }
  const bool is_first = before.rgba.empty();
  if (!is_first &&
      (image.width != before.width || image.height != before.height || image.rgba.size() != before.rgba.size())) {
    return fail("a film's pictures have one size, {} x {} pixels, not {} x {}", before.width, before.height,
                image.width, image.height);
  }
  return {};
}

PixelBox difference(const Image& a, const Image& b) {
  PixelBox box{a.width, a.height, 0, 0};
  const std::size_t row_bytes = std::size_t{a.width} * 4;
  const auto differs = [&](unsigned x, unsigned y) { return std::memcmp(a.pixel(x, y), b.pixel(x, y), 4) != 0; };
  for (unsigned y = 0; y < a.height; ++y) {
    if (std::memcmp(a.pixel(0, y), b.pixel(0, y), row_bytes) == 0) continue;
    box.top = std::min(box.top, y);
    box.bottom = y + 1;
    unsigned left = 0, right = a.width;
    while (!differs(left, y)) ++left;
    while (!differs(right - 1, y)) --right;
    box.left = std::min(box.left, left);
    box.right = std::max(box.right, right);
  }
  return box;
}

Image changed_pixels(const Image& image, const Image& before, const PixelBox& box) {
  Image part{box.right - box.left, box.bottom - box.top, {}};
  part.rgba.resize(std::size_t{part.width} * part.height * 4);
  for (unsigned y = 0; y < part.height; ++y) {
    const std::uint8_t* const now = image.pixel(box.left, box.top + y);
    const std::uint8_t* const was = before.pixel(box.left, box.top + y);
    std::uint8_t* const to = part.rgba.data() + std::size_t{y} * part.width * 4;
    for (std::size_t at = 0; at < std::size_t{part.width} * 4; at += 4) {
      if (std::memcmp(now + at, was + at, 4) != 0) std::memcpy(to + at, now + at, 4);
    }
  }
  return part;
}

}  // namespace bankloom::gfx
