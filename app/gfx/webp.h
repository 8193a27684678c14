// Animated WebP files, by libwebp: lossless, each picture as what changed in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "gfx/frame_rate.h"
#include "gfx/image.h"

struct WebPAnimEncoder;

namespace bankloom::gfx {

class WebpWriter {
 public:
  /// `plays`: how often it is shown; 0: for ever.
  explicit WebpWriter(FrameRate rate, int plays = 0) : rate_(rate), plays_(plays) {}

  /// Appends a picture. Errors: another size than the first, transparent pixels, one side over 16383 pixels.
  [[nodiscard]] Result<void> add(const Image& image);
  /// The bytes of the file, to be called once, as the last. Errors: no picture was added; libwebp's.
  [[nodiscard]] Result<std::string> finish();

 private:
  struct Release {
    void operator()(WebPAnimEncoder* encoder) const;
  };
  /// When a picture is shown, in milliseconds.
  [[nodiscard]] int time_of(std::size_t picture) const;

  FrameRate rate_;
  int plays_ = 0;
  std::unique_ptr<WebPAnimEncoder, Release> encoder_;
  std::size_t pictures_ = 0;
  unsigned width_ = 0, height_ = 0;
};

}  // namespace bankloom::gfx
