// Templates, numbers and plurals; and that a text made for people is no value to decide by.
#include "core/wording/text.h"

#include <gtest/gtest.h>

#include "core/wording/numbers.h"

namespace bankloom {
namespace {

using namespace wording;

template <class T, class Other>
concept Comparable = requires(const T& text, const Other& other) {
  text == other;
};
template <class T>
concept Searchable = requires(const T& text) {
  text.find('a');
}
|| requires(const T& text) { text.starts_with("a"); };
template <class T>
concept Cuttable = requires(const T& text) {
  text.substr(1);
}
|| requires(T& text) { text.erase(1); };
template <class T>
concept Glued = requires(const T& text) {
  text + text;
}
|| requires(const T& text) { text + "a"; };

static_assert(Comparable<std::string, const char*> && Searchable<std::string> && Cuttable<std::string>);
static_assert(Glued<std::string>);
static_assert(!Comparable<Text, Text> && !Comparable<Text, std::string> && !Comparable<Text, const char*>);
static_assert(!Comparable<std::string, Text> && !Comparable<Text, std::string_view>);
static_assert(!Searchable<Text> && !Cuttable<Text> && !Glued<Text>);

TEST(Text, PluralFormsStandInTheTemplate) {
  const auto told = [](std::uint64_t words) {
    return say("{words:# word|# words} of bank {bank}", "words"_a = Count{words}, "bank"_a = 3).str();
  };
  EXPECT_EQ(told(1), "1 word of bank 3");
  EXPECT_EQ(told(0), "0 words of bank 3");
  EXPECT_EQ(told(2048), "2,048 words of bank 3");
  EXPECT_EQ(say("{n}", "n"_a = Count{1048576}).str(), "1,048,576");
  EXPECT_EQ(plural(1, "the only lane|all # lanes").str(), "the only lane");
}

TEST(Text, ChoicesStandInTheTemplate) {
  const auto told = [](std::size_t op) { return say("lanes {op:read|write|update}", "op"_a = Case{op}).str(); };
  EXPECT_EQ(told(0), "lanes read");
  EXPECT_EQ(told(1), "lanes write");
  EXPECT_EQ(told(2), "lanes update");
  EXPECT_EQ(told(9), "lanes update");
}

TEST(Text, SentencesFollowEachOther) {
  EXPECT_EQ(joined({Text("One."), Text(), Text("Two.")}).str(), "One. Two.");
  EXPECT_TRUE(joined({Text()}).empty());
}

TEST(Numbers, Ratios) {
  EXPECT_EQ(ratio_text(32).str(), "32.0");
  EXPECT_EQ(ratio_text(1.5).str(), "1.5");
  EXPECT_EQ(ratio_text(1.25).str(), "1.25");
  EXPECT_EQ(ratio_text(1.0 / 3).str(), "0.33");
}

TEST(Numbers, Percents) {
  EXPECT_EQ(percent_text(1).str(), "100 %");
  EXPECT_EQ(percent_text(0.125).str(), "12.5 %");
  EXPECT_EQ(percent_text(0.9999).str(), "100 %");
}

TEST(Numbers, Figures) {
  EXPECT_EQ(figure_text(0).str(), "0");
  EXPECT_EQ(figure_text(0.1234).str(), "0.123");
  EXPECT_EQ(figure_text(1.234).str(), "1.23");
  EXPECT_EQ(figure_text(-12.34).str(), "-12.3");
  EXPECT_EQ(figure_text(1234.4).str(), "1234");
  EXPECT_EQ(bytes_text(1).str(), "1 byte");
  EXPECT_EQ(bytes_text(4224).str(), "4,224 bytes");
}

TEST(Numbers, OfAnySizeHaveNoExponent) {
  EXPECT_EQ(plain_number_text(0).str(), "0");
  EXPECT_EQ(plain_number_text(1150).str(), "1,150");
  EXPECT_EQ(plain_number_text(-1048575).str(), "-1,048,575");
  EXPECT_EQ(plain_number_text(0.25).str(), "0.25");
  EXPECT_EQ(plain_number_text(-1234567.5).str(), "-1234567.5");
}

TEST(Numbers, Extents) {
  EXPECT_EQ(extent_text({7, 1, 1}).str(), "7");
  EXPECT_EQ(extent_text({32, 16, 1}).str(), "32 × 16");
  EXPECT_EQ(extent_text({1, 1, 4}, "x").str(), "1 x 1 x 4");
}

TEST(Numbers, Lanes) {
  EXPECT_EQ(lanes_text(kAllLanes).str(), "all 32 lanes");
  EXPECT_EQ(lanes_text(0x20).str(), "lane 5");
  EXPECT_EQ(lanes_text(0x21).str(), "2 lanes");
  EXPECT_EQ(named_lanes_text(0x8).str(), "lane 3");
  EXPECT_EQ(named_lanes_text(0x3).str(), "lanes 0 and 1");
  EXPECT_EQ(named_lanes_text(0x49).str(), "lanes 0, 3 and 6");
  EXPECT_EQ(named_lanes_text(0xffff).str(), "lanes 0-15");
  EXPECT_EQ(named_lanes_text(0x5555).str(), "8 lanes");
}

}  // namespace
}  // namespace bankloom
