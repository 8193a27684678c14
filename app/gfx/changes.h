// What changed between two pictures of a film.
#pragma once

#include "core/base/result.h"
#include "gfx/image.h"

namespace bankloom::gfx {

struct PixelBox {
  unsigned left = 0, top = 0, right = 0, bottom = 0;  ///< right and bottom are outside
  [[nodiscard]] bool empty() const { return right <= left; }
};

/// Errors: another size than the picture before, transparent pixels. `before` may be empty: there is none.
[[nodiscard]] Result<void> check_film_picture(const Image& image, const Image& before);
/// The smallest rectangle outside which two pictures of one size are alike; empty if they are the same.
[[nodiscard]] PixelBox difference(const Image& a, const Image& b);
/// The pixels of a rectangle; those that are as before are transparent.
[[nodiscard]] Image changed_pixels(const Image& image, const Image& before, const PixelBox& box);

}  // namespace bankloom::gfx
