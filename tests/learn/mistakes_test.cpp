// Everything that a wrong answer can be: worked out by hand, and the sentence it gets; and those of which nothing is
// certain.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "core/wording/question_text.h"
#include "lesson_fixture.h"

namespace bankloom::test {
namespace {

using learn::Answer;
using learn::Asked;
using learn::Mistake;

struct Case {
  Mistake mistake;
  std::string scene, question;
  Answer right, wrong;
  std::string reply;
};
void PrintTo(const Case& one, std::ostream* out) { *out << learn::mistake_name(one.mistake) << ": " << one.scene; }

const std::string kShared = "elements/multicast SHARE=8 STRIDE=16\nat line 7 load";
const std::string kOrder =
    "order\nby: kernel_wavefronts\n- square/setRowReadCol\n- square/setRowReadRow\n- square/setColReadCol";
const std::string kH200 = "recorded on NVIDIA H200, 2026-11-22.";

const std::string kBusiest =
    "Look for the bank that is asked for the most different words: each of them takes a wavefront.";
const std::string kCountWords =
    "Count the words that lie before it, from bank 0 on: every 32 words the banks begin again with bank 0.";

std::vector<Case> count_cases() {
  return {
      // Eight lanes each read words 0, 16, 32 and 48, of banks 0, 16, 0, 16: two words in bank 0, but 16 lanes.
      {Mistake::broadcast_counted,
       kShared,
       "wavefronts",
       {2},
       {16},
       "In bank 0, lanes 0-7 read the same word: one wavefront serves all of them, so they do not conflict."},
      // Rows of 17 words part the lanes of a column; rows of 16 bring them to two banks.
      {Mistake::padding_forgotten,
       "rectangular/setColReadCol IPAD=1\nat line 9 load",
       "conflicts",
       {0},
       {15},
       "That would be right if a row of tile had 16 elements, but it has 17."},
      // Lanes 16 bytes apart: of banks of 8 bytes every other is asked for two words; of banks of 4 bytes every fourth
      // for four.
      {Mistake::usual_banks,
       "machines/strideOfWords STRIDE=4 machine=cc3.x-8byte\nat line 7 load",
       "conflicts",
       {1},
       {3},
       "This machine does not have 32 banks of 4 bytes: it has 32 banks of 8 bytes."},
      // The store goes down a column of rows of 36 words: 8 banks, four words in each.
      {Mistake::other_instruction,
       "square/setColReadRow IPAD=4\nat line 9 load",
       "wavefronts",
       {1},
       {4},
       "That is the answer for the store in line 7; the question is about the load in line 9."},
      // Every other word: 16 banks, two words in each.
      {Mistake::banks_counted,
       "threads/everyOther\nat line 9 load",
       "wavefronts",
       {2},
       {16},
       "That is how many banks are accessed. They work at the same time, so what counts is the busiest one."},
      // Words 0, 16, 32 and 48, two of them in each of two banks.
      {Mistake::words_counted,
       kShared,
       "conflicts",
       {1},
       {4},
       "That is how many different words the request touches. Different banks work at the same time, so what counts is "
       "the busiest one."},
      {Mistake::lane_by_lane,
       "rectangular/setRowReadRow BDIMX=12 BDIMY=8\nat line 9 load",
       "wavefronts",
       {1},
       {32},
       "Not every lane waits for every other: lane 0 is in bank 0 and lane 1 in bank 1, and different banks work at "
       "the same time."},
      {Mistake::lane_by_lane,
       "elements/quadPerLane\nat line 14 load",
       "wavefronts",
       {4},
       {32},
       "Not every lane waits for every other: lane 0 needs banks 0 to 3 and lane 1 banks 4 to 7, and different banks "
       "work at the same time."},
      {Mistake::conflicts_for_wavefronts,
       kColumn,
       "wavefronts",
       {32},
       {31},
       "Those are only the bank conflicts: the first wavefront of the request counts, too."},
      {Mistake::conflicts_for_wavefronts,
       kColumn,
       "conflicts",
       {31},
       {32},
       "Those are the wavefronts: the first wavefront of the request is not a conflict."},
      // Two groups of 16 doubles.
      {Mistake::conflicts_for_wavefronts,
       "elements/doublePerLane\nat line 7 load",
       "conflicts",
       {0},
       {2},
       "Those are the wavefronts: the first wavefront of each group of lanes that is served together is not a "
       "conflict."},
      // Transactions are a mean, here of 32 equal requests.
      {Mistake::not_divided,
       "square/setRowReadColPad IPAD=6\nat line 9 load",
       "transactions",
       {2},
       {64},
       "That is the sum over all requests of the line: divide it by their number."},
      // 24 threads wide and 16 high: 12 warps.
      {Mistake::requests_counted,
       "declarations/dynamicExtern BDIMX=24\nat line 11 load",
       "transactions",
       {2},
       {12},
       "That is the number of requests that the line makes, not what each of them takes."},
  };
}

std::vector<Case> sector_cases() {
  const std::string load = "coalescing/addStrided\nat line 5 load";
  const std::string hint = "Global memory is moved in sectors of 32 bytes: count those in which any lane has a byte.";
  return {
      // 128 neighbouring bytes: four sectors, one line, 32 lanes.
      {Mistake::lines_as_sectors, load, "sectors", {4}, {1}, "Those are lines of 128 bytes: a sector has 32."},
      {Mistake::bytes_counted, load, "sectors", {4}, {128}, "That is the number of bytes: a sector has 32."},
      {Mistake::lane_by_lane,
       load,
       "sectors",
       {4},
       {32},
       "Not every lane takes a sector of its own: lanes 0 and 1 access one sector of 32 bytes."},
      {Mistake::other, load, "sectors", {4}, {7}, hint},
      {Mistake::other, load, "transactions", {4}, {7}, hint},
      // Four lines, and four sectors if all of their bytes were used.
      {Mistake::other, "coalescing/addStrided STRIDE=4\nat line 5 load", "sectors", {16}, {4}, hint},
      // Half a warp takes two; four are what a whole one takes, and what warp 0 does.
      {Mistake::other, "coalescing/swapWithShared N=48\nat line 5 load warp 1", "sectors", {2}, {4}, hint},
  };
}

/// Numbers of which nothing is certain.
std::vector<Case> other_cases() {
  return {
      {Mistake::other, kColumn, "wavefronts", {32}, {7}, kBusiest},
      {Mistake::other,
       kColumn,
       "conflicts",
       {31},
       {7},
       "Look for the bank that is asked for the most different words: each of them after the first is a bank "
       "conflict."},
      {Mistake::other,
       "elements/quadPerLane\nat line 14 load",
       "wavefronts",
       {4},
       {7},
       "Not all lanes are served at once: count for each group that is served together, then add up. " + kBusiest},
      // Lanes that count are merged, others take turns.
      {Mistake::other, "swizzle/histogram SAME=8\nat line 9 atomic warp 1", "wavefronts", {1}, {3}, kBusiest},
      {Mistake::other,
       "swizzle/weightedHistogram SAME=8\nat line 11 atomic warp 1",
       "wavefronts",
       {8},
       {3},
       "Look for the bank that the most lanes update: each of these lanes takes a wavefront."},
      // One wavefront is what a request without conflicts takes, and is the number of conflicts, too.
      {Mistake::other, "threads/everyOther\nat line 9 load", "wavefronts", {2}, {1}, kBusiest},
      // What the store takes that goes along the row, and what any request takes that has no conflict.
      {Mistake::other, kColumn, "wavefronts", {32}, {1}, kBusiest},
      // Lanes, and what rows without padding would make of them.
      {Mistake::other, "square/setRowReadCol IPAD=1\nat line 9 load", "wavefronts", {1}, {32}, kBusiest},
      // Numbers of GPUs before 2010, of strides and of bytes, which nobody need have thought of.
      {Mistake::other,
       kColumn,
       "conflicts",
       {31},
       {30},
       "Look for the bank that is asked for the most different words: each of them after the first is a bank "
       "conflict."},
      {Mistake::other, "square/setRowReadRow\nat line 9 load", "wavefronts", {1}, {4}, kBusiest},
      {Mistake::written, kColumn, "wavefronts\nno: conflicts | Those are {conflicts}.", {32}, {31}, "Those are 31."},
  };
}

std::vector<Case> bank_cases() {
  const std::string of_lane = "square/setRowReadColDynPad IPAD=3\nat line 11 load warp 4";
  const std::string first = "threads/firstOfRow\nat line 7 store";
  return {
      // tile[3][5] of rows of 16 words: word 53, byte 212, bank 21.
      {Mistake::column, first, "bank\ncell: 3 5", {21}, {5}, "5 is the column of tile[3][5], not its bank."},
      {Mistake::row, first, "bank\ncell: 3 5", {21}, {3}, "3 is the row of tile[3][5], not its bank."},
      {Mistake::word,
       first,
       "bank\ncell: 3 5",
       {21},
       {53},
       "53 is the number of the word: divide it by the 32 banks, and the remainder is the number of the bank."},
      {Mistake::byte,
       first,
       "bank\ncell: 3 5",
       {21},
       {212},
       "212 is the address of the first byte: a word has 4 bytes, and every 32 words the banks begin again."},
      {Mistake::bytes_as_words,
       first,
       "bank\ncell: 3 5",
       {21},
       {20},
       "Banks are counted in words of 4 bytes, not in bytes: divide byte 212 by 4 first."},
      {Mistake::other, first, "bank\ncell: 3 5", {21}, {7}, kCountWords},
      // There is no tile[5][3] in four rows: 16 * 5 + 3 is said to be nothing.
      {Mistake::other, first, "bank\ncell: 3 5", {21}, {19}, kCountWords},
      {Mistake::other, first, "bank\ncell: 3 5", {21}, {40}, "Banks are numbered 0 to 31."},
      // tile[9][4] of rows of 35 words: word 319, byte 1276; bank 31.
      {Mistake::lane_as_bank,
       of_lane,
       "bank\nlane: 9",
       {31},
       {9},
       "A lane's number is not its bank: lane 9 reads byte 1,276, and the word that lies there decides."},
      // 319 modulo 16, and 4: the column, and the bank in rows of 32 words.
      {Mistake::other, of_lane, "bank\nlane: 9", {31}, {15}, kCountWords},
      {Mistake::other, of_lane, "bank\nlane: 9", {31}, {4}, kCountWords},
      // tile[4][9]: word 149. The store of the lane goes there, too.
      {Mistake::x_and_y_exchanged,
       of_lane,
       "bank\nlane: 9",
       {31},
       {21},
       "Row and column are swapped: lane 9 is at tile[9][4], not at tile[4][9]."},
      // tile[9][0]: word 315.
      {Mistake::other_warp,
       of_lane,
       "bank\nlane: 9",
       {31},
       {27},
       "That is the answer for warp 0; the question is about the request of warp 4."},
      // tile[3][5] of rows of 34 words: word 107, bank 11; tile[5][3]: word 173. 5: the column, and 101 modulo 32.
      {Mistake::x_and_y_exchanged,
       "rectangular/setRowReadColPad IPAD=2\nat line 11 load",
       "bank\ncell: 3 5",
       {11},
       {13},
       "That is the bank of tile[5][3]: the first index is the row."},
      {Mistake::other,
       "rectangular/setRowReadColPad IPAD=2\nat line 11 load",
       "bank\ncell: 3 5",
       {11},
       {5},
       kCountWords},
      // Rows of 17 words: word 56. Of rows of 16: 53.
      {Mistake::padding_forgotten,
       "rectangular/setColReadCol IPAD=1\nat line 9 load",
       "bank\ncell: 3 5",
       {24},
       {21},
       "That would be right if a row of tile had 16 elements, but it has 17."},
      // Word 34 of 10 banks.
      {Mistake::usual_banks,
       "machines/tenBanks machine=didactic10\nat line 10 load",
       "bank\ncell: 3 4",
       {4},
       {2},
       "This machine does not have 32 banks of 4 bytes: it has 10 banks of 4 bytes."},
  };
}

std::vector<Case> set_cases() {
  const std::string column = "square/setColReadRow BDIMX=6 BDIMY=6\nat line 7 store warp 1";
  const std::string eighths = "square/setColReadRow IPAD=4\nat line 7 store";
  const std::string first = "threads/firstOfRow\nat line 9 load warp 1";
  return {
      // Lanes 16 to 23 are at word 32, of bank 0, too; the others of lane 3's group at its own word.
      {Mistake::broadcast_counted,
       kShared,
       "lanes\nlane: 3",
       {16, 17, 18, 19, 20, 21, 22, 23},
       {0, 1, 2, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23},
       "In bank 0, lanes 0-7 read the same word: one wavefront serves all of them, so they do not conflict."},
      // Down a column, 4 banks a row: every eighth lane.
      {Mistake::itself,
       eighths,
       "lanes\nlane: 5",
       {13, 21, 29},
       {5, 13, 21, 29},
       "Lane 5 itself does not count: a lane does not conflict with itself. All others are right."},
      {Mistake::other,
       eighths,
       "lanes\nlane: 5",
       {13, 21, 29},
       {5, 13, 14},
       "Lane 5 itself does not count: a lane does not conflict with itself. 1 of these is right, 1 is not, and 2 are "
       "missing."},
      {Mistake::other, eighths, "lanes\nlane: 5", {13, 21, 29}, {}, "There are 3."},
      {Mistake::other, eighths, "lanes\nlane: 5", {13, 21, 29}, {4}, "None of these is right."},
      {Mistake::other, eighths, "lanes\nlane: 5", {13, 21, 29}, {13, 21}, "2 of these are right, and 1 is missing."},
      {Mistake::other,
       eighths,
       "lanes\nlane: 5",
       {13, 21, 29},
       {4, 13, 21, 29},
       "All the right ones are among these, but 1 is wrong."},
      {Mistake::other,
       eighths,
       "lanes\nlane: 5",
       {13, 21, 29},
       {13, 14},
       "1 of these is right, 1 is not, and 2 are missing."},
      // 16 bytes a lane, 8 lanes served together: lanes 8, 16 and 24 are in lane 0's banks.
      {Mistake::phases_forgotten,
       "elements/quadPerLane\nat line 14 load",
       "lanes\nlane: 0",
       {},
       {8, 16, 24},
       "Not all lanes are served at once: lanes 0-7 are, and only these can conflict with each other."},
      // x = 2 to 5 of y = 5, with x as the row; the other way round tile[5][2] to tile[5][5], which the load reads.
      {Mistake::x_and_y_exchanged,
       column,
       "cells",
       {17, 23, 29, 35},
       {32, 33, 34, 35},
       "Row and column are swapped: lane 0 is at tile[2][5], not at tile[5][2]."},
      // Eight lanes from the right of the last row; 24 more would go on from there.
      {Mistake::full_warp,
       "threads/mirroredRows\nat line 9 load warp 1",
       "cells",
       {30, 31, 32, 33, 34, 35, 36, 37},
       [] {
         Answer cells(32);
         std::iota(cells.begin(), cells.end(), 6.0);
         return cells;
       }(),
       "The warp is not full: only 8 lanes take part."},
      {Mistake::other, column, "cells", {17, 23, 29, 35}, {0, 17}, "1 of these is right, 1 is not, and 3 are missing."},
      // Warp 0 reads tile[0][0] and tile[1][0] of rows of 16.
      {Mistake::between_warps,
       first,
       "cells",
       {32, 48},
       {0, 16, 32, 48},
       "You counted several warps together: each warp makes its own requests, and this one comes from warp 1 alone."},
      {Mistake::other_warp,
       first,
       "cells",
       {32, 48},
       {0, 16},
       "That is the answer for warp 0; the question is about the request of warp 1."},
  };
}

std::vector<Case> kernel_cases() {
  const std::string square = "square/setRowReadColDyn\nat line 11 load";
  return {
      {Mistake::padding_forgotten,
       square,
       "padding",
       {1},
       {0},
       "Without padding 992 bank conflicts are left: every row begins in the same bank as row 0."},
      // Rows of 36 words: each of 32 loads finds four words in a bank. Rows of 34: two.
      {Mistake::other,
       square,
       "padding",
       {1},
       {4},
       "With that padding 96 bank conflicts are left in all warps together."},
      {Mistake::other,
       square,
       "padding",
       {1},
       {2},
       "With that padding 32 bank conflicts are left in all warps together."},
      {Mistake::other, square, "padding", {1}, {3}, "That works, but less padding works, too."},
      {Mistake::other, square, "padding", {1}, {34}, "Fewer elements are enough."},
      // Four rows, of which a warp reads eight columns: the next row must begin 8 banks further on. With rows of 36
      // words two rows overlap, in each of four loads.
      {Mistake::other,
       "rectangular/setRowReadCol BDIMY=4\nat line 11 load",
       "padding",
       {8},
       {4},
       "With that padding 4 bank conflicts are left in all warps together."},
      {Mistake::other,
       "mistakes/paddedQuads IPAD=0\nat line 8 store",
       "padding",
       {8},
       {1},
       "With that padding wide elements do not begin at multiples of their size, which is a fault."},
      {Mistake::dearest_first,
       kColumn,
       kOrder,
       {1, 0, 2},
       {2, 0, 1},
       "That is the other way round: the cheapest comes first."},
      {Mistake::other, kColumn, kOrder, {1, 0, 2}, {0, 1, 2}, "The cheapest is a different one."},
      {Mistake::other, kColumn, kOrder, {1, 0, 2}, {1, 2, 0}, "The first one is right, but the next is not."},
      {Mistake::never_costs,
       "square/setColReadCol\nat line 9 load",
       "time",
       {1},
       {0},
       "One launch takes 125 % longer with the bank conflicts than without them, " + kH200 +
           " All readings: one launch: 125 % "
           "longer; the GPU filled: 18 % longer; one request after another: 219 % longer."},
      {Mistake::always_costs,
       "swizzle/ldmatrix",
       "time",
       {0},
       {1},
       "One launch does not take measurably longer with the bank conflicts than without them, " + kH200 +
           " All readings: one launch: no measurable difference; the GPU filled: no measurable difference; one request "
           "after another: 163 % longer."},
      // The conflicts are the store's; alone the load was timed, which has none.
      {Mistake::always_costs,
       "mistakes/paddedQuads IPAD=4\nat line 8 store",
       "time",
       {0},
       {1},
       "One launch does not take measurably longer with the bank conflicts than without them, " + kH200 +
           " All readings: one launch: no measurable difference; the GPU filled: no measurable difference. The clock "
           "of "
           "a launch moves in steps of about 0.03 µs, so a few wavefronts cannot be seen in it."},
      {Mistake::chosen,
       kColumn,
       "choice\n- A | wavefronts == 1\nno: It takes {wavefronts}.\n- B | wavefronts > 1",
       {1},
       {0},
       "It takes 32."},
  };
}

std::vector<Case> all_cases() {
  std::vector<Case> all = count_cases();
  for (const auto& some : {sector_cases(), other_cases(), bank_cases(), set_cases(), kernel_cases()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

class MistakeTest : public LearnTest, public testing::WithParamInterface<Case> {};

TEST_P(MistakeTest, IsRecognisedAndGetsItsSentence) {
  const Case& one = GetParam();
  const Asked asked = ask(one.scene, one.question);
  ASSERT_EQ(asked.right, one.right);
  const learn::WrongAnswer found = learn::recognise(asked, one.wrong);
  EXPECT_EQ(learn::mistake_name(found.mistake), learn::mistake_name(one.mistake));
  EXPECT_EQ(reply_text(asked, found).str(), one.reply);
}

INSTANTIATE_TEST_SUITE_P(All, MistakeTest, testing::ValuesIn(all_cases()));

using Replies = LearnTest;

TEST_F(Replies, ThatAreWrittenAreNumbersOfTheirOwn) {
  EXPECT_EQ(refused(kColumn, "wavefronts\nno: wavefronts | Ever."), "no: wavefronts is the right answer");
  EXPECT_EQ(refused(kColumn, "wavefronts\nno: 7 | Ever.\nno: 6 + 1 | Never."), "no: 7 is replied to twice");
  EXPECT_EQ(refused(kColumn, "wavefronts\nno: 7"), "own/lesson.md:15: a reply is written: no: NUMBER | SENTENCE");
  EXPECT_NE(refused(kColumn, "wavefronts\nno: wavefront | Never.").find("wavefront"), std::string::npos);
  // Before whatever else the number is.
  const Asked asked = ask(kColumn, "wavefronts\nno: conflicts | Written.");
  EXPECT_EQ(learn::recognise(asked, {31}).mistake, Mistake::written);
}

TEST_F(Replies, OfANumberThatIsTwoThingsAreNoneOfThem) {
  const Asked asked = ask("square/setRowReadCol IPAD=1\nat line 9 load", "wavefronts");
  for (const learn::WrongAnswer& one : asked.recognised) EXPECT_FALSE(learn::is_same(one.answer, {32}));
  EXPECT_NE(std::ranges::find(asked.ambiguous, Answer{32}), asked.ambiguous.end());
}

TEST(Mistakes, AreAllTried) {
  std::set<std::string_view> tried;
  for (const Case& one : all_cases()) tried.insert(learn::mistake_name(one.mistake));
  for (unsigned i = 0; i <= static_cast<unsigned>(Mistake::other); ++i) {
    EXPECT_TRUE(tried.contains(learn::mistake_name(static_cast<Mistake>(i))))
        << learn::mistake_name(static_cast<Mistake>(i));
  }
}

}  // namespace
}  // namespace bankloom::test
