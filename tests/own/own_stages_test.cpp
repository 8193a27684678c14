// The stages from a text to an own kernel, each by itself and without a compiler.
#include "core/own/own_stages.h"

#include <gtest/gtest.h>

#include "core/ptx/parser.h"

namespace bankloom::own {
namespace {

using std::string;

constexpr const char* kPtx = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .entry k(.param .u64 k_param_0, .param .u64 k_param_1, .param .u32 k_param_2) {
  ret;
}
.visible .entry other() {
  ret;
}
)";
constexpr const char* kText = R"(// launch: k<<<N / 32, dim3(32, 2), 128>>>(a, b, N + 1)
// in: float[N][M] = row * N + col + N
// tile: t[4][9]
__global__ void k(const float *in, float *b, int n) { extern __shared__ float t[]; }
__global__ void other() {}
)";

OwnText read(const string& text) {
  auto read = read_own_text({"", text, "", 0, ""}, {});
  EXPECT_TRUE(read.has_value()) << read.error().message;
  return read ? *read : OwnText{};
}

LaunchPlan plan(OwnText& text) {
  const auto module = ptx::parse(kPtx);
  EXPECT_TRUE(module.has_value()) << module.error().message;
  auto plan = plan_launch(text, *module, "");
  EXPECT_TRUE(plan.has_value()) << plan.error().message;
  return plan ? *plan : LaunchPlan{};
}

/// A text whose questions are answered by words, in their order.
AskedText asked(const string& text, const std::vector<std::vector<std::int64_t>>& words) {
  AskedText asked{read(text), {}, {}, {}, {}, {}, {}};
  asked.plan = plan(asked);
  EXPECT_EQ(asked.plan.questions.all.size(), words.size());
  for (const auto& answer : words) {
    const auto* const bytes = reinterpret_cast<const std::byte*>(answer.data());
    asked.answers.bytes.emplace_back(bytes, bytes + answer.size() * sizeof answer[0]);
  }
  const ElementInfo real{4, ptx::Type::f32, 4};
  asked.answers.parameters = {{true, true, real}, {true, false, real}, {false, false, {4, ptx::Type::s32, 4}}};
  return asked;
}

const std::vector<std::vector<std::int64_t>> kAnswers = {{2, 1, 1}, {32, 2, 1}, {128},  // grid, block, bytes
                                                         {64},      {3},        {4, 3, 4},
                                                         {64},             // in: rows, columns, float, N
                                                         {65},             // n
                                                         {4},       {9}};  // the tile

TEST(OwnStages, ATextSaysItsLaunchOnce) {
  const OwnText text = read("// launch: k<<<1, 32>>>(a)\n// launch: k<<<2, 32>>>(a)\n");
  ASSERT_TRUE(text.launch.has_value());
  EXPECT_EQ(text.launch->text.shape[0].text, "1");
  EXPECT_EQ(text.notes, (std::vector<string>{"The code has several launch lines; line 1 is used."}));
  const auto wrong = read_own_text({"", "\n // launch: k<<<1", "", 0, ""}, {});
  ASSERT_FALSE(wrong.has_value());
  ASSERT_EQ(wrong.error().details.size(), 1u);
  EXPECT_EQ(wrong.error().details[0].line, 2u);
  EXPECT_EQ(wrong.error().details[0].column, 13u);
}

TEST(OwnStages, APlanAsksForWhatStandsInComments) {
  OwnText text = read(kText);
  const LaunchPlan plan = own::plan(text);
  EXPECT_EQ(plan.entry, "k");
  std::vector<string> asked;
  for (const Question& question : plan.questions.all) asked.push_back(question.place.text);
  EXPECT_EQ(asked, (std::vector<string>{"N / 32", "dim3(32, 2)", "128", "N", "M", "float", "N", "N + 1", "4", "9"}));
  EXPECT_EQ(plan.questions.all[6].place.line, 2u);
  EXPECT_EQ(plan.questions.all[6].place.column, 28u) << "where the name stands";
  EXPECT_EQ(plan.questions.kernel, "::k");
  ASSERT_EQ(plan.parameters.size(), 3u);
  EXPECT_EQ(plan.parameters[0].name, "in");
  EXPECT_EQ(plan.parameters[0].alias, "a");
  EXPECT_EQ(plan.parameters[2].alias, "") << "N + 1 is no name";
  EXPECT_EQ(plan.parameters[2].given->text, "N + 1");
}

TEST(OwnStages, APlanWithoutALaunchLineTakesTheLastKernel) {
  OwnText text = read("__global__ void k(const float *in, float *b, int n) {}\n__global__ void other() {}\n");
  const LaunchPlan plan = own::plan(text);
  EXPECT_EQ(plan.entry, "other");
  EXPECT_TRUE(plan.questions.all.empty());
  EXPECT_EQ(text.notes.size(), 1u) << "that there are two is told";
  OwnText none = read("// launch: nothing<<<1, 32>>>()\n");
  EXPECT_FALSE(plan_launch(none, *ptx::parse(kPtx), "").has_value());
}

TEST(OwnStages, AWrittenLaunchIsAsAnswered) {
  auto answers = kAnswers;
  const auto launch = launch_of(asked(kText, answers), {});
  ASSERT_TRUE(launch.has_value()) << launch.error().message;
  EXPECT_EQ(launch->grid, (Dim3{2, 1, 1}));
  EXPECT_EQ(launch->block, (Dim3{32, 2, 1}));
  EXPECT_EQ(launch->dynamic_shared_bytes, 128u);
  EXPECT_EQ(launch->line, 1u);
  answers[0][0] = 0xffff'ffff;
  const auto wrapped = launch_of(asked(kText, answers), {});
  ASSERT_FALSE(wrapped.has_value());
  EXPECT_NE(wrapped.error().message.find("grid.x of the launch is -1, and must be from 1"), string::npos)
      << wrapped.error().message;
  answers = kAnswers;
  answers[1] = {1024, 2, 1};
  EXPECT_FALSE(launch_of(asked(kText, answers), {}).has_value());
}

TEST(OwnStages, ArgumentsAreSaidOrGuessed) {
  const AskedText text = asked(kText, kAnswers);
  std::vector<string> notes;
  const auto arguments = arguments_of(text, {4, 1, "", false}, *launch_of(text, {}), notes);
  ASSERT_TRUE(arguments.has_value()) << arguments.error().message;
  ASSERT_EQ(arguments->size(), 3u);
  const OwnArgument &in = (*arguments)[0], &out = (*arguments)[1], &n = (*arguments)[2];
  EXPECT_EQ(in.shown.comment, "in: float[64][3] = row * 64 + col + 64");
  EXPECT_EQ(in.shown.origin, OwnOrigin::text);
  EXPECT_EQ(in.shown.line, 2u);
  EXPECT_EQ(out.spec.count.text(), "512") << "four elements for each of 128 threads";
  EXPECT_EQ(out.shown.origin, OwnOrigin::usual);
  ASSERT_EQ(n.bytes.size(), 4u);
  EXPECT_EQ(std::to_integer<int>(n.bytes[0]), 65);
  EXPECT_EQ(n.shown.comment, "n: N + 1");
  EXPECT_TRUE(notes.empty());
}

TEST(OwnStages, ABufferOfNoElementsIsAMistakeAtItsPlace) {
  auto answers = kAnswers;
  answers[4] = {0};
  const AskedText text = asked(kText, answers);
  std::vector<string> notes;
  const auto arguments = arguments_of(text, {}, *launch_of(text, {}), notes);
  ASSERT_FALSE(arguments.has_value());
  EXPECT_NE(arguments.error().message.find("line 2"), string::npos);
  EXPECT_NE(arguments.error().message.find("in would have 0 elements"), string::npos) << arguments.error().message;
}

/// Takes a text without some questions alone, and answers with PTX.
class PickyCompiler final : public Compiler {
 public:
  PickyCompiler(string refused, string ptx) : refused_(std::move(refused)), ptx_(std::move(ptx)) {}
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    texts.push_back(request.text);
    auto result = std::make_shared<CompileResult>();
    result->ok = refused_.empty() || request.text.find(refused_) == string::npos;
    if (result->ok) result->ptx = ptx_;
    if (!result->ok) result->diagnostics.push_back({Diagnostic::Severity::error, line, column, "k.cu", "no"});
    return result;
  }
  Result<std::vector<string>> architectures() override { return std::vector<string>{}; }
  string describe() override { return "picky"; }
  std::vector<string> texts;
  unsigned line = 1, column = 1;

 private:
  string refused_, ptx_;
};

constexpr const char* kAnswered = R"(
.version 8.0
.target sm_75
.address_size 64
.visible .global .align 8 .u64 bankloom_own_0 = 7;
.visible .global .align 8 .u64 bankloom_own_1[3] = {2, 3, 4};
.visible .global .align 8 .u64 bankloom_own_parameter0[5] = {1, 0, 8, 3, 4};
.visible .entry k() {
  // bankloom_own 0 96 32 4 4 1 4
  ret;
}
)";

TEST(OwnStages, AnswersStandInThePtx) {
  CompileRequest request;
  request.name = "k.cu";
  request.text = "__global__ void k(float2 *p) { __shared__ int t[3][8]; }";
  const Questions questions{
      {{Question::Kind::number, {"N", 0, 5, 9}}, {Question::Kind::extent, {"dim3(2, 3, 4)", 0, 6, 1}}}, "::k", 1};
  PickyCompiler compiler("", kAnswered);
  const auto answers = ask(questions, request, read_text_facts(request.text), compiler);
  ASSERT_TRUE(answers.has_value()) << answers.error().message;
  EXPECT_EQ(compiler.texts.size(), 1u);
  EXPECT_EQ(answers->word(0), 7);
  EXPECT_EQ(answers->word(1, 2), 4);
  ASSERT_EQ(answers->parameters.size(), 1u);
  EXPECT_TRUE(answers->parameters[0].is_pointer);
  EXPECT_EQ(answers->parameters[0].element.parts(), 2u);
  ASSERT_EQ(answers->arrays.size(), 1u);
  EXPECT_EQ(answers->arrays.at(0).extent, (std::vector<std::uint64_t>{3, 8}));
}

TEST(OwnStages, QuestionsThatATextDoesNotAllowAreLeftOut) {
  CompileRequest request;
  request.name = "k.cu";
  request.text = "__global__ void k(float2 *p) { __shared__ int t[3][8]; }";
  const TextFacts facts = read_text_facts(request.text);
  const Questions questions{{{Question::Kind::number, {"N", 0, 5, 9}}}, "::k", 1};
  PickyCompiler no_parameters("bankloom_own_parameter0", kAnswered), no_arrays("asm volatile", kAnswered);
  const auto without_parameters = ask(questions, request, facts, no_parameters);
  ASSERT_TRUE(without_parameters.has_value());
  EXPECT_EQ(no_parameters.texts.size(), 2u);
  EXPECT_TRUE(without_parameters->parameters.empty());
  const auto without_arrays = ask(questions, request, facts, no_arrays);
  ASSERT_TRUE(without_arrays.has_value());
  EXPECT_EQ(no_arrays.texts.size(), 3u);
  EXPECT_EQ(without_arrays->parameters.size(), 1u);
  PickyCompiler nothing("N", kAnswered);
  EXPECT_FALSE(ask(questions, request, facts, nothing).has_value());
  EXPECT_EQ(nothing.texts.size(), 4u);
  // A message about a question ends it, at the place of its expression.
  nothing.texts.clear();
  nothing.line = 2'000'000;
  nothing.column =
      static_cast<unsigned>(string("extern \"C\" { __device__ long long bankloom_own_0 = (long long)(").size() + 1);
  const auto wrong = ask(questions, request, facts, nothing);
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(nothing.texts.size(), 1u);
  ASSERT_EQ(wrong.error().details.size(), 1u);
  EXPECT_EQ(wrong.error().details[0].line, 5u);
  EXPECT_EQ(wrong.error().details[0].column, 9u);
}

}  // namespace
}  // namespace bankloom::own
