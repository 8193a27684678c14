// bankloom talk: a picture of each scene of a talk, and what it says of a file that is none.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "process.h"

namespace bankloom::test {
namespace {

#ifdef BANKLOOM_WINDOW

TEST(TalkCommand, SaysWhatIsWrongWithATalk) {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const std::string talk = folder.write("week5.bankloom", "bankloom square/setRowReadCol\n# a note\n");
  expect_usage_error({"talk", talk}, {"--out FOLDER"});
  expect_usage_error({"talk", folder.path("none.bankloom"), "--out", out}, {"no file", "none.bankloom"});
  expect_usage_error({"talk", talk, "--theme", "pink", "--out", out}, {"no theme 'pink'"});
  expect_usage_error({"talk", talk, "--size", "9x9", "--out", out}, {"9 x 9"});
  expect_usage_error({"talk", talk, "--recording", "nowhere", "--out", out}, {"no recording 'nowhere'"});
  const std::string wrong = folder.write("wrong.bankloom", "# heading\n\nbankloom square/setRowReadCol at=5\n");
  expect_usage_error({"talk", wrong, "--out", out}, {"wrong.bankloom, line 3", "at=5"});
  const std::string unknown =
      folder.write("unknown.bankloom", "bankloom square/setRowReadCol\nbankloom square/setRowReadCool\n");
  expect_usage_error({"talk", unknown, "--out", out}, {"unknown.bankloom, scene 2", "setRowReadCool"});
  const std::string look = folder.write("look.bankloom", "bankloom square/setRowReadCol theme=pink\n");
  expect_usage_error({"talk", look, "--out", out}, {"look.bankloom, scene 1", "pink"});
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST(TalkCommand, DrawsAPictureOfEachSceneInItsOrder) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  const std::string kernel =
      "// launch: own<<<1, 32>>>(out)\n__global__ void own(int* out) {\n  __shared__ int t[32];\n"
      "  t[threadIdx.x] = 1;\n  out[threadIdx.x] = t[threadIdx.x];\n}\n";
  folder.write("own.cu", kernel);
  const std::string talk = folder.write("week5.bankloom",
                                        "Shared memory\nbankloom square/setRowReadCol at=0:1:3\nAsk first.\n"
                                        "bankloom square/setRowReadCol IPAD=1 theme=light\nbankloom own=own.cu\n");
  const auto result =
      bankloom_run({"talk", talk, "--size", "320x200", "--view", "tile", "--out", folder.path("out/pictures")});
  if (result.err.find("OpenGL") != std::string::npos) GTEST_SKIP() << result.err;
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(result.out.starts_with("3 pictures in ")) << result.out;
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path("out/pictures"))) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  ASSERT_EQ(names.size(), 3u) << result.out;
  EXPECT_TRUE(names[0].starts_with("01-bankloom-square-setRowReadCol-IPAD0-")) << names[0];
  EXPECT_TRUE(names[1].starts_with("02-bankloom-square-setRowReadCol-IPAD1-")) << names[1];
  EXPECT_TRUE(names[2].starts_with("03-bankloom-")) << names[2];
  for (const auto& name : names) EXPECT_NE(result.out.find("  " + name + "\n"), std::string::npos) << name;
}

#else

TEST(TalkCommand, SaysThatItIsAbsent) { expect_usage_error({"talk", "x.bankloom"}, {"cannot draw"}); }

#endif

}  // namespace
}  // namespace bankloom::test
