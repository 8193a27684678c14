// Changed texts of programs, compiled by nvcc's steps as nvcc itself does it.
#include "program/program_compiler.h"

#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <thread>

#include "program/nvcc_steps.h"
#include "program/posix_handle.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

TEST(IncludedPart, EndsBehindTheLastInclude) {
  const std::string part = "// words\n#include <cstdio>\n#ifdef A\n#include \"a.h\"\n#endif\n";
  EXPECT_EQ(included_part(part + "#define N 4\n__global__ void k() {}\n"), part.size());
  EXPECT_EQ(included_part("int x;\n"), 0u);
  EXPECT_EQ(included_part("#include <cstdio>\nint x;\n#include \"more.h\"\n"), 0u);
  EXPECT_EQ(included_part("#ifdef A\n#include \"a.h\"\nint x;\n#endif\n"), 0u);
  EXPECT_EQ(included_part("#include <cstdio>"), 0u) << "without an end of line";
  EXPECT_EQ(included_part("#include <a> /* one\ntwo */\nint x;\n"),
            std::string("#include <a> /* one\ntwo */\n").size());
}

TEST(DryRuns, AreSettingsAndCommands) {
  const DryRun run = read_dry_run(
      "#$ TOP=/usr/local/cuda/bin/..\n#$ gcc -D__CUDA_ARCH__=900 -E \"a.cu\" -o \"a.ii\" \nnoise\n"
      "#$ \"$CICC_PATH/cicc\" -arch compute_90 \"a.ii\" -o \"a.ptx\"\n#$ _SPACE_= \n");
  EXPECT_EQ(run.settings, (std::vector<std::string>{"TOP=/usr/local/cuda/bin/..", "_SPACE_= "}));
  ASSERT_EQ(run.commands.size(), 2u);
  EXPECT_TRUE(run.commands[1].starts_with("\"$CICC_PATH/cicc\""));
}

/// The compiler that all else goes to.
class OtherCompiler final : public Compiler {
 public:
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest&) override { return fail("the other one"); }
  Result<std::vector<std::string>> architectures() override { return std::vector<std::string>{}; }
  std::string describe() override { return "other"; }
};

constexpr const char* kText = R"(#include <cstdio>
#include "width.h"
#define TWICE(x) (2 * (x))
__global__ void scale(int* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = TWICE(WIDTH);
}
int main() {
  scale<<<1, 32>>>(nullptr, 3);
  std::printf("%s\n", __FILE__);
}
)";

class ProgramCompilers : public testing::Test {
 protected:
  void SetUp() override {
    const auto found = find_toolchain();
    if (!found) GTEST_SKIP() << found.error().message;
    write("width.h", "#define WIDTH 4001\n");
    request_.name = (folder_.path() / "scale.cu").string();
    write("scale.cu", kText);
    request_.text = kText;
    request_.is_own = true;
    request_.program = ProgramBuild{request_.name, {"-I" + folder_.path().string()}};
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
  }
  std::shared_ptr<const CompileResult> compile() {
    auto result = compiler_->compile(request_);
    if (result) return *result;
    ADD_FAILURE() << result.error().message;
    return std::make_shared<const CompileResult>();
  }

  TemporaryFolder folder_ = std::move(*TemporaryFolder::make());
  CompileRequest request_;
  std::unique_ptr<Compiler> compiler_ = make_program_compiler(std::make_unique<OtherCompiler>());
};

/// PTX without what names files and the compiler.
std::string code_of(const std::string& ptx) {
  std::string code;
  std::istringstream lines(ptx);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("//") && line.find(".file") == std::string::npos) code += line + "\n";
  }
  return code;
}

TEST_F(ProgramCompilers, GiveThePtxThatNvccGives) {
  const auto made = compile();
  ASSERT_TRUE(made->ok) << made->log;
  const fs::path expected = folder_.path() / "expected.ptx";
  const auto run = run_tool({{find_toolchain()->nvcc.string(), "-ptx", "-lineinfo", "-arch=compute_90", "-o",
                              expected.string(), request_.name}});
  ASSERT_TRUE(run && run->status == 0);
  std::ifstream stream(expected);
  EXPECT_EQ(code_of(made->ptx), code_of({std::istreambuf_iterator<char>(stream), {}}));
  EXPECT_NE(made->ptx.find("scale.cu"), std::string::npos);
  EXPECT_NE(made->ptx.find(".loc\t1 5 "), std::string::npos) << "lines are those of the text";
}

TEST_F(ProgramCompilers, TakeChangedTextsAndChangedHeaders) {
  EXPECT_NE(compile()->ptx.find(" 8002;"), std::string::npos);
  request_.text.replace(request_.text.find("(2 *"), 4, "(4 *");
  EXPECT_NE(compile()->ptx.find(" 16004;"), std::string::npos);
  write("width.h", "#define WIDTH 5001\n");
  fs::last_write_time(folder_.path() / "width.h", fs::file_time_type::clock::now() + std::chrono::seconds(2));
  EXPECT_NE(compile()->ptx.find(" 20004;"), std::string::npos);
  request_.definitions = {{"WIDTH", "1001"}};
  request_.text.replace(request_.text.find("#include \"width.h\"\n"), 19, "");
  EXPECT_NE(compile()->ptx.find(" 4004;"), std::string::npos);
}

TEST_F(ProgramCompilers, PrepareTheHeadersBeforeATextIsChanged) {
  std::promise<void> began;
  compiler_ = make_program_compiler(std::make_unique<OtherCompiler>(), [&] {
    began.set_value();
    return find_toolchain();
  });
  compiler_->prepare(request_);
  began.get_future().wait();
  // Another way of compiling waits until that is done.
  CompileRequest other = request_;
  other.definitions = {{"OTHER", "1"}};
  ASSERT_TRUE(compiler_->compile(other));
  // A changed header of the same age shows whether it is read once more.
  const auto time = fs::last_write_time(folder_.path() / "width.h");
  write("width.h", "#define WIDTH 5001\n");
  fs::last_write_time(folder_.path() / "width.h", time);
  request_.text.replace(request_.text.find("(2 *"), 4, "(4 *");
  EXPECT_NE(compile()->ptx.find(" 16004;"), std::string::npos);
  // One that is under way ends with the compiler.
  request_.definitions = {{"MORE", "1"}};
  compiler_->prepare(request_);
}

TEST_F(ProgramCompilers, TellMistakesByTheirLines) {
  request_.text.replace(request_.text.find("TWICE(WIDTH);"), 13, "TWICE(HEIGHT);");
  const auto made = compile();
  EXPECT_FALSE(made->ok);
  ASSERT_EQ(made->diagnostics.size(), 1u) << made->log;
  EXPECT_EQ(made->diagnostics[0].file, request_.name);
  EXPECT_EQ(made->diagnostics[0].line, 5u);
  EXPECT_EQ(made->diagnostics[0].text, "identifier \"HEIGHT\" is undefined");
  request_.text = "#include \"nowhere.h\"\n" + request_.text;
  const auto missing = compile();
  ASSERT_FALSE(missing->diagnostics.empty()) << missing->log;
  EXPECT_EQ(missing->diagnostics[0].line, 1u);
}

TEST_F(ProgramCompilers, PutAChangedHeaderInItsPlace) {
  write("scale.cu", "#include \"parts/scale.cuh\"\nint main() {}\n");
  write("parts/scale.cuh", "#pragma once\n__global__ void k(int* o) { o[0] = 1; }\n");
  request_.name = (folder_.path() / "parts/scale.cuh").string();
  request_.text = "#pragma once\n__global__ void k(int* o) {\n  o[0] = 77;\n}\n";
  const auto made = compile();
  ASSERT_TRUE(made->ok) << made->log;
  EXPECT_NE(made->ptx.find("77"), std::string::npos) << made->ptx;
  EXPECT_NE(made->ptx.find("parts/scale.cuh"), std::string::npos);
  request_.name = (folder_.path() / "width.h").string();
  const auto stranger = compiler_->compile(request_);
  ASSERT_FALSE(stranger);
  EXPECT_NE(stranger.error().message.find("save it and run the program again"), std::string::npos);
}

TEST_F(ProgramCompilers, LookForMissingHeaders) {
  write(".git/HEAD", "");
  write("common/tools.h", "#include \"more.h\"\n");
  write("common/more/more.h", "#define HEIGHT 1001\n");
  request_.text = "#include \"tools.h\"\n__global__ void k(int* o) { o[0] = HEIGHT; }\n";
  const auto made = compile();
  ASSERT_TRUE(made->ok) << made->log;
  EXPECT_NE(made->ptx.find(" 1001;"), std::string::npos) << made->ptx;
  ASSERT_EQ(made->found_headers.size(), 2u);
  EXPECT_EQ(made->found_headers[0].name, "tools.h");
  EXPECT_TRUE(made->found_headers[0].folder.ends_with("/common")) << made->found_headers[0].folder;
  for (const FoundHeader& header : made->found_headers) request_.program->options.push_back("-I" + header.folder);
  EXPECT_TRUE(compile()->found_headers.empty());
}

TEST_F(ProgramCompilers, ServeOldNames) {
  request_.program->has_old_names = true;
  request_.text = "#include <cstdio>\n__global__ void k(int* o) { o[0] = __any(o[1]); }\nint main() {}\n";
  EXPECT_TRUE(compile()->ok);
}

TEST_F(ProgramCompilers, AreEndedByAnInterrupt) {
  request_.text = R"(#include "width.h"
template <int N> struct deep { static constexpr int value = deep<N - 1>::value + deep<N - 2>::value % 3; };
template <> struct deep<0> { static constexpr int value = 1; };
template <> struct deep<1> { static constexpr int value = 1; };
__global__ void k(int* o) {
#pragma unroll 100000
  for (int i = 0; i < 100000; ++i) o[i] = o[i * 7 % 100000] * i + i % 17;
}
)";
  std::atomic<bool> done{false};
  std::jthread ender([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    while (!done) {
      compiler_->interrupt();
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  });
  const auto began = std::chrono::steady_clock::now();
  const auto result = compiler_->compile(request_);
  done = true;
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30));
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("interrupted"), std::string::npos) << result.error().message;
}

TEST(ProgramCompiler, LeavesKernelsToTheOther) {
  const auto compiler = make_program_compiler(std::make_unique<OtherCompiler>(),
                                              []() -> Result<Toolchain> { return fail("there is no nvcc"); });
  CompileRequest request;
  EXPECT_EQ(compiler->compile(request).error().message, "the other one");
  request.program = ProgramBuild{"a.cu", {}};
  EXPECT_EQ(compiler->compile(request).error().message, "there is no nvcc");
}

}  // namespace
}  // namespace bankloom::program
