// The processes of docs/SECURITY.md that need what not every machine has (ffmpeg, a GPU, the network), with others in
// their place.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/base/files.h"
#include "documented_processes.h"
#include "process.h"
#include "traced.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

class Started : public testing::Test {
 protected:
  /// On the PATH, before all others or alone.
  void add_tools(const std::vector<std::string>& names) const {
    fs::create_directories(tools());
    for (const std::string& name : names) fs::copy_file("/bin/true", tools() / name);
  }
  [[nodiscard]] fs::path tools() const { return folder_.path("tools"); }
  /// Runs bankloom, with variables besides those that are planted.
  [[nodiscard]] std::set<std::string> names(const std::vector<std::string>& words,
                                            std::map<std::string, std::string> variables) const {
    variables.merge(planted_variables());
    fs::create_directories(here());
    return expect_documented(trace_bankloom(words, here(), variables, folder_.path("said")), here());
  }
  [[nodiscard]] fs::path here() const { return folder_.path("here"); }
  [[nodiscard]] std::string said() const { return bankloom::read_file(folder_.path("said")).value_or(""); }
  TemporaryFolder folder_;
};

#ifdef BANKLOOM_WINDOW
TEST_F(Started, AFilmsEncoder) {
  add_tools({"ffmpeg"});
  const auto seen = names({"export", "square/setRowReadCol", "--to", "1", "--size", "320x180", "--out", "a.mp4"},
                          {{"PATH", tools().string() + ":.::/usr/bin:/bin"}});
  EXPECT_TRUE(seen.contains("ffmpeg")) << said();
}
#endif

TEST_F(Started, TheWorkerOfAGpu) {
  const auto seen = names({"measure", "square/setRowReadCol"},
                          {{"BANKLOOM_LIBCUDA", BANKLOOM_FAKE_LIBCUDA}, {"BANKLOOM_CUPTI", "none"}});
  EXPECT_TRUE(seen.contains("bankloom")) << said();
  EXPECT_NE(said().find("us"), std::string::npos) << said();
}

TEST_F(Started, WhatDownloadsTheCompiler) {
  // An empty package.
  const std::string sum = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
  const std::string mirror = folder_.path("mirror");
  fs::create_directories(mirror + "/simple/nvidia-x");
  std::ofstream(mirror + "/x-any.whl") << "";
  std::ofstream(mirror + "/cuda-pypi.txt") << "nvidia-x==1.0 \\\n  --hash=sha256:" << sum << '\n';
  std::ofstream(mirror + "/simple/nvidia-x/index.json")
      << R"({"files": [{"filename": "x-any.whl", "hashes": {"sha256": ")" << sum << R"("}, "url": "file://)" << mirror
      << R"(/x-any.whl"}]})";
  const std::map<std::string, std::string> variables{
      {"BANKLOOM_FETCH_FROM", mirror}, {"XDG_DATA_HOME", folder_.path("data")}, {"PATH", tools()}};
  const std::vector<std::string> words{"doctor", "--fetch", "--yes"};
  add_tools({"python3"});
  EXPECT_EQ(names(words, variables), std::set<std::string>{"python3"}) << said();
  fs::remove_all(tools());
  add_tools({"unzip"});
  if (!fs::exists("/usr/bin/curl")) GTEST_SKIP() << "curl is not here";
  for (const char* tool : {"curl", "sha256sum"}) fs::create_symlink(std::string("/usr/bin/") + tool, tools() / tool);
  EXPECT_EQ(names(words, variables), (std::set<std::string>{"curl", "sha256sum", "unzip"})) << said();
}

}  // namespace
}  // namespace bankloom::test
