#include "core/base/nearest_name.h"

#include <gtest/gtest.h>

namespace bankloom {
namespace {

const std::vector<std::string> kKnown = {"IPAD", "BDIMX", "BDIMY", "setRowReadCol", "setRowReadRow", "setColReadCol"};

TEST(NearestName, FindsMisspeltNames) {
  EXPECT_EQ(nearest_name("IPDA", kKnown), "IPAD");     // neighbours swapped
  EXPECT_EQ(nearest_name("ipad", kKnown), "IPAD");     // letter case
  EXPECT_EQ(nearest_name("BDIM", kKnown), "BDIMX");    // the first of equals
  EXPECT_EQ(nearest_name("BDIMZY", kKnown), "BDIMY");  // one too many
  EXPECT_EQ(nearest_name("setRowRedCol", kKnown), "setRowReadCol");
  EXPECT_EQ(nearest_name("setColReedCol", kKnown), "setColReadCol");
  EXPECT_EQ(nearest_name("setRowReadCol", kKnown), "setRowReadCol");
}

TEST(NearestName, OffersNothingFarAway) {
  EXPECT_EQ(nearest_name("transpose", kKnown), std::nullopt);
  EXPECT_EQ(nearest_name("", kKnown), std::nullopt);
  EXPECT_EQ(nearest_name("x", {}), std::nullopt);
}

TEST(NearestName, ShortNamesMayDifferByOneLetter) {
  EXPECT_EQ(nearest_name("b", {"a", "bc"}), "a");
  EXPECT_EQ(nearest_name("zz", {"ab"}), std::nullopt);
}

}  // namespace
}  // namespace bankloom
