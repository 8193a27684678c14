#include "gfx/apng.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../base/scratch_folder.h"
#include "core/base/files.h"

namespace bankloom::gfx {
namespace {

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t size = 4) {
  std::uint32_t value = 0;
  for (const char byte : bytes.substr(at, size)) value = value << 8 | static_cast<unsigned char>(byte);
  return value;
}

std::string number_of(std::uint32_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift & 255U);
  return bytes;
}

/// PNG specification, "Sample CRC implementation", bit by bit.
std::uint32_t checksum_of(std::string_view bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

using Chunks = std::vector<std::pair<std::string, std::string>>;

/// Expects every checksum to be right.
Chunks chunks_of(std::string_view file) {
  Chunks chunks;
  EXPECT_EQ(file.substr(0, 8), "\x89PNG\r\n\x1a\n");
  for (std::size_t at = 8; at < file.size();) {
    const std::size_t length = number_at(file, at);
    if (at + 12 + length > file.size()) {
      ADD_FAILURE() << "a chunk is cut off";
      break;
    }
    chunks.emplace_back(file.substr(at + 4, 4), file.substr(at + 8, length));
    EXPECT_EQ(number_at(file, at + 8 + length), checksum_of(file.substr(at + 4, 4 + length))) << chunks.back().first;
    at += 12 + length;
  }
  return chunks;
}

struct Shown {
  Image image;
  std::uint32_t delay = 0, of = 1;
};

/// Plays an animation: every frame is decoded as a PNG of its own and laid over the canvas as its fcTL says.
class Reader {
 public:
  explicit Reader(const std::string& file) : chunks(chunks_of(file)) {
    header_ = chunks.front().second;
    canvas_ = {number_at(header_, 0), number_at(header_, 4), {}};
    canvas_.rgba.resize(std::size_t{canvas_.width} * canvas_.height * 4);
    std::string control, pixels;
    std::uint32_t sequence = 0;
    for (const auto& [name, data] : chunks) {
      if (name == "fcTL" || name == "fdAT") EXPECT_EQ(number_at(data, 0), sequence++) << name;
      if (name == "IDAT") pixels += data;
      if (name == "fdAT") pixels += data.substr(4);
      if (name != "fcTL" && name != "IEND") continue;
      if (!control.empty()) show(control, pixels);
      control = name == "fcTL" ? data : "";
      pixels.clear();
    }
  }
  [[nodiscard]] const std::string& named(const std::string& wanted) const {
    static const std::string kNone;
    for (const auto& [name, data] : chunks) {
      if (name == wanted) return data;
    }
    return kNone;
  }

  Chunks chunks;
  std::vector<Shown> shown;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sizes;

 private:
  Image decoded(std::uint32_t width, std::uint32_t height, const std::string& pixels) {
    std::string png = "\x89PNG\r\n\x1a\n";
    const auto append = [&png](const std::string& name, const std::string& data) {
      png += number_of(static_cast<std::uint32_t>(data.size())) + name + data + number_of(checksum_of(name + data));
    };
    append("IHDR", number_of(width) + number_of(height) + header_.substr(8));
    append("IDAT", pixels);
    append("IEND", "");
    const auto read = read_png_file(scratch_.write("frame.png", png));
    EXPECT_TRUE(read) << read.error().message;
    return read ? read->image : Image{};
  }
  void show(const std::string& control, const std::string& pixels) {
    const std::uint32_t width = number_at(control, 4), height = number_at(control, 8);
    const std::uint32_t left = number_at(control, 12), top = number_at(control, 16);
    sizes.emplace_back(width, height);
    ASSERT_LE(left + width, canvas_.width);
    ASSERT_LE(top + height, canvas_.height);
    EXPECT_EQ(control[24], 0) << "nothing is disposed of";
    const bool is_over = control[25] == 1;
    const Image part = decoded(width, height, pixels);
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) {
        const std::uint8_t* const from = part.pixel(x, y);
        if (is_over && from[3] == 0) continue;
        ASSERT_EQ(from[3], 255);
        std::memcpy(&canvas_.rgba[(std::size_t{top + y} * canvas_.width + left + x) * 4], from, 4);
      }
    }
    shown.push_back({canvas_, number_at(control, 20, 2), number_at(control, 22, 2)});
  }

  test::ScratchFolder scratch_;
  std::string header_;
  Image canvas_;
};

Image gradient_picture(unsigned width = 40, unsigned height = 30) {
  Image image{width, height, {}};
  for (unsigned i = 0; i < width * height; ++i) {
    for (const unsigned byte : {i, i * 7, i / 40, 255u}) image.rgba.push_back(static_cast<std::uint8_t>(byte));
  }
  return image;
}

Image with_dots(Image image, const std::vector<std::pair<unsigned, unsigned>>& dots) {
  for (const auto& [x, y] : dots) {
    std::uint8_t* const pixel = &image.rgba[(std::size_t{y} * image.width + x) * 4];
    // A black one, too: what a transparent pixel is without its alpha.
    for (int channel = 0; channel < 3; ++channel) pixel[channel] = (x + y) % 2 == 0 ? 0 : 250;
  }
  return image;
}

std::string written(ApngWriter& writer, const std::vector<Image>& images) {
  for (const Image& image : images) {
    const auto added = writer.add(image);
    EXPECT_TRUE(added) << added.error().message;
  }
  const auto bytes = writer.finish();
  EXPECT_TRUE(bytes) << bytes.error().message;
  return bytes.value_or("");
}

TEST(Apng, EveryPictureComesBack) {
  const std::vector<Image> images{gradient_picture(), with_dots(gradient_picture(), {{3, 4}, {12, 9}}),
                                  with_dots(gradient_picture(), {{12, 9}, {1, 0}, {39, 29}}),
                                  with_dots(gradient_picture(), {{39, 29}})};
  ApngWriter writer({25, 1});
  const Reader read(written(writer, images));
  ASSERT_EQ(read.shown.size(), images.size());
  for (std::size_t i = 0; i < images.size(); ++i) {
    EXPECT_EQ(read.shown[i].image.rgba, images[i].rgba) << i;
    EXPECT_EQ(read.shown[i].delay, 1u);
    EXPECT_EQ(read.shown[i].of, 25u);
  }
  using Sizes = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  EXPECT_EQ(read.sizes, (Sizes{{40, 30}, {10, 6}, {39, 30}, {12, 10}})) << "the smallest rectangles that changed";
}

TEST(Apng, ChunksAreInTheirOrder) {
  ApngWriter writer({30000, 1001}, 3, {{"Title", "a film"}});
  const Reader read(written(writer, {gradient_picture(), with_dots(gradient_picture(), {{1, 1}})}));
  std::string names;
  for (const auto& [name, data] : read.chunks) names += name + " ";
  EXPECT_EQ(names, "IHDR acTL tEXt fcTL IDAT fcTL fdAT IEND ");
  EXPECT_EQ(read.named("acTL"), number_of(2) + number_of(3)) << "frames, plays";
  ASSERT_EQ(read.shown.size(), 2u);
  EXPECT_EQ(read.shown[0].delay, 1001u);
  EXPECT_EQ(read.shown[0].of, 30000u);
}

TEST(Apng, IsAStillPictureForOtherPrograms) {
  const test::ScratchFolder scratch;
  const PngTexts texts{{"Title", "a film"}};
  ApngWriter writer({25, 1}, 0, texts);
  const auto file =
      scratch.write("film.apng", written(writer, {gradient_picture(), with_dots(gradient_picture(), {{1, 1}})}));
  const auto read = read_png_file(file);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->image.rgba, gradient_picture().rgba);
  EXPECT_EQ(read->texts, texts);
}

TEST(Apng, APictureLikeTheOneBeforeMakesThatLastLonger) {
  const Image dotted = with_dots(gradient_picture(), {{1, 1}});
  ApngWriter writer({25, 1});
  const Reader read(written(writer, {gradient_picture(), gradient_picture(), gradient_picture(), dotted,
                                     gradient_picture(), gradient_picture()}));
  EXPECT_EQ(read.named("acTL").substr(0, 4), number_of(3));
  ASSERT_EQ(read.shown.size(), 3u);
  EXPECT_EQ(read.shown[0].delay, 3u);
  EXPECT_EQ(read.shown[1].delay, 1u);
  EXPECT_EQ(read.shown[1].image.rgba, dotted.rgba);
  EXPECT_EQ(read.shown[2].delay, 2u);
}

TEST(Apng, ADelayHas16Bits) {
  ApngWriter writer({60, 30000});
  const Reader read(written(writer, std::vector<Image>(5, gradient_picture())));
  ASSERT_EQ(read.shown.size(), 3u);
  EXPECT_EQ(read.shown[0].delay, 60000u);
  EXPECT_EQ(read.shown[1].delay, 60000u);
  EXPECT_EQ(read.shown[2].delay, 30000u);
  EXPECT_EQ(read.sizes[1], (std::pair{1u, 1u}));
  EXPECT_EQ(read.shown[2].image.rgba, gradient_picture().rgba);
}

TEST(Apng, RefusesInOneSentence) {
  ApngWriter none({25, 1});
  const auto nothing = none.finish();
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().message, "the film has no picture");
  ApngWriter writer({25, 1});
  EXPECT_FALSE(writer.add(Image{}));
  ASSERT_TRUE(writer.add(gradient_picture()));
  const auto smaller = writer.add(gradient_picture(20, 30));
  ASSERT_FALSE(smaller);
  EXPECT_EQ(smaller.error().message, "a film's pictures have one size, 40 x 30 pixels, not 20 x 30");
  Image glass = gradient_picture();
  glass.rgba[7] = 254;
  EXPECT_FALSE(writer.add(glass));
}

TEST(FrameRate, IsInLowestTerms) {
  EXPECT_EQ(frame_rate_of(25), (FrameRate{25, 1}));
  EXPECT_EQ(frame_rate_of(60), (FrameRate{60, 1}));
  EXPECT_EQ(frame_rate_of(12.5), (FrameRate{25, 2}));
  EXPECT_EQ(frame_rate_of(29.97), (FrameRate{2997, 100}));
  EXPECT_EQ(frame_rate_of(0.1), (FrameRate{1, 10}));
}

}  // namespace
}  // namespace bankloom::gfx
