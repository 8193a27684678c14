// The real program on machines whose GPU lacks something: one sentence each, in `doctor` and in `measure`. The window's
// part is in tests/ui/gpu_window_test.cpp. No GPU.
#include "gpu_conditions.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "../cli/process.h"

namespace bankloom::test {
namespace {

/// The text without its line breaks: sentences are wrapped for the terminal.
std::string unwrapped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool blank = c == '\n' || c == ' ';
    if (!blank || (!result.empty() && result.back() != ' ')) result += blank ? ' ' : c;
  }
  return result;
}

class GpuConditions : public testing::TestWithParam<GpuCondition> {};

TEST_P(GpuConditions, MeasureHasASentence) {
  BANKLOOM_NEEDS_COMPILER();
  const auto result = bankloom_run({"measure", "square/setRowReadCol"}, "", GetParam().environment);
  const std::string all = unwrapped(result.out + result.err);
  EXPECT_NE(all.find(GetParam().measured), std::string::npos) << result.out << result.err;
  EXPECT_LE(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  if (GetParam().has_time) {
    EXPECT_NE(all.find("measured here on Paper GPU 0"), std::string::npos) << result.out;
    // Kernels do nothing on this driver, and the program notices.
    EXPECT_EQ(result.status, 1) << result.err;
    EXPECT_NE(all.find("one of the two is wrong"), std::string::npos) << result.out;
  } else if (GetParam().breaks) {
    // The emulator found nothing wrong: that is a result, for which no recording stands in.
    EXPECT_EQ(result.status, 1) << result.err;
    EXPECT_EQ(all.find("recorded on"), std::string::npos) << result.out << result.err;
  } else {
    // The recording stands in, and says so.
    EXPECT_NE(all.find("recorded on NVIDIA H200"), std::string::npos) << result.out << result.err;
  }
}

TEST_P(GpuConditions, DoctorHasASentence) {
  const auto result = bankloom_run({"doctor"}, "", GetParam().environment);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(unwrapped(result.out).find(GetParam().diagnosed), std::string::npos) << result.out;
}

INSTANTIATE_TEST_SUITE_P(All, GpuConditions, testing::ValuesIn(gpu_conditions()),
                         [](const auto& made) { return made.param.name; });

TEST(SeveralGpus, AreListedAndOneIsChosen) {
  BANKLOOM_NEEDS_COMPILER();
  const auto environment = fake_driver("two");
  const auto doctor = bankloom_run({"doctor"}, "", environment);
  EXPECT_NE(unwrapped(doctor.out).find("0 Paper GPU 0: compute capability 8.6"), std::string::npos) << doctor.out;
  EXPECT_NE(unwrapped(doctor.out).find("1 Paper GPU 1: compute capability 8.6"), std::string::npos) << doctor.out;
  const auto second = bankloom_run({"measure", "square/setRowReadCol", "--device", "1"}, "", environment);
  EXPECT_NE(unwrapped(second.out).find("measured here on Paper GPU 1"), std::string::npos) << second.out << second.err;
  const auto third = bankloom_run({"measure", "square/setRowReadCol", "--device", "2"}, "", environment);
  EXPECT_NE(unwrapped(third.err).find("there is no GPU 2; there is 0 (Paper GPU 0), 1 (Paper GPU 1)"),
            std::string::npos)
      << third.err;
}

TEST(OlderDriver, TakesPtxAsOfItsOwnVersion) {
  BANKLOOM_NEEDS_COMPILER();
  // The driver takes PTX up to 8.2, and today's compilers write a later one.
  const auto result = bankloom_run({"measure", "square/setRowReadCol"}, "", fake_driver("ptx82"));
  EXPECT_NE(unwrapped(result.out).find("measured here on Paper GPU 0"), std::string::npos) << result.out << result.err;
}

TEST(GpuElsewhere, IsNotTakenForThisMachines) {
  const std::string command =
      "env BANKLOOM_LIBCUDA='" BANKLOOM_FAKE_LIBCUDA "' BANKLOOM_CUPTI=none '" BANKLOOM_EXECUTABLE "' --gpu-worker";
  // The doctor knows this machine's driver by that variable, too.
  const auto doctor = bankloom_run({"doctor", "--gpu", command}, "", {{"BANKLOOM_LIBCUDA", "/nonexistent/libcuda.so"}});
  const std::string said = unwrapped(doctor.out);
  EXPECT_EQ(said.find("/nonexistent"), std::string::npos) << doctor.out;
  EXPECT_NE(said.find("GPU driver not checked on this machine"), std::string::npos) << doctor.out;
  EXPECT_NE(said.find("0 Paper GPU 0 ("), std::string::npos) << doctor.out;
  expect_usage_error({"doctor", "--report", "--gpu", command}, {"--report is about this machine"});
}

}  // namespace
}  // namespace bankloom::test
