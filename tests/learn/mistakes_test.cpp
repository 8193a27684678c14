// Every mistake that is recognised: the wrong answer that it leads to, worked out by hand, and the sentence it gets.
#include <gtest/gtest.h>

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

std::vector<Case> number_cases() {
  return {
      // Eight lanes each read words 0, 16, 32 and 48, of banks 0, 16, 0, 16: two words in bank 0, but 16 lanes.
      {Mistake::broadcast_counted,
       kShared,
       "wavefronts",
       {2},
       {16},
       "In bank 0, lanes 0-7 read the same word: one wavefront serves all of them, so they do not conflict."},
      // A row: byte addresses 0, 4, ... 124 as word numbers fall on banks 0, 4, ... 28, four on each.
      {Mistake::bytes_as_words,
       "square/setRowReadRow\nat line 9 load",
       "wavefronts",
       {1},
       {4},
       "Banks are counted in words of 4 bytes, not in bytes: lane 1 is at byte 4, which lies in word 1."},
      // With rows of 33 words a column lies in 32 banks, with rows of 32 in one.
      {Mistake::padding_forgotten,
       "square/setRowReadCol IPAD=1\nat line 9 load",
       "wavefronts",
       {1},
       {32},
       "You left out the padding: with it a row of tile is 33 elements long, not 32."},
      // Each half-warp finds its column in one of 16 banks: 16 wavefronts, of which 15 are conflicts, and that twice.
      {Mistake::half_warps,
       kColumn,
       "conflicts",
       {31},
       {30},
       "GPUs before 2010 had half-warps and 16 banks: here a request has all 32 lanes, and there are 32 banks."},
      // Lanes 16 bytes apart: of banks of 8 bytes every other is asked for two words; of banks of 4 bytes every fourth
      // for four.
      {Mistake::usual_banks,
       "machines/strideOfWords STRIDE=4 machine=cc3.x-8byte\nat line 7 load",
       "conflicts",
       {1},
       {3},
       "This machine does not have 32 banks of 4 bytes: it has 32 banks of 8 bytes."},
      // 32 warps have 31 conflicts each.
      {Mistake::between_warps,
       kColumn,
       "conflicts",
       {31},
       {992},
       "You counted several warps together: each warp makes its own requests, and this one comes from warp 0 alone."},
      // The store takes one wavefront, the load two.
      {Mistake::between_instructions,
       "threads/everyOther\nat line 9 load",
       "wavefronts",
       {2},
       {3},
       "You counted several instructions together: the load in line 9 makes its own request."},
      // Both halves of a warp have doubles in all banks: two phases without a conflict, or two words in each bank.
      {Mistake::phases_forgotten,
       "elements/doublePerLane\nat line 7 load",
       "conflicts",
       {0},
       {1},
       "Elements of 8 bytes are served in 2 phases of 16 lanes: only the lanes of one phase can conflict."},
      // A row in the place of the column.
      {Mistake::x_and_y_exchanged,
       kColumn,
       "wavefronts",
       {32},
       {1},
       "Row and column are swapped: lane 1 is at tile[1][0], not at tile[0][1]."},
      // Every other word: 16 banks, two words in each.
      {Mistake::even_stride,
       "threads/everyOther\nat line 9 load",
       "wavefronts",
       {2},
       {32},
       "An even distance does not always lead to one bank: neighbouring lanes are 2 words apart here, and together "
       "they use 16 banks."},
      // 10 lanes, 10 words apart, are in 10 banks; 32 such lanes would be in the 16 even ones.
      {Mistake::full_warp,
       "machines/tenBanks\nat line 10 load",
       "wavefronts",
       {1},
       {2},
       "The warp is not full: only 10 lanes take part."},
      // 128 neighbouring bytes: four sectors, one line, 32 lanes.
      {Mistake::lines_as_sectors,
       "coalescing/addStrided\nat line 5 load",
       "sectors",
       {4},
       {1},
       "Those are lines of 128 bytes: a sector has 32."},
      {Mistake::lane_by_lane,
       "coalescing/addStrided\nat line 5 load",
       "sectors",
       {4},
       {32},
       "Not every lane takes a sector of its own: lanes 0 and 1 access one sector of 32 bytes."},
      {Mistake::lane_by_lane,
       "rectangular/setRowReadRow BDIMX=12 BDIMY=8\nat line 9 load",
       "wavefronts",
       {1},
       {32},
       "Not every lane waits for every other: lane 0 is in bank 0 and lane 1 in bank 1, and different banks work at "
       "the same time."},
      {Mistake::conflicts_for_wavefronts,
       kColumn,
       "wavefronts",
       {32},
       {31},
       "Those are only the bank conflicts: the request takes a wavefront even without any."},
      {Mistake::conflicts_for_wavefronts,
       kColumn,
       "conflicts",
       {31},
       {32},
       "Those are all the wavefronts: the first one of the request is not a conflict."},
      // Two phases of 16 doubles, 16 bytes apart: two words in each bank of a phase.
      {Mistake::conflicts_for_wavefronts,
       "elements/doublePerLane STRIDE=2\nat line 7 load",
       "wavefronts",
       {4},
       {2},
       "Those are only the bank conflicts: each phase takes a wavefront even without any."},
      // Transactions are a mean, here of 32 equal requests.
      {Mistake::half_warps,
       "square/setRowReadColPad IPAD=6\nat line 9 load",
       "transactions",
       {2},
       {4},
       "GPUs before 2010 had half-warps and 16 banks: here a request has all 32 lanes, and there are 32 banks."},
      // Not recognised.
      {Mistake::other,
       kColumn,
       "wavefronts",
       {32},
       {7},
       "Look for the bank that is asked for the most different words: a phase takes a wavefront for each of them."},
      {Mistake::other,
       kColumn,
       "conflicts",
       {31},
       {7},
       "Look for the bank that is asked for the most different words: in each phase, every word of it after the first "
       "is a bank conflict."},
      {Mistake::other,
       "coalescing/addStrided\nat line 5 load",
       "sectors",
       {4},
       {7},
       "Global memory is moved in sectors of 32 bytes: count those in which any lane has a byte."},
      {Mistake::other,
       "coalescing/addStrided\nat line 5 load",
       "transactions",
       {4},
       {7},
       "Global memory is moved in sectors of 32 bytes: count those in which any lane has a byte."},
  };
}

std::vector<Case> place_cases() {
  const std::string bank_of_lane = "square/setRowReadColDynPad IPAD=3\nat line 11 load warp 4";
  const std::string rectangle = "rectangular/setRowReadColPad IPAD=2\nat line 11 load";
  const std::string column = "square/setColReadRow BDIMX=6 BDIMY=6\nat line 7 store warp 1";
  return {
      // tile[9][4] of rows of 35 words: word 319, byte 1276; bank 31.
      {Mistake::lane_as_bank,
       bank_of_lane,
       "bank\nlane: 9",
       {31},
       {9},
       "A lane's number is not its bank: lane 9 reads byte 1,276, and the word that lies there decides."},
      // 1276 modulo 32.
      {Mistake::bytes_as_words,
       bank_of_lane,
       "bank\nlane: 9",
       {31},
       {28},
       "Banks are counted in words of 4 bytes, not in bytes: divide byte 1,276 by 4 first."},
      // 319 modulo 16.
      {Mistake::half_warps,
       bank_of_lane,
       "bank\nlane: 9",
       {31},
       {15},
       "GPUs before 2010 had 16 banks: this machine has 32."},
      // tile[4][9]: word 149.
      {Mistake::x_and_y_exchanged,
       bank_of_lane,
       "bank\nlane: 9",
       {31},
       {21},
       "Row and column are swapped: lane 9 is at tile[9][4], not at tile[4][9]."},
      {Mistake::other,
       bank_of_lane,
       "bank\nlane: 9",
       {31},
       {7},
       "Divide the byte address by 4: the remainder of that divided by 32 is the bank."},
      // tile[3][5] of rows of 34 words: word 107, bank 11. Of rows of 32: 101. Columns of 16 + 2 words: 5 * 18 + 3
      // = 93.
      {Mistake::padding_forgotten,
       rectangle,
       "bank\ncell: 3 5",
       {11},
       {5},
       "You left out the padding: with it a row of tile is 34 elements long, not 32."},
      {Mistake::padding_of_rows,
       rectangle,
       "bank\ncell: 3 5",
       {11},
       {29},
       "The padding lengthens the rows of tile, not its columns: tile[1][0] lies 34 elements after tile[0][0]."},
      // 5 * 34 + 3 = 173.
      {Mistake::x_and_y_exchanged,
       rectangle,
       "bank\ncell: 3 5",
       {11},
       {13},
       "The first index is the row: tile[3][5] is in row 3, column 5."},
      // Word 34 of 10 banks.
      {Mistake::usual_banks,
       "machines/tenBanks machine=didactic10\nat line 10 load",
       "bank\ncell: 3 4",
       {4},
       {2},
       "This machine does not have 32 banks of 4 bytes: it has 10 banks of 4 bytes."},
      // Lanes 16 to 23 are at word 32, of bank 0, too; the others of lane 3's group at its own word.
      {Mistake::broadcast_counted,
       kShared,
       "lanes\nlane: 3",
       {16, 17, 18, 19, 20, 21, 22, 23},
       {0, 1, 2, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23},
       "In bank 0, lanes 0-7 read the same word: one wavefront serves all of them, so they do not conflict."},
      // Down a column, 4 banks a row. Of 16 banks: every fourth lane, of the first half-warp.
      {Mistake::half_warps,
       "square/setColReadRow IPAD=4\nat line 7 store",
       "lanes\nlane: 5",
       {13, 21, 29},
       {1, 9, 13},
       "GPUs before 2010 had half-warps and 16 banks: here a request has all 32 lanes, and there are 32 banks."},
      // A row has no conflict.
      {Mistake::x_and_y_exchanged,
       "square/setColReadRow IPAD=4\nat line 7 store",
       "lanes\nlane: 5",
       {13, 21, 29},
       {},
       "Row and column are swapped: lane 5 is at tile[5][0], not at tile[0][5]."},
      // 16 bytes a lane, 8 lanes a phase: lanes 8, 16 and 24 are in lane 0's banks, in other phases.
      {Mistake::phases_forgotten,
       "elements/quadPerLane\nat line 14 load",
       "lanes\nlane: 0",
       {},
       {8, 16, 24},
       "Elements of 16 bytes are served in 4 phases of 8 lanes: only the lanes of one phase can conflict."},
      {Mistake::other,
       "square/setColReadRow IPAD=4\nat line 7 store",
       "lanes\nlane: 5",
       {13, 21, 29},
       {13, 14},
       "1 of these is right, 1 is not, and 2 are missing."},
      // x = 2 to 5 of y = 5, with x as the row; the other way round tile[5][2] to tile[5][5].
      {Mistake::x_and_y_exchanged,
       column,
       "cells",
       {17, 23, 29, 35},
       {32, 33, 34, 35},
       "Row and column are swapped: lane 0 is at tile[2][5], not at tile[5][2]."},
      {Mistake::other, column, "cells", {17, 23, 29, 35}, {17, 0}, "1 of these is right, 1 is not, and 3 are missing."},
      // Warp 0 reads tile[0][0] and tile[1][0] of rows of 16.
      {Mistake::between_warps,
       "threads/firstOfRow\nat line 9 load warp 1",
       "cells",
       {32, 48},
       {0, 16, 32, 48},
       "You counted several warps together: each warp makes its own requests, and this one comes from warp 1 alone."},
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
       "Without padding 992 bank conflicts are left: every row begins in the same bank."},
      {Mistake::bytes_as_words,
       square,
       "padding",
       {1},
       {4},
       "The padding is counted in elements of 4 bytes, not in bytes."},
      // Rows of 34 words: each of 32 loads finds two words in a bank.
      {Mistake::other, square, "padding", {1}, {2}, "With that padding 32 bank conflicts are left."},
      {Mistake::other, square, "padding", {1}, {3}, "That works, but less padding works, too."},
      {Mistake::other, square, "padding", {1}, {34}, "The kernel does not allow that much padding."},
      // Four rows, of which a warp reads eight columns: the next row must begin 8 banks further on. If rows had as many
      // elements as there are rows, 4 + 4 would do. With rows of 36 words two rows overlap, in each of four loads.
      {Mistake::padding_of_rows,
       "rectangular/setRowReadCol BDIMY=4\nat line 11 load",
       "padding",
       {8},
       {4},
       "That would do for rows of 4 elements, but the rows of tile have 32: with it 4 bank conflicts are left."},
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
       "The bank conflicts do cost time here: the kernel takes 125 % longer than without them, " + kH200},
      {Mistake::always_costs,
       "swizzle/ldmatrix",
       "time",
       {0},
       {1},
       "The bank conflicts cost no time that could be measured here, " + kH200},
      {Mistake::chosen,
       kColumn,
       "choice\n- A | wavefronts == 1\nno: It takes {wavefronts}.\n- B | wavefronts > 1",
       {1},
       {0},
       "It takes 32."},
  };
}

std::vector<Case> all_cases() {
  std::vector<Case> all = number_cases();
  for (const auto& some : {place_cases(), kernel_cases()}) all.insert(all.end(), some.begin(), some.end());
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
