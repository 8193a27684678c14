// Animated GIF files (GIF89a), by giflib: one palette for all pictures and no dither, so that nothing shimmers.
//
// A file counts hundredths of a second and has 255 colours and a transparent one; a picture stores the smallest
// rectangle in which it differs from the one before. The palette is of all pictures, so that these stay in memory,
// compressed, until the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "gfx/frame_rate.h"
#include "gfx/image.h"
#include "gfx/palette.h"
#include "gfx/png.h"

namespace bankloom::gfx {

/// Pictures a second: programs show shorter times than two hundredths of a second as ten.
inline constexpr double kMostGifRate = 50;

class GifWriter {
 public:
  /// `plays`: how often it is shown; 0: for ever. The texts become comments.
  explicit GifWriter(FrameRate rate, std::uint16_t plays = 0, PngTexts texts = {})
      : rate_(rate), plays_(plays), texts_(std::move(texts)) {}

  /// Appends a picture. Errors: another size than the first, one side over 65535 pixels, transparent pixels.
  [[nodiscard]] Result<void> add(Image image);
  /// The bytes of the file, to be called once, as the last. Errors: no picture was added; giflib's.
  [[nodiscard]] Result<std::string> finish();

 private:
  /// What a picture has of its own.
  struct Part {
    unsigned left = 0, top = 0, width = 0, height = 0;
    std::size_t first = 0;    ///< number of the picture from which it is shown
    std::string pixels = {};  ///< of an Image, compressed by zlib
  };

  FrameRate rate_;
  std::uint16_t plays_ = 0;
  PngTexts texts_;
  Image before_;
  std::vector<Part> parts_;
  ColourCounts counts_;
  std::size_t pictures_ = 0;
};

}  // namespace bankloom::gfx
