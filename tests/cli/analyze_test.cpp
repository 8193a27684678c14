#include <gtest/gtest.h>

#include <algorithm>

#include "process.h"

namespace bankloom::test {
namespace {

using nlohmann::json;

json analyze(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "analyze");
  arguments.insert(arguments.end(), {"--format", "json"});
  const auto result = bankloom_run(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return json_of(result);
}

/// The one access of that space and operation; fails where there is none or more than one.
json access_of(const json& report, const std::string& space, const std::string& op) {
  json found;
  int count = 0;
  for (const auto& access : report["accesses"]) {
    if (access["space"] != space || access["op"] != op) continue;
    found = access;
    ++count;
  }
  EXPECT_EQ(count, 1) << space << ' ' << op;
  return found;
}

TEST(Analyze, ColumnReadIs32TransactionsPerRequest) {
  BANKLOOM_NEEDS_COMPILER();
  const json report = analyze({"square/setRowReadCol"});
  EXPECT_EQ(report["kernel"], "square/setRowReadCol");
  EXPECT_EQ(report["options"], (json{{"BDIMX", 32}, {"BDIMY", 32}, {"IPAD", 0}}));
  EXPECT_EQ(report["machine"], "cc9.0");
  EXPECT_EQ(access_of(report, "shared", "load")["transactions_per_request"], 32.0);
  EXPECT_EQ(access_of(report, "shared", "store")["transactions_per_request"], 1.0);
  EXPECT_EQ(report["totals"]["shared_load"], (json{{"requests", 32}, {"wavefronts", 1024}, {"bank_conflicts", 992}}));
  EXPECT_EQ(report["totals"]["shared_store"], (json{{"requests", 32}, {"wavefronts", 32}, {"bank_conflicts", 0}}));
  EXPECT_EQ(report["totals"]["global_store"], (json{{"requests", 32}, {"sectors", 128}}));
  EXPECT_EQ(report["totals"]["global_load"], (json{{"requests", 0}, {"sectors", 0}}));
  EXPECT_EQ(report["occupancy"], (json{{"blocks_per_multiprocessor", 2},
                                       {"limited_by", "threads"},
                                       {"warps", 64},
                                       {"shared_bytes_per_block", 4096},
                                       {"machine", "cc9.0"}}));
  EXPECT_EQ(report["faults"], json::array());
  const json& output = report["output"];
  EXPECT_EQ(output["type"], "i32");
  EXPECT_EQ(output["rows"], 32);
  EXPECT_EQ(output["cols"], 32);
  ASSERT_EQ(output["values"].size(), 1024U);
  for (int row = 0; row < 32; ++row) {
    for (int column = 0; column < 32; ++column) {
      ASSERT_EQ(output["values"][static_cast<std::size_t>(row * 32 + column)], column * 32 + row);
    }
  }
}

TEST(Analyze, KeysComeInTheirOrder) {
  BANKLOOM_NEEDS_COMPILER();
  const auto result = bankloom_run({"analyze", "square/setRowReadCol", "--format", "json"});
  const auto report = nlohmann::ordered_json::parse(result.out);
  std::vector<std::string> keys;
  for (const auto& [key, value] : report.items()) keys.push_back(key);
  const std::vector<std::string> expected{"kernel", "options",   "machine", "accesses",
                                          "totals", "occupancy", "output",  "faults"};
  ASSERT_GE(keys.size(), expected.size());
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), keys.begin()));
}

TEST(Analyze, TakesTheBytesOfDynamicSharedMemory) {
  BANKLOOM_NEEDS_COMPILER();
  const json more = analyze({"square/setRowReadColDyn", "--dynamic-shared", "116736"});
  EXPECT_EQ(more["occupancy"]["shared_bytes_per_block"], 116736);
  EXPECT_EQ(more["occupancy"]["blocks_per_multiprocessor"], 1);
  EXPECT_EQ(more["occupancy"]["limited_by"], "shared memory");
  EXPECT_EQ(more["totals"], analyze({"square/setRowReadColDyn"})["totals"]);
  // Less than the kernel uses is a fault, as on a GPU.
  const auto less = bankloom_run({"analyze", "square/setRowReadColDyn", "--dynamic-shared", "64", "--format", "json"});
  EXPECT_EQ(less.status, 1);
  EXPECT_NE(less.out.find("out_of_bounds"), std::string::npos) << less.out;
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"analyze", "--lesson", "square", "--dynamic-shared", "64"},
        std::vector<std::string>{"analyze", "square/setRowReadColDyn", "--dynamic-shared", "many"}}) {
    const auto refused = bankloom_run(words);
    EXPECT_EQ(refused.status, 2);
    EXPECT_NE(refused.err.find("--dynamic-shared"), std::string::npos) << refused.err;
  }
}

TEST(Analyze, OneElementOfPaddingMakesItOne) {
  BANKLOOM_NEEDS_COMPILER();
  const json report = analyze({"square/setRowReadCol", "--set", "IPAD=1"});
  EXPECT_EQ(report["options"]["IPAD"], 1);
  EXPECT_EQ(access_of(report, "shared", "load")["transactions_per_request"], 1.0);
  EXPECT_EQ(report["totals"]["shared_load"]["bank_conflicts"], 0);
  EXPECT_EQ(analyze({"square/setRowReadCol"})["output"], report["output"]);
}

TEST(Analyze, TakesSeveralSettingsBeforeTheKernel) {
  BANKLOOM_NEEDS_COMPILER();
  const json report = analyze({"--set", "BDIMX=16", "--set", "BDIMY=16", "square/setRowReadCol"});
  EXPECT_EQ(report["options"]["BDIMX"], 16);
  EXPECT_EQ(report["output"]["rows"], 16);
}

TEST(Analyze, LinesAreThoseOfTheKernelsText) {
  BANKLOOM_NEEDS_COMPILER();
  const json report = analyze({"square/setRowReadCol"});
  const auto text = bankloom_run({"analyze", "square/setRowReadCol"});
  EXPECT_EQ(text.status, 0);
  for (const auto& access : report["accesses"]) {
    EXPECT_NE(text.out.find("line " + std::to_string(access["line"].get<int>()) + "  "), std::string::npos);
  }
  EXPECT_NE(text.out.find("tile[threadIdx.y][threadIdx.x]"), std::string::npos) << text.out;
}

TEST(Analyze, TextSaysWhatAStudentNeeds) {
  BANKLOOM_NEEDS_COMPILER();
  const auto result = bankloom_run({"analyze", "square/setRowReadCol"});
  for (const char* part : {"modelled for cc9.0", "(emulated)", "shared load, 32.0 wavefronts per request. ", "IPAD = 0",
                           "4,096 bytes of shared memory", "The top left corner of 32 x 32"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
  EXPECT_EQ(result.out.find('\x1b'), std::string::npos);
  EXPECT_EQ(result.err, "");
}

TEST(Analyze, CsvHasOneRowForEachAccess) {
  BANKLOOM_NEEDS_COMPILER();
  const auto result = bankloom_run({"analyze", "square/setRowReadCol", "--format", "csv"});
  EXPECT_EQ(result.status, 0);
  EXPECT_TRUE(result.out.starts_with("kernel,machine,line,space,op,width,requests,wavefronts,")) << result.out;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 4);
  EXPECT_NE(result.out.find(",shared,load,4,32,1024,992,,32,modelled\n"), std::string::npos) << result.out;
}

TEST(Analyze, LessonTableHasEveryKernelOfTheLesson) {
  BANKLOOM_NEEDS_COMPILER();
  const auto text = bankloom_run({"analyze", "--lesson", "square"});
  EXPECT_EQ(text.status, 0) << text.err;
  const json report = analyze({"--lesson", "square"});
  const json list = json_of(bankloom_run({"list", "--format", "json"}));
  const json& square = list["lessons"][1];
  ASSERT_EQ(square["name"], "square");
  ASSERT_EQ(report["kernels"].size(), square["kernels"].size());
  for (std::size_t i = 0; i < report["kernels"].size(); ++i) {
    const std::string name = report["kernels"][i]["kernel"];
    EXPECT_EQ(name, square["kernels"][i]["kernel"].get<std::string>());
    EXPECT_NE(text.out.find(name.substr(name.find('/') + 1)), std::string::npos);
    EXPECT_EQ(report["kernels"][i]["output_correct"], true) << name;
    if (name == "square/setRowReadCol") {
      EXPECT_EQ(report["kernels"][i]["transactions_per_request"]["shared_load"], 32.0);
      EXPECT_EQ(report["kernels"][i]["transactions_per_request"]["shared_store"], 1.0);
    }
    if (name == "square/setRowReadColPad") {
      EXPECT_EQ(report["kernels"][i]["transactions_per_request"]["shared_load"], 1.0);
    }
  }
  const auto csv = bankloom_run({"analyze", "--lesson", "square", "--format", "csv"});
  EXPECT_EQ(static_cast<std::size_t>(std::count(csv.out.begin(), csv.out.end(), '\n')), report["kernels"].size() + 1);
}

TEST(Analyze, PtxIsTheCompilersText) {
  BANKLOOM_NEEDS_COMPILER();
  const auto result = bankloom_run({"analyze", "square/setRowReadCol", "--ptx"});
  EXPECT_EQ(result.status, 0);
  EXPECT_NE(result.out.find(".visible .entry setRowReadCol("), std::string::npos);
}

TEST(Analyze, RefusesWhatItDoesNotKnow) {
  expect_usage_error({"analyze", "square/setRowReadCl"}, {"setRowReadCl", "square/setRowReadCol"});
  expect_usage_error({"analyze", "square/setRowReadCol", "--set", "IPD=1"}, {"IPD", "IPAD"});
  expect_usage_error({"analyze", "square/setRowReadCol", "--set", "IPAD"}, {"--set takes NAME=VALUE", "'IPAD'"});
  expect_usage_error({"analyze", "square/setRowReadCol", "--set", "=1"}, {"--set takes NAME=VALUE"});
  expect_usage_error({"analyze", "square/setRowReadCol", "--set", "IPAD=x"}, {"IPAD", "x"});
  expect_usage_error({"analyze", "square/setRowReadCol", "--machine", "cc9.9"}, {"cc9.9"});
  expect_usage_error({"analyze", "--lesson", "sqare"}, {"sqare", "square"});
  expect_usage_error({"analyze", "--lesson", "square", "--set", "IPAAD=1"}, {"IPAAD", "IPAD"});
  expect_usage_error({"analyze"}, {"kernel", "--lesson"});
  expect_usage_error({"analyze", "square/setRowReadCol", "--lesson", "square"}, {"--lesson"});
  expect_usage_error({"analyze", "square/setRowReadCol", "--format", "xml"}, {"'xml'", "text, json, csv"});
}

TEST(Analyze, RefusesWhatIsOutOfRange) {
  expect_usage_error({"analyze", "square/setRowReadCol", "--set", "IPAD=34"}, {"IPAD", "34", "33"});
  expect_usage_error({"analyze", "square/setRowReadCol", "--set", "IPAD=-1"}, {"IPAD", "-1"});
  expect_usage_error({"analyze", "square/setRowReadCol", "--set", "BDIMX=64", "--set", "BDIMY=64"}, {"4096", "1024"});
}

TEST(Analyze, AnArchitectureThatDoesNotExistIsNamed) {
  BANKLOOM_NEEDS_COMPILER();
  expect_usage_error({"analyze", "square/setRowReadCol", "--arch", "compute_1"}, {"compute_1"});
}

TEST(Analyze, WithoutACompilerSaysSo) {
  const auto result = bankloom_run({"analyze", "square/setRowReadCol"}, "", {{"BANKLOOM_NVRTC", "/nowhere.so"}});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_TRUE(result.err.starts_with("bankloom: ")) << result.err;
  EXPECT_NE(result.err.find("/nowhere.so"), std::string::npos) << result.err;
}

/// The catalogue with another text for square/setRowReadCol, in a folder of its own.
void write_catalog(const TemporaryFolder& folder, const std::string& body) {
  const std::filesystem::path root = folder.path("");
  std::filesystem::copy(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "assets", root / "assets",
                        std::filesystem::copy_options::recursive);
  std::filesystem::create_directories(root / "kernels");
  std::filesystem::copy(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "kernels" / "square", root / "kernels" / "square",
                        std::filesystem::copy_options::recursive);
  (void)folder.write("kernels/square/setRowReadCol/kernel.cu",
                     "extern \"C\" __global__ void setRowReadCol(int* out) {\n" + body + "\n}\n");
}

TEST(Analyze, AWrongOutputIsStatusOneAndStillPrinted) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  write_catalog(folder, "out[threadIdx.y * BDIMX + threadIdx.x] = 7;");
  const auto result =
      bankloom_run({"analyze", "square/setRowReadCol", "--format", "json"}, "", {{"BANKLOOM_DATA", folder.path("")}});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(json_of(result)["output"]["values"][0], 7);
  EXPECT_EQ(result.err,
            "bankloom: square/setRowReadCol: 1,023 elements of the output differ from the kernel's rule, "
            "the first one [0][0] is 7 instead of 0\n");
}

TEST(Analyze, AFaultIsStatusOneAndLocated) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  write_catalog(folder, "out[threadIdx.x * BDIMY + threadIdx.y + 1] = threadIdx.y * BDIMX + threadIdx.x;");
  const auto result =
      bankloom_run({"analyze", "square/setRowReadCol", "--format", "json"}, "", {{"BANKLOOM_DATA", folder.path("")}});
  EXPECT_EQ(result.status, 1);
  const json report = json_of(result);
  ASSERT_EQ(report["faults"].size(), 1U);
  EXPECT_EQ(report["faults"][0]["kind"], "out_of_bounds");
  EXPECT_EQ(report["faults"][0]["line"], 2);
  EXPECT_EQ(report["faults"][0]["thread"], (json{31, 31, 0}));
  EXPECT_EQ(report["faults"][0]["space"], "global");
  EXPECT_NE(result.err.find("out_of_bounds at line 2"), std::string::npos) << result.err;
}

TEST(Analyze, AKernelThatDoesNotCompileShowsTheCompilersMessages) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  write_catalog(folder, "int unused = nothing;");
  const auto result = bankloom_run({"analyze", "square/setRowReadCol"}, "", {{"BANKLOOM_DATA", folder.path("")}});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("kernel.cu:2"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("\nbankloom: "), std::string::npos) << result.err;
}

}  // namespace
}  // namespace bankloom::test
