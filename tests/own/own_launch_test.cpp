// What a launch line and the comments beside it mean: the compiler's own values.
#include <cstring>

#include "own_fixture.h"

namespace bankloom::test {
namespace {

using std::string;

class OwnLaunchTest : public OwnTest {};

constexpr const char* kCopy = R"cu(#define N 64
constexpr int kRows = N / 16;
// launch: copy<<<dim3(N / 32, kRows), dim3(32, kRows * 2), sizeof(float) * N>>>(in, out, N, 2.5f)
// in: float[kRows * 16][N] = row * N + col
extern "C" __global__ void copy(const float *in, float *out, int n, float scale)
{
    extern __shared__ float line[];
    int i = (blockIdx.y * blockDim.y + threadIdx.y) * n + blockIdx.x * blockDim.x + threadIdx.x;
    line[threadIdx.x] = 0;
    out[i] = in[i] * scale;
}
)cu";

TEST_F(OwnLaunchTest, IsEvaluatedByTheCompiler) {
  const auto own = make(kCopy);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->launch.origin, OwnOrigin::text);
  EXPECT_EQ(own->launch.line, 3u);
  EXPECT_EQ(own->launch.grid, (Dim3{2, 4, 1}));
  EXPECT_EQ(own->launch.block, (Dim3{32, 8, 1}));
  EXPECT_EQ(own->launch.dynamic_shared_bytes, 256u);
  EXPECT_EQ(own->kernel->id(), "own/kernel");
  EXPECT_EQ(own->kernel->entry, "copy");
  ASSERT_EQ(own->parameters.size(), 4u);
  EXPECT_EQ(own->parameters[0].comment, "in: float[64][64] = row * 64 + col");
  EXPECT_EQ(own->parameters[0].line, 4u);
  EXPECT_EQ(own->parameters[1].count, 2048u);
  EXPECT_TRUE(own->parameters[1].is_output);
  ASSERT_EQ(own->scalars[2].size(), 4u);
  std::int32_t n = 0;
  std::memcpy(&n, own->scalars[2].data(), sizeof n);
  EXPECT_EQ(n, 64);
  float scale = 0;
  std::memcpy(&scale, own->scalars[3].data(), sizeof scale);
  EXPECT_EQ(scale, 2.5F);
}

TEST_F(OwnLaunchTest, TheValuesReachTheKernel) {
  const auto done = run(kCopy);
  ASSERT_NE(done, nullptr);
  EXPECT_TRUE(done->faults.empty());
  ASSERT_EQ(done->output_rows * done->output_columns, 2048u);
  float value = 0;
  std::memcpy(&value, done->output.data() + 100 * sizeof value, sizeof value);
  EXPECT_EQ(value, 250.0F);
  EXPECT_EQ(done->different, 0u);
  EXPECT_EQ(std::count(done->defined.begin(), done->defined.end(), true), 0);
}

TEST_F(OwnLaunchTest, PlainNumbersTemplatesAndStructures) {
  const auto own = make(R"cu(struct Pair { int a, b; };
template <class T, int N> __global__ void fill(T *out, Pair p) { out[threadIdx.x * N] = T(p.a + p.b); }
// launch: fill<double, 1><<<1, 8>>>(out, p)
// p: {3, 4}
)cu");
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->launch.block, (Dim3{8, 1, 1}));
  ASSERT_EQ(own->kernel->parameters.size(), 2u);
  EXPECT_EQ(own->kernel->parameters[0].element, ptx::Type::f64);
  const std::int32_t expected[] = {3, 4};
  ASSERT_EQ(own->scalars[1].size(), sizeof expected);
  EXPECT_EQ(std::memcmp(own->scalars[1].data(), expected, sizeof expected), 0);
}

TEST_F(OwnLaunchTest, WhatIsAssumedOfAStructureCanBeWrittenIntoTheText) {
  const string text = "struct V { int x, y; };\n__global__ void k(V v, int *out) { out[threadIdx.x] = v.x + v.y; }\n";
  const auto own = make(text);
  ASSERT_NE(own, nullptr);
  ASSERT_EQ(own->parameters.size(), 2u);
  EXPECT_EQ(own->parameters[0].comment, "v: {}");
  const auto written = make("// " + own->parameters[0].comment + "\n" + text);
  ASSERT_NE(written, nullptr);
  EXPECT_EQ(written->scalars[0], own->scalars[0]);
  EXPECT_EQ(written->parameters[0].origin, OwnOrigin::text);
}

TEST_F(OwnLaunchTest, MistakesHaveTheLineOfTheirExpression) {
  const string kernel = "extern \"C\" __global__ void k(int *out, int n) { out[n] = 1; }\n";
  const auto expect = [&](const string& comments, unsigned line, const string& words) {
    const Error why = failure(comments + kernel);
    ASSERT_EQ(why.details.size(), 1u) << comments << why.message;
    EXPECT_EQ(why.details[0].line, line) << comments;
    EXPECT_NE(why.message.find(words), string::npos) << why.message;
  };
  expect("\n// launch: k<<<1, THREADS>>>(out, 0)\n", 2, "THREADS");
  expect("// launch: k<<<1, 32>>>(out, 0)\n\n\n// out: int[4 +]\n", 4, "expression");
  expect("// launch: other<<<1, 32>>>(out, 0)\n", 1, "no kernel 'other'");
  expect("// launch: k<<<1, dim3(64, 32)>>>(out, 0)\n", 1, "1,024 threads at most, not 64 x 32 x 1 = 2048");
  expect("// launch: k<<<0, 32>>>(out, 0)\n", 1, "grid.x");
  expect("// launch: k<<<1, -1>>>(out, 0)\n", 1, "block.x of the launch is -1");
  expect("// launch: k<<<1, 32>>>(out)\n", 1, "gives 1 arguments, and k takes 2");
  expect("// launch: k<<<1, 32, -4>>>(out, 0)\n", 1, "-4 bytes");
  expect("// launch: k<<<1, 32>>>(out, 0)\n// out: double[4]\n", 2, "has 4 bytes, and double has 8");
  expect("// launch: k<<<1, 32>>>(out, 0)\n// out: [1 << 30]\n", 2, "elements");
  expect("// launch: k<<<1, 32>>>(out, 0)\n// out: [4] = j\n", 2, "j");
  expect("// launch: k<<<1, 32>>>(out, 0)\n// output: n\n", 2, "no pointer parameter 'n'");
  const Error column = failure("// launch: k<<<1, THREADS>>>(out, 0)\n" + kernel);
  ASSERT_EQ(column.details.size(), 1u);
  EXPECT_EQ(column.details[0].column, 19u);
}

TEST_F(OwnLaunchTest, TheTextsOwnErrorsKeepTheirPlaces) {
  const Error why = failure(
      "// launch: k<<<1, 32>>>(out)\n\n__shared__ int a[4];\nextern \"C\" __global__ void k(int *out)\n{\n    out[0] = "
      "y;\n}\n");
  ASSERT_EQ(why.details.size(), 1u);
  EXPECT_EQ(why.details[0].line, 6u);
  EXPECT_EQ(why.details[0].column, 14u);
  EXPECT_EQ(why.message, "kernel.cu does not compile");
}

TEST_F(OwnLaunchTest, WithoutALineItIsSaidWhatWasTaken) {
  const auto own =
      make("extern \"C\" __global__ void k(const int *in, int *out, int n) { out[threadIdx.x] = in[n - 1]; }\n");
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->launch.origin, OwnOrigin::usual);
  EXPECT_EQ(own->launch.text, "k<<<1, 32>>>(in, out, n)");
  ASSERT_EQ(own->notes.size(), 1u);
  EXPECT_NE(own->notes[0].find("`// launch: k<<<1, 32>>>(in, out, n)`"), string::npos) << own->notes[0];
  EXPECT_EQ(own->parameters[0].comment, "in: int[32] = i");
  EXPECT_EQ(own->parameters[1].comment, "out: int[32]");
  EXPECT_EQ(own->parameters[2].comment, "n: 32");
  const auto bounded =
      make("extern \"C\" __global__ void __launch_bounds__(128) k(int *out) { out[threadIdx.x] = 1; }");
  ASSERT_NE(bounded, nullptr);
  EXPECT_EQ(bounded->launch.block, (Dim3{128, 1, 1}));
}

TEST_F(OwnLaunchTest, TextsWithoutAKernelSaySo) {
  EXPECT_NE(failure("__device__ int f();").message.find("there is no kernel (__global__)"), string::npos);
  EXPECT_NE(failure("template <class T> __global__ void k(T *o) {}").message.find("k<float><<<1, 32>>>"), string::npos);
}

TEST_F(OwnLaunchTest, AKernelNeedsNoOutput) {
  const auto done = run(R"(// launch: k<<<1, 32>>>()
__device__ int result[32];
__global__ void k() {
  __shared__ volatile int t[64];
  t[2 * threadIdx.x] = 1;
  result[threadIdx.x] = t[2 * threadIdx.x];
})");
  ASSERT_NE(done, nullptr);
  EXPECT_EQ(done->cost.shared_store.bank_conflicts, 1u);
  EXPECT_EQ(done->output_rows, 0u);
  EXPECT_TRUE(done->output_name.empty());
  EXPECT_TRUE(done->correct());
  EXPECT_EQ(done->own->notes, (std::vector<string>{"k has no pointer parameter, so no output is shown."}));
}

TEST_F(OwnLaunchTest, BuffersThatTheKernelReachesBeyondAreTakenLarger) {
  const auto done =
      run("// launch: k<<<1, 32>>>(out)\nextern \"C\" __global__ void k(int *out) { for (int i = 0; i < 4; ++i) "
          "out[threadIdx.x + 32 * i] = i; }");
  ASSERT_NE(done, nullptr);
  EXPECT_TRUE(done->faults.empty());
  EXPECT_EQ(done->own->parameters[0].count, 128u);
  ASSERT_FALSE(done->own->notes.empty());
  EXPECT_NE(done->own->notes.back().find("// out: int[128]"), string::npos) << done->own->notes.back();
  // A size that the text gives is kept, and the fault shown.
  const auto said =
      run("// launch: k<<<1, 32>>>(out)\n// out: [32]\nextern \"C\" __global__ void k(int *out) { out[threadIdx.x + "
          "32] = 1; }");
  ASSERT_NE(said, nullptr);
  ASSERT_EQ(said->faults.size(), 1u);
  EXPECT_EQ(said->faults[0].source_line, 3u);
}

TEST_F(OwnLaunchTest, ProseIsNoDescription) {
  const auto own = make(
      "// launch: k<<<1, 32>>>(out, n)\n// n: number of elements\n// out: the result\nextern \"C\" __global__ void "
      "k(int *out, int n) { out[0] = n; }");
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->parameters[1].comment, "n: 32");
  EXPECT_EQ(own->notes.size(), 2u);
}

TEST_F(OwnLaunchTest, DefinitionsAreTheOptionsOfAFile) {
  const OwnSource source{
      "", "// launch: k<<<1, THREADS>>>(out)\nextern \"C\" __global__ void k(int *out) { out[threadIdx.x] = THREADS; }",
      "", 0, ""};
  const auto own = make(source, {{"THREADS", "64"}});
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->launch.block.x, 64u);
  EXPECT_EQ(own->kernel->options.size(), 1u);
}

}  // namespace
}  // namespace bankloom::test
