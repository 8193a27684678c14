#include "gfx/webp.h"

#include <webp/encode.h>
#include <webp/mux.h>

#include <cmath>

namespace bankloom::gfx {
namespace {

/// Of libwebp's levels 0 to 9 for lossless pictures: higher ones take longer and make little smaller.
constexpr int kLevel = 1;

}  // namespace

void WebpWriter::Release::operator()(WebPAnimEncoder* encoder) const { WebPAnimEncoderDelete(encoder); }

int WebpWriter::time_of(std::size_t picture) const {
  return static_cast<int>(std::lround(1000.0 * static_cast<double>(picture) / rate_.value()));
}

Result<void> WebpWriter::add(const Image& image) {
  if (image.width > WEBP_MAX_DIMENSION || image.height > WEBP_MAX_DIMENSION) {
    return fail("a WebP file has at most {} pixels a side", WEBP_MAX_DIMENSION);
  }
  if (encoder_ == nullptr) {
    WebPAnimEncoderOptions options;
    if (WebPAnimEncoderOptionsInit(&options) == 0)
      return fail(
          "libwebp's version differs from the one that the "
          "program was built with");
    options.anim_params.loop_count = plays_;
    // No picture is stored whole but the first.
    options.kmin = options.kmax = 0;
    width_ = image.width;
    height_ = image.height;
    encoder_.reset(WebPAnimEncoderNew(static_cast<int>(width_), static_cast<int>(height_), &options));
    if (encoder_ == nullptr) return fail("there is no memory for the film");
  }
  if (image.width != width_ || image.height != height_) {
    return fail("a film's pictures have one size, {} x {} pixels, not {} x {}", width_, height_, image.width,
                image.height);
  }
  WebPConfig config;
  WebPPicture picture;
  if (WebPConfigInit(&config) == 0 || WebPConfigLosslessPreset(&config, kLevel) == 0 ||
      WebPPictureInit(&picture) == 0) {
    return fail("libwebp's version differs from the one that the program was built with");
  }
  picture.use_argb = 1;
  picture.width = static_cast<int>(width_);
  picture.height = static_cast<int>(height_);
  const bool is_good = WebPPictureImportRGBA(&picture, image.rgba.data(), picture.width * 4) != 0 &&
                       WebPAnimEncoderAdd(encoder_.get(), &picture, time_of(pictures_), &config) != 0;
  WebPPictureFree(&picture);
  if (!is_good) return fail("the film cannot be made: {}", WebPAnimEncoderGetError(encoder_.get()));
  ++pictures_;
  return {};
}

Result<std::string> WebpWriter::finish() {
  if (pictures_ == 0) return fail("the film has no picture");
  WebPData data;
  WebPDataInit(&data);
  const bool is_good = WebPAnimEncoderAdd(encoder_.get(), nullptr, time_of(pictures_), nullptr) != 0 &&
                       WebPAnimEncoderAssemble(encoder_.get(), &data) != 0;
  std::string bytes(reinterpret_cast<const char*>(data.bytes), is_good ? data.size : 0);
  WebPDataClear(&data);
  if (!is_good) return fail("the film cannot be made: {}", WebPAnimEncoderGetError(encoder_.get()));
  return bytes;
}

}  // namespace bankloom::gfx
