#include "core/base/characters.h"

#include <gtest/gtest.h>

#include <vector>

namespace bankloom {
namespace {

TEST(Characters, AreReadFromUtf8) {
  const std::string_view text = "a\u00e9\u6c49\U0001F600\xE6\xB1z\xFF";
  std::vector<char32_t> codes;
  for (std::size_t at = 0; at < text.size();) {
    const auto [code, end] = character_at(text, at);
    codes.push_back(code);
    at = end;
  }
  EXPECT_EQ(codes, (std::vector<char32_t>{'a', 0xE9, 0x6C49, 0x1F600, 0xFFFD, 0xFFFD, 'z', 0xFFFD}))
      << "a character that is cut off is no character";
}

TEST(Characters, ChineseOnesAndTheirPunctuationAreWide) {
  for (const char32_t wide : U"汉字，。（）《》：！？①あ한")
    EXPECT_EQ(is_wide(wide), wide != 0) << std::hex << unsigned(wide);
  for (const char32_t narrow : std::u32string_view(U"aé×…—“”→≤µ"))
    EXPECT_FALSE(is_wide(narrow)) << std::hex << unsigned(narrow);
  EXPECT_TRUE(has_wide("bank 冲突"));
  EXPECT_FALSE(has_wide("4 × 32 words…"));
}

TEST(Characters, LinesBreakBetweenChineseOnes) {
  EXPECT_TRUE(may_break_between(U'汉', U'字'));
  EXPECT_TRUE(may_break_between(U'个', U'w')) << "beside a Latin word";
  EXPECT_TRUE(may_break_between(U'p', U'到'));
  EXPECT_TRUE(may_break_between(U'，', U'汉')) << "after punctuation that closes";
  EXPECT_TRUE(may_break_between(U'在', U'《')) << "before punctuation that opens";
  EXPECT_FALSE(may_break_between(U'a', U'b'));
  for (const char32_t closing : std::u32string_view(U"，。、；：！？）》】」』”’…—,.;:!?)]} ")) {
    EXPECT_FALSE(may_break_between(U'汉', closing)) << std::hex << unsigned(closing);
  }
  for (const char32_t opening : std::u32string_view(U"（《【「『“‘([{")) {
    EXPECT_FALSE(may_break_between(opening, U'汉')) << std::hex << unsigned(opening);
  }
}

}  // namespace
}  // namespace bankloom
