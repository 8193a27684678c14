// Fat binaries made by hand, broken ones, and the LZ4 block format.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/program/fat_binary.h"
#include "program_client.h"

namespace bankloom::program {
namespace {

using test::bytes_of;
using test::fat_binary;
using test::fat_entry;

std::vector<std::byte> block(const std::vector<int>& values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST(FatBinaries, PtxIsFoundBesideMachineCode) {
  const auto binary =
      read_fat_binary(fat_binary({fat_entry(2, 90, 0, bytes_of("machine code")), fat_entry(1, 75, 0, bytes_of("older")),
                                  fat_entry(1, 90, 0, bytes_of(".version 9.0"))}),
                      {});
  ASSERT_TRUE(binary) << binary.error().message;
  ASSERT_EQ(binary->ptx.size(), 2u);
  EXPECT_EQ(binary->ptx[0].text, "older");
  EXPECT_EQ(binary->ptx[0].architecture, 75u);
  EXPECT_EQ(binary->ptx[1].text, ".version 9.0");
  EXPECT_EQ(binary->ptx[1].architecture, 90u);
  EXPECT_EQ(binary->machine_code, 1u);
  EXPECT_EQ(binary->unusable, 0u);
}

TEST(FatBinaries, CompressedPtxIsDecompressed) {
  // Three literals, a match of 9 bytes 3 back, one literal.
  const auto lz4 = block({0x35, 'a', 'b', 'c', 3, 0, 0x10, '!'});
  const auto packed = fat_binary({fat_entry(1, 90, 0x2011, lz4, 13), fat_entry(1, 80, 0x8011, bytes_of("packed"), 7)});
  std::size_t asked = 0;
  const auto binary =
      read_fat_binary(packed, [&](std::span<const std::byte> data, std::size_t size) -> std::optional<std::string> {
        asked = size;
        EXPECT_EQ(data.size(), 6u);
        return "by zstd";
      });
  ASSERT_TRUE(binary) << binary.error().message;
  ASSERT_EQ(binary->ptx.size(), 2u);
  EXPECT_EQ(binary->ptx[0].text, "abcabcabcabc!");
  EXPECT_EQ(binary->ptx[1].text, "by zstd");
  EXPECT_EQ(asked, 7u);
  const auto without = read_fat_binary(packed, {});
  ASSERT_TRUE(without);
  EXPECT_EQ(without->ptx.size(), 1u);
  EXPECT_EQ(without->unusable, 1u);
}

TEST(FatBinaries, AreRefusedWhenCutOff) {
  const std::vector<std::byte> whole =
      fat_binary({fat_entry(1, 90, 0, bytes_of("twelve bytes")), fat_entry(2, 90, 0, bytes_of("code"))});
  ASSERT_TRUE(read_fat_binary(whole, {}));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_FALSE(read_fat_binary(std::span(whole).first(size), {})) << size;
  }
}

TEST(FatBinaries, AnyByteMayBeWrong) {
  const auto lz4 = block({0x35, 'a', 'b', 'c', 3, 0, 0x10, '!'});
  std::vector<std::byte> bytes = fat_binary({fat_entry(1, 90, 0x2011, lz4, 13), fat_entry(2, 90, 0, bytes_of("code"))});
  // Whatever is wrong, it is either seen or read as something else of no more than the size that is allowed.
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const std::byte before = bytes[at];
    for (const int value : {0x00, 0x01, 0x7f, 0x80, 0xff}) {
      bytes[at] = static_cast<std::byte>(value);
      const auto binary = read_fat_binary(bytes, {});
      if (!binary) continue;
      for (const PtxImage& image : binary->ptx) EXPECT_LE(image.text.size(), kMostPtxBytes);
    }
    bytes[at] = before;
  }
  bytes[0] = std::byte{0};
  EXPECT_FALSE(read_fat_binary(bytes, {}));
}

TEST(Lz4, LongLengths) {
  // 15 + 255 + 2 literals 'x', then a match of 4 + 15 + 10 bytes one back, then an empty end.
  std::vector<int> values = {0xff, 255, 2};
  for (int i = 0; i < 272; ++i) values.push_back('x');
  values.insert(values.end(), {1, 0, 10, 0x00});
  const auto text = decompress_lz4(block(values), 272 + 29);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, std::string(301, 'x'));
  EXPECT_FALSE(decompress_lz4(block(values), 300));
  EXPECT_FALSE(decompress_lz4(block(values), 302));
}

TEST(Lz4, BrokenBlocks) {
  EXPECT_FALSE(decompress_lz4(block({0x10}), 1));                    // a literal is missing
  EXPECT_FALSE(decompress_lz4(block({0x10, 'a', 1}), 5));            // half a distance
  EXPECT_FALSE(decompress_lz4(block({0x10, 'a', 0, 0, 0x00}), 5));   // a distance of 0
  EXPECT_FALSE(decompress_lz4(block({0x10, 'a', 2, 0, 0x00}), 5));   // before the beginning
  EXPECT_FALSE(decompress_lz4(block({0xf0, 255, 255, 255}), 1000));  // a length without an end
  EXPECT_TRUE(decompress_lz4(block({0x10, 'a', 1, 0, 0x00}), 5));
}

}  // namespace
}  // namespace bankloom::program
