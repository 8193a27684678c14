// Hostile files given to the program itself: nothing beside them is executed, nothing outside is changed, and what is
// reported is true.
// The numbers in names are those of attempts to break out, to forge a report or to exhaust the machine.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "core/base/files.h"
#include "core/base/result.h"
#include "documented_processes.h"
#include "process.h"
#include "program/isolation.h"
#include "program/toolchain.h"
#include "traced.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

/// A whole program with one launch.
constexpr const char* kProgram = R"(#include "h.h"
#include <cstdio>
__global__ void k(int* out) { out[threadIdx.x] = NUMBER; }
int main() {
  int* device = nullptr;
  cudaMalloc(&device, 128);
  k<<<1, 32>>>(device);
  cudaDeviceSynchronize();
  cudaFree(device);
  BODY
  return 0;
}
)";

class HostileFile : public testing::Test {
 protected:
  void SetUp() override {
    if (const auto found = program::find_toolchain(); !found) GTEST_SKIP() << found.error().message;
    const auto& granted = program::granted_isolation();
    if (!granted.is_kept_apart()) GTEST_SKIP() << granted.refused;
    fs::create_directories(inside());
    write("h.h", "#define NUMBER 7\n");
  }
  [[nodiscard]] fs::path inside() const { return folder_.path("inside"); }
  [[nodiscard]] fs::path outside(const std::string& name) const { return folder_.path(name); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(inside() / name) << text; }
  /// A program that executes `body` on the host.
  void write_program(const std::string& name, const std::string& body) const {
    std::string text = kProgram;
    text.replace(text.find("BODY"), 4, body);
    write(name, "#include <cstdlib>\n#include <fcntl.h>\n#include <sys/stat.h>\n#include <unistd.h>\n" + text);
  }
  /// Runs a shell's command line in the folder, with bankloom as $B; its output and errors together.
  [[nodiscard]] std::string shell(const std::string& line, int* status = nullptr) const {
    const std::string command = "cd '" + inside().string() +
                                "' && unset LD_LIBRARY_PATH && LANGUAGE=en B='" BANKLOOM_EXECUTABLE
                                "' && export LANGUAGE && { " +
                                line + "; } > ../said 2>&1";
    const int ended = std::system(command.c_str());  // NOLINT(concurrency-mt-unsafe): one thread
    if (status != nullptr) *status = WEXITSTATUS(ended);
    return read_file(outside("said")).value_or("");
  }
  TemporaryFolder folder_;
};

TEST_F(HostileFile, A2A3A4LibrariesBesideItAreNotLoaded) {
  write_program("a.cu", "");
  // Each of these is loaded by a tool that searches the current folder, and would leave a mark.
  write("evil.c", "#include <fcntl.h>\n__attribute__((constructor)) void mark(void) { open(\"" +
                      outside("mark").string() + "\", O_CREAT | O_WRONLY, 0644); }\n");
  ASSERT_EQ(
      shell(
          "cc -shared -fPIC -o libmpc.so.3 evil.c && for n in libc.so.6 libm.so.6 libmpfr.so.6 libgmp.so.10 libz.so.1 "
          "libzstd.so.1 libdl.so.2; do cp libmpc.so.3 $n; done"),
      "");
  int status = -1;
  const std::string said = shell("$B run a.cu && $B run a.cu && $B analyze a.cu --launch 0", &status);
  EXPECT_EQ(status, 0) << said;
  EXPECT_FALSE(fs::exists(outside("mark")));
}

TEST_F(HostileFile, ToolsBesideItAreNotStarted) {
  write_program("a.cu", "");
  for (const char* tool : {"nvcc", "gcc", "g++", "cicc", "addr2line", "sh", "bwrap", "ptxas"}) {
    write(tool, "#!/bin/sh\ntouch '" + outside("mark").string() + "'\n");
    fs::permissions(inside() / tool, fs::perms{0755});
  }
  int status = -1;
  const std::string said = shell("PATH=.::$PATH $B run a.cu", &status);
  EXPECT_EQ(status, 0) << said;
  EXPECT_FALSE(fs::exists(outside("mark")));
}

TEST_F(HostileFile, N11N12NamesOfFoldersAndFilesRunNothing) {
  const std::string mark = outside("mark").string();
  const std::string evil = "`touch mark`$(touch mark)";
  fs::create_directories(inside() / evil);
  std::ofstream(inside() / evil / "h2.h") << "#define MORE 1\n";
  write_program("a,$(touch mark)`touch mark`.cu", "");
  fs::rename(inside() / "h.h", inside() / evil / "h.h");
  int status = -1;
  const std::string said = shell("$B run 'a,$(touch mark)`touch mark`.cu'", &status);
  EXPECT_EQ(status, 0) << said;
  EXPECT_NE(said.find("is found with --include"), std::string::npos) << said;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path("")))
    EXPECT_NE(entry.path().filename(), "mark");
}

TEST_F(HostileFile, N66N67WhatItWritesStaysInACopyUnlessAskedFor) {
  write_program("a.cu",
                "FILE* f = fopen(\"result.txt\", \"w\"); fputs(\"42\", f); fclose(f); "
                "symlink(\"" +
                    outside("kept").string() + "\", \"picture.png\"); mkdir(\".git\", 0755);");
  std::ofstream(outside("kept")) << "mine";
  std::string said = shell("$B run a.cu");
  EXPECT_FALSE(fs::exists(inside() / "result.txt"));
  EXPECT_NE(said.find("--keep"), std::string::npos) << said;
  said = shell("$B run a.cu --keep");
  EXPECT_EQ(read_file(inside() / "result.txt").value_or(""), "42") << said;
  EXPECT_FALSE(fs::is_symlink(inside() / "picture.png"));
  EXPECT_FALSE(fs::exists(inside() / ".git"));
  EXPECT_EQ(read_file(outside("kept")).value_or(""), "mine");
}

TEST_F(HostileFile, N66APictureIsNotWrittenThroughALink) {
  if (!fs::exists(BANKLOOM_EXECUTABLE)) GTEST_SKIP();
  std::ofstream(outside("kept")) << "mine";
  fs::create_symlink(outside("kept"), inside() / "picture.svg");
  int status = -1;
  const std::string said = shell("$B render square/setRowReadCol --out picture.svg", &status);
  EXPECT_NE(status, 0);
  EXPECT_EQ(read_file(outside("kept")).value_or(""), "mine") << said;
}

TEST_F(HostileFile, TheEnvironmentIsNotInherited) {
  write_program(
      "a.cu", "printf(\"%s %s\\n\", getenv(\"SECRET_TOKEN\") ? \"known\" : \"unknown\", getenv(\"OMP_NUM_THREADS\"));");
  const std::string said = shell("SECRET_TOKEN=x OMP_NUM_THREADS=3 $B run a.cu");
  EXPECT_NE(said.find("unknown 3"), std::string::npos) << said;
}

TEST_F(HostileFile, N07N08StandardInputIsAPipe) {
  write_program("a.cu",
                "int f = open(\"/proc/self/fd/0\", O_WRONLY | O_TRUNC); char text[9] = {}; "
                "if (read(0, text, 8) > 0) puts(text);");
  std::ofstream(outside("input")) << "12345678";
  const std::string said = shell("$B run a.cu < ../input");
  EXPECT_NE(said.find("12345678"), std::string::npos) << said;
  EXPECT_EQ(fs::file_size(outside("input")), 8U);
  write_program("b.cu", "printf(\"%d\\n\", openat(0, \"mark\", O_CREAT | O_WRONLY, 0644) >= 0);");
  EXPECT_NE(shell("$B run b.cu < ..").find("0\n"), std::string::npos);
  EXPECT_FALSE(fs::exists(outside("mark")));
}

TEST_F(HostileFile, N14AFileThatTheCompilerDidNotReadIsNotShown) {
  std::ofstream(outside("secret")) << "a secret line\nanother secret line\n";
  write("a.cu",
        "#line 1 \"" + outside("secret").string() +
            "\"\n__global__ void k(int* out) { out[threadIdx.x] = 1; }\n"
            "int main() { int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaDeviceSynchronize(); cudaFree(d); }\n");
  const std::string said = shell("$B run a.cu --launch 0; $B analyze a.cu --launch 0");
  EXPECT_NE(said.find("1 launch"), std::string::npos) << said;
  EXPECT_EQ(said.find("secret line"), std::string::npos) << said;
}

TEST_F(HostileFile, N26N76N77N78ControlCharactersOfNamesAndMessagesAreNotPrinted) {
  write(
      "a.cu",
      "#warning \x1b]0;owned\x07\n#line 1 \"x\x1b[2J\\ny.cu\"\n__global__ void k(int* out) { out[threadIdx.x] = 1; }\n"
      "int main() { int* d; cudaMalloc(&d, 128); k<<<1, 33>>>(d); cudaDeviceSynchronize(); }\n");
  fs::copy_file(inside() / "a.cu", inside() / "b\x1b[2J.cu");
  for (const char* line : {"a.cu", "a.cu --format json", "b*.cu"}) {
    const std::string said = shell(std::string("$B run ") + line);
    EXPECT_EQ(said.find('\x1b'), std::string::npos) << said;
    EXPECT_EQ(said.find('\x07'), std::string::npos) << said;
  }
}

TEST_F(HostileFile, NamesThatEndLinesSayNothingOfTheirOwn) {
  // What it writes is named in a remark.
  write_program("a.cu", "fclose(fopen(\"b\\na.cu: 2 launches\\n\\x1b[2J\", \"w\"));");
  const std::string forged = "a\na.cu: 3 launches\n.cu";
  fs::copy_file(inside() / "a.cu", inside() / forged);
  write("own.cu",
        "// launch: k<<<1, 32>>>(out)\n// out: [32]\n__global__ void k(int* out) { /* \x1b[2J */ "
        "out[threadIdx.x] = 1; }\n");
  fs::copy_file(inside() / "own.cu", inside() / "b\na.cu: 3 launches\n\x1b[2J.cu");
  for (const char* line : {"run a.cu", "run a.cu --keep", "run a.cu --format json", "run a?a*.cu", "analyze b?a*.cu",
                           "analyze own.cu", "emulate b?a*.cu --grid 1 --block 32 --arg out:i32:32"}) {
    const std::string said = shell(std::string("$B ") + line);
    EXPECT_FALSE(said.empty());
    EXPECT_EQ(said.find('\x1b'), std::string::npos) << line << said;
    EXPECT_EQ(said.find("\na.cu: 2 launches"), std::string::npos) << line << said;
    EXPECT_EQ(said.find("\na.cu: 3 launches"), std::string::npos) << line << said;
  }
}

TEST_F(HostileFile, ALongLineTakesNoLongerThanItsFile) {
  std::string sum;
  for (int i = 0; i < 200'000; ++i) sum += "+1";
  write("a.cu", "// launch: k<<<1, 32>>>(out)\n// out: [32]\n__global__ void k(int* out) { out[threadIdx.x] = 1" + sum +
                    "; }\n");
  int status = -1;
  std::string said = shell("timeout 30 $B analyze a.cu", &status);
  EXPECT_EQ(status, 0) << said;
#ifdef BANKLOOM_WINDOW
  write("b.cu", "// launch: k<<<1, 32>>>(out)\n// out: [32]\n__global__ void k(int* out) { out[threadIdx.x] = 1" + sum +
                    sum + ";" + std::string(200'000, '\t') + "}\n");
  said = shell("timeout 60 $B render b.cu --out b.png", &status);
  EXPECT_EQ(status, 0) << said;
#endif
}

TEST_F(HostileFile, N55AFaultBehindTheThousandthLaunchIsTold) {
  write("a.cu", R"(__global__ void k(int* out, int at) { out[at] = 1; }
int main() { int* d; cudaMalloc(&d, 128); for (int i = 0; i < 1005; ++i) k<<<1, 1>>>(d, i == 1003 ? 40 : 0); }
)");
  int status = -1;
  const std::string said = shell("$B run a.cu", &status);
  EXPECT_EQ(status, 1);
  EXPECT_NE(said.find("in launch 1003"), std::string::npos) << said.substr(0, 4000);
}

TEST_F(HostileFile, N50AProgramThatReplacesTheRuntimeIsToldAsThat) {
  write("a.cu", R"(#include <cstdio>
extern "C" cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
__global__ void k(int* out) { out[threadIdx.x] = 1; }
int main() { int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaDeviceSynchronize(); cudaFree(d); }
)");
  int status = -1;
  const std::string said = shell("$B run a.cu --nvcc=-Xlinker --nvcc=-zmuldefs", &status);
  EXPECT_EQ(status, 1) << said;
  EXPECT_NE(said.find("has its own cudaDeviceSynchronize"), std::string::npos) << said;
}

TEST_F(HostileFile, AHiddenFunctionInPlaceOfTheRuntimesIsTold) {
  write("a.cu", R"(#include <cstdio>
#ifndef __CUDA_ARCH__
asm(".globl __cudaLaunchKernel\n.hidden __cudaLaunchKernel\n.type __cudaLaunchKernel,@function\n"
    "__cudaLaunchKernel: xor %eax, %eax\nret\n");
#endif
__global__ void k(int* out) { out[1 << 20] = 1; }
int main() { int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d); cudaDeviceSynchronize(); cudaFree(d); }
)");
  int status = -1;
  const std::string said = shell("$B run a.cu", &status);
  EXPECT_EQ(status, 1) << said;
  EXPECT_NE(said.find("has its own __cudaLaunchKernel"), std::string::npos) << said;
}

TEST_F(HostileFile, N83LargeLocalArraysWorkOrAreRefused) {
  const auto text = [](const char* bytes) {
    return std::string("__global__ void k(int* out, int at) { char a[") + bytes +
           "]; for (int i = 0; i < 64; ++i) a[(i * 7919 + at) % sizeof a] = (char)i; out[threadIdx.x] = a[at]; }\n"
           "int main() { int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d, 0); return cudaDeviceSynchronize() != 0; }\n";
  };
  write("large.cu", text("500000"));
  int status = -1;
  std::string said = shell("$B run large.cu", &status);
  EXPECT_NE(said.find("1 launch"), std::string::npos) << said;
  EXPECT_EQ(said.find("stack overflow"), std::string::npos) << said;
  write("huge.cu", text("600000"));
  said = shell("$B run huge.cu", &status);
  EXPECT_EQ(status, 1) << said;
  EXPECT_NE(said.find("local memory"), std::string::npos) << said;
}

TEST_F(HostileFile, N15N79APipeInPlaceOfASourceIsRefusedAtOnce) {
  ASSERT_EQ(::mkfifo((inside() / "a.cu").c_str(), 0600), 0);
  int status = -1;
  EXPECT_NE(shell("timeout 20 $B analyze a.cu", &status).find("not a file but a pipe"), std::string::npos);
  EXPECT_EQ(status, 2);
}

TEST_F(HostileFile, N27lN63WithoutIsolationItIsRefusedUnlessAllowed) {
  write_program("a.cu", "");
  int status = -1;
  std::string said = shell("BANKLOOM_SANDBOX=none $B run a.cu", &status);
  EXPECT_EQ(status, 2);
  EXPECT_NE(said.find("--unconfined"), std::string::npos) << said;
  said = shell("BANKLOOM_SANDBOX=none $B run a.cu --unconfined", &status);
  EXPECT_EQ(status, 0) << said;
  EXPECT_NE(said.find("your rights"), std::string::npos) << said;
}

TEST_F(HostileFile, AnOrdinaryUsersProgramIsKeptApartToo) {
  if (::geteuid() != 0) GTEST_SKIP() << "the other tests are an ordinary user's";
  write_program(
      "a.cu",
      "printf(\"uid %d\\n\", (int)getuid()); printf(\"%d\\n\", open(\"../mark\", O_CREAT | O_WRONLY, 0644) >= 0);");
  ASSERT_EQ(std::system(("chown -R 65533:65533 '" + folder_.path("") + "'").c_str()), 0);  // NOLINT: one thread
  int status = -1;
  const std::string said =
      shell("HOME=/nonexistent setpriv --reuid=65533 --regid=65533 --clear-groups $B run a.cu", &status);
  EXPECT_EQ(status, 0) << said;
  EXPECT_NE(said.find("uid 65533\n0\n"), std::string::npos) << said;
  EXPECT_FALSE(fs::exists(outside("mark")));
}

TEST_F(HostileFile, AFileThatLiesInTheFolderOfTemporaryFilesRunsWithoutWhatElseIsThere) {
  write_program(
      "a.cu",
      "FILE* list = popen(\"ls /tmp\", \"r\"); char name[200]; while (fgets(name, 200, list)) printf(\"%s\", name);");
  write("other.txt", "x");
  fs::create_directories(inside() / "private");
  int status = -1;
  const std::string said = shell("TMPDIR=$PWD HOME=$PWD $B run a.cu", &status);
  EXPECT_EQ(status, 0) << said;
}

TEST_F(HostileFile, RootsPrivateFilesAreCompiledAndRun) {
  if (::geteuid() != 0) GTEST_SKIP() << "for root alone";
  write_program("a.cu", "");
  fs::create_directories(inside() / "more");
  fs::rename(inside() / "h.h", inside() / "more/h.h");
  write("kernel.cu",
        "#include \"more/h.h\"\n#include <sys/time.h>\n// launch: k<<<1, 32>>>(out)\n// out: [32]\n"
        "__global__ void k(int* out) { out[threadIdx.x] = NUMBER; }\n"
        "void run(int* out) { timeval t; gettimeofday(&t, 0); k<<<1, 32>>>(out); }\n");
  int status = -1;
  std::string said = shell("chmod -R go-rwx . && $B run a.cu && $B analyze kernel.cu", &status);
  EXPECT_EQ(status, 0) << said;
  said = shell("chmod 755 . more && umask 077 && $B run a.cu && $B analyze kernel.cu", &status);
  EXPECT_EQ(status, 0) << said;
  EXPECT_EQ(shell("stat -c '%U %a' a.cu"), "root 600\n");
}

TEST_F(HostileFile, N69N70HomeIsNotWrittenToWhateverItIsCalled) {
  write_program("a.cu", "printf(\"%d\\n\", open(\"../mark\", O_CREAT | O_WRONLY, 0644) >= 0 || open(\"" +
                            outside("mark").string() + "\", O_CREAT | O_WRONLY, 0644) >= 0);");
  fs::create_directory_symlink(folder_.path(""), outside("link"));
  for (const std::string& home : {"HOME='" + outside("link").string() + "'", std::string("env -u HOME"),
                                  std::string("HOME=/nonexistent"), "HOME='" + inside().string() + "'"}) {
    int status = -1;
    const std::string said = shell(home + " $B run a.cu", &status);
    EXPECT_EQ(status, 0) << home << said;
    EXPECT_FALSE(fs::exists(outside("mark"))) << home;
  }
}

TEST_F(HostileFile, N65N98ABuildAndACompiledHeaderChangeNothing) {
  write_program("a.cu", "");
  write("h.h.gch", "gpch.014 nothing of a compiler's");
  int status = -1;
  const std::string said =
      shell("$B run a.cu --build 'touch ../mark .git " + outside("mark").string() +
                "; (setsid sleep 97531 &) ; nvcc -o a a.cu'; s=$?; pgrep -f 'sleep 97531'; $B run a.cu && exit $s",
            &status);
  EXPECT_EQ(status, 0) << said;
  EXPECT_EQ(said.find("\n97"), std::string::npos) << said;
  EXPECT_FALSE(fs::exists(outside("mark")));
  EXPECT_EQ(shell("pgrep -x sleep -a | grep 97531"), "");
}

TEST_F(HostileFile, N17N18WhatFillsTheCompilerEndsInItsLimits) {
  write("a.cu", "char big[3000000000LL] = {1};\nint main() { return big[5]; }\n");
  write("b.cu", "#include \"/dev/zero\"\nint main() {}\n");
  for (const char* file : {"a.cu", "b.cu"}) {
    int status = -1;
    const std::string said = shell(std::string("timeout 100 $B run ") + file, &status);
    EXPECT_EQ(status, 2) << said;
    EXPECT_NE(said.find("does not compile"), std::string::npos) << said;
  }
}

TEST_F(HostileFile, N20ASignalWhileCompilingLeavesNothing) {
  write_program("a.cu", "");
  fs::create_directory(outside("temporary"));
  fs::permissions(outside("temporary"), fs::perms::all);
  const std::string said =
      shell("export TMPDIR=$PWD/../temporary; $B run a.cu & sleep 0.5; kill -TERM $!; wait; ls $TMPDIR");
  EXPECT_EQ(said.find("tmpxft"), std::string::npos) << said;
  EXPECT_TRUE(fs::is_empty(outside("temporary"))) << said;
}

TEST_F(HostileFile, N13N15N87NothingIsReadOrPrintedWithoutEnd) {
  write("a.cu",
        "#include <cstdio>\n#include <sys/stat.h>\n#include <unistd.h>\n#line 1 \"/dev/zero\"\n"
        "__global__ void k(int* out) { out[threadIdx.x] = 1; printf(\"%.999999999f\", 1.0); }\n"
        "int main() { unlink(\"a.cu\"); mkfifo(\"a.cu\", 0600); int* d; cudaMalloc(&d, 128); k<<<1, 32>>>(d);\n"
        "cudaDeviceSynchronize(); cudaFree(d); }\n");
  int status = -1;
  std::string said = shell("timeout 60 $B run a.cu --launch 0 --time-limit 10 | head -c 10000", &status);
  said += shell("timeout 60 $B run a.cu --time-limit 10 > /dev/null", &status);
  EXPECT_NE(status, 124) << said;
  EXPECT_TRUE(fs::is_regular_file(inside() / "a.cu"));
}

TEST_F(HostileFile, OnlyProcessesOfTheListAreStartedEachAsItSays) {
  write_program("a.cu", "");
  write("own.cu", "// bankloom: grid 1, block 32\n__global__ void k(int* out) { out[threadIdx.x] = 1; }\n");
  std::set<std::string> seen;
  for (const auto& words : std::vector<std::vector<std::string>>{{"run", "a.cu"},
                                                                 {"run", "a.cu", "--build", "nvcc -o a a.cu"},
                                                                 {"analyze", "a.cu", "--launch", "0"},
                                                                 {"analyze", "own.cu"},
                                                                 {"doctor"}}) {
    const auto started = trace_bankloom(words, inside(), planted_variables(), outside("traced"));
    seen.merge(expect_documented(started, inside()));
  }
  for (const char* name : {"nvcc", "cc1plus", "cicc", "the program", "addr2line", "sh"}) {
    EXPECT_TRUE(seen.contains(name)) << name << read_file(outside("traced")).value_or("");
  }
}

TEST_F(HostileFile, FilesBeyondAnySourcesSizeAreRefusedBeforeTheyAreRead) {
  for (const char* name : {"a.ptx", "a.csv"}) {
    write(name, "");
    fs::resize_file(inside() / name, std::uintmax_t{1} << 40U);
  }
  for (const char* line : {"emulate a.ptx --grid 1 --block 1", "accesses a.csv"}) {
    int status = -1;
    const std::string said = shell(std::string("$B ") + line, &status);
    EXPECT_EQ(status, 2) << line;
    EXPECT_NE(said.find("is larger than 65536 KiB"), std::string::npos) << said;
  }
}

TEST_F(HostileFile, TheCompilerOfATextReadsNoDeviceAndNoPipeOfTheSystem) {
  if (program::granted_isolation().isolation != program::Isolation::bubblewrap)
    GTEST_SKIP() << "without bubblewrap it has no walls";
  const char* kernel = "\n__global__ void k(int* out) { out[threadIdx.x] = VALUE; }\n";
  write("h.h", "#define VALUE 7\n");
  const fs::path pipe = "/run/bankloom_test_pipe";
  const bool has_pipe = ::mkfifo(pipe.c_str(), 0666) == 0 || fs::is_fifo(pipe);
  for (const std::string& name : {std::string("/dev/kmsg"), pipe.string()}) {
    if (name == pipe && !has_pipe) continue;
    write("a.cu", "// bankloom: grid 1, block 32\n#include \"h.h\"\n#include \"" + name + "\"" + kernel);
    int status = -1;
    const std::string said = shell("timeout 15 $B analyze a.cu", &status);
    // NVRTC's words, or those of nvcc's steps, which try it where NVRTC fails.
    EXPECT_TRUE(said.find("cannot open source file") != std::string::npos ||
                said.find("No such file or directory") != std::string::npos)
        << name << said;
  }
  fs::remove(pipe);
  write("a.cu", std::string("// bankloom: grid 1, block 32\n#include \"h.h\"") + kernel);
  int status = -1;
  const std::string said = shell("$B analyze a.cu", &status);
  EXPECT_EQ(status, 0) << said;
}

TEST_F(HostileFile, PipesInPlaceOfFilesAreRefusedAtOnce) {
  for (const char* name : {"a.cu", "a.ptx", "a.csv", "a.talk"}) {
    ASSERT_EQ(::mkfifo((inside() / name).c_str(), 0600), 0);
  }
  for (const char* line : {
           "analyze a.cu",
           "run a.cu",
           "emulate a.ptx --grid 1 --block 1",
           "accesses a.csv",
           "learn square/countThePadding --try a.cu",
#ifdef BANKLOOM_WINDOW
           "talk a.talk --out b",
#endif
       }) {
    int status = -1;
    const std::string said = shell(std::string("timeout 20 $B ") + line, &status);
    EXPECT_EQ(status, 2) << line;
    EXPECT_TRUE(said.find("is not a file but a pipe") != std::string::npos ||
                said.find("is not a text file") != std::string::npos)
        << line << said;
  }
}

}  // namespace
}  // namespace bankloom::test
