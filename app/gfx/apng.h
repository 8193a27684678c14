// Animated PNG files, by the PNG specification (third edition), "Animation information": https://www.w3.org/TR/png-3/
//
// A program that knows no animation shows the first picture. A picture stores the smallest rectangle in which it
// differs from the one before, pixels without a difference transparent, which compresses well; one without any
// difference makes the one before last longer. So a film is complete in memory before it is written: some ten kilobytes
// a picture.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/base/result.h"
#include "gfx/frame_rate.h"
#include "gfx/image.h"
#include "gfx/png.h"

namespace bankloom::gfx {

class ApngWriter {
 public:
  /// `plays`: how often it is shown; 0: for ever.
  explicit ApngWriter(FrameRate rate, std::uint32_t plays = 0, PngTexts texts = {})
      : rate_(rate), plays_(plays), texts_(std::move(texts)) {}

  /// Appends a picture. Errors: another size than the first, transparent pixels, those of encode_png().
  [[nodiscard]] Result<void> add(Image image);
  /// The bytes of the file, to be called once, as the last. Errors: no picture was added.
  [[nodiscard]] Result<std::string> finish();

 private:
  /// The last picture that differs from the one before; not in bytes_ yet, because it may last longer.
  struct Frame {
    std::uint32_t x = 0, y = 0, width = 0, height = 0;
    std::string pixels = {};  ///< compressed
    std::uint32_t shown = 1;  ///< for so many pictures of the film
  };
  [[nodiscard]] Result<void> begin(const Image& image);
  void append_last();

  FrameRate rate_;
  std::uint32_t plays_ = 0;
  PngTexts texts_;
  std::string bytes_;
  Image before_;
  Frame last_;
  std::uint32_t frames_ = 0;    ///< in bytes_
  std::uint32_t sequence_ = 0;  ///< the number of the next fcTL or fdAT
};

}  // namespace bankloom::gfx
