#include "cuda/guarded_compiler.h"

#include <gtest/gtest.h>

#include <thread>

#include "cuda/nvrtc_compiler.h"

namespace bankloom::test {
namespace {

using std::chrono::milliseconds;

/// A compiler of which nothing is expected.
class Refusing final : public Compiler {
 public:
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    return fail("{} came here", request.name);
  }
  Result<std::vector<std::string>> architectures() override { return fail("none"); }
  std::string describe() override { return "a refusing compiler"; }
};

CompileRequest own_request() {
  CompileRequest request;
  request.name = "mine.cu";
  request.text = "extern \"C\" __global__ void k(int *out) { out[0] = y; }";
  request.is_own = true;
  return request;
}

TEST(GuardedCompiler, TextsOfTheCatalogueAreCompiledWithoutAProcess) {
  const auto compiler = make_guarded_compiler(std::make_unique<Refusing>(), {"/nonexistent", {"x"}, milliseconds(50)});
  CompileRequest request = own_request();
  request.is_own = false;
  EXPECT_EQ(compiler->compile(request).error().message, "mine.cu came here");
  EXPECT_FALSE(compiler->compile(own_request()).has_value());
}

TEST(GuardedCompiler, AProcessThatDoesNotAnswerIsEnded) {
  const auto compiler =
      make_guarded_compiler(std::make_unique<Refusing>(), {"/bin/sleep", {"sleep", "60"}, milliseconds(50)});
  const auto compiled = compiler->compile(own_request());
  ASSERT_FALSE(compiled.has_value());
  EXPECT_NE(compiled.error().message.find("had not finished mine.cu after 0.05 s"), std::string::npos)
      << compiled.error().message;
  EXPECT_NE(compiler->binary(own_request()).error().message.find("after 0.05 s"), std::string::npos);
}

TEST(GuardedCompiler, AProcessThatEndsIsSaidToHaveEnded) {
  const auto compiler =
      make_guarded_compiler(std::make_unique<Refusing>(), {"/bin/false", {"false"}, milliseconds(5000)});
  const auto compiled = compiler->compile(own_request());
  ASSERT_FALSE(compiled.has_value());
  EXPECT_NE(compiled.error().message.find("ended with status 1"), std::string::npos) << compiled.error().message;
}

TEST(GuardedCompiler, ItIsInterrupted) {
  const auto compiler =
      make_guarded_compiler(std::make_unique<Refusing>(), {"/bin/sleep", {"sleep", "60"}, milliseconds(60'000)});
  std::atomic<bool> ends{false};
  std::thread impatient([&] {
    while (!ends) {
      std::this_thread::sleep_for(milliseconds(5));
      compiler->interrupt();
    }
  });
  const auto compiled = compiler->compile(own_request());
  ends = true;
  impatient.join();
  ASSERT_FALSE(compiled.has_value());
  EXPECT_NE(compiled.error().message.find("was stopped at mine.cu"), std::string::npos) << compiled.error().message;
}

TEST(GuardedCompiler, TheProgramCompilesAsTheLibraryDoes) {
  const auto direct = make_nvrtc_compiler();
  if (!direct->architectures()) GTEST_SKIP() << direct->describe();
  const auto compiler = make_guarded_compiler(
      std::make_unique<Refusing>(), {BANKLOOM_EXECUTABLE, {"bankloom", kCompileWorkerArgument}, milliseconds(60'000)});
  const auto wrong = compiler->compile(own_request());
  ASSERT_TRUE(wrong.has_value()) << wrong.error().message;
  EXPECT_FALSE((*wrong)->ok);
  ASSERT_EQ((*wrong)->diagnostics.size(), 1u);
  EXPECT_EQ((*wrong)->diagnostics[0].column, 51u);
  CompileRequest right = own_request();
  right.text = "template <int N> __global__ void k(int *out) { out[0] = N + FIVE; }";
  right.definitions = {{"FIVE", "5"}};
  right.instantiate = "k<3>";
  const auto compiled = compiler->compile(right);
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message;
  ASSERT_TRUE((*compiled)->ok) << (*compiled)->log;
  const auto same = direct->compile(right);
  ASSERT_TRUE(same.has_value());
  EXPECT_EQ((*compiled)->ptx, (*same)->ptx);
  EXPECT_EQ((*compiled)->entry, "_Z1kILi3EEvPi");
  const auto binary = compiler->binary(right);
  ASSERT_TRUE(binary.has_value()) << binary.error().message;
  ASSERT_GT(binary->size(), 4u);
  EXPECT_EQ((*binary)[1], std::byte{'E'});
}

}  // namespace
}  // namespace bankloom::test
