#include "core/own/own_text.h"

#include <gtest/gtest.h>

namespace bankloom::own {
namespace {

using std::string;

Part part(const string& text) { return {text, 0, 1, 1}; }

std::vector<string> texts(const std::vector<Part>& parts) {
  std::vector<string> all;
  for (const Part& one : parts) all.push_back(one.text);
  return all;
}

TEST(OwnText, SharedArraysAreTheirDeclarationsAlone) {
  const TextFacts facts = read_text_facts(R"cu(
// __shared__ int in_a_comment[1];
/* __shared__ int in_a_block[2]; */
#define DECLARE __shared__ int in_a_macro[3];
#define LONG 1 + \
  2 __shared__ int in_a_continued_macro[4];
const char *text = "__shared__ int in_a_string[5];";
const char *raw = R"(__shared__ int " in_a_raw_string[6];)";
static __shared__ volatile float at_file[7], second[N][N + 1];
namespace deep { __shared__ double in_namespace[2][3][4]; }
extern "C" __global__ void k(int *out)
{
    __shared__ __align__(16) Pair<float, 2> tile[BDIMY][f(BDIMX, 1)];
    extern __shared__ unsigned char dynamic[];
    __shared__ int alone;
}
)cu");
  ASSERT_EQ(facts.shared.size(), 6u);
  const auto at = [&](std::size_t index) { return facts.shared[index]; };
  EXPECT_EQ(at(0).name, "at_file");
  EXPECT_EQ(at(0).type, "float");
  EXPECT_EQ(at(0).extent, (std::vector<string>{"7"}));
  EXPECT_EQ(at(0).line, 9u);
  EXPECT_TRUE(at(0).at_file_scope);
  EXPECT_EQ(at(1).name, "second");
  EXPECT_EQ(at(1).type, "float");
  EXPECT_EQ(at(1).extent, (std::vector<string>{"N", "N + 1"}));
  EXPECT_EQ(at(2).name, "in_namespace");
  EXPECT_EQ(at(2).extent.size(), 3u);
  EXPECT_TRUE(at(2).at_file_scope);
  EXPECT_EQ(at(3).name, "tile");
  EXPECT_EQ(at(3).type, "Pair<float, 2>");
  EXPECT_EQ(at(3).extent, (std::vector<string>{"BDIMY", "f(BDIMX, 1)"}));
  EXPECT_FALSE(at(3).at_file_scope);
  EXPECT_EQ(at(4).name, "dynamic");
  EXPECT_TRUE(at(4).is_extern);
  EXPECT_EQ(at(4).type, "unsigned char");
  EXPECT_EQ(at(5).name, "alone");
  EXPECT_TRUE(at(5).extent.empty());
}

TEST(OwnText, KernelsAndTheirParameters) {
  const TextFacts facts = read_text_facts(
      "template <class T, int N = (1 < 2)>\n__global__ void __launch_bounds__(256, 2) first(const T *__restrict__ in, "
      "T *out,\n"
      "  Map<int, 3> map = {}, unsigned n[]) {}\n"
      "namespace a { extern \"C\" __global__ void second(void) { threadIdx.y; } }");
  ASSERT_EQ(facts.kernels.size(), 2u);
  const KernelDeclaration& first = facts.kernels[0];
  EXPECT_EQ(first.name, "first");
  EXPECT_TRUE(first.is_template);
  ASSERT_EQ(first.parameters.size(), 4u);
  EXPECT_EQ(first.parameters[0].name, "in");
  EXPECT_EQ(first.parameters[0].type, "const T *");
  EXPECT_EQ(first.parameters[1].type, "T *");
  EXPECT_EQ(first.parameters[2].name, "map");
  EXPECT_EQ(first.parameters[3].name, "n");
  EXPECT_EQ(first.parameters[3].type, "unsigned *");
  EXPECT_EQ(facts.kernels[1].name, "second");
  EXPECT_TRUE(facts.kernels[1].parameters.empty());
  EXPECT_FALSE(facts.kernels[1].is_template);
  EXPECT_TRUE(facts.uses_y);
}

TEST(OwnText, ASpecifierThatIsThereTwiceDeclaresOneThing) {
  // Each of ten thousand would otherwise look at all that follow.
  const TextFacts facts = read_text_facts(
      "__global__ static __global__ void k(int* out) { __shared__ static __shared__ int a[3]; out[0] = a[1]; }");
  ASSERT_EQ(facts.kernels.size(), 1U);
  EXPECT_EQ(facts.kernels[0].name, "k");
  ASSERT_EQ(facts.shared.size(), 1U);
}

TEST(OwnText, RemarksKnowTheirPlace) {
  const TextFacts facts =
      read_text_facts("int a;\n#define B 2  // launch: k<<<1, B>>>(out) // really\n  /* out: [4] */\n// std::move\n");
  ASSERT_EQ(facts.remarks.size(), 2u);
  EXPECT_EQ(facts.remarks[0].word, "launch");
  EXPECT_EQ(facts.remarks[0].rest.text, "k<<<1, B>>>(out)");
  EXPECT_EQ(facts.remarks[0].rest.line, 2u);
  EXPECT_EQ(facts.remarks[0].rest.column, 25u);
  EXPECT_EQ(facts.remarks[1].word, "out");
  EXPECT_EQ(facts.remarks[1].rest.text, "[4]");
}

TEST(OwnText, LaunchLines) {
  const auto plain = parse_launch(part("transpose<<<dim3(4, N / 8), dim3(32, 8), 4224>>>(in, out, f(1, 2));"));
  ASSERT_TRUE(plain.has_value()) << plain.error().message;
  EXPECT_EQ(plain->kernel.text, "transpose");
  EXPECT_EQ(texts(plain->shape), (std::vector<string>{"dim3(4, N / 8)", "dim3(32, 8)", "4224"}));
  EXPECT_EQ(texts(plain->arguments), (std::vector<string>{"in", "out", "f(1, 2)"}));
  EXPECT_EQ(plain->shape[1].column, 29u);

  const auto shifted = parse_launch(part("k<float, 32> <<<N >> 5, 32, 0, stream>>>()"));
  ASSERT_TRUE(shifted.has_value()) << shifted.error().message;
  EXPECT_EQ(shifted->kernel.text, "k<float, 32>");
  EXPECT_EQ(texts(shifted->shape), (std::vector<string>{"N >> 5", "32", "0"}));
  EXPECT_TRUE(shifted->arguments.empty());
}

TEST(OwnText, MalformedLaunchLinesSayHowOneIsWritten) {
  for (const char* text : {"", "k", "k(1, 2)", "k<<<1>>>(a)", "k<<<1, 32(a)", "<<<1, 32>>>(a)", "k<<<1, >>>(a)",
                           "k<<<1, 2, 3, 4, 5>>>()", "k<<<1, 32>>> a", "k<<<1, 32>>>(a", ">>>k<<<1, 2"}) {
    const auto launch = parse_launch(part(text));
    ASSERT_FALSE(launch.has_value()) << text;
    EXPECT_NE(launch.error().message.find("// launch: NAME<<<GRID, BLOCK>>>(ARGUMENTS)"), string::npos) << text;
  }
}

TEST(OwnText, BufferDescriptions) {
  const auto matrix = parse_buffer(part("unsigned short[N][N + 1] = row * 2 + col"));
  ASSERT_TRUE(matrix.has_value());
  EXPECT_EQ(matrix->type, "unsigned short");
  EXPECT_EQ(texts(matrix->extent), (std::vector<string>{"N", "N + 1"}));
  ASSERT_TRUE(matrix->value.has_value());
  EXPECT_EQ(matrix->value->text, "row * 2 + col");
  EXPECT_TRUE(parse_buffer(part("[16]")).has_value());
  for (const char* text : {"", "float", "the input", "[", "[]", "[1][2][3]", "[4] =", "[4] 5", "the [old] one"}) {
    EXPECT_FALSE(parse_buffer(part(text)).has_value()) << text;
  }
}

}  // namespace
}  // namespace bankloom::own
