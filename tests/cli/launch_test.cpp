// Commands that take FILE.cu --launch N. What is expected of the launches is computed by hand, beside each.
#include <gtest/gtest.h>

#include "../schema/complaint.h"
#include "process.h"
#include "program/toolchain.h"

#define BANKLOOM_NEEDS_NVCC_FOR_LAUNCHES()                         \
  do {                                                             \
    static const auto found = bankloom::program::find_toolchain(); \
    if (!found) GTEST_SKIP() << found.error().message;             \
  } while (false)

namespace bankloom::test {
namespace {

using nlohmann::json;

/// A tile written along rows and read along columns, padded by PAD; the inputs are 3, 4, 5, ... for the second launch.
constexpr const char* kTurning = R"(#include <cstdio>
#define WIDTH 32
template <int PAD>
__global__ void turn(int* out, const int* in, int width) {
  __shared__ int tile[WIDTH][WIDTH + PAD];
  int index = threadIdx.y * width + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[index];
  __syncthreads();
  out[index] = tile[threadIdx.x][threadIdx.y];
}
int main(int argc, char**) {
  int *d_turned = nullptr, *d_given = nullptr;
  int host[WIDTH * WIDTH];
  for (int i = 0; i < WIDTH * WIDTH; ++i) host[i] = i + 2 + argc;
  cudaMalloc(&d_turned, sizeof host);
  cudaMalloc(&d_given, sizeof host);
  turn<0><<<1, dim3(WIDTH, WIDTH)>>>(d_turned, d_given, WIDTH);
  cudaMemcpy(d_given, host, sizeof host, cudaMemcpyHostToDevice);
  turn<1><<<1, dim3(WIDTH, WIDTH)>>>(d_turned, d_given, WIDTH);
  cudaDeviceSynchronize();
  std::puts("done");
  return argc > 2 ? 7 : 0;
}
)";

class Launch : public ::testing::Test {
 protected:
  TemporaryFolder folder_;
};

TEST_F(Launch, IsAnalyzedWithItsTrueArguments) {
  BANKLOOM_NEEDS_NVCC_FOR_LAUNCHES();
  const std::string file = folder_.write("turn.cu", kTurning);
  const auto result = bankloom_run({"analyze", file, "--launch", "1", "--format", "json", "--", "more"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json page = json_of(result);
  EXPECT_EQ(page["kernel"], "turn<1>");
  EXPECT_EQ(page["launch"]["index"], 1);
  EXPECT_EQ(page["launch"]["program"], file);
  EXPECT_EQ(page["launch"]["launched_at"], file + ":19");
  EXPECT_EQ(page["launch"]["block"], (json{32, 32, 1}));
  EXPECT_EQ(page["totals"]["shared_load"], (json{{"requests", 32}, {"wavefronts", 32}, {"bank_conflicts", 0}}));
  EXPECT_EQ(page["output"]["name"], "d_turned");
  EXPECT_EQ(page["output"]["type"], "i32");
  EXPECT_EQ(page["output"]["rows"], 32);
  EXPECT_EQ(page["output"]["cols"], 32);
  // Element (y, x) is that of (x, y): x * 32 + y + 4, since the program was given an argument.
  for (const int index : {0, 1, 33, 1023}) {
    EXPECT_EQ(page["output"]["values"][static_cast<std::size_t>(index)], index % 32 * 32 + index / 32 + 4) << index;
  }
  EXPECT_EQ(page["faults"].size(), 0U);
}

TEST_F(Launch, IsNamedInTheReports) {
  BANKLOOM_NEEDS_NVCC_FOR_LAUNCHES();
  const std::string file = folder_.write("turn.cu", kTurning);
  const auto analyzed = bankloom_run({"analyze", file, "--launch", "0"});
  EXPECT_EQ(analyzed.status, 0) << analyzed.err;
  EXPECT_TRUE(analyzed.out.starts_with("launch 0 of " + file + ", turn<0>: launched at ")) << analyzed.out;
  EXPECT_EQ(analyzed.out.find("done"), std::string::npos) << "the program's own words are no part of the report";
  for (const char* part : {"32-way bank", "tile[threadIdx.x][threadIdx.y]"}) {
    EXPECT_NE(analyzed.out.find(part), std::string::npos) << part << '\n' << analyzed.out;
  }
  const auto machines = bankloom_run({"machines", file, "--launch", "0", "--format", "json"});
  EXPECT_EQ(machines.status, 0) << machines.err;
  EXPECT_EQ(json_of(machines)["kernel"], "launch 0 of " + file + ", turn<0>");
  const auto advised = bankloom_run({"advise", file, "--launch", "0", "--format", "json"});
  EXPECT_EQ(advised.status, 0) << advised.err;
  EXPECT_EQ(json_of(advised)["padding"]["status"], "found") << advised.out;
}

TEST_F(Launch, AProgramIsNotStartedWithoutIt) {
  const std::string file = folder_.write("turn.cu", kTurning);
  for (const char* command : {"analyze", "advise", "machines"}) {
    expect_usage_error({command, file}, {"is a whole program", "bankloom run", "--launch N"});
  }
  expect_usage_error({"analyze", "square/setRowReadCol", "--launch", "0"}, {"--launch", "square/setRowReadCol"});
  expect_usage_error({"analyze", "square/setRowReadCol", "more"}, {"'more'"});
  expect_usage_error({"analyze", file, "--launch", "first"}, {"--launch", "first"});
}

TEST_F(Launch, ThatIsNotThereIsToldWithTheNumberThatThereAre) {
  BANKLOOM_NEEDS_NVCC_FOR_LAUNCHES();
  const std::string file = folder_.write("turn.cu", kTurning);
  expect_usage_error({"analyze", file, "--launch", "2"}, {"there is no launch 2", "made 2"});
}

TEST_F(Launch, EndsTheProgramOnceItIsThere) {
  BANKLOOM_NEEDS_NVCC_FOR_LAUNCHES();
  // What it would do later takes no time, and its status is not that of the launch.
  std::string text = kTurning;
  text.replace(text.find("  std::puts("), 0, "  if (argc > 3) for (volatile int i = 0;; ++i) {}\n");
  const std::string file = folder_.write("turn.cu", text);
  const auto first = bankloom_run({"analyze", file, "--launch", "0", "--time-limit", "100", "--", "a", "b", "c"});
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_NE(first.err.find("the program was stopped after launch 0, because nothing after it was asked for"),
            std::string::npos)
      << first.err;
  // The last one, too, is over before the program is.
  const auto last = bankloom_run({"analyze", file, "--launch", "1", "--time-limit", "100", "--", "a", "b", "c"});
  EXPECT_EQ(last.status, 0) << last.err;
  EXPECT_NE(last.err.find("stopped after launch 1"), std::string::npos) << last.err;
}

TEST_F(Launch, OfACooperativeGridMeetsAgain) {
  BANKLOOM_NEEDS_NVCC_FOR_LAUNCHES();
  const std::string file = std::string(BANKLOOM_SOURCE_DIR) + "/tests/programs/cooperative.cu";
  const auto result = bankloom_run({"analyze", file, "--launch", "0", "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json page = json_of(result);
  EXPECT_EQ(page["launch"]["index"], 0);
  EXPECT_EQ(page["faults"].size(), 0U) << page["faults"];
}

TEST_F(Launch, IsMeasuredOnlyOnAGpu) {
  const std::string file = folder_.write("turn.cu", kTurning);
  const auto result = bankloom_run({"measure", file, "--launch", "0"});
  if (result.status == 0) GTEST_SKIP() << "there is a GPU";
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("a kernel of your own is in no recording"), std::string::npos) << result.err;
}

TEST_F(Launch, ThatIsGuessedAccusesNobody) {
  const std::string file = folder_.write(
      "alone.cu", "__global__ void k(int* out, int n) {\n  __shared__ int t[16];\n  t[n] = 1;\n  out[0] = t[0];\n}\n");
  const auto guessed = bankloom_run({"analyze", file, "--format", "json"});
  EXPECT_EQ(guessed.status, 0) << guessed.err;
  EXPECT_EQ(guessed.err, "");
  const json page = json_of(guessed);
  EXPECT_TRUE(page["faults"].empty());
  EXPECT_EQ(page["guessed"][0], (json{{"what", "launch"}, {"taken", "k<<<1, 32>>>(out, n)"}}));
  EXPECT_EQ(page["guessed"][2], (json{{"what", "value"}, {"name", "n"}, {"taken", "32"}}));
  ASSERT_FALSE(page["questions"].empty());
  EXPECT_EQ(page["questions"][0]["kind"], "out_of_bounds");
  EXPECT_TRUE(page["questions"][0]["message"].get<std::string>().starts_with("if it is launched as k<<<1, 32>>>"));
  const auto text = bankloom_run({"analyze", file});
  EXPECT_NE(text.out.find("guessed: the launch, out"), std::string::npos) << text.out;
  // What is said is no guess, and its fault an alarm.
  const std::string said =
      folder_.write("said.cu",
                    "// launch: k<<<1, 32>>>(out, 32)\n// out: [32]\n__global__ void k(int* out, int n) {\n"
                    "  __shared__ int t[16];\n  t[n] = 1;\n  out[0] = t[0];\n}\n");
  const auto alarmed = bankloom_run({"analyze", said, "--format", "json"});
  EXPECT_EQ(alarmed.status, 1);
  EXPECT_FALSE(json_of(alarmed)["faults"].empty());
  EXPECT_FALSE(json_of(alarmed).contains("questions"));
}

TEST_F(Launch, AKernelAmongCodeForTheHostIsCompiledByNvcc) {
  BANKLOOM_NEEDS_NVCC_FOR_LAUNCHES();
  folder_.write(
      "timer.h",
      "#include <sys/time.h>\ninline double now() { timeval t; gettimeofday(&t, 0); return 1.0 * t.tv_sec; }\n");
  const std::string file =
      folder_.write("wrapped.cu",
                    "#include \"timer.h\"\n// launch: twice<32><<<1, 32>>>(out)\n// out: [32]\ntemplate <int N>\n"
                    "__global__ void twice(int* out) {\n  __shared__ int t[N];\n  t[threadIdx.x] = 2 * N;\n  "
                    "out[threadIdx.x] = t[threadIdx.x];\n}\n"
                    "double run(int* out) {\n  twice<32><<<1, 32>>>(out);\n  return now();\n}\n");
  const auto result = bankloom_run({"analyze", file, "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(json_of(result)["output"]["values"][7], 64);
}

}  // namespace
}  // namespace bankloom::test
