// How programs are compiled: messages, options, headers, executables. What needs nvcc is skipped without it.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "program/compile.h"
#include "program/elf_file.h"
#include "program/header_search.h"
#include "program/own_build.h"
#include "program/posix_handle.h"
#include "program/tool.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;
using Severity = Diagnostic::Severity;

/// Files in a temporary folder.
class Files {
 public:
  Files() : folder_(std::move(*TemporaryFolder::make())) {}
  fs::path write(const std::string& name, const std::string& text) const {  // NOLINT(modernize-use-nodiscard)
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream(folder_.path() / name) << text;
    return folder_.path() / name;
  }
  [[nodiscard]] const fs::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

TEST(CompilerMessages, AreReadFromAllToolsThatSpeak) {
  const auto messages = parse_messages(
      "a b.cu(12): error: identifier \"x\" is undefined\n"
      "  __attribute__((global)) void k(int*o){ o[0]=x; }\n"
      "                                              ^\n\n"
      "a.cu(3): warning #177-D: variable \"unused\" was declared but never referenced\n"
      "Remark: The warnings can be suppressed with \"-diag-suppress <warning-number>\"\n"
      "a.cu:1:10: fatal error: common.h: No such file or directory\n"
      "    1 | #include \"common.h\"\n"
      "nvcc fatal   : Unsupported gpu architecture 'compute_20'\n"
      "/usr/bin/ld: /tmp/x.o: in function `main':\n"
      "x.cudafe1.cpp:(.text+0x17): undefined reference to `cublasCreate_v2'\n"
      "collect2: error: ld returned 1 exit status\n"
      "1 error detected in the compilation of \"a.cu\".\n");
  const std::vector<Diagnostic> expected{
      {Severity::error, 12, 0, "a b.cu", "identifier \"x\" is undefined"},
      {Severity::warning, 3, 0, "a.cu", "variable \"unused\" was declared but never referenced"},
      {Severity::error, 1, 10, "a.cu", "common.h: No such file or directory"},
      {Severity::error, 0, 0, "", "nvcc: Unsupported gpu architecture 'compute_20'"},
      {Severity::error, 0, 0, "", "undefined reference to `cublasCreate_v2'"}};
  EXPECT_EQ(messages, expected);
  EXPECT_EQ(diagnostic_line(messages[2]), "a.cu:1:10: error: common.h: No such file or directory");
  EXPECT_EQ(missing_header(messages), "common.h");
  EXPECT_FALSE(misses_main(messages));
  EXPECT_TRUE(misses_main(parse_messages("(.text+0x17): undefined reference to `main'\n")));
}

TEST(CompilerMessages, N84aOfTheAssemblerKeepTheLineOfThePtx) {
  const auto messages = parse_messages(
      "ptxas /tmp/tmpxft_000002ae-6_ptx.ptx, line 26; error   : Not a name of any known instruction: 'bogus'\n"
      "ptxas fatal   : Ptx assembly aborted due to errors\n");
  const std::vector<Diagnostic> expected{
      {Severity::error, 0, 0, "", "ptxas, line 26: Not a name of any known instruction: 'bogus'"},
      {Severity::error, 0, 0, "", "ptxas: Ptx assembly aborted due to errors"}};
  EXPECT_EQ(messages, expected);
}

TEST(CompilerMessages, OldNamesAreKnownFromErrorsAndWarnings) {
  EXPECT_TRUE(complains_of_old_names(parse_messages("a.cu(2): error: identifier \"__shfl_xor\" is undefined\n")));
  EXPECT_TRUE(complains_of_old_names(parse_messages(
      "a.cu(2): warning #1444-D: function \"__any\" was declared deprecated (\"__any() is not valid\")\n")));
  EXPECT_FALSE(complains_of_old_names(parse_messages("a.cu(2): error: identifier \"__shfl_sync\" is undefined\n")));
}

TEST(CompileOptions, OtherArchitecturesAndRuntimesAreDropped) {
  std::vector<std::string> dropped;
  const auto usable = usable_options(
      {"-O3 -arch=sm_35", "-gencode", "arch=compute_60,code=sm_60", "-std=c++17", "--cudart", "static", "-lcurand"},
      dropped);
  EXPECT_EQ(usable, (std::vector<std::string>{"-O3", "-std=c++17", "-lcurand"}));
  EXPECT_EQ(dropped,
            (std::vector<std::string>{"-arch=sm_35", "-gencode arch=compute_60,code=sm_60", "--cudart static"}));
}

TEST(Toolchain, ReleaseIsReadFromWhatNvccPrints) {
  EXPECT_EQ(nvcc_release("nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release 12.4, V12.4.131\n"),
            "12.4");
  EXPECT_EQ(nvcc_release("something else"), "");
}

TEST(HeaderSearch, NearestHeaderOfTheRepositoryIsFound) {
  const Files files;
  files.write("repo/.git/config", "");
  files.write("repo/common/inc/helper.h", "");
  files.write("repo/other/deep/er/helper.h", "");
  files.write("repo/common/common.h", "");
  files.write("repo/a/twice.h", "");
  files.write("repo/b/twice.h", "");
  files.write("outside.h", "");
  const auto program = files.write("repo/samples/one/main.cu", "").parent_path();
  const auto root = files.path() / "repo";
  EXPECT_EQ(repository_of(program), root);
  EXPECT_EQ(folder_for_header(program, "helper.h"), root / "common/inc");
  EXPECT_EQ(folder_for_header(program, "inc/helper.h"), root / "common");
  // -I common makes "../common/common.h" common/../common/common.h.
  EXPECT_EQ(folder_for_header(program, "../common/common.h"), root / "common");
  EXPECT_EQ(folder_for_header(program, "twice.h"), fs::path());
  EXPECT_EQ(folder_for_header(program, "outside.h"), fs::path());
}

TEST(HeaderSearch, StaysInTheRepository) {
  const Files files;
  files.write("up/repo/.git/config", "");
  files.write("up/repo/own.h", "");
  const auto program = files.write("up/repo/main.cu", "").parent_path();
  EXPECT_EQ(folder_for_header(program, "own.h"), program);
  EXPECT_EQ(folder_for_header(program, "repo/own.h"), fs::path()) << "the folder above would be shown";
  // Without a repository three levels up are searched, but never the folder of all temporary files, nor home.
  const Files others;
  const std::string name = "private_" + std::to_string(::getpid()) + ".h";
  others.write(name, "");
  EXPECT_EQ(folder_for_header(files.write("main.cu", "").parent_path(), name), fs::path());
  EXPECT_EQ(folder_for_header(fs::temp_directory_path(), name), fs::path());
}

TEST(Tool, IsEndedWithWhatItStartedAtItsTime) {
  const auto began = std::chrono::steady_clock::now();
  const auto run =
      run_tool({{"/bin/sh", "-c", "echo begun; sleep 30 & sleep 30"}, {}, {}, std::chrono::milliseconds(300)});
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->timed_out);
  EXPECT_EQ(run->output, "begun\n");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(10));
  EXPECT_FALSE(run_tool({{"/nowhere/tool"}, {}, {}}));
}

TEST(ElfFile, NeededLibrariesOfThisTest) {
  const auto libraries = needed_libraries("/proc/self/exe");
  ASSERT_TRUE(libraries) << libraries.error().message;
  EXPECT_NE(std::find(libraries->begin(), libraries->end(), "libc.so.6"), libraries->end());
  const Files files;
  EXPECT_FALSE(needed_libraries(files.write("text", "no executable")));
  EXPECT_FALSE(needed_libraries(files.write("short",
                                            "\x7f"
                                            "ELF")));
  EXPECT_TRUE(is_compiled_file("/proc/self/exe"));
  EXPECT_FALSE(is_compiled_file(files.path() / "text"));
}

/// The linker makes it local.
extern "C" [[gnu::visibility("hidden"), gnu::used]] int bankloom_hidden_function() { return 1; }

TEST(ElfFile, FunctionsOfHiddenVisibilityAreTheProgramsToo) {
  const auto has = [](Symbols which) {
    return std::ranges::count(defined_functions("/proc/self/exe", which), "bankloom_hidden_function");
  };
  EXPECT_EQ(has(Symbols::all), 1);
  EXPECT_EQ(has(Symbols::for_others), 0);
}

TEST(CompileProgram, WhatIsNoProgramIsRefusedBeforeItIsCompiled) {
  const Files files;
  const Toolchain none{"/nowhere/nvcc", "13.0"};
  const auto sentence = [&](const std::string& file) {
    const auto built = compile_program(none, {file, {}, {}}, files.path());
    return built ? std::string() : built.error().message;
  };
  EXPECT_NE(sentence(files.write("k.ptx", "").string()).find("`bankloom emulate "), std::string::npos);
  EXPECT_NE(sentence(files.path().string()).find("is a folder"), std::string::npos);
  EXPECT_NE(sentence("/nowhere/a.cu").find("there is no file"), std::string::npos);
  EXPECT_NE(sentence(files.write("a.txt", "").string()).find("ends in .cu"), std::string::npos);
}

class WithNvcc : public testing::Test {
 protected:
  void SetUp() override {
    auto found = find_toolchain();
    if (!found) GTEST_SKIP() << found.error().message;
    toolchain_ = *found;
  }
  Result<BuiltProgram> compile(const fs::path& file, const std::vector<std::string>& options = {}) {
    return compile_program(toolchain_, {file.string(), {}, options}, out_.path());
  }
  Toolchain toolchain_;
  Files files_, out_;
};

constexpr const char* kProgram = "__global__ void k(int* o) { o[0] = 1; }\nint main() { k<<<1, 1>>>(nullptr); }\n";

TEST_F(WithNvcc, ExecutableTakesTheRuntimeFromALibrary) {
  const auto built = compile(files_.write("one.cu", kProgram), {"-O2 -arch=sm_35"});
  ASSERT_TRUE(built) << built.error().message << built.error().output;
  EXPECT_EQ(built->executable, out_.path() / "out/one");
  const auto libraries = needed_libraries(built->executable);
  ASSERT_TRUE(libraries);
  EXPECT_NE(std::find(libraries->begin(), libraries->end(), "libcudart.so.13"), libraries->end());
  ASSERT_EQ(built->remarks.size(), 1U);
  EXPECT_EQ(built->remarks[0], (ProgramRemark{ProgramRemark::Kind::option_left_out, "-arch=sm_35"}));
}

TEST_F(WithNvcc, MissingHeadersAreFoundAndSaid) {
  files_.write("repo/.git/config", "");
  files_.write("repo/common/common.h", "#include \"more.h\"\n");
  files_.write("repo/lib/more.h", "#define ONE 1\n");
  const auto built = compile(
      files_.write("repo/a/one.cu",
                   std::string("#include \"../common/common.h\"\n#include \"../../common/common.h\"\n") + kProgram));
  // The second name is found by nobody: it leads out of the repository.
  ASSERT_FALSE(built);
  ASSERT_FALSE(built.error().details.empty());
  EXPECT_EQ(missing_header(built.error().details), "../../common/common.h");
  const auto right =
      compile(files_.write("repo/a/one.cu", std::string("#include <common.h>\nint i = ONE;\n") + kProgram));
  ASSERT_TRUE(right) << right.error().message << right.error().output;
  ASSERT_EQ(right->remarks.size(), 2U);
  EXPECT_EQ(right->remarks[0].kind, ProgramRemark::Kind::header_found);
  EXPECT_EQ(right->remarks[0].what, "common.h");
  EXPECT_EQ(right->remarks[1].what, "more.h");
}

TEST_F(WithNvcc, OldWarpFunctionsAreServed) {
  const auto built = compile(files_.write("old.cu", R"(
    __global__ void k(int* o) {
      int v = threadIdx.x;
      v += __shfl(v, 1) + __shfl_up(v, 1) + __shfl_down(v, 1) + __shfl_xor(v, 1, 16);
      if (__any(v > 3) && __all(v > 0)) v += __ballot(v > 4);
      o[threadIdx.x] = v;
    }
    int main() { k<<<1, 32>>>(nullptr); })"));
  ASSERT_TRUE(built) << built.error().message << built.error().output;
  ASSERT_EQ(built->remarks.size(), 1U);
  EXPECT_EQ(built->remarks[0], (ProgramRemark{ProgramRemark::Kind::old_names}));
  const auto votes = compile(files_.write(
      "votes.cu", "__global__ void k(int* o) { o[0] = __any(o[1]); }\nint main() { k<<<1, 32>>>(nullptr); }\n"));
  ASSERT_TRUE(votes) << votes.error().message << votes.error().output;
  EXPECT_EQ(votes->remarks.size(), 1U);
}

TEST_F(WithNvcc, ErrorsHaveTheLearnersPathAndLine) {
  const auto file = files_.write("wrong.cu", "__global__ void k(int* o) {\n  o[0] = x;\n}\nint main() {}\n");
  const auto built = compile(file);
  ASSERT_FALSE(built);
  ASSERT_EQ(built.error().details.size(), 1U);
  EXPECT_EQ(diagnostic_line(built.error().details[0]), file.string() + ":2: error: identifier \"x\" is undefined");
  const auto kernel = compile(files_.write("kernel.cu", "__global__ void k(int* o) { o[0] = 1; }\n"));
  ASSERT_FALSE(kernel);
  EXPECT_NE(kernel.error().message.find("has no main()"), std::string::npos) << kernel.error().message;
}

TEST_F(WithNvcc, OwnBuildRunsInACopyFromClean) {
  files_.write("app/one.cu", kProgram);
  files_.write("app/build.sh",
               "set -e\ntest ! -e stale.o\nmkdir -p bin\n"
               "$CUDA_HOME/bin/nvcc -arch=sm_35 -gencode arch=compute_50,code=sm_50 -c one.cu -o one.o\n"
               "nvcc -cudart static one.o -o bin/one\n");
  files_.write("app/stale.o",
               "\x7f"
               "ELF made before");
  const auto app = files_.path() / "app";
  const auto built = run_own_build(toolchain_, {app.string(), "sh build.sh"}, out_.path());
  ASSERT_TRUE(built) << built.error().message << built.error().output;
  EXPECT_EQ(built->executable, out_.path() / "copy/bin/one");
  EXPECT_FALSE(fs::exists(app / "bin"));
  EXPECT_TRUE(fs::exists(app / "stale.o"));
  const Files again;
  const auto failed = run_own_build(toolchain_, {app.string(), "echo trouble; exit 3"}, again.path());
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "`echo trouble; exit 3` ended with status 3 in a copy of '" + app.string() + "'");
  EXPECT_EQ(failed.error().output, "trouble\n");
  const Files third;
  const auto nothing = run_own_build(toolchain_, {app.string(), "true"}, third.path());
  ASSERT_FALSE(nothing);
  EXPECT_EQ(nothing.error().message, "`true` makes no executable");
}

}  // namespace
}  // namespace bankloom::program
