// Kept results are those of the compiler, of nothing else.
#include "kept_compiler.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

/// Says what it is asked, and counts how often.
class Echo final : public Compiler {
 public:
  explicit Echo(unsigned& calls) : calls_(calls) {}
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& request) override {
    ++calls_;
    if (request.text == "none") return fail("there is no compiler");
    auto result = std::make_shared<CompileResult>();
    result->ok = request.text != "wrong";
    result->ptx = request.text + request.architecture + request.instantiate;
    for (const auto& [name, value] : request.definitions) result->ptx += name + value;
    result->diagnostics.push_back({Diagnostic::Severity::warning, 3, 4, request.name, "a\nb"});
    result->log = "log";
    result->compiler = "Echo 1.0";
    result->entry = "entry";
    return result;
  }
  Result<std::vector<std::string>> architectures() override { return std::vector<std::string>{"compute_90"}; }
  std::string describe() override { return "Echo"; }

 private:
  unsigned& calls_;
};

class KeptCompilerTest : public testing::Test {
 protected:
  void TearDown() override { fs::remove_all(folder_); }
  std::unique_ptr<Compiler> make(const std::string& library = "one") {
    return make_kept_compiler(std::make_unique<Echo>(calls_), folder_, library);
  }
  fs::path folder_ = fs::temp_directory_path() / ("bankloom_kept_" + std::to_string(getpid()));
  unsigned calls_ = 0;
};

TEST_F(KeptCompilerTest, AnotherProcessReadsWhatOneMade) {
  const CompileRequest request{"k.cu", "text", {{"A", "1"}}, "compute_90"};
  const auto made = make()->compile(request);
  const auto kept = make()->compile(request);
  ASSERT_TRUE(made && kept);
  EXPECT_EQ(calls_, 1u);
  EXPECT_TRUE((*kept)->ok);
  EXPECT_EQ((*kept)->ptx, "textcompute_90A1");
  EXPECT_EQ((*kept)->log, "log");
  EXPECT_EQ((*kept)->compiler, "Echo 1.0");
  EXPECT_EQ((*kept)->entry, "entry");
  ASSERT_EQ((*kept)->diagnostics.size(), 1u);
  const Diagnostic& one = (*kept)->diagnostics.front();
  EXPECT_EQ(one.severity, Diagnostic::Severity::warning);
  EXPECT_EQ(one.line, 3u);
  EXPECT_EQ(one.column, 4u);
  EXPECT_EQ(one.file, "k.cu");
  EXPECT_EQ(one.text, "a\nb");
}

TEST_F(KeptCompilerTest, WhateverDiffersIsAnother) {
  const CompileRequest request{"k.cu", "text", {{"A", "1"}}, "compute_90"};
  std::vector<CompileRequest> all(6, request);
  all[1].text = "other";
  all[2].definitions[0].second = "2";
  all[3].architecture = "compute_80";
  all[4].name = "l.cu";
  all[5].instantiate = "f<int>";
  for (const CompileRequest& one : all) ASSERT_TRUE(make()->compile(one));
  EXPECT_EQ(calls_, 6u);
  ASSERT_TRUE(make("two")->compile(request));
  EXPECT_EQ(calls_, 7u);
}

TEST_F(KeptCompilerTest, WhatDoesNotCompileIsKeptAndNoErrorIs) {
  for (int i = 0; i < 2; ++i) EXPECT_FALSE((*make()->compile({"k.cu", "wrong", {}}))->ok);
  EXPECT_EQ(calls_, 1u);
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(make()->compile({"k.cu", "none", {}}));
  EXPECT_EQ(calls_, 3u);
}

TEST_F(KeptCompilerTest, TextsThatIncludeFilesAreCompiled) {
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(make()->compile({"k.cu", "#include \"a.h\"", {}}));
  EXPECT_EQ(calls_, 2u);
}

TEST_F(KeptCompilerTest, ADamagedFileIsMadeAnew) {
  const CompileRequest request{"k.cu", "text", {}};
  ASSERT_TRUE(make()->compile(request));
  for (const char* damage : {"", "{", "[]", R"({"key":1,"result":{}})"}) {
    for (const auto& entry : fs::directory_iterator(folder_)) std::ofstream(entry.path()) << damage;
    const unsigned before = calls_;
    EXPECT_EQ((*make()->compile(request))->ptx, "textcompute_90");
    EXPECT_EQ(calls_, before + 1) << damage;
  }
  // A folder that cannot be is none.
  std::ofstream(folder_ / "file") << "x";
  const auto nowhere = make_kept_compiler(std::make_unique<Echo>(calls_), folder_ / "file" / "below", "one");
  for (int i = 0; i < 2; ++i) EXPECT_EQ((*nowhere->compile(request))->ptx, "textcompute_90");
}

}  // namespace
}  // namespace bankloom::test
