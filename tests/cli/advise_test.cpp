#include <gtest/gtest.h>

#include "process.h"

namespace bankloom::test {
namespace {

using nlohmann::json;

TEST(Advise, FindsPaddingAndSwizzle) {
  BANKLOOM_NEEDS_COMPILER();
  const auto result = bankloom_run({"advise", "transpose/tile", "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const json advice = json_of(result);
  EXPECT_EQ(advice["padding"]["layout"], "IPAD = 1");
  EXPECT_EQ(advice["padding"]["apply"]["kernel"], "transpose/tile");
  EXPECT_EQ(advice["swizzle"]["apply"]["kernel"], "transpose/tileSwizzle");
  EXPECT_EQ(advice["now"]["bank_conflicts"], 16 * 32 * 31);
  EXPECT_EQ(advice["padding"]["after"]["bank_conflicts"], 0);
  const auto text = bankloom_run({"advise", "transpose/tile", "--set", "IPAD=1"});
  EXPECT_EQ(text.status, 0) << text.err;
  EXPECT_NE(text.out.find("The current IPAD = 1 is the smallest padding"), std::string::npos) << text.out;
  const auto csv = bankloom_run({"advise", "square/setRowReadCol", "--format", "csv"});
  EXPECT_NE(csv.out.find("padding,IPAD = 1,run,64,0,4224,2,1,"), std::string::npos) << csv.out;
}

TEST(Advise, RefusesWhatItCannotUse) {
  expect_usage_error({"advise", "square/setRowReadKol"}, {"setRowReadKol", "did you mean"});
  expect_usage_error({"advise", "square/setRowReadCol", "--set", "PAD=1"}, {"PAD"});
  expect_usage_error({"advise", "square/setRowReadCol", "--machine", "cc99"}, {"cc99"});
  expect_usage_error({"advise", "square/setRowReadCol", "--format", "xml"}, {"xml"});
}

TEST(Machines, StandSideBySide) {
  BANKLOOM_NEEDS_COMPILER();
  const auto result = bankloom_run({"machines", "machines/tenBanks", "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json table = json_of(result);
  ASSERT_EQ(table["machines"].size(), 5u);
  bool found = false;
  for (const auto& access : table["accesses"]) {
    if (access["space"] != "shared" || access["op"] != "load") continue;
    found = true;
    EXPECT_EQ(access["machines"][0]["transactions_per_request"], 1.0);
    EXPECT_EQ(access["machines"][4]["transactions_per_request"], 10.0);
    EXPECT_EQ(access["machines"][4]["rule"], "didactic");
  }
  EXPECT_TRUE(found);
  const auto chosen = bankloom_run(
      {"machines", "machines/fiveBanks", "--machine", "didactic:5", "--machine", "cc9.0", "--format", "csv"});
  EXPECT_EQ(chosen.status, 0) << chosen.err;
  EXPECT_NE(chosen.out.find(",didactic:5,5,25,20,,5,didactic"), std::string::npos) << chosen.out;
  EXPECT_EQ(bankloom_run({"machines", "machines/tenBanks", "--machine", "all"}).status, 0);
  expect_usage_error({"machines", "machines/tenBanks", "--machine", "didactic:99"}, {"didactic"});
}

}  // namespace
}  // namespace bankloom::test
