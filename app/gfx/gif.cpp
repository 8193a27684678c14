#include "gfx/gif.h"

#include <fmt/format.h>
#include <gif_lib.h>
#include <zlib.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "gfx/changes.h"

namespace bankloom::gfx {
namespace {

constexpr int kColours = 256, kTransparent = 255;

int append(GifFileType* file, const GifByteType* bytes, int count) {
  static_cast<std::string*>(file->UserData)
      ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
  return count;
}

struct Close {
  void operator()(GifFileType* file) const { static_cast<void>(EGifCloseFile(file, nullptr)); }
  void operator()(ColorMapObject* colours) const { GifFreeMapObject(colours); }
};

Result<std::string> compressed(const std::vector<std::uint8_t>& pixels) {
  uLongf size = ::compressBound(pixels.size());
  std::string bytes(size, '\0');
  if (::compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, pixels.data(), pixels.size(), 1) != Z_OK) {
    return fail("there is no memory for the film's pictures");
  }
  bytes.resize(size);
  return bytes;
}

std::unique_ptr<ColorMapObject, Close> colour_map(const Palette& palette) {
  std::unique_ptr<ColorMapObject, Close> map(GifMakeMapObject(kColours, nullptr));
  if (map == nullptr) return map;
  for (std::size_t i = 0; i < palette.colours.size(); ++i) {
    const std::uint32_t colour = palette.colours[i];
    map->Colors[i] = {static_cast<GifByteType>(colour), static_cast<GifByteType>(colour >> 8),
                      static_cast<GifByteType>(colour >> 16)};
  }
  return map;
}

}  // namespace

Result<void> GifWriter::add(Image image) {
  TRY(check_film_picture(image, before_));
  constexpr unsigned kMost = std::numeric_limits<std::uint16_t>::max();
  if (image.width > kMost || image.height > kMost) return fail("a GIF has at most {} pixels a side", kMost);
  const bool is_first = before_.rgba.empty();
  const PixelBox box = is_first ? PixelBox{0, 0, image.width, image.height} : difference(image, before_);
  const std::size_t number = pictures_++;
  if (box.empty()) return {};
  const Image part = is_first ? image : changed_pixels(image, before_, box);
  counts_.add(part);
  TRY(auto pixels, compressed(part.rgba));
  parts_.push_back({box.left, box.top, part.width, part.height, number, std::move(pixels)});
  before_ = std::move(image);
  return {};
}

Result<std::string> GifWriter::finish() {
  if (parts_.empty()) return fail("the film has no picture");
  const Palette palette = make_palette(counts_, kTransparent);
  std::string bytes;
  int error = 0;
  std::unique_ptr<GifFileType, Close> file(EGifOpen(&bytes, append, &error));
  const auto colours = colour_map(palette);
  if (file == nullptr || colours == nullptr) return fail("there is no memory for the film");
  EGifSetGifVersion(file.get(), true);
  bool is_good = EGifPutScreenDesc(file.get(), static_cast<int>(before_.width), static_cast<int>(before_.height),
                                   kColours, 0, colours.get()) == GIF_OK;
  // How often it is shown: an extension of Netscape's that every program knows.
  const std::array<GifByteType, 3> plays{1, static_cast<GifByteType>(plays_), static_cast<GifByteType>(plays_ >> 8)};
  is_good = is_good && EGifPutExtensionLeader(file.get(), APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
            EGifPutExtensionBlock(file.get(), 11, "NETSCAPE2.0") == GIF_OK &&
            EGifPutExtensionBlock(file.get(), plays.size(), plays.data()) == GIF_OK &&
            EGifPutExtensionTrailer(file.get()) == GIF_OK;
  for (const auto& [name, words] : texts_) {
    is_good = is_good && EGifPutComment(file.get(), fmt::format("{}: {}", name, words).c_str()) == GIF_OK;
  }
  // When a picture is shown, in hundredths of a second.
  const auto time_of = [this](std::size_t picture) {
    return std::lround(100.0 * static_cast<double>(picture) / rate_.value());
  };
  for (std::size_t i = 0; i < parts_.size() && is_good; ++i) {
    const Part& part = parts_[i];
    const std::size_t next = i + 1 < parts_.size() ? parts_[i + 1].first : pictures_;
    const long shown = std::min<long>(time_of(next) - time_of(part.first), std::numeric_limits<std::uint16_t>::max());
    const GraphicsControlBlock control{DISPOSE_DO_NOT, false, static_cast<int>(shown),
                                       i == 0 ? NO_TRANSPARENT_COLOR : kTransparent};
    std::array<GifByteType, 4> control_bytes{};
    EGifGCBToExtension(&control, control_bytes.data());
    is_good =
        EGifPutExtension(file.get(), GRAPHICS_EXT_FUNC_CODE, control_bytes.size(), control_bytes.data()) == GIF_OK &&
        EGifPutImageDesc(file.get(), static_cast<int>(part.left), static_cast<int>(part.top),
                         static_cast<int>(part.width), static_cast<int>(part.height), false, nullptr) == GIF_OK;
    std::vector<std::uint8_t> pixels(std::size_t{part.width} * part.height * 4);
    uLongf size = pixels.size();
    is_good = is_good && ::uncompress(pixels.data(), &size, reinterpret_cast<const Bytef*>(part.pixels.data()),
                                      part.pixels.size()) == Z_OK;
    std::vector<GifPixelType> line(part.width);
    for (std::size_t y = 0; y < part.height && is_good; ++y) {
      for (std::size_t x = 0; x < part.width; ++x) {
        std::uint32_t colour = 0;
        std::memcpy(&colour, pixels.data() + (y * part.width + x) * 4, 4);
        line[x] = colour >> 24 == 0 ? kTransparent : palette.index.at(colour & 0xFFFFFF);
      }
      is_good = EGifPutLine(file.get(), line.data(), static_cast<int>(line.size())) == GIF_OK;
    }
  }
  if (!is_good) return fail("the film cannot be made: {}", GifErrorString(file->Error));
  // The last byte comes with the closing.
  file.reset();
  return bytes;
}

}  // namespace bankloom::gfx
