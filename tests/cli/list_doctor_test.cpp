#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "process.h"

namespace bankloom::test {
namespace {

using nlohmann::json;

TEST(List, HasTheLessonsWithTheirOptionsAndTheMachines) {
  const json list = json_of(bankloom_run({"list", "--format", "json"}));
  ASSERT_GE(list["lessons"].size(), 3U);
  EXPECT_EQ(list["lessons"][0]["name"], "threads");
  EXPECT_EQ(list["lessons"][1]["name"], "square");
  std::set<std::string> names;
  for (const auto& lesson : list["lessons"]) {
    for (const auto& kernel : lesson["kernels"]) {
      names.insert(kernel["kernel"]);
      EXPECT_FALSE(kernel["title"].get<std::string>().empty());
      for (const auto& option : kernel["options"]) {
        EXPECT_FALSE(option["meaning"].get<std::string>().empty()) << kernel["kernel"];
        if (option["type"] != "int") continue;
        EXPECT_LE(option["minimum"], option["default"]) << kernel["kernel"] << option["name"];
        EXPECT_GE(option["maximum"], option["default"]) << kernel["kernel"] << option["name"];
      }
    }
  }
  for (const char* name : {"square/setRowReadCol", "square/setRowReadColDynPad", "rectangular/setRowReadColPad"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  ASSERT_FALSE(list["machines"].empty());
  EXPECT_EQ(list["machines"][0]["name"], "cc9.0");
  for (const auto& fact : list["machines"][0]["facts"]) EXPECT_FALSE(fact["source"].get<std::string>().empty());
}

TEST(List, TextShowsKernelOptionRangeAndMachine) {
  const auto result = bankloom_run({"list"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  for (const char* part : {"square/setRowReadCol", "IPAD", "0 to 33", "cc9.0", "measured"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
}

TEST(Doctor, SaysWhatThereIsAndWhatIsMissing) {
  const auto result = bankloom_run({"doctor", "--format", "json"});
  EXPECT_EQ(result.status, 0);
  const json doctor = json_of(result);
  std::set<std::string> names;
  for (const auto& finding : doctor["findings"]) {
    names.insert(finding["name"]);
    EXPECT_FALSE(finding["detail"].get<std::string>().empty()) << finding["name"];
    EXPECT_EQ(finding["found"].get<bool>(), !finding.contains("remedy")) << finding["name"];
  }
  std::set<std::string> expected{"processor",     "compiler",     "CUDA headers",         "GPU driver",
                                 "GPU",           "CUPTI",        "performance counters", "display",
                                 "kernels",       "machines",     "recordings",           "nvcc",
                                 "host compiler", "CUDA runtime", "program isolation"};
#ifdef BANKLOOM_WINDOW
  expected.insert({"pictures", "fonts", "Chinese font"});
#endif
  EXPECT_EQ(names, expected);
}

TEST(Doctor, MissingThingsComeWithARemedy) {
  const auto result = bankloom_run(
      {"doctor"}, "", {{"BANKLOOM_NVRTC", "/nowhere/libnvrtc.so"}, {"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_NE(result.out.find("missing  compiler"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("/nowhere/libnvrtc.so"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("missing  display"), std::string::npos) << result.out;
}

TEST(Doctor, TellsWhatProgramsNeed) {
  const auto result = bankloom_run({"doctor", "--format", "json"}, "",
                                   {{"BANKLOOM_RUNTIME", "/nowhere"}, {"PATH", "/nowhere"}, {"CUDA_PATH", "/nowhere"}});
  const json doctor = json_of(result);
  std::map<std::string, json> by_name;
  for (const auto& finding : doctor["findings"]) by_name[finding["name"]] = finding;
  EXPECT_FALSE(by_name["host compiler"]["found"].get<bool>());
  EXPECT_FALSE(by_name["CUDA runtime"]["found"].get<bool>());
  const std::string runtime = by_name["CUDA runtime"]["detail"];
  EXPECT_NE(runtime.find("/nowhere"), std::string::npos) << runtime;
}

}  // namespace
}  // namespace bankloom::test
