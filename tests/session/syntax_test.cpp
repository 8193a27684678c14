// Which parts of a kernel's text are coloured as what.
#include "core/session/syntax.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/base/text_lines.h"

namespace bankloom {
namespace {

using Options = std::set<std::string, std::less<>>;

/// The tokens as "kind:text", blanks at their ends taken away, those of kind text left out.
std::vector<std::string> coloured(const std::string& text, const Options& options = {}) {
  static constexpr std::array<const char*, 8> kNames = {"text",   "keyword", "type",    "builtin",
                                                        "number", "string",  "comment", "macro"};
  std::vector<std::string> found;
  const std::vector<std::string> lines = split_lines(text);
  const auto tokens = tokenize(lines, options);
  EXPECT_EQ(tokens.size(), lines.size());
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (const Token& token : tokens[line]) {
      if (token.kind == TokenKind::text) continue;
      found.push_back(std::string(kNames[static_cast<std::size_t>(token.kind)]) + ":" +
                      lines[line].substr(token.begin, token.length));
    }
  }
  return found;
}
using Found = std::vector<std::string>;

TEST(Syntax, AKernelsLines) {
  EXPECT_EQ(coloured("__shared__ int tile[BDIMY][BDIMX + IPAD];", {"BDIMX", "BDIMY", "IPAD"}),
            (Found{"keyword:__shared__", "type:int", "macro:BDIMY", "macro:BDIMX", "macro:IPAD"}));
  EXPECT_EQ(coloured("unsigned idx = threadIdx.y * blockDim.x; __syncthreads();"),
            (Found{"type:unsigned", "builtin:threadIdx", "builtin:blockDim", "builtin:__syncthreads"}));
  EXPECT_EQ(coloured("atomicAdd(&tile[i], 2);"), (Found{"builtin:atomicAdd", "number:2"}));
}

TEST(Syntax, NamesThatOnlyLookLikeOthers) {
  EXPECT_EQ(coloured("int2 integer = format(interval, IPADDED);", {"IPAD"}), (Found{"type:int2"}));
  EXPECT_EQ(coloured("x1 = a.x;"), Found{});
}

TEST(Syntax, Numbers) {
  EXPECT_EQ(coloured("0x1F + 1.5e-3f - .5 * 1'000u"),
            (Found{"number:0x1F", "number:1.5e-3f", "number:.5", "number:1'000u"}));
  EXPECT_EQ(coloured("0xE+1"), (Found{"number:0xE", "number:1"}));
  EXPECT_EQ(coloured("1-e"), Found{"number:1"});
}

TEST(Syntax, CommentsRunOverLines) {
  EXPECT_EQ(coloured("a /* int\n  2 */ 3 // \"x\" /*\n4"),
            (Found{"comment:/* int", "comment:  2 */", "number:3", "comment:// \"x\" /*", "number:4"}));
  EXPECT_EQ(coloured("/*/ int */ 5"), (Found{"comment:/*/ int */", "number:5"}));
}

TEST(Syntax, StringsHideWhatIsInThem) {
  EXPECT_EQ(coloured(R"(f("a \" // int", '\'', 7))"), (Found{R"(string:"a \" // int")", R"(string:'\'')", "number:7"}));
  EXPECT_EQ(coloured("\"never closed"), Found{"string:\"never closed"});
}

TEST(Syntax, DirectivesGoOnAfterABackslash) {
  EXPECT_EQ(coloured("  # define WIDTH \\\n other\nplain"),
            (Found{"macro:# define", "macro:WIDTH", "macro:\\", "macro:other"}));
}

TEST(Syntax, RawStringsAndCommentsRunOverLines) {
  EXPECT_EQ(coloured("R\"(int\n\" 2)\" 3"), (Found{"string:R\"(int", "string:\" 2)\"", "number:3"}));
  EXPECT_EQ(coloured("// a \\\nint\nint"), (Found{"comment:// a \\", "comment:int", "type:int"}));
}

TEST(Syntax, DirectivesHaveTypesNumbersAndComments) {
  EXPECT_EQ(
      coloured("#define SIZE(x) (sizeof(int) * 4) /* a\nb */ + c // d"),
      (Found{"macro:#define", "macro:SIZE(x)", "macro:(", "keyword:sizeof", "macro:(", "type:int", "macro:)", "macro:*",
             "number:4", "macro:)", "comment:/* a", "comment:b */", "macro:+", "macro:c", "comment:// d"}));
}

TEST(Syntax, EmptyLinesHaveNoTokens) {
  EXPECT_TRUE(tokenize({}, {}).empty());
  EXPECT_EQ(tokenize({""}, {}), (std::vector<std::vector<Token>>(1)));
  EXPECT_EQ(tokenize({"", ""}, {}), (std::vector<std::vector<Token>>(2)));
}

TEST(Syntax, TokensCoverEveryLineWithoutGaps) {
  std::size_t kernels = 0;
  const std::filesystem::path folder = std::filesystem::path(BANKLOOM_SOURCE_DIR) / "kernels";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".cu") continue;
    ++kernels;
    std::ifstream file(entry.path());
    const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const std::vector<std::string> lines = split_lines(text);
    const auto tokens = tokenize(lines, {"IPAD"});
    ASSERT_EQ(tokens.size(), lines.size());
    for (std::size_t line = 0; line < lines.size(); ++line) {
      std::size_t end = 0;
      for (const Token& token : tokens[line]) {
        EXPECT_EQ(token.begin, end) << entry.path() << ":" << line + 1;
        EXPECT_GT(token.length, 0u);
        end = token.begin + token.length;
      }
      EXPECT_EQ(end, lines[line].size()) << entry.path() << ":" << line + 1;
    }
  }
  EXPECT_GT(kernels, 10u);
}

}  // namespace
}  // namespace bankloom
