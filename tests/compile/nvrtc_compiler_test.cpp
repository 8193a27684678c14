// NVRTC itself. Where the machine has none, these tests are skipped and say so.
#include "cuda/nvrtc_compiler.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace bankloom {
namespace {

using Severity = Diagnostic::Severity;

class NvrtcCompiler : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto known = compiler_->architectures(); !known) GTEST_SKIP() << known.error().message;
  }
  /// The result, which must exist; its `ok` is for the test to check.
  CompileResult compile(const CompileRequest& request) {
    const auto result = compiler_->compile(request);
    if (!result) {
      ADD_FAILURE() << result.error().message;
      return {};
    }
    return **result;
  }
  CompileResult compile(const std::string& text) { return compile(CompileRequest{"kernel.cu", text, {}}); }
  std::string error_of(const CompileRequest& request) {
    const auto result = compiler_->compile(request);
    return result ? "no error" : result.error().message;
  }

  std::unique_ptr<Compiler> compiler_ = make_nvrtc_compiler();
};

/// Libraries before CUDA 12.2 draw no caret, so their messages have no column.
unsigned expected_column(const CompileResult& result, unsigned column) {
  return result.log.find('^') != std::string::npos ? column : 0;
}

constexpr const char* kTile = R"(extern "C" __global__ void tile(int* out) {
  __shared__ int tile[BDIMY][BDIMX + IPAD];
  tile[threadIdx.y][threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.y * blockDim.x + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
)";

TEST_F(NvrtcCompiler, AMissingBraceIsSaidOfTheLastLine) {
  const CompileResult result =
      compile(CompileRequest{"/home/a/mine.cu", "__global__ void f(int *out)\n{\n    out[0] = 1;\n\n", {}});
  ASSERT_FALSE(result.ok);
  const auto error = std::find_if(result.diagnostics.begin(), result.diagnostics.end(),
                                  [](const Diagnostic& one) { return one.severity == Severity::error; });
  ASSERT_NE(error, result.diagnostics.end()) << result.log;
  EXPECT_EQ(error->line, 3u);
  EXPECT_NE(error->text.find("expected a \"}\""), std::string::npos);
  for (const Diagnostic& one : result.diagnostics) {
    EXPECT_EQ(one.text.find("mine.cu"), std::string::npos) << one.text;
    EXPECT_EQ(one.text.find("note"), std::string::npos) << one.text;
  }
}

TEST_F(NvrtcCompiler, GivesPtxWithSourceLinesForTheDefinitions) {
  CompileRequest request{"kernel.cu", kTile, {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", "1"}}};
  const CompileResult result = compile(request);
  ASSERT_TRUE(result.ok) << result.log;
  EXPECT_NE(result.ptx.find(".entry tile("), std::string::npos);
  EXPECT_NE(result.ptx.find(".target sm_90"), std::string::npos);
  EXPECT_NE(result.ptx.find("[4224]"), std::string::npos) << "32 rows of 33 int are 4224 bytes\n" << result.ptx;
  for (const char* line : {".loc\t1 3 ", ".loc\t1 4 ", ".loc\t1 5 "}) {
    EXPECT_NE(result.ptx.find(line), std::string::npos) << line;
  }
  EXPECT_NE(result.ptx.find("kernel.cu\""), std::string::npos) << "the .file directive";
  EXPECT_EQ(result.ptx.find('\0'), std::string::npos);
  EXPECT_TRUE(result.diagnostics.empty());
  EXPECT_TRUE(result.compiler.starts_with("NVRTC ")) << result.compiler;
}

TEST_F(NvrtcCompiler, TheSameTextTwiceGivesTheSamePtx) {
  const std::string text =
      "static __device__ int a; namespace { __device__ int b; }\n"
      "__global__ void k(int* p) { a = *p; *p = a + b; }";
  EXPECT_EQ(compile(text).ptx, compile(text).ptx);
}

TEST_F(NvrtcCompiler, ADefinitionMayHoldBlanksAndQuotes) {
  const CompileResult result =
      compile(CompileRequest{"kernel.cu",
                             "__device__ const char text[] = NAME; __global__ void k(TYPE* p) { *p = text[EMPTY 0]; }",
                             {{"NAME", R"("a b")"}, {"TYPE", "unsigned long long"}, {"EMPTY", ""}}});
  EXPECT_TRUE(result.ok) << result.log;
}

TEST_F(NvrtcCompiler, ErrorsComeBackWithPlaceAndText) {
  const CompileResult result = compile("__global__ void k(int* p) {\n  int unused;\n  *p = x;\n}\n");
  EXPECT_FALSE(result.ok);
  EXPECT_TRUE(result.ptx.empty());
  EXPECT_FALSE(result.log.empty());
  ASSERT_EQ(result.diagnostics.size(), 2u) << result.log;
  const auto error = std::find_if(result.diagnostics.begin(), result.diagnostics.end(),
                                  [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::error; });
  ASSERT_NE(error, result.diagnostics.end());
  EXPECT_EQ(error->file, "kernel.cu");
  EXPECT_EQ(error->line, 3u);
  EXPECT_EQ(error->column, expected_column(result, 8));
  EXPECT_EQ(error->text, "identifier \"x\" is undefined");
}

TEST_F(NvrtcCompiler, AWarningDoesNotFail) {
  const CompileResult result = compile("__global__ void k() {\n  int unused;\n}\n");
  EXPECT_TRUE(result.ok);
  ASSERT_EQ(result.diagnostics.size(), 1u) << result.log;
  EXPECT_EQ(result.diagnostics[0].severity, Severity::warning);
  EXPECT_EQ(result.diagnostics[0].line, 2u);
  EXPECT_EQ(result.diagnostics[0].column, expected_column(result, 7));
}

TEST_F(NvrtcCompiler, HeadersOfTheHostThatKernelsIncludeAreThere) {
  const CompileResult result = compile(
      "#include <stdio.h>\n#include <cassert>\n#include <cstdint>\n#include <stdint.h>\n#include <cmath>\n"
      "#include <cstring>\n"
      "__global__ void k(uint64_t* out) {\n  assert(threadIdx.x < 32);\n  uint8_t small = 255;\n"
      "  int64_t wide = -1;\n  float root = sqrtf(2.0f);\n  memcpy(&out[1], &wide, sizeof wide);\n"
      "  out[0] = small + (uint64_t)root;\n  if (threadIdx.x == 0) printf(\"%d\", (int)small);\n}\n");
  EXPECT_TRUE(result.ok) << result.log;
  const CompileResult limits = compile(
      "#include <limits.h>\n#include <cfloat>\n"
      "static_assert(INT_MIN == -2147483647 - 1 && INT_MAX == 0x7fffffff && UINT_MAX == 0xffffffffu, \"\");\n"
      "static_assert(LLONG_MIN < 0 && LLONG_MAX == 0x7fffffffffffffffll && ULLONG_MAX == ~0ull, \"\");\n"
      "static_assert(LONG_MIN < 0 && LONG_MAX > 0 && sizeof(long) == sizeof(LONG_MAX) && ULONG_MAX == ~0ul, \"\");\n"
      "static_assert(CHAR_BIT == 8 && SHRT_MAX == 32767 && USHRT_MAX == 65535 && UCHAR_MAX == 255, \"\");\n"
      "static_assert(FLT_MAX > 3.4e38f && FLT_EPSILON == 1.0f / (1 << 23) && FLT_MIN > 0, \"\");\n"
      "static_assert(DBL_MAX > 1.7e308 && DBL_EPSILON == 1.0 / (1ll << 52) && DBL_MIN > 0, \"\");\n"
      "__global__ void k(int* out) { *out = INT_MAX; }\n");
  EXPECT_TRUE(limits.ok) << limits.log;
  const CompileResult other = compile("#include <nowhere.h>\n__global__ void k(int* out) { *out = 1; }\n");
  EXPECT_FALSE(other.ok);
  EXPECT_NE(other.log.find("nowhere.h"), std::string::npos) << other.log;
}

TEST_F(NvrtcCompiler, AHostFunctionIsAdvisedAsOneCanFollow) {
  const CompileResult result = compile("int f() { return 1; }\n__global__ void k(int* out) { *out = f(); }\n");
  EXPECT_FALSE(result.ok);
  ASSERT_FALSE(result.diagnostics.empty());
  const std::string& text = result.diagnostics[0].text;
  EXPECT_EQ(text.find("-default-device"), std::string::npos) << text;
  EXPECT_NE(text.find("host"), std::string::npos) << text;
}

TEST_F(NvrtcCompiler, EmptyTextIsNoProgram) {
  // The library accepts it and answers with PTX that holds no entry; which entry is missing is for the caller to say.
  const CompileResult result = compile("");
  EXPECT_TRUE(result.ok) << result.log;
  EXPECT_EQ(result.ptx.find(".entry"), std::string::npos);
}

TEST_F(NvrtcCompiler, AZeroByteInTheTextIsAnErrorWithItsLine) {
  const CompileResult result = compile(std::string("__global__ void k() {}\n\n") + '\0' + "rest");
  EXPECT_FALSE(result.ok);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].line, 3u);
}

TEST_F(NvrtcCompiler, ToolkitHeadersCanBeIncluded) {
  const CompileResult result = compile(
      "#include <cuda_fp16.h>\n#include <mma.h>\n#include <cooperative_groups.h>\n"
      "__global__ void k(__half* p) { p[1] = __hadd(p[0], p[0]); }\n");
  EXPECT_TRUE(result.ok) << result.log;
}

TEST_F(NvrtcCompiler, TypesOfTheRuntimeAreThereWhenAKernelUsesThem) {
  const CompileResult result =
      compile("__global__ void k(cudaTextureObject_t t, int* p) { *p = tex1Dfetch<int>(t, 0); }");
  EXPECT_TRUE(result.ok) << result.log;
}

TEST_F(NvrtcCompiler, StandardHeadersOfTheDeviceCanBeIncluded) {
  const CompileResult result =
      compile("#include <cuda/std/cstdint>\n__global__ void k(cuda::std::uint16_t* p) { p[1] = p[0]; }\n");
  EXPECT_TRUE(result.ok) << result.log;
}

TEST_F(NvrtcCompiler, FilesBesideTheTextCanBeIncluded) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("bankloom_nvrtc_test_" + std::to_string(::getpid()));
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "beside.h") << "#define BESIDE 5\n";
  const CompileResult result = compile(CompileRequest{
      (folder / "mine.cu").string(), "#include \"beside.h\"\n__global__ void k(int* p) { *p = BESIDE; }\n", {}});
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(result.ok) << result.log;
}

TEST_F(NvrtcCompiler, EveryArchitectureItNamesCompiles) {
  const auto known = compiler_->architectures();
  ASSERT_TRUE(known);
  ASSERT_FALSE(known->empty());
  EXPECT_NE(std::find(known->begin(), known->end(), "compute_90"), known->end());
  for (const std::string& architecture : *known) {
    const CompileResult result =
        compile(CompileRequest{"kernel.cu", "__global__ void k(int* p) { *p = 1; }", {}, architecture});
    EXPECT_TRUE(result.ok) << architecture << ": " << result.log;
    EXPECT_NE(result.ptx.find(".target sm_" + architecture.substr(8)), std::string::npos) << architecture;
  }
}

TEST_F(NvrtcCompiler, AnArchitectureWithItsLetterCompiles) {
  if (compiler_->describe().starts_with("NVRTC 11.")) GTEST_SKIP() << "compute_90a came with CUDA 12.0";
  const CompileResult result = compile(CompileRequest{"kernel.cu", "__global__ void k() {}", {}, "compute_90a"});
  EXPECT_TRUE(result.ok) << result.log;
  EXPECT_NE(result.ptx.find(".target sm_90a"), std::string::npos);
}

TEST_F(NvrtcCompiler, AnUnknownArchitectureNamesTheNearestAndAll) {
  const std::string far = error_of(CompileRequest{"kernel.cu", "", {}, "compute_10"});
  const auto known = compiler_->architectures();
  ASSERT_TRUE(known);
  EXPECT_NE(far.find("does not know 'compute_10', the nearest is " + known->front()), std::string::npos) << far;
  for (const std::string& architecture : *known) EXPECT_NE(far.find(architecture), std::string::npos) << far;
  EXPECT_EQ(far.find('\n'), std::string::npos);
  for (const char* wrong : {"", "sm_90", "compute_", "compute_-90", "compute_90x", "compute_9 0", "compute_90 -G",
                            "compute_99999999999999999999"}) {
    const std::string message = error_of(CompileRequest{"kernel.cu", "", {}, wrong});
    EXPECT_NE(message.find("not a virtual architecture"), std::string::npos) << wrong << ": " << message;
  }
}

TEST_F(NvrtcCompiler, ADefinitionThatIsNoneIsAnError) {
  for (const char* name : {"", "1A", "A B", "A=B", "A(x)", "-G"}) {
    EXPECT_NE(error_of(CompileRequest{"kernel.cu", "", {{name, "1"}}}).find("is not a name of a definition"),
              std::string::npos)
        << name;
  }
  EXPECT_NE(error_of(CompileRequest{"kernel.cu", "", {{"A", "1\n2"}}}).find("must be one line"), std::string::npos);
}

TEST_F(NvrtcCompiler, ThreadsCompileAtTheSameTime) {
  constexpr int kThreads = 4;
  std::atomic<int> right{0};
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      const auto result = compiler_->compile(
          CompileRequest{"kernel.cu", kTile, {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", std::to_string(i)}}});
      const std::string bytes = fmt::format("[{}]", 4 * 32 * (32 + i));
      if (result && (*result)->ok && (*result)->ptx.find(bytes) != std::string::npos) ++right;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, kThreads);
}

TEST_F(NvrtcCompiler, DescribesItself) {
  const std::string text = compiler_->describe();
  EXPECT_TRUE(text.starts_with("NVRTC ")) << text;
  EXPECT_NE(text.find("libnvrtc"), std::string::npos) << text;
}

}  // namespace
}  // namespace bankloom
