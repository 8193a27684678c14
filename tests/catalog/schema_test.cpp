// The schemas in assets/schema describe what the loader takes: the shipped files satisfy them, and what the loader
// refuses for its structure they refuse too.
#include <gtest/gtest.h>

#include <filesystem>

#include "../schema/complaint.h"
#include "core/base/json_record.h"
#include "scratch_catalog.h"

namespace bankloom {
namespace {

using nlohmann::json;
using test::complaint;
using test::read_json;
namespace fs = std::filesystem;

TEST(Schema, TheShippedFilesSatisfyIt) {
  unsigned kernels = 0, lessons = 0;
  for (const auto& entry : fs::recursive_directory_iterator(BANKLOOM_SOURCE_DIR "/kernels")) {
    if (entry.path().filename() == "kernel.json") {
      EXPECT_EQ(complaint("kernel.schema.json", read_json(entry.path())), "") << entry.path();
      ++kernels;
    } else if (entry.path().filename() == "lesson.json") {
      EXPECT_EQ(complaint("lesson.schema.json", read_json(entry.path())), "") << entry.path();
      ++lessons;
    }
  }
  EXPECT_GE(kernels, 22u);
  EXPECT_GE(lessons, 3u);
}

TEST(Schema, DescribesTheFieldsThatTheLoaderAsksFor) {
  const AskedFields asked;
  ASSERT_TRUE(load_catalog(BANKLOOM_SOURCE_DIR "/kernels"));
  EXPECT_EQ(test::difference(asked.names, {"kernel.schema.json", "lesson.schema.json"}), "");
}

TEST(Schema, TakesWhatTheLoaderTakes) {
  ScratchCatalog scratch;
  scratch.kernel["constraints"] = json::parse(R"([{"expression": "ROWS < COLUMNS", "message": "wide"}])");
  scratch.kernel["expected_faults"] = json::parse(R"([{"kind": "race", "when": "ROWS > 1"}, {"kind": "trap"}])");
  scratch.kernel["output"]["defined"] = "col > 0";
  scratch.kernel["fixes"] = "Faster.";
  scratch.kernel["traffic"] = "2 * ROWS";
  scratch.kernel["gpu"] = json::parse(R"({"ROWS": 64, "WIDTH": "8"})");
  scratch.kernel["baseline"] = json::parse(R"({"kernel": "copy", "options": {"ROWS": "2 * ROWS"}})");
  scratch.kernel["swizzled"] =
      json::parse(R"({"kernel": "copy", "options": {"ROWS": "COLUMNS"}, "when": "ROWS == COLUMNS"})");
  scratch.kernel["parameters"][1]["columns"] = "COLUMNS";
  ASSERT_TRUE(scratch.load());
  EXPECT_EQ(complaint("kernel.schema.json", scratch.kernel), "");
  EXPECT_EQ(complaint("lesson.schema.json", scratch.lesson), "");
}

TEST(Schema, RefusesWhatTheLoaderRefuses) {
  const std::vector<std::pair<const char*, const char*>> wrong = {
      {"/titel", "\"x\""},
      {"/title", "\"\""},
      {"/order", "1.5"},
      {"/order", "-1"},
      {"/entry", "\"co py\""},
      {"/options/0/type", "\"integer\""},
      {"/options/0/min", "\"1\""},
      {"/options/0/step", "1"},
      {"/options/2/values", "[]"},
      {"/launch/block", "[]"},
      {"/launch/block", "[1, 1, 1, 1]"},
      {"/launch/threads", "1"},
      {"/parameters/0/value", "0"},
      {"/parameters/0/element", "\"int\""},
      {"/parameters/2/count", "1"},
      {"/output/cols", "1"},
      {"/tile/width", "1"},
      {"/fixes", "\"\""},
      {"/traffic", "[]"},
      {"/gpu", R"({"ROWS": true})"},
      {"/baseline", R"({"options": {}})"},
      {"/baseline", R"({"kernel": "copy", "size": 1})"},
      {"/swizzled", "{}"},
      {"/swizzled", R"({"kernel": "copy", "if": "1"})"},
      {"/constraints", R"([{"message": "x"}])"},
      {"/expected_faults", R"([{"kind": "crash"}])"},
  };
  for (const auto& [pointer, value] : wrong) {
    ScratchCatalog scratch;
    scratch.kernel[json::json_pointer(pointer)] = json::parse(value);
    EXPECT_NE(scratch.write_and_load_error(), "") << pointer;
    EXPECT_NE(complaint("kernel.schema.json", scratch.kernel), "") << pointer;
  }
  for (const char* field :
       {"title", "summary", "lesson", "order", "entry", "options", "launch", "parameters", "output"}) {
    ScratchCatalog scratch;
    scratch.kernel.erase(field);
    EXPECT_NE(scratch.write_and_load_error(), "") << field;
    EXPECT_NE(complaint("kernel.schema.json", scratch.kernel), "") << field;
  }
}

}  // namespace
}  // namespace bankloom
