// What was guessed of an own kernel's launch, and the faults that it may be the reason of.
#include <gtest/gtest.h>

#include "core/wording/fault_text.h"
#include "own_fixture.h"

namespace bankloom::test {
namespace {

TEST_F(OwnTest, WhatNothingSaysIsAssumedAndTold) {
  const auto own = make("__global__ void k(const float *in, float *out, int n) { out[n] = in[n]; }");
  ASSERT_NE(own, nullptr);
  using Kind = OwnAssumption::Kind;
  EXPECT_EQ(own->assumed, (std::vector<OwnAssumption>{{Kind::launch, "", "k<<<1, 32>>>(in, out, n)", 0},
                                                      {Kind::size, "in", "", 32},
                                                      {Kind::size, "out", "", 32},
                                                      {Kind::value, "n", "32", 0}}));
  const auto said = make(
      "// launch: k<<<1, 32>>>(in, out, 7)\n// in: [32]\n// out: [32]\n"
      "__global__ void k(const float *in, float *out, int n) { out[n] = in[n]; }");
  ASSERT_NE(said, nullptr);
  EXPECT_TRUE(said->assumed.empty());
}

TEST_F(OwnTest, AGuessedLaunchOrValueMakesEveryFaultAQuestion) {
  const auto guessed = run("__global__ void k(int *out, int n) { __shared__ int t[16]; t[n] = 1; out[0] = t[0]; }");
  ASSERT_NE(guessed, nullptr);
  EXPECT_TRUE(guessed->faults.empty());
  EXPECT_TRUE(guessed->correct()) << "nobody is accused";
  ASSERT_FALSE(guessed->questions.empty());
  const std::string words = question_text(guessed->questions.front(), *guessed);
  EXPECT_TRUE(words.starts_with("if it is launched as k<<<1, 32>>>(out, n), out has 32 elements and n is 32: "))
      << words;
  EXPECT_EQ(guessed_text(*guessed).str(), "guessed: the launch, out and n");
  const auto said =
      run("// launch: k<<<1, 32>>>(out, 32)\n// out: [32]\n"
          "__global__ void k(int *out, int n) { __shared__ int t[16]; t[n] = 1; out[0] = t[0]; }");
  ASSERT_NE(said, nullptr);
  EXPECT_FALSE(said->faults.empty());
  EXPECT_TRUE(said->questions.empty());
  EXPECT_EQ(guessed_text(*said).str(), "");
}

TEST_F(OwnTest, AGuessedSizeQuestionsWhatReachesBeyondItAlone) {
  const std::string text =
      "// launch: k<<<1, 32>>>(in, out)\n// out: [32]\n"
      "__global__ void k(const int *in, int *out) { out[threadIdx.x + 8] = in[threadIdx.x * 100]; }";
  const auto done = run(text);
  ASSERT_NE(done, nullptr);
  ASSERT_EQ(done->faults.size() + done->questions.size(), 1u) << "one line, one kind";
  const auto separate =
      run("// launch: k<<<1, 32>>>(in, out)\n// out: [32]\n__global__ void k(const int *in, int *out) {\n"
          "  int v = in[threadIdx.x * 100];\n  out[threadIdx.x + 8] = v;\n}");
  ASSERT_NE(separate, nullptr);
  ASSERT_EQ(separate->faults.size(), 1u);
  EXPECT_EQ(separate->faults[0].source_line, 5u) << "the size of out is said";
  ASSERT_EQ(separate->questions.size(), 1u);
  EXPECT_EQ(separate->questions[0].source_line, 4u);
}

TEST_F(OwnTest, GuessedContentsQuestionWhatOtherContentsDoNotShow) {
  const std::string head =
      "// launch: k<<<1, 32>>>(in, out)\n// out: [32]\n__global__ void k(const int *in, int *out) {\n";
  const auto by_contents =
      run(head + "  __shared__ int t[16];\n  t[in[threadIdx.x]] = 1;\n  out[threadIdx.x] = t[0];\n}");
  ASSERT_NE(by_contents, nullptr);
  EXPECT_TRUE(std::none_of(by_contents->faults.begin(), by_contents->faults.end(),
                           [](const simt::Fault& fault) { return fault.kind == simt::FaultKind::out_of_bounds; }));
  EXPECT_TRUE(std::any_of(by_contents->questions.begin(), by_contents->questions.end(),
                          [](const simt::Fault& fault) { return fault.kind == simt::FaultKind::out_of_bounds; }));
  const auto by_text = run(head + "  __shared__ int t[16];\n  t[threadIdx.x] = in[0];\n  out[threadIdx.x] = t[0];\n}");
  ASSERT_NE(by_text, nullptr);
  EXPECT_TRUE(std::any_of(by_text->faults.begin(), by_text->faults.end(),
                          [](const simt::Fault& fault) { return fault.kind == simt::FaultKind::out_of_bounds; }));
}

TEST_F(OwnTest, AWholeProgramIsToBeRun) {
  const auto refused = failure("__global__ void k(int *o) { o[0] = 1; }\nint main() { k<<<1, 1>>>(nullptr); }\n");
  EXPECT_NE(refused.message.find("is a whole program"), std::string::npos) << refused.message;
}

}  // namespace
}  // namespace bankloom::test
