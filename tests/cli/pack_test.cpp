// bankloom pack: the lessons without NVRTC.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "process.h"

namespace bankloom::test {
namespace {

std::string content_of(const std::string& file) {
  std::ostringstream content;
  content << std::ifstream(file, std::ios::binary).rdbuf();
  return content.str();
}

class PackCommand : public testing::Test {
 protected:
  PackCommand() {
    for (const char* const name : {"kernels", "assets", "shaders"}) {
      std::filesystem::create_directory_symlink(std::filesystem::path(BANKLOOM_SOURCE_DIR) / name, folder_.path(name));
    }
  }
  /// The program as it is installed, with the pack of this test and without NVRTC.
  ProcessResult without_nvrtc(const std::vector<std::string>& arguments, const std::string& input = "") {
    return bankloom_run(arguments, input, environment("/nowhere/libnvrtc.so"));
  }
  std::map<std::string, std::string> environment(const std::string& nvrtc) {
    return {{"BANKLOOM_DATA", folder_.path("")}, {"XDG_STATE_HOME", folder_.path("state")}, {"BANKLOOM_NVRTC", nvrtc}};
  }
  TemporaryFolder folder_;
};

TEST_F(PackCommand, ALessonRunsWithoutNvrtc) {
  BANKLOOM_NEEDS_COMPILER();
  const ProcessResult made = bankloom_run({"pack", folder_.path("lessons.ptx.z"), "threads"});
  ASSERT_EQ(made.status, 0) << made.err;
  const std::vector<std::string> lesson{"learn", "threads"}, kernel{"analyze", "threads/mirroredRows"};
  const std::string answers = "2\n4\n2,0 3,0\n";
  for (const auto& arguments : {lesson, kernel}) {
    const ProcessResult with = bankloom_run(arguments, answers, {{"XDG_STATE_HOME", folder_.path("state")}});
    const ProcessResult without = without_nvrtc(arguments, answers);
    EXPECT_EQ(without.status, 0) << without.err;
    EXPECT_EQ(without.out, with.out);
  }
  const ProcessResult other = without_nvrtc({"analyze", "square/setRowReadCol"});
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(other.err,
            "bankloom: the kernel with these values needs NVIDIA's compiler, which is not installed: `bankloom "
            "doctor --fetch` downloads it\n");
  const std::string doctor = without_nvrtc({"doctor"}).out;
  EXPECT_NE(doctor.find("lessons.ptx.z, made with NVRTC "), std::string::npos) << doctor;

  const std::string again = folder_.path("again");
  ASSERT_EQ(bankloom_run({"pack", again, "threads"}).status, 0);
  EXPECT_TRUE(content_of(again) == content_of(folder_.path("lessons.ptx.z"))) << "two packs differ";
}

TEST_F(PackCommand, SaysWhyThereIsNone) {
  const ProcessResult made = bankloom_run({"pack", folder_.path("lessons.ptx.z")}, "", environment("/nowhere.so"));
  EXPECT_EQ(made.status, 2);
  EXPECT_NE(made.err.find("/nowhere.so"), std::string::npos) << made.err;
  EXPECT_FALSE(std::filesystem::exists(folder_.path("lessons.ptx.z")));
}

/// Takes minutes on two cores.
TEST_F(PackCommand, AllLessonsRunWithoutNvrtc) {
  BANKLOOM_NEEDS_COMPILER();
  if (std::getenv("BANKLOOM_NO_SKIPS") == nullptr) GTEST_SKIP() << "./test.sh full makes the pack of all lessons";
  ASSERT_EQ(bankloom_run({"pack", folder_.path("lessons.ptx.z")}).status, 0);
  EXPECT_LE(std::filesystem::file_size(folder_.path("lessons.ptx.z")), 3U << 20U);
  const ProcessResult checked = without_nvrtc({"learn", "--check"});
  EXPECT_EQ(checked.status, 0) << checked.err;
  EXPECT_TRUE(checked.out.ends_with(": all run\n")) << checked.out;
}

}  // namespace
}  // namespace bankloom::test
