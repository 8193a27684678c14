#include <gtest/gtest.h>

#include <cstring>
#include <fstream>

#include "process.h"

namespace bankloom::test {
namespace {

using nlohmann::json;

constexpr const char* kSaxpy = R"(
extern "C" __global__ void saxpy(int n, float a, const float* x, float* y)
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
)";

/// c[i] = a[i] + b, two lanes of a warp; also what a .ptx file of other people looks like.
constexpr const char* kAddPtx = R"(.version 7.8
.target sm_90
.address_size 64

.visible .entry add(.param .u64 a, .param .u32 b, .param .u64 c)
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<8>;
  ld.param.u64 %rd1, [a];
  ld.param.u32 %r1, [b];
  ld.param.u64 %rd2, [c];
  cvta.to.global.u64 %rd3, %rd1;
  cvta.to.global.u64 %rd4, %rd2;
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd5, %r2, 4;
  add.s64 %rd6, %rd3, %rd5;
  ld.global.u32 %r3, [%rd6];
  add.s32 %r4, %r3, %r1;
  add.s64 %rd7, %rd4, %rd5;
  st.global.u32 [%rd7], %r4;
  ret;
}
)";

json emulate(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "emulate");
  arguments.insert(arguments.end(), {"--format", "json"});
  const auto result = bankloom_run(arguments);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return json_of(result);
}

TEST(Emulate, RunsPtxWithoutACompiler) {
  const TemporaryFolder folder;
  const auto result =
      bankloom_run({"emulate", folder.write("add.ptx", kAddPtx), "--entry", "add", "--grid", "1", "--block", "2",
                    "--arg", "in:i32:1,-2", "--arg", "i32:5", "--arg", "out:i32:2", "--format", "json"},
                   "", {{"BANKLOOM_NVRTC", "/nowhere/libnvrtc.so"}});
  EXPECT_EQ(result.status, 0) << result.err;
  const json report = json_of(result);
  EXPECT_EQ(report["buffers"],
            json::parse(R"([{"arg":0,"type":"i32","values":[1,-2],"bits":["0x00000001","0xfffffffe"]},
                            {"arg":2,"type":"i32","values":[6,3],"bits":["0x00000006","0x00000003"]}])"));
  EXPECT_EQ(report["faults"], json::array());
  ASSERT_EQ(report["accesses"].size(), 2U);
  EXPECT_EQ(report["accesses"][0]["space"], "global");
  EXPECT_EQ(report["accesses"][0]["op"], "load");
  EXPECT_EQ(report["accesses"][0]["line"], 17) << "PTX without source lines counts in its own lines";
  EXPECT_EQ(report["accesses"][1]["line"], 20);
  EXPECT_EQ(report["accesses"][0]["sectors"], 1);
}

TEST(Emulate, SharedAddressesBeginBehindWhatTheMachineReserves) {
  const TemporaryFolder folder;
  const std::string file = folder.write("shared.ptx", R"(.version 7.8
.target sm_70
.address_size 64
.shared .align 4 .b8 tile[64];
.visible .entry k(.param .u64 out)
{
  .reg .b32 %r<3>;
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, tile;
  mov.u32 %r2, 7;
  st.shared.u32 [%r1+8], %r2;
  st.global.u32 [%rd1], %r1;
  ret;
}
)");
  const auto address = [&](const std::string& machine) {
    const ProcessResult result = bankloom_run({"emulate", file, "--grid", "1", "--block", "1", "--arg", "out:u32:1",
                                               "--machine", machine, "--format", "json"});
    EXPECT_EQ(result.status, 0) << result.err;
    return json_of(result)["buffers"][0]["values"][0].get<unsigned>();
  };
  EXPECT_EQ(address("cc7.0"), 0U);
  EXPECT_EQ(address("cc9.0"), 1024U);
}

TEST(Emulate, RunsCudaWithEveryKindOfArgument) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  std::string x;
  for (int i = 0; i < 64; ++i) {
    const auto value = static_cast<float>(i);
    std::string bytes(4, '\0');
    std::memcpy(bytes.data(), &value, 4);
    x += bytes;
  }
  const json report =
      emulate({folder.write("saxpy.cu", kSaxpy), "--entry", "saxpy", "--grid", "2", "--block", "32", "--arg", "i32:50",
               "--arg", "f32:0.5", "--arg", "in:f32:@" + folder.write("x.bin", x), "--arg", "out:f32:64"});
  ASSERT_EQ(report["buffers"].size(), 2U);
  EXPECT_EQ(report["buffers"][1]["arg"], 3);
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(report["buffers"][1]["values"][i], i < 50 ? static_cast<double>(i) / 2 : 0.0) << i;
  }
  EXPECT_EQ(report["buffers"][1]["bits"][2], "0x3f800000");
  for (const auto& access : report["accesses"]) EXPECT_EQ(access["line"], 5);
}

TEST(Emulate, TakesNamesWithoutMangling) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  const std::string file = folder.write("names.cu",
                                        "namespace a { __global__ void first(int* x) { *x = 1; } }\n"
                                        "__global__ void second(int* x) { *x = VALUE; }\n"
                                        "template <int N> __global__ void third(int* x) { *x = N; }\n"
                                        "template __global__ void third<3>(int*);\n");
  const auto value_of = [&](const std::string& entry) {
    return emulate({file, "--entry", entry, "--grid", "1", "--block", "1", "--define", "VALUE=2", "--arg",
                    "out:i32:1"})["buffers"][0]["values"][0];
  };
  EXPECT_EQ(value_of("a::first"), 1);
  EXPECT_EQ(value_of("first"), 1);
  EXPECT_EQ(value_of("second"), 2);
  EXPECT_EQ(value_of("_Z6secondPi"), 2);
  EXPECT_EQ(value_of("third"), 3);
}

TEST(Emulate, TheOnlyEntryNeedsNoName) {
  const TemporaryFolder folder;
  const json report = emulate({folder.write("add.ptx", kAddPtx), "--grid", "1", "--block", "1", "--arg", "in:b32:0xff",
                               "--arg", "u32:1", "--arg", "out:b32:1"});
  EXPECT_EQ(report["buffers"][1]["bits"][0], "0x00000100");
}

TEST(Emulate, StructuresAreLists) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "pair.cu", "struct Pair { int a, b; };\nextern \"C\" __global__ void k(Pair p, int* x) { *x = p.a - p.b; }\n");
  const json report = emulate({file, "--grid", "1", "--block", "1", "--arg", "i32:7,9", "--arg", "out:i32:1"});
  EXPECT_EQ(report["buffers"][0]["values"][0], -2);
}

TEST(Emulate, SharedMemoryAndThreadsAndBlocksInThreeDimensions) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  const std::string file = folder.write("dims.cu", R"(
extern "C" __global__ void k(int* out) {
  extern __shared__ int s[];
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int b = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  s[t] = t;
  __syncthreads();
  out[b * 24 + t] = s[23 - t] + 100 * b;
}
)");
  const std::vector<std::string> arguments{file, "--grid", "2,1,2",     "--block", "4,3,2", "--dynamic-shared",
                                           "96", "--arg",  "out:i32:96"};
  const json report = emulate(arguments);
  for (int i = 0; i < 96; ++i) {
    EXPECT_EQ(report["buffers"][0]["values"][static_cast<std::size_t>(i)], 23 - i % 24 + 100 * (i / 24)) << i;
  }
  auto threaded = arguments;
  threaded.insert(threaded.end(), {"--threads", "2"});
  EXPECT_EQ(emulate(threaded), report);
}

TEST(Emulate, FaultsAreStatusOneAndLocated) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  const auto result = bankloom_run({"emulate", folder.write("saxpy.cu", kSaxpy), "--entry", "saxpy", "--grid", "1",
                                    "--block", "32", "--arg", "i32:32", "--arg", "f32:1", "--arg", "in:f32:1,2,3",
                                    "--arg", "out:f32:32", "--format", "json"});
  EXPECT_EQ(result.status, 1);
  const json report = json_of(result);
  ASSERT_EQ(report["faults"].size(), 1U);
  EXPECT_EQ(report["faults"][0]["kind"], "out_of_bounds");
  EXPECT_EQ(report["faults"][0]["line"], 5);
  EXPECT_EQ(report["faults"][0]["thread"], (json{3, 0, 0}));
  EXPECT_EQ(report["faults"][0]["count"], 29);
  EXPECT_NE(result.err.find("1 fault found"), std::string::npos) << result.err;
}

TEST(Emulate, ABudgetEndsAnEndlessKernel) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  const std::string file =
      folder.write("endless.cu", "extern \"C\" __global__ void k(volatile int* x) {\n  while (*x == 0) {}\n}\n");
  const auto result = bankloom_run(
      {"emulate", file, "--grid", "1", "--block", "32", "--arg", "out:i32:1", "--budget", "10000", "--format", "json"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(json_of(result)["faults"][0]["kind"], "endless_loop");
}

TEST(Emulate, PrintfIsPartOfTheReport) {
  BANKLOOM_NEEDS_COMPILER();
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "print.cu", "extern \"C\" __global__ void k() { printf(\"%d of %s\\n\", (int)threadIdx.x, \"two\"); }\n");
  EXPECT_EQ(emulate({file, "--grid", "1", "--block", "2"})["printed"], "0 of two\n1 of two\n");
  const auto text = bankloom_run({"emulate", file, "--grid", "1", "--block", "2"});
  EXPECT_NE(text.out.find("0 of two\n1 of two\n"), std::string::npos) << text.out;
}

TEST(Emulate, TextShowsCostsAndBuffers) {
  const TemporaryFolder folder;
  const auto result = bankloom_run({"emulate", folder.write("add.ptx", kAddPtx), "--grid", "1", "--block", "2", "--arg",
                                    "in:i32:1,-2", "--arg", "i32:5", "--arg", "out:i32:2"});
  EXPECT_EQ(result.status, 0);
  for (const char* part : {"add of ", "global store, 1.0 sectors per request. ", "argument 2 (out, 2 elements of i32)",
                           "6 3", "st.global.u32 [%rd7], %r4;"}) {
    EXPECT_NE(result.out.find(part), std::string::npos) << part << "\n" << result.out;
  }
}

}  // namespace
}  // namespace bankloom::test
