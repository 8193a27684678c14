#include "core/measure/published.h"

#include <gtest/gtest.h>

namespace bankloom {
namespace {

TEST(Published, TheTeslaK40sCountsAreThereWithTheirSource) {
  const auto figures = load_published(BANKLOOM_SOURCE_DIR "/assets/published");
  ASSERT_TRUE(figures) << figures.error().message;
  const OptionValues square = {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", "0"}};
  const auto found = find_published(*figures, "square/setRowReadCol", square, "");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].measurement.name, "shared load transactions per request");
  EXPECT_EQ(found[0].measurement.value, 16);
  EXPECT_EQ(found[1].measurement.value, 1);
  EXPECT_EQ(found[0].measurement.provenance, Provenance::published);
  EXPECT_NE(found[0].measurement.source.find("Tesla K40"), std::string::npos);
  EXPECT_NE(found[0].measurement.source.find("Professional CUDA C Programming"), std::string::npos);
  EXPECT_EQ(find_published(*figures, "square/setRowReadCol", square, "cc3.x-8byte").size(), 2U);
  EXPECT_TRUE(find_published(*figures, "square/setRowReadCol", square, "cc9.0").empty());
  EXPECT_TRUE(find_published(*figures, "square/setRowReadCol", {{"IPAD", "0"}}, "").empty());
}

TEST(Published, ErrorsNameFileAndField) {
  EXPECT_FALSE(parse_published("{", "x.json"));
  const auto refused = parse_published(
      R"({"source":"s","gpu":"g","machine":"m","figures":[{"kernel":"a/b","options":{},"name":"n","value":"1","unit":"u"}]})",
      "x.json");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("x.json"), std::string::npos);
  EXPECT_NE(refused.error().message.find("figures[0].value"), std::string::npos) << refused.error().message;
  const auto none = load_published("/nowhere");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

}  // namespace
}  // namespace bankloom
