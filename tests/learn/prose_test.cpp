// What a lesson's text may have, and what becomes of it.
#include "core/learn/prose.h"

#include <gtest/gtest.h>

#include "core/learn/run_numbers.h"
#include "core/wording/question_text.h"

namespace bankloom::learn {
namespace {

Prose prose_of(std::string_view text) {
  auto prose = read_prose(text, "f.md", 1);
  EXPECT_TRUE(prose) << prose.error().message;
  return prose ? *std::move(prose) : Prose{};
}

TEST(Prose, HasWordsCodeTermsAndNumbers) {
  EXPECT_EQ(prose_of("A *row* has {words:# word|# words} of a [bank conflict](#bank-conflict) in `line 9`\nand on."),
            (Prose{{PartKind::words, "A ", ""},
                   {PartKind::strong, "row", ""},
                   {PartKind::words, " has ", ""},
                   {PartKind::number, "# word|# words", "words"},
                   {PartKind::words, " of a ", ""},
                   {PartKind::term, "bank conflict", "bank conflict"},
                   {PartKind::words, " in ", ""},
                   {PartKind::code, "line 9", ""},
                   {PartKind::words, " and on.", ""}}));
  EXPECT_EQ(prose_of("{wavefronts}"), (Prose{{PartKind::number, "", "wavefronts"}}));
  // Code is not looked into.
  EXPECT_EQ(prose_of("`{a}`"), (Prose{{PartKind::code, "{a}", ""}}));
}

TEST(Prose, ALinesEndIsABlankButBesideChineseCharacters) {
  EXPECT_EQ(prose_of("a\nb"), (Prose{{PartKind::words, "a b", ""}}));
  EXPECT_EQ(prose_of("`a`\n*b*"),
            (Prose{{PartKind::code, "a", ""}, {PartKind::words, " ", ""}, {PartKind::strong, "b", ""}}));
  EXPECT_EQ(prose_of("每个线程\n读一个。\n再读"), (Prose{{PartKind::words, "每个线程读一个。再读", ""}}));
  EXPECT_EQ(prose_of("*线程*\n`a`\n。"),
            (Prose{{PartKind::strong, "线程", ""}, {PartKind::code, "a", ""}, {PartKind::words, "。", ""}}));
}

TEST(Prose, ANumberTakesTheFormThatFits) {
  const Prose prose = prose_of("{n:# word|# words}, {m}, {unknown}");
  EXPECT_EQ(prose_text(prose, {{"n", 1}, {"m", 5.0 / 3}}).str(), "1 word, 1.67, {unknown}");
  EXPECT_EQ(prose_text(prose, {{"n", 2}, {"m", 4096}}).str(), "2 words, 4,096, {unknown}");
  EXPECT_EQ(prose_text(prose_of("in `line 9`"), {}, true).str(), "in `line 9`");
  EXPECT_EQ(prose_text(prose_of("in `line 9`"), {}).str(), "in line 9");
}

TEST(Prose, ANameInCodeLightsWhatItNames) {
  EXPECT_EQ(named_by("line 9"), (Named{.line = 9}));
  EXPECT_EQ(named_by("lane 5"), (Named{.lanes = 0x20}));
  EXPECT_EQ(named_by("lanes 0 to 7"), (Named{.lanes = 0xff}));
  EXPECT_EQ(named_by("lanes 30 to 31"), (Named{.lanes = 0xc0000000}));
  EXPECT_EQ(named_by("warp 2"), (Named{.warp = 2}));
  EXPECT_EQ(named_by("bank 0"), (Named{.bank = 0}));
  EXPECT_EQ(named_by("tile[3][0]"), (Named{.row = 3, .column = 0}));
  for (const char* const code : {"lane 32", "lanes 7 to 0", "line", "line x", "line 9b", "tile[3]", "tile[3][y]",
                                 "[3][0]", "tile[3][0] = 1", "threadIdx.x", "", "warp -1"}) {
    EXPECT_FALSE(named_by(code)) << code;
  }
}

TEST(Prose, NumbersThatARunDecidesAreNotTyped) {
  const std::pair<const char*, const char*> typed[] = {
      {"It takes 32 wavefronts.", "32"}, {"It takes two wavefronts.", "two"},   {"Thirty-one conflicts.", "Thirty"},
      {"It has *four* phases.", "four"}, {"There are zero conflicts.", "zero"}, {"By twos and tens.", "twos"},
      {"In the [8 banks](#bank).", "8"}, {"A row of 132 lanes.", "132"},        {"It takes 32 of 64 cycles.", "32"},
      {"The 2nd word.", "2nd"}};
  for (const auto& [text, word] : typed) EXPECT_EQ(typed_number(prose_of(text)), word) << text;
  for (const char* const text :
       {"A warp has 32 lanes, or 32 threads.", "All 32 banks have words of 4 bytes.", "A sector of 32 bytes.",
        "A line of 128 bytes.", "In `line 9`, `31` and `tile[3][0]`.", "It takes {wavefronts} and {n:# a|# b}.",
        "The first one waits for both, and each for none.", "Someone often weighs tension."}) {
    EXPECT_FALSE(typed_number(prose_of(text))) << text;
  }
}

TEST(Prose, SentencesEndWithAStop) {
  EXPECT_EQ(sentence_count(prose_of("One. Two? `a.b c.` is code! The last")), 3U);
  EXPECT_EQ(sentence_count(prose_of("It is {n}. And `x`.")), 2U);
}

struct Refused {
  const char* text;
  const char* message;
};
void PrintTo(const Refused& refused, std::ostream* out) { *out << refused.text; }

class RefusedMarkdown : public testing::TestWithParam<Refused> {};

TEST_P(RefusedMarkdown, SaysWhereAndWhy) {
  const auto blocks = read_markdown(GetParam().text, "f.md");
  ASSERT_FALSE(blocks);
  EXPECT_EQ(blocks.error().message, GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedMarkdown,
    testing::Values(
        Refused{"# T\n\ntext\n\n- a list\n",
                "f.md:3: a lesson has headings, paragraphs, fenced blocks and numbered lists, and nothing else"},
        Refused{"a\n\n> quoted\n",
                "f.md:1: a lesson has headings, paragraphs, fenced blocks and numbered lists, and nothing else"},
        Refused{"![picture](a.png)\n",
                "f.md:1: the text has what a lesson cannot show: only code, bold words and links to terms are allowed"},
        Refused{"one\ntwo [a](http://b)\n", "f.md:2: a link leads to a term of the glossary: #bank"},
        Refused{"one\n\n{wavefronts\n", "f.md:3: '{' is not closed: a number is written {wavefronts}"}));

TEST(Markdown, BlocksKnowTheirLines) {
  const auto blocks =
      read_markdown("# T\n\na\nb\n\n```scene\n\n  x\ny\n```\n\n1. one\n2. two\n\n```\n```\n", "f.md", 11);
  ASSERT_TRUE(blocks) << blocks.error().message;
  std::vector<std::pair<Block::Kind, unsigned>> found;
  for (const Block& block : *blocks) found.emplace_back(block.kind, block.line);
  using enum Block::Kind;
  EXPECT_EQ(found, (std::vector<std::pair<Block::Kind, unsigned>>{
                       {heading, 11}, {paragraph, 13}, {fence, 17}, {item, 22}, {item, 23}, {fence, 23}}));
  EXPECT_EQ((*blocks)[2].info, "scene");
  EXPECT_EQ((*blocks)[2].text, "\n  x\ny\n");
  EXPECT_EQ((*blocks)[0].level, 1U);
}

}  // namespace
}  // namespace bankloom::learn
