// How a learner's own build calls nvcc, written down, and what of it a changed text is compiled with.
#include "program/nvcc_calls.h"

#include <gtest/gtest.h>

#include <fstream>

#include "program/own_build.h"
#include "program/posix_handle.h"
#include "program/program_compiler.h"
#include "program/tool.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class NvccCalls : public testing::Test {
 protected:
  fs::path write(const std::string& name, const std::string& text) const {  // NOLINT(modernize-use-nodiscard)
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
    return folder_.path() / name;
  }
  /// Of a call made in the copy's folder `src`.
  [[nodiscard]] std::vector<ProgramBuild> builds(const Words& words) const {
    return builds_of({folder_.path() / "copy/src", words}, {folder_.path() / "copy", "/home/ada/project"});
  }
  TemporaryFolder folder_ = std::move(*TemporaryFolder::make());
};

TEST_F(NvccCalls, AreWrittenDownWordByWord) {
  const fs::path calls = folder_.path() / "it's";
  fs::create_directories(calls);
  const fs::path script = write("nvcc", "#!/bin/sh\n" + recording_lines(calls));
  fs::permissions(script, fs::perms::owner_all);
  const fs::path here = folder_.path() / "a b";
  fs::create_directories(here);
  for (const Words& words : {Words{}, Words{"-DNAME=\"a b\"", "", "x\ny.cu"}}) {
    ToolCall call{{script.string()}, here};
    call.words.insert(call.words.end(), words.begin(), words.end());
    ASSERT_EQ(run_tool(call)->status, 0);
  }
  auto all = recorded_calls(calls);
  ASSERT_EQ(all.size(), 2u);
  if (!all[0].words.empty()) std::swap(all[0], all[1]);
  EXPECT_TRUE(all[0].words.empty());
  EXPECT_EQ(all[1].words, (Words{"-DNAME=\"a b\"", "", "x\ny.cu"}));
  EXPECT_TRUE(fs::equivalent(all[1].folder, here));
}

TEST_F(NvccCalls, KeepWhatMayChangeTheTextInTheOriginalFolder) {
  write("copy/src/turn.cu", "");
  write("copy/src/own.h", "");
  write("copy/include/common.h", "");
  const auto found = builds({"-I../include",
                             "-I",
                             "/opt/samples,.",
                             "-isystem",
                             "../include",
                             "-DSIDE=64",
                             "-D",
                             "NAME=\"a b\"",
                             "-std=c++17",
                             "--expt-relaxed-constexpr",
                             "-O3",
                             "-use_fast_math",
                             "-Xcompiler",
                             "-fopenmp",
                             "-include",
                             "own.h",
                             "-arch=sm_70",
                             "-gencode",
                             "arch=compute_60,code=sm_60",
                             "-g",
                             "-lineinfo",
                             "-MD",
                             "-MF",
                             "turn.d",
                             "-Xptxas",
                             "-v",
                             "-Xlinker",
                             "-rpath",
                             "-L/opt/lib",
                             "-lcurand",
                             "-l",
                             "m",
                             "-dc",
                             "turn.cu",
                             "-o",
                             "turn.o",
                             "more.o",
                             "second.cu"});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].file, "/home/ada/project/src/turn.cu");
  EXPECT_EQ(found[1].file, "/home/ada/project/src/second.cu");
  EXPECT_EQ(found[0].options,
            (Words{"-I/home/ada/project/src", "-I/home/ada/project/include", "-I/opt/samples",
                   "-I/home/ada/project/src", "-isystem", "/home/ada/project/include", "-DSIDE=64", "-DNAME=\"a b\"",
                   "-std", "c++17", "--expt-relaxed-constexpr", "-O3", "-use_fast_math", "-Xcompiler", "-fopenmp",
                   "-include", "/home/ada/project/src/own.h", "-rdc=true"}));
  EXPECT_EQ(found[1].options, found[0].options);
  EXPECT_TRUE(builds({"a.o", "b.o", "-o", "program"}).empty());
}

TEST_F(NvccCalls, ReadFilesOfOptions) {
  write("copy/src/includes.rsp", "-I../include  --define-macro=\"TEXT=a b\"\n-I\"../more headers\"");
  const auto found = builds({"--options-file", "includes.rsp", "-x", "cu", "-c", "turn.cu"});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].options, (Words{"-I/home/ada/project/src", "-I/home/ada/project/include", "-DTEXT=a b",
                                     "-I/home/ada/project/more headers", "-x", "cu"}));
  write("copy/src/endless.rsp", "-optf endless.rsp -DONCE");
  EXPECT_LT(builds({"-optf", "endless.rsp", "turn.cu"})[0].options.size(), 10u);
}

TEST_F(NvccCalls, ACopyIsFoundByTheOriginalsName) {
  const std::vector<ProgramBuild> all{{"/home/ada/one.cu", {"-DONE"}}, {"/home/ada/two.cu", {"-DTWO"}}};
  ASSERT_NE(build_for(all, "/home/ada/x/../two.cu"), nullptr);
  EXPECT_EQ(build_for(all, "/home/ada/x/../two.cu")->options, Words{"-DTWO"});
  EXPECT_EQ(build_for(all, "/home/ada/three.cu"), nullptr);
  EXPECT_EQ(build_for(all, ""), nullptr);
}

/// With the real nvcc: a changed text of a program of a Makefile's kind, whose headers, definitions and standard come
/// from its command line alone.
TEST_F(NvccCalls, OfABuildMakeAChangedTextOfIt) {
  const auto toolchain = find_toolchain();
  if (!toolchain) GTEST_SKIP() << toolchain.error().message;
  write("project/include/width.h", "#define WIDTH 4001\n");
  const std::string text =
      "#include \"width.h\"\n#include \"own.h\"\n"
      "__global__ void k(int* out) { if constexpr (FACTOR > 1) out[threadIdx.x] = FACTOR * WIDTH; }\n"
      "int main() { k<<<1, 32>>>(nullptr); }\n";
  write("project/src/own.h", "#define FOUR 4\n");
  const fs::path file = write("project/src/turn.cu", text);
  write("project/build.sh", "cd src && nvcc -arch=sm_70 -std=c++17 -I../include -DFACTOR=2 -o ../turn turn.cu\n");
  fs::create_directories(folder_.path() / "out");
  const auto built =
      run_own_build(*toolchain, {(folder_.path() / "project").string(), "sh build.sh"}, folder_.path() / "out");
  ASSERT_TRUE(built) << built.error().message << built.error().output;
  const ProgramBuild* build = build_for(built->builds, file.string());
  ASSERT_NE(build, nullptr);
  // The copy is gone by the time at which somebody types.
  fs::remove_all(folder_.path() / "out");
  CompileRequest request;
  request.name = file.string();
  request.text = text;
  request.text.replace(text.find("FACTOR *"), 6, "FOUR * 3");
  request.is_own = true;
  request.program = *build;
  class None final : public Compiler {
   public:
    Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest&) override { return fail("none"); }
    Result<std::vector<std::string>> architectures() override { return Words{}; }
    std::string describe() override { return "none"; }
  };
  const auto compiled = make_program_compiler(std::make_unique<None>())->compile(request);
  ASSERT_TRUE(compiled) << compiled.error().message;
  ASSERT_TRUE((*compiled)->ok) << (*compiled)->log;
  EXPECT_NE((*compiled)->ptx.find("48012"), std::string::npos) << (*compiled)->ptx;
}

}  // namespace
}  // namespace bankloom::program
