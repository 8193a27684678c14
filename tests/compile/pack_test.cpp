// A pack: what comes out is what went in, under the name that is asked for; what is not right costs one sentence.
#include "core/compile/pack.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "../base/scratch_folder.h"

namespace bankloom::test {
namespace {

class NoCompiler final : public Compiler {
 public:
  Result<std::shared_ptr<const CompileResult>> compile(const CompileRequest& /*request*/) override {
    return fail("there is no compiler");
  }
  Result<std::vector<std::string>> architectures() override { return fail("there is no compiler"); }
  std::string describe() override { return "there is no compiler"; }
};

CompileRequest request(const std::string& text, const std::string& padding) {
  CompileRequest one;
  one.name = "/home/somebody/kernel.cu";
  one.text = text;
  one.definitions = {{"IPAD", padding}};
  return one;
}

class PackTest : public testing::Test {
 protected:
  PackTest() {
    for (const char* const padding : {"0", "1"}) {
      add(request("good", padding), true, std::string("ptx ") + padding + " of " + kPackedName);
      add(request("#line 1 \"/home/somebody/kernel.cu\"", padding), true, "asked");
      add(request("wrong", padding), false, "");
    }
    content_ = pack_of(results_, {"", "-lineinfo", {}, 3, 0, {}});
  }

  void add(const CompileRequest& asked, bool is_ok, const std::string& ptx) {
    const CompileRequest packed = packed_request(asked);
    CompileResult made;
    made.ok = is_ok;
    made.ptx = ptx;
    made.compiler = "NVRTC 99.0";
    if (!is_ok) made.diagnostics.push_back({Diagnostic::Severity::error, 3, 4, kPackedName, "not\tunderstood\n"});
    results_[pack_key(packed)] = {packed, std::make_shared<const CompileResult>(made)};
  }
  /// A compiler whose pack has this content.
  std::unique_ptr<Compiler> compiler(const std::string& content) {
    return make_packed_compiler(std::make_unique<NoCompiler>(), folder_.write(kPackFile, content));
  }
  /// The only sentence on a content that is not right.
  std::string refused(const std::string& content) {
    const auto made = compiler(content)->compile(request("good", "0"));
    if (made) return "";
    EXPECT_EQ(made.error().message.find('\n'), std::string::npos) << made.error().message;
    EXPECT_NE(made.error().message.find(kPackFile), std::string::npos) << made.error().message;
    return made.error().message;
  }

  ScratchFolder folder_;
  PackedResults results_;
  std::string content_;
};

TEST_F(PackTest, GivesWhatWasMadeUnderTheNameThatIsAsked) {
  const auto packed = compiler(content_);
  CompileRequest asked = request("good", "1");
  asked.name = "/usr/share/kernel.cu";
  asked.is_own = true;
  const auto good = packed->compile(asked);
  ASSERT_TRUE(good) << good.error().message;
  EXPECT_TRUE((*good)->ok);
  EXPECT_EQ((*good)->ptx, "ptx 1 of /usr/share/kernel.cu");
  EXPECT_EQ((*good)->compiler, "NVRTC 99.0");

  const auto wrong = packed->compile(request("wrong", "0"));
  ASSERT_TRUE(wrong) << wrong.error().message;
  EXPECT_FALSE((*wrong)->ok);
  EXPECT_EQ(
      (*wrong)->diagnostics,
      (std::vector<Diagnostic>{{Diagnostic::Severity::error, 3, 4, "/home/somebody/kernel.cu", "not\tunderstood\n"}}));

  CompileRequest naming = request("#line 1 \"elsewhere.cu\"", "0");
  naming.name = "elsewhere.cu";
  EXPECT_TRUE(packed->compile(naming));
}

TEST_F(PackTest, AllThatDecidesAResultIsCompared) {
  const auto packed = compiler(content_);
  const auto lacks = [&](const CompileRequest& asked, const std::string& begin) {
    const auto made = packed->compile(asked);
    ASSERT_FALSE(made);
    EXPECT_TRUE(made.error().message.starts_with(begin)) << made.error().message;
    EXPECT_NE(made.error().message.find("`bankloom doctor --fetch`"), std::string::npos) << made.error().message;
  };
  lacks(request("good", "2"), "the kernel with these values needs NVIDIA's compiler");
  lacks(request("goods", "1"), "the kernel with these values needs NVIDIA's compiler");
  CompileRequest other = request("good", "1");
  other.architecture = "compute_75";
  lacks(other, "the kernel with these values needs NVIDIA's compiler");
  other = request("good", "1");
  other.instantiate = "k<int>";
  other.is_own = true;
  lacks(other, "this code needs NVIDIA's compiler");
}

TEST_F(PackTest, SaysWhereItComesFrom) {
  const auto packed = compiler(content_);
  const std::string text = packed->describe();
  EXPECT_NE(text.find("lessons.ptx.z, made with NVRTC 99.0 (-lineinfo) of 3 kernels; "), std::string::npos) << text;
  const auto architectures = packed->architectures();
  ASSERT_TRUE(architectures);
  EXPECT_EQ(*architectures, std::vector<std::string>{"compute_90"});
}

TEST_F(PackTest, WhatIsNotRightCostsOneSentence) {
  EXPECT_EQ(refused(content_), "");
  EXPECT_NE(refused("").find("holds no compiled lessons"), std::string::npos);
  EXPECT_NE(refused("PK" + content_).find("holds no compiled lessons"), std::string::npos);
  std::string older = content_;
  older.replace(older.find('1'), 1, "0");
  EXPECT_NE(refused(older).find("belongs to another version of bankloom"), std::string::npos);
  // Wherever it ends, taken every few bytes.
  for (std::size_t size = 0; size < content_.size(); size += 7) {
    EXPECT_NE(refused(content_.substr(0, size)), "") << size << " of " << content_.size() << " bytes";
  }
  EXPECT_NE(refused(content_.substr(0, content_.size() - 1)).find("is incomplete"), std::string::npos);
  // Whatever byte of the compressed texts is another: the right answer or a sentence, as the part is asked for or not.
  const std::size_t parts = content_.find('\n', content_.find('\n') + 1) + 1;
  unsigned damaged = 0;
  for (std::size_t at = parts; at < content_.size(); at += 7) {
    std::string other = content_;
    other[at] = static_cast<char>(other[at] ^ 0x10);
    damaged += refused(other).find("is damaged") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(damaged, 5U);
}

TEST_F(PackTest, WithoutTheFileTheOtherCompilerAnswers) {
  const auto packed = make_packed_compiler(std::make_unique<NoCompiler>(), folder_.path() / "none");
  EXPECT_EQ(packed->compile(request("good", "0")).error().message, "there is no compiler");
  EXPECT_EQ(packed->describe(), "there is no compiler");
  EXPECT_FALSE(packed->architectures());
}

}  // namespace
}  // namespace bankloom::test
