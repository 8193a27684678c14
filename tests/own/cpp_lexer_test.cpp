// The rules by which every reader of a text cuts CUDA C++.
#include "core/own/cpp_lexer.h"

#include <gtest/gtest.h>

#include "core/own/own_text.h"

namespace bankloom::own {
namespace {

using Found = std::vector<std::string>;

/// The tokens as "kind text".
Found tokens(std::string_view text) {
  static constexpr std::array<const char*, 6> kNames = {"name", "number", "string", "mark", "comment", "directive"};
  Found found;
  for (const TextToken& token : cut(text)) {
    EXPECT_EQ(text.substr(token.begin, token.text.size()), token.text);
    found.push_back(std::string(kNames[static_cast<std::size_t>(token.kind)]) + " " + std::string(token.text));
  }
  return found;
}

TEST(CppLexer, NamesAndMarks) {
  EXPECT_EQ(tokens("a_1<<<$b>>>"),
            (Found{"name a_1", "mark <", "mark <", "mark <", "name $b", "mark >", "mark >", "mark >"}));
  EXPECT_EQ(tokens("\xc3\xa4x-1"), (Found{"name \xc3\xa4x", "mark -", "number 1"}));
}

TEST(CppLexer, Numbers) {
  EXPECT_EQ(tokens("1'000u .5f 1.5e-3f 0x1p-3"),
            (Found{"number 1'000u", "number .5f", "number 1.5e-3f", "number 0x1p-3"}));
  EXPECT_EQ(tokens("0xE+1"), (Found{"number 0xE", "mark +", "number 1"}));
  EXPECT_EQ(tokens("1-e"), (Found{"number 1", "mark -", "name e"}));
  EXPECT_EQ(tokens("1''"), (Found{"number 1", "string ''"}));
}

TEST(CppLexer, StringsWithTheirPrefixes) {
  EXPECT_EQ(tokens(R"("a \" // b" '\'' u8"c" L'd')"),
            (Found{R"(string "a \" // b")", R"(string '\'')", "string u8\"c\"", "string L'd'"}));
  EXPECT_EQ(tokens("F\"a\""), (Found{"name F", "string \"a\""}));
  EXPECT_EQ(tokens("\"a\\\nb\" c"), (Found{"string \"a\\\nb\"", "name c"}));
  EXPECT_EQ(tokens("\"not ended\nint"), (Found{"string \"not ended", "name int"}));
}

TEST(CppLexer, RawStringsEndWithTheirMark) {
  EXPECT_EQ(tokens("R\"x(a\n)\" \\)x\" b"), (Found{"string R\"x(a\n)\" \\)x\"", "name b"}));
  EXPECT_EQ(tokens("LR\"(\")\""), (Found{"string LR\"(\")\""}));
  // A name that ends in R is no prefix.
  EXPECT_EQ(tokens("FOR\"(a\" b"), (Found{"name FOR", "string \"(a\"", "name b"}));
  EXPECT_EQ(tokens("#define A R\"(\n#)\" int\nb"), (Found{"directive #define A R\"(\n#)\" int", "name b"}));
}

TEST(CppLexer, CommentsAndContinuedLines) {
  EXPECT_EQ(tokens("a // b \\\n c\nd"), (Found{"name a", "comment // b \\\n c", "name d"}));
  EXPECT_EQ(tokens("/*/ a */ b"), (Found{"comment /*/ a */", "name b"}));
  EXPECT_EQ(tokens("a \\\r\n # b"), (Found{"name a", "mark #", "name b"}));
}

TEST(CppLexer, DirectivesGoToTheEndOfTheirLine) {
  EXPECT_EQ(tokens("/* a */ # define B \\\n 2 /* c\n */ 3 // d\nint"),
            (Found{"comment /* a */", "directive # define B \\\n 2 /* c\n */ 3 ", "comment // d", "name int"}));
  EXPECT_EQ(tokens("#include \"a//b.h\"\n"), Found{"directive #include \"a//b.h\""});
  EXPECT_EQ(directive_word("# \\\n define A"), "define");
  EXPECT_EQ(directive_word("#"), "");
}

TEST(CppLexer, LinesCountWhatTokensRunOver) {
  std::vector<unsigned> lines;
  for (const TextToken& token : cut("a /* \n */ b\n#define C \\\n 1\nd \"e\\\nf\"\ng")) lines.push_back(token.line);
  EXPECT_EQ(lines, (std::vector<unsigned>{1, 1, 2, 3, 5, 5, 7}));
}

TEST(CppLexer, BracketsCloseAcrossOneAnother) {
  const auto code = cut_code("f(a[1] /* ) */, {2})\n#define D )\n;");
  ASSERT_EQ(code.size(), 12u);
  EXPECT_EQ(closing(code, 1), 10u);
  EXPECT_EQ(closing(code, 3), 5u);
  EXPECT_EQ(closing(cut("f(a"), 1), 3u);
}

TEST(CppLexer, CommasInBracketsAndTemplateArgumentsDoNotPart) {
  const auto parts = [](std::string_view text) {
    const auto code = cut_code(text);
    Found found;
    for (const TokenRange& one : at_commas(code, {0, code.size()})) {
      std::string& words = found.emplace_back();
      for (std::size_t at = one.first; at < one.last; ++at) words += code[at].text;
    }
    return found;
  };
  EXPECT_EQ(parts("f(a, b), k<c, 4>, {d, e}[1, 2]"), (Found{"f(a,b)", "k<c,4>", "{d,e}[1,2]"}));
  EXPECT_EQ(parts("a < b, c > d"), (Found{"a<b,c>d"})) << "as C++ would take it were a a template";
  EXPECT_EQ(parts("a < b, c"), (Found{"a<b", "c"}));
  EXPECT_EQ(parts("1, "), (Found{"1", ""}));
  EXPECT_EQ(parts("f(a, b"), (Found{"f(a,b"}));
  EXPECT_TRUE(parts("").empty());
}

TEST(CppLexer, TextsThatEndEarlyAreCutToTheirEnd) {
  for (const char* text :
       {"\"", "'", "/*", "R\"(", "R\"", "#define A \\\n", "\\", "__shared__ int a[", "__shared__", "__global__ void k(",
        "__global__", "}}}", "__shared__ int a[3}", "0x", "1e+", "__shared__ int"}) {
    std::size_t bytes = 0;
    for (const TextToken& token : cut(text)) bytes = std::max(bytes, token.begin + token.text.size());
    EXPECT_LE(bytes, std::string(text).size()) << text;
    EXPECT_TRUE(read_text_facts(text).kernels.empty()) << text;
  }
}

}  // namespace
}  // namespace bankloom::own
