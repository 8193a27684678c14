#include "gfx/png.h"
#include "../base/scratch_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace bankloom::gfx {
namespace {

namespace fs = std::filesystem;

class Png : public testing::Test {
 protected:
  static Image gradient(unsigned width, unsigned height, bool opaque) {
    Image image{width, height, {}};
    for (unsigned y = 0; y < height; ++y) {
      for (unsigned x = 0; x < width; ++x) {
        for (const unsigned byte : {x * 7, y * 11, x * y, opaque ? 255u : x + y}) {
          image.rgba.push_back(static_cast<std::uint8_t>(byte));
        }
      }
    }
    return image;
  }
  static std::string bytes_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  }
  static void write_bytes(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
  }
  static std::string write_failure(const fs::path& path, const Image& image, const PngTexts& texts = {}) {
    const auto result = write_png(path, image, texts);
    EXPECT_FALSE(result);
    return result ? std::string() : result.error().message;
  }
  static std::string read_failure(const fs::path& path) {
    const auto result = read_png_file(path);
    EXPECT_FALSE(result);
    return result ? std::string() : result.error().message;
  }
  [[nodiscard]] std::size_t files_in_folder() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  test::ScratchFolder scratch_;
  const fs::path& folder_ = scratch_.path();
  fs::path file_ = folder_ / "picture.png";
};

TEST_F(Png, ComesBackAsItWasWritten) {
  const PngTexts texts = {{"Title", "square/setRowReadCol, IPAD 0"},
                          {"Description", "2.34 \xc2\xb5s \xc2\xb1 0.06\nmeasured"},
                          {"Comment", ""}};
  for (const bool opaque : {true, false}) {
    const Image image = gradient(37, 21, opaque);
    const auto written = write_png(file_, image, texts);
    ASSERT_TRUE(written) << written.error().message;
    const auto read = read_png_file(file_);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->image.width, 37u);
    EXPECT_EQ(read->image.height, 21u);
    EXPECT_TRUE(read->image.rgba == image.rgba) << (opaque ? "opaque" : "with alpha");
    EXPECT_EQ(read->texts, texts);
    EXPECT_EQ(files_in_folder(), 1u) << "something besides the picture is left";
  }
}

TEST_F(Png, SaysHowDenselyItIsMeantToBePrinted) {
  Image image = gradient(4, 3, true);
  ASSERT_TRUE(write_png(file_, image));
  EXPECT_EQ(bytes_of(file_).find("pHYs"), std::string::npos);
  image.dots_per_inch = 192;
  ASSERT_TRUE(write_png(file_, image));
  // PNG specification: pixels a metre in both directions, four bytes each, and 1 for the metre; 192 an inch are 7559.
  EXPECT_NE(bytes_of(file_).find(std::string("pHYs\0\0\x1d\x87\0\0\x1d\x87\1", 13)), std::string::npos);
  const auto read = read_png_file(file_);
  ASSERT_TRUE(read);
  EXPECT_NEAR(read->image.dots_per_inch, 192, 0.1);
}

TEST_F(Png, TextsAreChunksThatOtherProgramsRead) {
  ASSERT_TRUE(write_png(file_, gradient(2, 2, true), {{"Title", "plain"}, {"Author", "\xc3\xa9"}}));
  const std::string bytes = bytes_of(file_);
  // PNG specification: tEXt is keyword, zero, text; iTXt is keyword, zero, two flags, two empty strings, UTF-8 text.
  EXPECT_NE(bytes.find(std::string("tEXtTitle\0plain", 15)), std::string::npos);
  EXPECT_NE(bytes.find(std::string("iTXtAuthor\0\0\0\0\0\xc3\xa9", 17)), std::string::npos);
}

TEST_F(Png, AnOldPictureIsReplaced) {
  write_bytes(file_, "something else");
  ASSERT_TRUE(write_png(file_, gradient(3, 3, true)));
  EXPECT_TRUE(read_png_file(file_));
}

TEST_F(Png, ALinkToADeviceIsRefusedAndNotReplaced) {
  const fs::path link = folder_ / "device.png";
  fs::create_symlink("/dev/null", link);
  EXPECT_NE(write_failure(link, gradient(3, 3, true)).find("link"), std::string::npos);
  EXPECT_TRUE(fs::is_symlink(link));
  EXPECT_TRUE(fs::is_character_file(link));
}

TEST_F(Png, AFolderThatIsMissingOrNoFolder) {
  const Image image = gradient(2, 2, true);
  EXPECT_EQ(write_failure(folder_ / "gone" / "a.png", image), "the picture " + (folder_ / "gone" / "a.png").string() +
                                                                  " cannot be written: there is no folder '" +
                                                                  (folder_ / "gone").string() + "'");
  write_bytes(file_, "a file");
  EXPECT_NE(write_failure(file_ / "a.png", image).find("there is no folder"), std::string::npos);
  EXPECT_NE(write_failure(folder_ / "", image).find("is a folder"), std::string::npos);
}

TEST_F(Png, AFolderThatCannotBeWritten) {
  // Permissions do not stop root; the kernel's own folder does.
  const fs::path folder = geteuid() == 0 ? fs::path("/proc/self") : folder_ / "locked";
  if (geteuid() != 0) {
    fs::create_directory(folder);
    ::chmod(folder.c_str(), 0500);
  }
  const std::string message = write_failure(folder / "a.png", gradient(2, 2, true));
  EXPECT_NE(message.find((folder / "a.png").string()), std::string::npos) << message;
  EXPECT_NE(message.find("no file can be written"), std::string::npos) << message;
}

TEST_F(Png, AFolderInThePicturesPlace) {
  fs::create_directory(file_);
  EXPECT_NE(write_failure(file_, gradient(2, 2, true)).find("is a folder"), std::string::npos);
  EXPECT_EQ(files_in_folder(), 1u) << "the half-written file is left";
}

TEST_F(Png, ANameThatIsTooLong) {
  const std::string message = write_failure(folder_ / std::string(300, 'x'), gradient(2, 2, true));
  EXPECT_NE(message.find("cannot be written"), std::string::npos) << message;
  EXPECT_EQ(files_in_folder(), 0u) << "the half-written file is left";
}

TEST_F(Png, PicturesAndTextsThatCannotBe) {
  EXPECT_NE(write_failure(file_, Image{}).find("the picture is empty"), std::string::npos);
  EXPECT_NE(write_failure(file_, Image{3, 3, std::vector<std::uint8_t>(35)}).find("need 36 bytes, there are 35"),
            std::string::npos);
  EXPECT_NE(write_failure(file_, Image{70000, 1, std::vector<std::uint8_t>(280000)}).find("too many"),
            std::string::npos);
  const Image image = gradient(2, 2, true);
  for (const std::string& keyword : {std::string(), std::string(80, 'k'), std::string(" Title"), std::string("a  b"),
                                     std::string("caf\xc3\xa9"), std::string("a\nb")}) {
    EXPECT_NE(write_failure(file_, image, {{keyword, "text"}}).find("PNG does not allow"), std::string::npos)
        << keyword;
  }
  EXPECT_NE(write_failure(file_, image, {{"Title", std::string("a\0b", 3)}}).find("zero byte"), std::string::npos);
  EXPECT_EQ(files_in_folder(), 0u);
}

TEST_F(Png, FilesThatAreNoPictures) {
  EXPECT_NE(read_failure(folder_ / "gone.png").find("there is no file"), std::string::npos);
  EXPECT_NE(read_failure(folder_).find("is a folder, not a file"), std::string::npos);
  EXPECT_NE(read_failure("/dev/zero").find("it is not a file"), std::string::npos);
  for (const char* text : {"", "\x89PNG", "GIF89a and more than eight bytes"}) {
    write_bytes(file_, text);
    EXPECT_EQ(read_failure(file_), "the picture " + file_.string() + " cannot be read: it is not a PNG file");
  }
}

TEST_F(Png, CutOffAnywhere) {
  ASSERT_TRUE(write_png(file_, gradient(9, 9, false), {{"Title", "a text"}}));
  const std::string whole = bytes_of(file_);
  for (std::size_t length = 8; length < whole.size(); ++length) {
    write_bytes(file_, whole.substr(0, length));
    EXPECT_NE(read_failure(file_).find("the file is cut off"), std::string::npos) << length << " of " << whole.size();
  }
}

TEST_F(Png, AnyByteBroken) {
  ASSERT_TRUE(write_png(file_, gradient(9, 9, true), {{"Title", "a text"}}));
  const std::string whole = bytes_of(file_);
  unsigned refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string broken = whole;
    broken[at] = static_cast<char>(broken[at] ^ 0x55);
    write_bytes(file_, broken);
    const auto result = read_png_file(file_);
    if (result) continue;
    ++refused;
    EXPECT_TRUE(result.error().message.starts_with("the picture " + file_.string() + " cannot be read: ")) << at;
    EXPECT_GT(result.error().message.size(), file_.string().size() + 35) << "no reason given for byte " << at;
  }
  // Every chunk has a checksum; only a broken text is passed over.
  EXPECT_GT(refused, whole.size() - 30);
}

TEST_F(Png, AHeaderThatClaimsTooMuch) {
  ASSERT_TRUE(write_png(file_, gradient(2, 2, true)));
  // A header of 65000 x 65000 pixels, checksum and all (IHDR of 13 bytes at offset 8; CRC-32 as of the specification).
  std::string bytes = bytes_of(file_);
  const std::string size("\x00\x00\xfd\xe8\x00\x00\xfd\xe8", 8);
  bytes.replace(16, 8, size);
  std::uint32_t crc = 0xffffffffu;
  for (std::size_t at = 12; at < 29; ++at) {
    crc ^= static_cast<unsigned char>(bytes[at]);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
  }
  crc = ~crc;
  for (std::size_t i = 0; i < 4; ++i) bytes[29 + i] = static_cast<char>(crc >> (24 - 8 * i));
  write_bytes(file_, bytes);
  EXPECT_NE(read_failure(file_).find("65000 x 65000 pixels are too many"), std::string::npos) << read_failure(file_);
}

}  // namespace
}  // namespace bankloom::gfx
