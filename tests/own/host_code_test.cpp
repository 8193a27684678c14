// Whole programs: what of them is the device's, and what the host's code launches.
#include "core/own/host_code.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "own_fixture.h"

namespace bankloom::test {
namespace {

using own::device_part;
using own::DeviceText;
using std::string;

constexpr const char* kProgram = R"(#include <cuda_runtime.h>
#include <iostream>
#include "../common/common.h"
#define SIZE 32
#define CHECK(call) { if ((call) != cudaSuccess) fail(__FILE__, __LINE__); }
using namespace std;
static int verbose = 0;
enum Mode { Plain, Padded = 3 };
struct Timer {
  cudaEvent_t start;
  Timer() { cudaEventCreate(&start); }
};
struct Pair { int a, b; };
void fail(const char *file, int line);
void fail(const char *file, int line) { cerr << file << ":" << line << endl; exit(1); }
__device__ int twice(int x) { return 2 * x; }
template <int MODE>
__global__ void copy(int *out, int n, Pair p) {
  __shared__ int tile[SIZE][SIZE];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = twice(p.a);
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.y][threadIdx.x] + MODE; // not host
}
int main(int argc, char **argv) { // launched below
  int nx = 1 << 7, ny = SIZE;
  if (argc > 1) nx = atoi(argv[1]);
  dim3 block(SIZE, 4), unused;
  dim3 grid((nx + block.x - 1) / block.x);
  int *d_out;
  Pair pair = {1, 2};
  CHECK(cudaMalloc(&d_out, nx * sizeof(int)));
  copy<Padded><<<grid, block, 0>>>(d_out, nx * ny, pair);
  return 0;
}
)";

/// The line of a text, 1-based.
string line_of(const string& text, unsigned number) {
  std::size_t at = 0;
  for (unsigned line = 1; line < number; ++line) at = text.find('\n', at) + 1;
  return text.substr(at, text.find('\n', at) - at);
}

TEST(DevicePart, KeepsPlacesAndWhatKernelsNeed) {
  const string program = kProgram;
  const DeviceText divided = device_part(program);
  ASSERT_TRUE(divided.is_program());
  EXPECT_EQ(divided.text.size(), program.size());
  EXPECT_EQ(std::count(divided.text.begin(), divided.text.end(), '\n'),
            std::count(program.begin(), program.end(), '\n'));
  EXPECT_EQ(divided.left_out, (std::vector<std::pair<unsigned, unsigned>>{{15, 15}, {25, 35}}));
  for (const unsigned kept : {1u, 4u, 5u, 6u, 8u, 13u, 16u, 17u, 18u, 23u}) {
    EXPECT_EQ(line_of(divided.text, kept), line_of(program, kept));
  }
  for (const unsigned gone : {7u, 9u, 10u, 11u, 12u, 14u, 15u, 26u, 33u}) {
    EXPECT_EQ(line_of(divided.text, gone).find_first_not_of(' '), string::npos) << line_of(divided.text, gone);
  }
  EXPECT_NE(line_of(divided.text, 25).find("// launched below"), string::npos) << "comments may describe the launch";
}

TEST(DevicePart, ReadsLaunchesWithTheirSizes) {
  const DeviceText divided = device_part(kProgram);
  ASSERT_EQ(divided.launches.size(), 1u);
  EXPECT_EQ(divided.launches[0].kernel, "copy");
  EXPECT_EQ(divided.launches[0].text.line, 33u);
  EXPECT_EQ(divided.launches[0].text.column, 3u);
  EXPECT_EQ(
      divided.launches[0].text.text,
      "copy<Padded><<<dim3(((1 << 7) + dim3(SIZE, 4).x - 1) / dim3(SIZE, 4).x), dim3(SIZE, 4), 0>>>(d_out, (1 << 7) "
      "* SIZE, {1, 2})");
}

TEST(DevicePart, LeavesTextsOfTheDeviceAlone) {
  for (const string text : {"__global__ void k(int *out) { out[0] = 1; }\n",
                            R"(#define HD __host__ __device__
HD int f(int x) { return x; }
__global__ void k(int *out) { out[0] = f(1); }
)",
                            "int x = 3;\nstruct S { int a; };\n__global__ void k(int *out) { out[0] = 1; }\n", "", "}",
                            "{", "int f( {", "// only a comment"}) {
    const DeviceText divided = device_part(text);
    EXPECT_EQ(divided.text, text);
    EXPECT_FALSE(divided.is_program());
    EXPECT_TRUE(divided.launches.empty());
  }
}

TEST(DevicePart, KeepsAHostFunctionThatAKernelCalls) {
  const string text =
      "int f(int x) { return x; }\n__global__ void k(int *out) { out[0] = f(1); }\nint main() { return 0; }\n";
  const DeviceText divided = device_part(text);
  EXPECT_EQ(line_of(divided.text, 1), line_of(text, 1)) << "the compiler says what is wrong with it";
  EXPECT_EQ(divided.left_out, (std::vector<std::pair<unsigned, unsigned>>{{3, 3}}));
}

TEST(DevicePart, ReadsScopesAndClasses) {
  const string text = R"(namespace one { namespace two {
__global__ void k(float *x) { x[threadIdx.x] *= 2; }
void start(float *x) { k<<<2, 64>>>(x); }
} }
extern "C" { void other() {} __global__ void l(float *x) { x[0] = 1; } }
class Solver {
  void run() { l<<<SIZE, 32>>>(x_); }
  float *x_;
};
int main() { Solver().run(); })";
  const DeviceText divided = device_part(text);
  EXPECT_NE(divided.text.find("__global__ void k(float *x) { x[threadIdx.x] *= 2; }"), string::npos);
  EXPECT_NE(divided.text.find("__global__ void l(float *x) { x[0] = 1; }"), string::npos);
  EXPECT_NE(divided.text.find("namespace one { namespace two {"), string::npos);
  EXPECT_EQ(divided.text.find("start"), string::npos);
  EXPECT_EQ(divided.text.find("Solver"), string::npos);
  ASSERT_EQ(divided.launches.size(), 2u);
  EXPECT_EQ(divided.launches[0].text.text, "k<<<2, 64>>>(x)");
  EXPECT_EQ(divided.launches[1].text.text, "l<<<SIZE, 32>>>(x_)");
}

TEST(DevicePart, DoesNotKnowWhatIsSetByMembersOrCalls) {
  const DeviceText divided = device_part(R"(__global__ void k(int *out) { out[0] = 1; }
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int m = 64;
  m = m * 2;
  dim3 grid(4);
  grid.x = n;
  k<<<grid, n>>>(0);
  k<<<2, m>>>(0);
  for (int i = 0; i < 4; ++i) k<<<i + 1, 32>>>(0);
})");
  ASSERT_EQ(divided.launches.size(), 2u);
  EXPECT_EQ(divided.launches[0].text.text, "k<<<grid, n>>>(0)") << "which the compiler does not know either";
  EXPECT_EQ(divided.launches[1].text.text, "k<<<0 + 1, 32>>>(0)");
}

TEST(DevicePart, TakesAnyText) {
  // Every beginning of a program, and the program with each character gone: whatever a person is typing.
  const string program = kProgram;
  for (std::size_t at = 0; at < program.size(); ++at) {
    EXPECT_EQ(device_part(program.substr(0, at)).text.size(), at);
    EXPECT_EQ(device_part(program.substr(0, at) + program.substr(at + 1)).text.size(), program.size() - 1);
  }
}

TEST(WithoutInclude, BlanksTheLine) {
  const string text = "#include <a.h>\n#include \"b/c.h\" // see\nint x;\n";
  EXPECT_EQ(own::without_include(text, "a.h"), "              \n#include \"b/c.h\" // see\nint x;\n");
  EXPECT_EQ(own::without_include(text, "b/c.h").find("b/c.h"), string::npos);
  EXPECT_EQ(own::without_include(text, "d.h"), text);
}

TEST_F(OwnTest, AProgramIsShownAsItLaunchesItsKernel) {
  const auto own = make(kProgram);
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->launch.grid, (Dim3{4, 1, 1}));
  EXPECT_EQ(own->launch.block, (Dim3{32, 4, 1}));
  EXPECT_EQ(own->launch.line, 33u);
  ASSERT_EQ(own->tiles.size(), 1u);
  EXPECT_EQ(own->tiles[0].rows, 32u);
  const auto told = [&](const string& words) {
    return std::any_of(own->notes.begin(), own->notes.end(),
                       [&](const string& note) { return note.find(words) != string::npos; });
  };
  EXPECT_TRUE(told("The code for the host is left out (lines 15, 25 to 35); copy is launched as in line 33."));
  EXPECT_TRUE(told("../common/common.h is not found and left out."));
}

TEST_F(OwnTest, AProgramWhoseLaunchIsNotKnownHasTheUsualOne) {
  const auto own = make(
      "__global__ void k(int *out, int n) { out[threadIdx.x] = n; }\n"
      "int main(int argc, char **argv) { int n = atoi(argv[1]); k<<<n / 32, n>>>(0, n); }\n");
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->launch.origin, OwnOrigin::usual);
  EXPECT_EQ(
      own->notes.back(),
      "The code for the host is left out (line 2); how it launches the kernel cannot be told from the text alone.");
}

TEST_F(OwnTest, ACommentComesBeforeTheHostsLaunch) {
  const auto own = make(
      "// launch: k<<<3, 96>>>(out)\n__global__ void k(int *out) { out[threadIdx.x] = 1; }\n"
      "int main() { k<<<1, 32>>>(0); }\n");
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(own->launch.grid.x, 3u);
  EXPECT_EQ(own->launch.line, 1u);
}

TEST_F(OwnTest, AProgramWithoutAKernelSaysSo) {
  EXPECT_NE(failure("#include <stdio.h>\nint main() { printf(\"x\"); }\n").error.message.find("there is no kernel"),
            string::npos);
}

}  // namespace
}  // namespace bankloom::test
