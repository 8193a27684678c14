// bankloom run: whole programs. What is expected of them is computed by hand, beside each.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "../schema/complaint.h"
#include "process.h"
#include "program/toolchain.h"

#define BANKLOOM_NEEDS_NVCC()                                      \
  do {                                                             \
    static const auto found = bankloom::program::find_toolchain(); \
    if (!found) GTEST_SKIP() << found.error().message;             \
  } while (false)

namespace bankloom::test {
namespace {

using nlohmann::json;

/// A tile that 32 x 32 threads write along rows and read along columns, padded by PAD: 32 requests each way, the reads
/// of 32 wavefronts each without padding and of one with. It copies back, compares and says so.
constexpr const char* kTile = R"(#include <cstdio>
#include <cstdlib>
template <int PAD>
__global__ void turn(int* out) {
  __shared__ int tile[32][32 + PAD];
  int index = threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = index;
  __syncthreads();
  out[index] = tile[threadIdx.x][threadIdx.y];
}
int main(int argc, char** argv) {
  int* device = nullptr;
  int host[1024];
  int wrong = 0;
  cudaMalloc(&device, sizeof host);
  turn<0><<<1, dim3(32, 32)>>>(device);
  turn<1><<<1, dim3(32, 32)>>>(device);
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 1024; ++i) wrong += host[i] != i % 32 * 32 + i / 32;
  cudaFree(device);
  printf("%d wrong\n", wrong);
  fprintf(stderr, "%s\n", argc > 1 ? argv[1] : "no argument");
  return argc > 2 ? atoi(argv[2]) : 0;
}
)";

class Run : public ::testing::Test {
 protected:
  ProcessResult run(const std::string& file, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"run", folder_.path(file), "--threads", "1"};
    words.insert(words.end(), more.begin(), more.end());
    return bankloom_run(words);
  }
  TemporaryFolder folder_;
};

TEST_F(Run, LaunchesHaveTheirCostsAndTheProgramItsResults) {
  BANKLOOM_NEEDS_NVCC();
  const std::string file = folder_.write("tile.cu", kTile);
  const auto result = run("tile.cu", {"--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json page = json_of(result);
  EXPECT_EQ(complaint("run.schema.json", page), "");
  EXPECT_EQ(page["program"], file);
  EXPECT_EQ(page["exit_status"], 0);
  EXPECT_EQ(page["stdout"], "0 wrong\n");
  EXPECT_EQ(page["stderr"], "no argument\n");
  ASSERT_EQ(page["launches"].size(), 2U);
  const std::uint64_t wavefronts[] = {1024, 32};
  for (std::size_t i = 0; i < 2; ++i) {
    const json& launch = page["launches"][i];
    EXPECT_EQ(launch["index"], i);
    EXPECT_EQ(launch["kernel"], "turn<" + std::to_string(i) + ">");
    EXPECT_EQ(launch["file"], file);
    EXPECT_EQ(launch["launched_at"], file + ":" + std::to_string(16 + i));
    EXPECT_EQ(launch["grid"], (json{1, 1, 1}));
    EXPECT_EQ(launch["block"], (json{32, 32, 1}));
    EXPECT_EQ(launch["sampled"], false);
    // At least a load, a store and a return of each thread.
    EXPECT_GE(launch["thread_instructions"].get<std::uint64_t>(), 3 * 1024U);
    EXPECT_EQ(launch["faults"].size(), 0U);
    EXPECT_EQ(launch["totals"]["shared_store"], (json{{"requests", 32}, {"wavefronts", 32}, {"bank_conflicts", 0}}));
    EXPECT_EQ(launch["totals"]["shared_load"],
              (json{{"requests", 32}, {"wavefronts", wavefronts[i]}, {"bank_conflicts", wavefronts[i] - 32}}));
  }
}

TEST_F(Run, TextHasTheProgramsOwnWordsThenATable) {
  BANKLOOM_NEEDS_NVCC();
  folder_.write("tile.cu", kTile);
  const auto result = run("tile.cu", {"--launch", "0", "--nvcc=-O1", "--", "hello", "3"});
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(result.out.starts_with("0 wrong\n\n")) << result.out;
  EXPECT_TRUE(result.err.find("hello\n") != std::string::npos) << result.err;
  EXPECT_NE(result.err.find("the program ended with status 3"), std::string::npos) << result.err;
  for (const char* part : {"2 launches", "turn<0>", "1024", "32-way bank", "tile[threadIdx.x][threadIdx.y]"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << '\n' << result.out;
  }
  EXPECT_EQ(result.out.find("turn<1>"), std::string::npos) << result.out;
}

TEST_F(Run, FaultsAndHostMistakesHaveTheirLines) {
  BANKLOOM_NEEDS_NVCC();
  const std::string file = folder_.write("fault.cu", R"(#include <cstdio>
__global__ void beyond(int* out) {
  out[threadIdx.x + 1] = 1;
}
int main() {
  int* device = nullptr;
  cudaMalloc(&device, 32 * sizeof(int));
  beyond<<<1, 32>>>(device);
  printf("%d\n", cudaDeviceSynchronize() != cudaSuccess);
}
)");
  const auto result = run("fault.cu", {"--format", "json"});
  EXPECT_EQ(result.status, 1);
  const json page = json_of(result);
  EXPECT_EQ(complaint("run.schema.json", page), "");
  EXPECT_EQ(page["stdout"], "1\n");
  ASSERT_EQ(page["launches"].size(), 1U);
  ASSERT_EQ(page["launches"][0]["faults"].size(), 1U);
  const json& fault = page["launches"][0]["faults"][0];
  EXPECT_EQ(fault["kind"], "out_of_bounds");
  EXPECT_EQ(fault["line"], 3);
  EXPECT_EQ(fault["thread"], (json{31, 0, 0}));
  EXPECT_EQ(page["reports"][0]["kind"], "leaked");
  EXPECT_NE(result.err.find("in launch 0, beyond: 1 fault found"), std::string::npos) << result.err;
}

TEST_F(Run, WhatDoesNotCompileIsToldByFileAndLine) {
  BANKLOOM_NEEDS_NVCC();
  const std::string file = folder_.write("wrong.cu", "__global__ void k(int* o) {\n  o[0] = x;\n}\nint main() {}\n");
  const auto result = run("wrong.cu");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, file + ":2: error: identifier \"x\" is undefined\nbankloom: '" + file + "' does not compile\n");
}

TEST_F(Run, AProgramWithoutTheRuntimeIsAnErrorWithItsReason) {
  BANKLOOM_NEEDS_NVCC();
  folder_.write("host.cpp", "int main() {}\n");
  const auto result = run("host", {"--build", "c++ host.cpp -o host"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("the program made no call to the CUDA runtime: it is not linked with the shared CUDA "
                            "runtime"),
            std::string::npos)
      << result.err;
}

TEST_F(Run, AProgramThatCallsNothingIsAnErrorToo) {
  BANKLOOM_NEEDS_NVCC();
  folder_.write("idle.cu", "__global__ void k() {}\nint main() { return 0; }\n");
  const auto result = run("idle.cu");
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find("the program made no call to the CUDA runtime: it ended without one"), std::string::npos)
      << result.err;
  EXPECT_EQ(result.out, "") << "no list without a launch";
  folder_.write("asks.cu", "int main() { int count = 0; return cudaGetDeviceCount(&count); }\n");
  EXPECT_EQ(run("asks.cu").status, 0);
}

TEST_F(Run, TheTimeLimitEndsItAndWhatThereIsIsTold) {
  BANKLOOM_NEEDS_NVCC();
  folder_.write("endless.cu", R"(#include <cstdio>
__global__ void k(int* o) { o[threadIdx.x] = 1; }
int main() {
  int* device = nullptr;
  cudaMalloc(&device, 128);
  k<<<1, 32>>>(device);
  cudaDeviceSynchronize();
  printf("waiting\n");
  fflush(stdout);
  for (volatile int i = 0;; i = i + 1) {}
}
)");
  const auto result = run("endless.cu", {"--time-limit", "2", "--format", "json"});
  EXPECT_EQ(result.status, 1);
  const json page = json_of(result);
  EXPECT_EQ(complaint("run.schema.json", page), "");
  EXPECT_TRUE(page["exit_status"].is_null());
  EXPECT_EQ(page["stdout"], "waiting\n");
  EXPECT_EQ(page["launches"].size(), 1U);
  EXPECT_NE(result.err.find("the program was stopped after 2"), std::string::npos) << result.err;
}

TEST_F(Run, CtrlCEndsItAndWhatThereIsIsTold) {
  BANKLOOM_NEEDS_NVCC();
  const std::string file = folder_.write("endless.cu", R"(#include <cstdio>
int main() {
  int* device = nullptr;
  cudaMalloc(&device, 128);
  puts("begun");
  fflush(stdout);
  for (volatile int i = 0;; i = i + 1) {}
}
)");
  const std::string out = folder_.path("out");
  const pid_t child = ::fork();
  if (child == 0) {
    if (::chdir(std::filesystem::path(file).parent_path().c_str()) != 0) ::_exit(126);
    const int stream = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(stream, STDOUT_FILENO);
    ::dup2(stream, STDERR_FILENO);
    ::setenv("LANGUAGE", "en", 1);
    ::execl(BANKLOOM_EXECUTABLE, BANKLOOM_EXECUTABLE, "run", "endless.cu", nullptr);
    ::_exit(127);
  }
  const auto said = [&out] {
    std::ifstream stream(out);
    return std::string(std::istreambuf_iterator<char>(stream), {});
  };
  for (int i = 0; i < 600 && said().find("begun") == std::string::npos; ++i) ::usleep(100'000);
  ::kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_NE(said().find("was interrupted"), std::string::npos) << said();
}

TEST_F(Run, OwnBuildAndItsProgram) {
  BANKLOOM_NEEDS_NVCC();
  folder_.write("tile.cu", kTile);
  folder_.write("build.sh", "mkdir bin && nvcc -arch=sm_20 -O2 tile.cu -o bin/tile\n");
  const std::string folder = std::filesystem::path(folder_.path("tile.cu")).parent_path().string();
  const auto result = bankloom_run({"run", folder, "--build", "sh build.sh", "--format", "json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const json page = json_of(result);
  EXPECT_EQ(page["stdout"], "0 wrong\n");
  ASSERT_EQ(page["launches"].size(), 2U);
  EXPECT_TRUE(page["launches"][0]["launched_at"].get<std::string>().ends_with("tile.cu:16")) << page["launches"][0];
  EXPECT_FALSE(std::filesystem::exists(folder_.path("bin")));
}

TEST_F(Run, WrongUse) {
  expect_usage_error({"run"}, {"needs a program"});
  expect_usage_error({"run", "/nowhere/a.cu"}, {"no file", "/nowhere/a.cu"});
  expect_usage_error({"run", folder_.write("k.ptx", "")}, {"PTX", "bankloom emulate"});
  expect_usage_error({"run", folder_.write("a.txt", "")}, {".cu"});
  expect_usage_error({"run", "a.cu", "--time-limit", "soon"}, {"--time-limit", "soon"});
  expect_usage_error({"run", "a.cu", "--launch", "-1"}, {"--launch"});
  expect_usage_error({"run", "a.cu", "--format", "csv"}, {"csv"});
  expect_usage_error({"run", "a.cu", "--machine", "cc77"}, {"cc77"});
  expect_usage_error({"run", "/nowhere/folder/", "--build", "make"}, {"no folder", "/nowhere"});
}

}  // namespace
}  // namespace bankloom::test
