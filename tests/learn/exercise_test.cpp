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

TEST_F(ExerciseTest, WhatIsRightForTheShownSizeAndValuesAloneIsFoundOut) {
  using Names = std::vector<std::string>;
  const std::string size = "the output is right for BDIMX = 16, BDIMY = 16, too";
  const std::string values = "the output is right for other values of in, too";
  exercise_.again = {{.options = {{"BDIMX", "16"}, {"BDIMY", "16"}}},
                     {.trial = {{{"in", "i * 7 % 64"}}, "(col * BDIMX + row) * 7 % 64"}}};
  const auto text = [](const std::string& stored, const std::string& row = "BDIMX") {
    return "// in: int[BDIMY][BDIMX] = i\nextern \"C\" __global__ void setRowReadCol(int *out, const int *in)\n{\n    "
           "__shared__ int tile[BDIMY][BDIMX + 1];\n    unsigned int idx = threadIdx.y * " +
           row + " + threadIdx.x;\n    tile[threadIdx.y][threadIdx.x] = " + stored +
           ";\n    __syncthreads();\n    out[idx] = tile[threadIdx.x][threadIdx.y];\n}\n";
  };
  const Attempt solved = attempt(text("in[idx]"));
  EXPECT_EQ(failed(solved), (Names{}));
  ASSERT_EQ(solved.checks.size(), 7U);
  EXPECT_EQ(solved.checks[4].kind, CheckKind::again);
  EXPECT_EQ(solved.checks[4].index, 1U);
  EXPECT_EQ(failed(attempt(text("idx"))), (Names{values}));
  EXPECT_EQ(failed(attempt(text("in[idx]", "32"))), (Names{size}));
  EXPECT_EQ(failed(attempt(text("in[idx] + 1"))), (Names{"the output is right", size, values}))
      << "what is wrong as it is shown is wrong for others";
}

TEST_F(ExerciseTest, AWarpsLockstepIsNoBarrier) {
  exercise_.kernel = {.kernel = "machines/tenBanksPad", .options = {}};
  exercise_.checks = {{"unordered == 0", "a barrier stands there", 8}};
  exercise_.again = {{.options = {{"BDIMX", "9"}}}};
  const auto text = [](const std::string& between) {
    return "extern \"C\" __global__ void tenBanksPad(int *out)\n{\n    __shared__ volatile int tile[BDIMX][BDIMX + "
           "1];\n    for (int row = 0; row < BDIMX; ++row) tile[row][threadIdx.x] = row * BDIMX + threadIdx.x;\n" +
           between +
           "    for (int col = 0; col < BDIMX; ++col) out[col * BDIMX + threadIdx.x] = tile[threadIdx.x][col];\n}\n";
  };
  EXPECT_EQ(failed(attempt(text(""))), (std::vector<std::string>{"a barrier stands there"}));
  EXPECT_TRUE(attempt(text("    __syncthreads();\n")).is_passed());
  EXPECT_TRUE(attempt(text("    __syncwarp((1u << BDIMX) - 1);\n")).is_passed());
}

TEST_F(ExerciseTest, WordsStandBehindTheirBeginning) {
  exercise_.words_behind = "// My goal:";
  exercise_.words_meaning = "your goal";
  const std::string text = text_with("BDIMX + 1");
  EXPECT_TRUE(attempt("// My goal: few sectors\n" + text).is_passed());
  for (const char* const line : {"// My goal:\n", "// My goal: x\n", "// a goal of mine\n", ""}) {
    EXPECT_EQ(failed(attempt(line + text)), (std::vector<std::string>{"your goal"})) << line;
  }
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
