// Attempts at an exercise: what is checked of a text, in which order, and what is said of it.
#include "core/learn/exercise.h"

#include <gtest/gtest.h>

#include "core/wording/question_text.h"
#include "lesson_fixture.h"

namespace bankloom::test {
namespace {

using learn::Attempt;
using learn::CheckKind;
using learn::Exercise;

/// A column of a square tile whose rows have this length.
std::string text_with(const std::string& row, const std::string& load = "tile[threadIdx.x][threadIdx.y]") {
  return "extern \"C\" __global__ void setRowReadCol(int *out)\n{\n    __shared__ int tile[BDIMY][" + row +
         "];\n    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;\n    tile[threadIdx.y][threadIdx.x] = "
         "idx;\n"
         "    __syncthreads();\n    out[idx] = " +
         load + ";\n}\n";
}

class ExerciseTest : public LearnTest {
 protected:
  Attempt attempt(const std::string& text) {
    auto tried = learn::attempt(exercise_, text, sources);
    EXPECT_TRUE(tried) << tried.error().message;
    if (!tried) return {};
    EXPECT_TRUE(*tried) << "the run is missing";
    return *tried ? **std::move(tried) : Attempt{};
  }
  /// The checks that a text fails, as they are told.
  std::vector<std::string> failed(const Attempt& attempt) const {
    std::vector<std::string> failed;
    for (const learn::CheckResult& one : attempt.checks) {
      if (!one.is_passed) failed.push_back(check_text(exercise_, one).str());
    }
    return failed;
  }

  Exercise exercise_{.kernel = {.kernel = "square/setRowReadCol", .options = {}},
                     .checks = {{"conflicts == 0", "no request has a bank conflict", 8},
                                {"shared_bytes <= 4224", "no more memory than is needed", 9}}};
};

TEST_F(ExerciseTest, ASolutionPassesAllChecks) {
  const Attempt solved = attempt(text_with("BDIMX + 1"));
  EXPECT_TRUE(solved.is_passed()) << ::testing::PrintToString(failed(solved));
  ASSERT_EQ(solved.checks.size(), 5U);
  EXPECT_EQ(solved.checks[2].kind, CheckKind::right_output);
  EXPECT_EQ(solved.checks[4].index, 1U);
  EXPECT_EQ(check_text(exercise_, solved.checks[0]).str(), "it compiles and runs");
}

TEST_F(ExerciseTest, EachCheckCanFailAlone) {
  using Names = std::vector<std::string>;
  const Attempt start = attempt(text_with("BDIMX"));
  EXPECT_FALSE(start.is_passed());
  EXPECT_EQ(failed(start), (Names{"no request has a bank conflict"}));
  EXPECT_EQ(failed(attempt(text_with("BDIMX + 3"))), (Names{"no more memory than is needed"}));
  EXPECT_EQ(failed(attempt(text_with("BDIMX + 1", "tile[threadIdx.y][threadIdx.x]"))), (Names{"the output is right"}));
  const Attempt faulty = attempt(text_with("BDIMX + 1", "tile[threadIdx.x + 64][threadIdx.y]"));
  ASSERT_GE(faulty.checks.size(), 2U);
  EXPECT_FALSE(faulty.checks[1].is_passed);
  EXPECT_EQ(failed(faulty).front(), "no fault is found");
}

TEST_F(ExerciseTest, WhatDoesNotCompileIsCheckedNoFurther) {
  const Attempt broken = attempt(text_with("BDIMX + 1", "tile[threadIdx.x"));
  ASSERT_EQ(broken.checks.size(), 1U);
  EXPECT_EQ(broken.checks[0].kind, CheckKind::compiles);
  EXPECT_FALSE(broken.is_passed());
  ASSERT_NE(broken.outcome->failure, nullptr);
  EXPECT_FALSE(broken.outcome->failure->message.empty());
}

TEST_F(ExerciseTest, AConditionThatCannotBeReadNamesItsLine) {
  exercise_.file = "own/exercises/one/exercise.md";
  exercise_.checks[1].condition = "wavefronts == 0";
  const auto tried = learn::attempt(exercise_, text_with("BDIMX + 1"), sources);
  ASSERT_FALSE(tried);
  EXPECT_TRUE(tried.error().message.starts_with("own/exercises/one/exercise.md:9: ")) << tried.error().message;
  EXPECT_NE(tried.error().message.find("wavefronts"), std::string::npos);
}

TEST_F(ExerciseTest, ARunThatIsNotThereYetIsNoAttempt) {
  sources.run = [](const RunKey&) { return std::shared_ptr<const RunOutcome>(); };
  const auto tried = learn::attempt(exercise_, text_with("BDIMX"), sources);
  ASSERT_TRUE(tried);
  EXPECT_FALSE(*tried);
}

}  // namespace
}  // namespace bankloom::test
