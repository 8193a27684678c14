// What `emulate` refuses, each with its sentence.
#include <gtest/gtest.h>

#include "process.h"

namespace bankloom::test {
namespace {

constexpr const char* kPtx = R"(.version 7.8
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a, .param .u32 b)
{
  .reg .b32 %r<2>;
  ld.param.u32 %r1, [b];
  ret;
}
)";

class EmulateErrors : public ::testing::Test {
 protected:
  /// Expects an error for kPtx with these further arguments.
  void expect(const std::vector<std::string>& arguments, const std::vector<std::string>& parts) const {
    std::vector<std::string> all{"emulate", file_};
    all.insert(all.end(), arguments.begin(), arguments.end());
    expect_usage_error(all, parts);
  }
  TemporaryFolder folder_;
  std::string file_ = folder_.write("k.ptx", kPtx);
};

TEST_F(EmulateErrors, Files) {
  expect_usage_error({"emulate"}, {"needs a file"});
  expect_usage_error({"emulate", folder_.path("none.cu"), "--grid", "1", "--block", "1"}, {"no file", "none.cu"});
  expect_usage_error({"emulate", folder_.path("none.ptx"), "--grid", "1", "--block", "1"}, {"no file", "none.ptx"});
  std::filesystem::create_directory(folder_.path("folder.ptx"));
  expect_usage_error({"emulate", folder_.path("folder.ptx"), "--grid", "1", "--block", "1"}, {"is a folder"});
  expect_usage_error({"emulate", folder_.write("k.txt", kPtx), "--grid", "1", "--block", "1"}, {".cu", ".ptx"});
}

TEST_F(EmulateErrors, LaunchShapes) {
  const std::vector<std::string> given{"--arg", "in:i32:1", "--arg", "i32:1"};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), given.begin(), given.end());
    return arguments;
  };
  expect(with({"--grid", "1"}), {"--grid and --block"});
  expect(with({"--grid", "1", "--block", "0"}), {"--block", "0"});
  expect(with({"--grid", "1", "--block", "1,2,3,4"}), {"--block takes X", "1,2,3,4"});
  expect(with({"--grid", "a", "--block", "1"}), {"--grid", "'a'"});
  expect(with({"--grid", "1", "--block", "-1"}), {"--block"});
  expect(with({"--grid", "1", "--block", "33,32"}), {"1056", "1024"});
  expect(with({"--grid", "1", "--block", "1", "--dynamic-shared", "999999"}), {"999999", "shared memory"});
  expect(with({"--grid", "1", "--block", "1", "--dynamic-shared", "x"}), {"--dynamic-shared", "'x'"});
  expect(with({"--grid", "1", "--block", "1", "--threads", "-1"}), {"--threads"});
  expect(with({"--grid", "1", "--block", "1", "--budget", "0"}), {"--budget"});
  expect(with({"--grid", "1", "--block", "1", "--machine", "cc77"}), {"cc77"});
  expect(with({"--grid", "1", "--block", "1", "--define", "A=1"}), {"--define"});
}

TEST_F(EmulateErrors, Arguments) {
  const auto with = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--grid", "1", "--block", "1"});
    return arguments;
  };
  expect(with({}), {"k has 2 parameters (of 8, 4 bytes)", "0 arguments"});
  expect(with({"--arg", "in:i32:1"}), {"2 parameters", "1 argument"});
  expect(with({"--arg", "in:i32:1", "--arg", "i32:1", "--arg", "i32:1"}), {"2 parameters", "3 arguments"});
  expect(with({"--arg", "i32:1", "--arg", "i32:1"}), {"parameter 0 of k takes 8 bytes", "'i32:1' has 4 bytes"});
  expect(with({"--arg", "in:i32:1", "--arg", "in:i32:1"}), {"parameter 1 of k takes 4 bytes", "address of 8 bytes"});
  expect(with({"--arg", "in:i8:300", "--arg", "i32:1"}), {"in:i8:300", "-128 to 127"});
  expect(with({"--arg", "in:f32:@" + folder_.path("none.bin"), "--arg", "i32:1"}), {"none.bin"});
}

TEST_F(EmulateErrors, Entries) {
  expect({"--entry", "kk", "--grid", "1", "--block", "1"}, {"no kernel 'kk'", "k"});
  const std::string two = folder_.write("two.ptx", std::string(kPtx) + ".visible .entry other()\n{\n  ret;\n}\n");
  expect_usage_error({"emulate", two, "--grid", "1", "--block", "1"}, {"several kernels", "k, other"});
  const std::string none = folder_.write("none.ptx", ".version 7.8\n.target sm_90\n.address_size 64\n");
  expect_usage_error({"emulate", none, "--grid", "1", "--block", "1"}, {"no kernel"});
}

TEST_F(EmulateErrors, PtxThatDoesNotParse) {
  const std::string start = ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n";
  const auto expect_line = [&](const std::string& body, const std::vector<std::string>& parts) {
    expect_usage_error({"emulate", folder_.write("bad.ptx", start + body), "--grid", "1", "--block", "1"}, parts);
  };
  expect_line("  ad.s32 %r1, %r2, %r3;\n  ret;\n}\n", {"bad.ptx", "line 6"});
  expect_line("  .reg .b32 %r<2>;\n  mov.u32 %r1, %r9;\n  ret;\n}\n", {"bad.ptx", "line 7", "%r9"});
  expect_line("  ret;\n", {"bad.ptx", "line"});
  expect_usage_error({"emulate", folder_.write("bad.ptx", "hello"), "--grid", "1", "--block", "1"}, {"line 1"});
}

TEST_F(EmulateErrors, CudaThatDoesNotCompile) {
  BANKLOOM_NEEDS_COMPILER();
  const std::string file =
      folder_.write("bad.cu", "extern \"C\" __global__ void k(int* x)\n{\n  *x = nothing;\n  y = 1;\n}\n");
  const auto result = bankloom_run({"emulate", file, "--grid", "1", "--block", "1", "--arg", "out:i32:1"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("bad.cu:3"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("error: identifier \"nothing\" is undefined\n"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("bad.cu:4"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("\nbankloom: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("does not compile (2 errors above)"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace bankloom::test
