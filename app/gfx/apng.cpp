#include "gfx/apng.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "gfx/changes.h"

namespace bankloom::gfx {
namespace {

constexpr std::size_t kSignatureBytes = 8;
/// A chunk's length and name, and its checksum.
constexpr std::size_t kChunkHead = 8, kChunkTail = 4;
/// IHDR is first and has 13 bytes; acTL follows it.
constexpr std::size_t kAfterHeader = kSignatureBytes + kChunkHead + 13 + kChunkTail;

// Of a fcTL chunk.
constexpr char kDisposeNone = 0, kBlendSource = 0, kBlendOver = 1;

void append_32(std::string& bytes, std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 255U);
}

void append_16(std::string& bytes, std::uint16_t value) {
  bytes += static_cast<char>(value >> 8);
  bytes += static_cast<char>(value & 255);
}

std::string make_chunk(std::string_view name, std::string_view data) {
  std::string bytes;
  append_32(bytes, static_cast<std::uint32_t>(data.size()));
  bytes += name;
  bytes += data;
  const auto* const checked = reinterpret_cast<const Bytef*>(bytes.data() + 4);
  append_32(bytes, static_cast<std::uint32_t>(::crc32(0, checked, static_cast<uInt>(bytes.size() - 4))));
  return bytes;
}

/// The parts of a PNG file that libpng wrote.
struct PngParts {
  std::string head;    ///< what precedes the pixels, signature and all
  std::string pixels;  ///< the contents of the IDAT chunks
};

PngParts parts_of(std::string_view png) {
  PngParts parts;
  parts.head = png.substr(0, kSignatureBytes);
  png.remove_prefix(kSignatureBytes);
  while (png.size() >= kChunkHead + kChunkTail) {
    std::size_t length = 0;
    for (const char byte : png.substr(0, 4)) length = length << 8 | static_cast<unsigned char>(byte);
    const std::string_view name = png.substr(4, 4);
    const std::size_t whole = kChunkHead + length + kChunkTail;
    if (name == "IDAT") {
      parts.pixels += png.substr(kChunkHead, length);
    } else if (name != "IEND") {
      parts.head += png.substr(0, whole);
    }
    png.remove_prefix(std::min(whole, png.size()));
  }
  return parts;
}

}  // namespace

Result<void> ApngWriter::begin(const Image& image) {
  TRY(const auto png, encode_png(image, texts_, true));
  auto parts = parts_of(png);
  bytes_ = std::move(parts.head);
  last_ = {0, 0, image.width, image.height, std::move(parts.pixels)};
  return {};
}

void ApngWriter::append_last() {
  std::string control;
  append_32(control, sequence_++);
  append_32(control, last_.width);
  append_32(control, last_.height);
  append_32(control, last_.x);
  append_32(control, last_.y);
  append_16(control, static_cast<std::uint16_t>(last_.shown * rate_.seconds));
  append_16(control, rate_.frames);
  control += kDisposeNone;
  control += frames_ == 0 ? kBlendSource : kBlendOver;
  bytes_ += make_chunk("fcTL", control);
  if (frames_++ == 0) {
    bytes_ += make_chunk("IDAT", last_.pixels);
    return;
  }
  std::string data;
  append_32(data, sequence_++);
  bytes_ += make_chunk("fdAT", data + last_.pixels);
}

Result<void> ApngWriter::add(Image image) {
  TRY(check_film_picture(image, before_));
  if (bytes_.empty()) {
    TRY(begin(image));
    before_ = std::move(image);
    return {};
  }
  PixelBox box = difference(image, before_);
  if (box.empty()) {
    // A delay has 16 bits.
    if ((last_.shown + 1) * rate_.seconds <= std::numeric_limits<std::uint16_t>::max()) {
      ++last_.shown;
      return {};
    }
    box = {0, 0, 1, 1};
  }
  TRY(const auto png, encode_png(changed_pixels(image, before_, box), {}, true));
  append_last();
  last_ = {box.left, box.top, box.right - box.left, box.bottom - box.top, parts_of(png).pixels};
  before_ = std::move(image);
  return {};
}

Result<std::string> ApngWriter::finish() {
  if (bytes_.empty()) return fail("the film has no picture");
  append_last();
  std::string animation;
  append_32(animation, frames_);
  append_32(animation, plays_);
  bytes_.insert(kAfterHeader, make_chunk("acTL", animation));
  bytes_ += make_chunk("IEND", {});
  return std::move(bytes_);
}

}  // namespace bankloom::gfx
