// Questions of each kind, their right answers counted by hand, and what people type for an answer.
#include "core/learn/question.h"
#include "core/learn/subject.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "core/base/language.h"
#include "core/wording/question_text.h"
#include "lesson_fixture.h"

namespace bankloom::test {
namespace {

using learn::Answer;
using learn::answer_from_text;
using learn::Asked;

class QuestionTest : public LearnTest {
 protected:
  /// "4 bank conflicts", or what is wrong.
  static Answer typed(const Asked& asked, std::string_view text) {
    const auto answer = answer_from_text(asked, text);
    EXPECT_TRUE(answer) << text << ": " << answer.error().message;
    return answer ? *answer : Answer{-1};
  }
  static std::string refused_answer(const Asked& asked, std::string_view text) {
    const auto answer = answer_from_text(asked, text);
    EXPECT_FALSE(answer) << text;
    return answer ? "" : answer.error().message;
  }
};

TEST_F(QuestionTest, NumbersOfReuseAndOfResidentBlocks) {
  const auto of = [&](const std::string& kernel, const OptionValues& options, const char* name) {
    const auto made = run(kernel, options);
    return made ? learn::number_of(learn::numbers_of(*made), name).value_or(-1) : -1;
  };
  EXPECT_EQ(of("reuse/matmulNaive", {}, "fetches"), 64);
  EXPECT_EQ(of("reuse/matmulNaive", {}, "fetched_bytes_per_multiply_add"), 8);
  EXPECT_EQ(of("reuse/matmulNaive", {}, "shared_loads_per_multiply_add"), 0);
  EXPECT_EQ(of("reuse/matmulTile", {}, "fetches"), 2);
  EXPECT_EQ(of("reuse/matmulTile", {}, "shared_loads_per_multiply_add"), 2);
  EXPECT_EQ(of("reuse/matmulRegisters", {{"R", "4"}}, "shared_loads_per_multiply_add"), 0.5);
  EXPECT_EQ(of("waiting/howManyFit", {{"BYTES", "58368"}}, "resident_blocks"), 3);
  EXPECT_EQ(of("waiting/howManyFit", {{"BYTES", "58368"}}, "resident_warps"), 24);
  EXPECT_EQ(of("square/setRowReadCol", {}, "fetches"), -1) << "it has no input";
}

TEST_F(QuestionTest, TimesAreThoseOfTheSizeThatWasMeasured) {
  // Its defaults are emulated with few elements, and recorded for the GPU with more.
  const Asked order = ask("waiting/stream1\nat line 8 load",
                          "order\nby: time_us\n- waiting/stream1 BLOCKS=1\n- waiting/stream8 BLOCKS=1");
  EXPECT_EQ(order.right, (Answer{1, 0}));
  sources.time = {};
  EXPECT_NE(refused("waiting/stream1\nat line 8 load",
                    "order\nby: time_us\n- waiting/stream1 BLOCKS=1\n- waiting/stream8 BLOCKS=1"),
            "");
}

TEST_F(QuestionTest, Wavefronts) {
  // Rows of 32 words: 32 words of one column lie in one bank.
  EXPECT_EQ(ask(kColumn, "wavefronts").right, (Answer{32}));
  // Rows of 34 words: the column comes to every other bank, twice to each.
  const Asked asked = ask("square/setRowReadCol IPAD=2\nat line 9 load", "wavefronts");
  EXPECT_EQ(asked.right, (Answer{2}));
  EXPECT_EQ(answer_text(asked, asked.right).str(), "2 wavefronts");
  EXPECT_EQ(right_text(asked).str(), "Right: 2 wavefronts. So it is.");
  EXPECT_EQ(typed(asked, " 2 "), asked.right);
  for (const char* const text : {"", "two", "1.5", "-2", "2 2", "1e300", "inf", "nan", "0x2"}) {
    EXPECT_EQ(refused_answer(asked, text), "answer with a whole number") << text;
  }
  EXPECT_EQ(answer_form_text(asked).str(), "a number");
}

TEST_F(QuestionTest, Conflicts) {
  const Asked asked = ask(kColumn, "conflicts");
  EXPECT_EQ(asked.right, (Answer{31}));
  EXPECT_EQ(answer_text(asked, {1}).str(), "1 bank conflict");
}

TEST_F(QuestionTest, Sectors) {
  // 32 lanes of 4 bytes, 16 bytes apart: two in a sector.
  const Asked asked = ask("coalescing/addStrided STRIDE=4\nat line 5 load", "sectors");
  EXPECT_EQ(asked.right, (Answer{16}));
  EXPECT_EQ(answer_text(asked, asked.right).str(), "16 sectors");
}

TEST_F(QuestionTest, Transactions) {
  // Rows of 38 words: 38 and 32 share the factor 2.
  const Asked asked = ask("square/setRowReadColPad IPAD=6\nat line 9 load", "transactions");
  EXPECT_EQ(asked.right, (Answer{2}));
  EXPECT_EQ(typed(asked, "2.0"), asked.right);
  EXPECT_EQ(refused_answer(asked, "-1"), "answer with a number");
  EXPECT_EQ(refused_answer(asked, "nan"), "answer with a number");
  // A mean is typed with two decimals.
  Asked mean = asked;
  mean.right = {16.0 / 3};
  EXPECT_TRUE(is_right(mean, typed(mean, "5.33")));
  EXPECT_FALSE(is_right(mean, typed(mean, "5.3")));
  const std::filesystem::path languages = BANKLOOM_SOURCE_DIR "/assets/languages";
  ASSERT_TRUE(set_language("es", languages).has_value());
  EXPECT_EQ(answer_from_text(mean, "5,5").value_or(Answer{}), Answer{5.5});
  EXPECT_EQ(answer_from_text(mean, "5.5").value_or(Answer{}), Answer{5.5});
  ASSERT_TRUE(set_language(kEnglish, languages).has_value());
  EXPECT_FALSE(answer_from_text(mean, "5,5"));
  EXPECT_EQ(answer_text(mean, mean.right).str(), "5.33 transactions per request");
}

TEST_F(QuestionTest, Padding) {
  const Asked asked = ask("square/setRowReadColDyn\nat line 11 load", "padding");
  EXPECT_EQ(asked.right, (Answer{1}));
  EXPECT_EQ(asked.paddings.at(0).conflicts, 992U);
  EXPECT_EQ(asked.paddings.at(1).conflicts, 0U);
  EXPECT_TRUE(asked.paddings.at(1).is_right);
  EXPECT_EQ(answer_text(asked, {1}).str(), "1 element of padding");
  // The rectangle reads two columns at a time: one element is not enough.
  EXPECT_EQ(ask("rectangular/setRowReadCol\nat line 11 load", "padding").right, (Answer{2}));
  // Two rows of 16 words are stored at once: with any padding their banks overlap, and without it those of the load.
  EXPECT_EQ(refused("rectangular/setRowReadCol BDIMX=16 BDIMY=8\nat line 11 load", "padding"),
            "no padding of rectangular/setRowReadCol is free of bank conflicts");
  EXPECT_EQ(refused("elements/broadcast", "padding"), "elements/broadcast has no padding to choose");
}

TEST_F(QuestionTest, NoStepNamesTheCommandToAGpu) {
  EXPECT_EQ(refused("square/setRowReadCol gpu_command=touch\nat line 11 load", "padding"),
            "square/setRowReadCol has no option 'gpu_command'; it has BDIMX, BDIMY, IPAD");
  EXPECT_EQ(refused("square/setRowReadCol\nat line 11 load\ngpu_command: touch", "padding"),
            "own/lesson.md:8: a scene is one line, with at most a place below it: at line 9 load");
  EXPECT_EQ(refused("square/setRowReadCol\nat line 11 load", "padding\ngpu_command: touch"),
            "own/lesson.md:15: a question has ask:, why:, lane:, cell:, thread:, line:, by:, no: and lines that begin "
            "with '- '");
}

TEST_F(QuestionTest, Bank) {
  // tile[9][4] of rows of 35 words: word 319, 31 in the tenth round of 32.
  const Asked asked = ask("square/setRowReadColDynPad IPAD=3\nat line 11 load warp 4", "bank\nlane: 9");
  EXPECT_EQ(asked.right, (Answer{31}));
  EXPECT_EQ(answer_text(asked, asked.right).str(), "bank 31");
  EXPECT_EQ(ask("square/setRowReadColDynPad IPAD=3\nat line 11 load", "bank\ncell: 9 4").right, (Answer{31}));
  EXPECT_EQ(refused("machines/tenBanks machine=didactic10\nat line 10 load", "bank\nlane: 10"),
            "lane 10 does not take part");
}

TEST_F(QuestionTest, WhatIsAskedAboutIsAPlaceOfThePicture) {
  const Asked lane = ask("square/setRowReadColDynPad IPAD=3\nat line 11 load warp 4", "bank\nlane: 9");
  EXPECT_EQ(subject_of(lane, false), (Focus{.lane = 9, .line = 11, .request = lane.at.request}));
  EXPECT_EQ(subject_of(lane, true), subject_of(lane, false));
  EXPECT_EQ(places_of(lane, {5}).bank, 5U);
  EXPECT_TRUE(places_of(lane, {32}).empty()) << "no such bank";
  // Rows of 16 threads: warp 0 stores rows 0 and 1, and warp 1 rows 2 and 3.
  const Asked cell = ask("threads/firstOfRow\nat line 7 store", "bank\ncell: 3 5");
  EXPECT_EQ(subject_of(cell, true).cell, (TileGeometry::Element{3, 5}));
  EXPECT_EQ(cell.at.at().warp, 0U);
  const TimelineRequest& told = cell.at.timeline->requests()[told_request(cell)];
  EXPECT_EQ(std::pair(told.warp, told.source_line), std::pair(1U, 7U));
  // A column of 32 words of one bank.
  const Asked count = ask("square/setRowReadCol\nat line 9 load warp 2", "wavefronts");
  EXPECT_EQ(subject_of(count, false), (Focus{.line = 9})) << "the bank would tell";
  EXPECT_EQ(subject_of(count, true).bank, 2U);
}

TEST_F(QuestionTest, WhatIsWrongOfAnAnswerIsAPlaceOfThePicture) {
  const Asked cells = ask("square/setColReadRow BDIMX=6 BDIMY=6\nat line 7 store warp 1", "cells");
  EXPECT_EQ(wrong_part(cells, {17, 18, 23, 30}), (Answer{18, 30}));
  EXPECT_EQ(places_of(cells, {18, 30}).cells, (std::vector<std::uint64_t>{18, 30}));
  const Asked lanes = ask("square/setColReadRow IPAD=4\nat line 7 store", "lanes\nlane: 5");
  EXPECT_EQ(places_of(lanes, {0, 31}).lanes, 0x8000'0001U);
  Answer with_itself = lanes.right;
  with_itself.insert(with_itself.begin(), 5);
  EXPECT_EQ(reply_text(lanes, recognise(lanes, with_itself)).str(),
            "Lane 5 itself does not count: a lane does not conflict with itself. All others are right.");
}

TEST_F(QuestionTest, Cells) {
  // Threads 32 to 35 of a block of 6 x 6 are x = 2 to 5 of y = 5, and x is the row here: 17 is tile[2][5].
  const Asked asked = ask("square/setColReadRow BDIMX=6 BDIMY=6\nat line 7 store warp 1", "cells");
  EXPECT_EQ(asked.right, (Answer{17, 23, 29, 35}));
  EXPECT_EQ(answer_text(asked, asked.right).str(), "tile[2][5], tile[3][5], tile[4][5] and tile[5][5]");
  EXPECT_EQ(typed(asked, "5,5 2,5  3,5 4,5 4,5"), asked.right);
  // As the program prints them, too.
  EXPECT_EQ(typed(asked, "tile[2][5], tile[3][5], [4][5] 5,5"), asked.right);
  EXPECT_EQ(typed(asked, answer_text(asked, asked.right).str()), asked.right);
  EXPECT_EQ(typed(asked, "tile[2][5],tile[3][5]"), (Answer{17, 23}));
  EXPECT_EQ(learn::typed_set(asked, asked.right), "2,5 3,5 4,5 5,5");
  // The elements of the example are none of the right ones.
  for (const char* const text : {"", "3", "3,", "1.5,0", "-1,0", "3;0", "3,0,4", "tile[3]", "other[3][0]"}) {
    EXPECT_EQ(refused_answer(asked, text), "answer with elements, row,column: 0,0 0,1") << text;
  }
  EXPECT_EQ(answer_form_text(asked).str(), "elements, row,column: 0,0 0,1");
  EXPECT_EQ(ask("threads/firstOfRow\nat line 9 load", "cells").right, (Answer{0, 16}));
  EXPECT_EQ(answer_form_text(ask("threads/firstOfRow\nat line 9 load", "cells")).str(),
            "elements, row,column: 0,1 0,2");
  // One that there is not is no matter of the form.
  EXPECT_EQ(refused_answer(asked, "5,5 6,2"),
            "stay within tile: its rows are 0 to 5 and its columns 0 to 5, so there is no tile[6][2]");
  EXPECT_EQ(refused_answer(asked, "0,6"),
            "stay within tile: its rows are 0 to 5 and its columns 0 to 5, so there is no tile[0][6]");
  Answer all(36);
  std::iota(all.begin(), all.end(), 0);
  EXPECT_EQ(answer_text(asked, all).str(), "tile[0][0], tile[0][1], tile[0][2] and 33 more");
  EXPECT_EQ(refused("coalescing/addStrided\nat line 5 load", "cells"), "the kernel has no tile");
}

TEST_F(QuestionTest, ElementsOfAnArrayWithOneRowAreTheirIndices) {
  // The second warp takes numbers 32 to 63, of which 8 neighbours are equal: bins 4 to 7.
  const Asked asked = ask("swizzle/histogram SAME=8\nat line 9 atomic warp 1", "cells");
  EXPECT_EQ(asked.right, (Answer{4, 5, 6, 7}));
  EXPECT_EQ(answer_text(asked, asked.right).str(), "bins[4], bins[5], bins[6] and bins[7]");
  EXPECT_EQ(typed(asked, "4 5 6 7"), asked.right);
  EXPECT_EQ(typed(asked, "4,5, 6,7"), asked.right);
  EXPECT_EQ(typed(asked, "4-7"), asked.right);
  EXPECT_EQ(typed(asked, "bins[4] bins[5] bins[0][6] [7]"), asked.right);
  EXPECT_EQ(learn::typed_set(asked, asked.right), "4 5 6 7");
  EXPECT_EQ(answer_form_text(asked).str(), "indices of bins: 0 1");
  EXPECT_EQ(refused_answer(asked, "four"), "answer with indices of bins: 0 1");
  EXPECT_EQ(refused_answer(asked, "4 4000"), "stay within bins: its elements are 0 to " +
                                                 std::to_string(asked.at.run->tile->row_elements() - 1) +
                                                 ", so there is no bins[4000]");
}

TEST_F(QuestionTest, Lanes) {
  // Rows of 36 words: down the column 4 banks a row, so that every eighth lane is in the same bank.
  const std::string scene = "square/setColReadRow IPAD=4\nat line 7 store";
  const Asked asked = ask(scene, "lanes\nlane: 5");
  EXPECT_EQ(asked.right, (Answer{13, 21, 29}));
  EXPECT_EQ(typed(asked, "29 13 21"), asked.right);
  EXPECT_EQ(typed(asked, "0-3 2 8"), (Answer{0, 1, 2, 3, 8}));
  EXPECT_EQ(typed(asked, "13, 21, 29"), asked.right);
  EXPECT_EQ(typed(asked, "none"), (Answer{}));
  EXPECT_EQ(typed(asked, "13,21,29"), asked.right);
  EXPECT_EQ(typed(asked, "lanes 13, 21 and 29"), asked.right);
  EXPECT_EQ(typed(asked, "lanes 0-2, 9, 20-21"), (Answer{0, 1, 2, 9, 20, 21}));
  EXPECT_EQ(typed(asked, "lane 5"), (Answer{5}));
  // None of the lanes of the example is a right one.
  for (const char* const text : {"", "32", "3-1", "a", "0.5", "0-nan", "1-", "13 or 21"}) {
    EXPECT_EQ(refused_answer(asked, text), "answer with lanes, 0 to 31: 0 3 6-7, or none") << text;
  }
  EXPECT_EQ(answer_text(asked, {}).str(), "no lane");
  EXPECT_EQ(typed(asked, "no lane"), (Answer{}));
  EXPECT_EQ(answer_text(asked, {0, 1, 2}).str(), "lanes 0-2");
  EXPECT_EQ(answer_text(asked, {0, 1, 2, 9, 20, 21}).str(), "lanes 0-2, 9, 20-21") << "not how many they are";
  EXPECT_EQ(ask(scene, "lanes").right, (Answer{0, 8, 16, 24})) << "the first of the busiest banks";
  // The elements of 16 bytes of lanes 0 and 8 lie in the same banks, but in different phases.
  EXPECT_EQ(ask("elements/quadPerLane\nat line 14 load", "lanes\nlane: 0").right, (Answer{}));
}

TEST_F(QuestionTest, SetsAreReadInTheWordsOfTheLanguage) {
  const std::filesystem::path languages = BANKLOOM_SOURCE_DIR "/assets/languages";
  const Asked lanes = ask("square/setColReadRow IPAD=4\nat line 7 store", "lanes\nlane: 5");
  const Asked cells = ask("square/setColReadRow BDIMX=6 BDIMY=6\nat line 7 store warp 1", "cells");
  for (const char* const language : {"es", "pt_BR", "zh_CN"}) {
    ASSERT_TRUE(set_language(language, languages).has_value());
    for (const Asked& asked : {lanes, cells}) {
      EXPECT_EQ(typed(asked, answer_text(asked, asked.right).str()), asked.right) << language;
    }
    EXPECT_EQ(typed(lanes, answer_text(lanes, {0, 1, 2, 9, 20, 21}).str()), (Answer{0, 1, 2, 9, 20, 21})) << language;
  }
  ASSERT_TRUE(set_language(kEnglish, languages).has_value());
}

TEST_F(QuestionTest, Choice) {
  const std::string question =
      "choice\n- One | wavefronts == 1\nno: Not one.\n- All {lanes} | wavefronts == lanes\n- None | wavefronts == 0";
  const Asked asked = ask(kColumn, question);
  EXPECT_EQ(asked.right, (Answer{1}));
  EXPECT_EQ(answer_text(asked, asked.right).str(), "All 32");
  EXPECT_EQ(right_text(asked).str(), "Right. So it is.");
  EXPECT_EQ(typed(asked, "2"), asked.right);
  for (const char* const text : {"", "0", "4", "1.5", "All"}) {
    EXPECT_EQ(refused_answer(asked, text), "answer with the number of a choice, 1 to 3") << text;
  }
  EXPECT_EQ(refused(kColumn, "choice\n- A | wavefronts > 1\n- B | wavefronts > 2"),
            "two choices are right: their conditions both hold");
  EXPECT_EQ(refused(kColumn, "choice\n- A | wavefronts == 2\n- B | wavefronts == 3"),
            "no choice is right: no condition holds");
  EXPECT_NE(refused(kColumn, "choice\n- A | wavefront == 2\n- B | wavefronts == 3").find("wavefront"),
            std::string::npos);
}

TEST_F(QuestionTest, Order) {
  // 32 + 1024, 32 + 32 and 1024 + 1024 wavefronts.
  const std::string kernels = "\n- square/setRowReadCol\n- square/setRowReadRow\n- square/setColReadCol";
  const Asked asked = ask(kColumn, "order\nby: kernel_wavefronts" + kernels);
  EXPECT_EQ(asked.costs, (std::vector<double>{1056, 64, 2048}));
  EXPECT_EQ(asked.right, (Answer{1, 0, 2}));
  EXPECT_EQ(answer_text(asked, asked.right).str(), "setRowReadRow, setRowReadCol and setColReadCol");
  EXPECT_EQ(typed(asked, "2 1 3"), asked.right);
  for (const char* const text : {"", "1 2", "1 2 2", "1 2 4", "0 1 2", "1 2 3 3", "a b c"}) {
    EXPECT_EQ(refused_answer(asked, text), "answer with the numbers of all 3 kernels, the cheapest first: 1 2 3")
        << text;
  }
  EXPECT_EQ(refused(kColumn, "order\nby: blocks" + kernels),
            "two of the kernels have the same blocks, so there is no order");
  EXPECT_EQ(refused(kColumn, "order\nby: kernel_wavefront" + kernels),
            "no number 'kernel_wavefront' here; did you mean kernel_wavefronts?");
}

TEST_F(QuestionTest, Time) {
  const Asked asked = ask("square/setColReadCol\nat line 9 load", "time");
  EXPECT_EQ(asked.right, (Answer{1}));
  EXPECT_EQ(typed(asked, "yes"), asked.right);
  EXPECT_EQ(typed(asked, "no"), (Answer{0}));
  EXPECT_EQ(typed(asked, answer_text(asked, asked.right).str()), asked.right);
  EXPECT_EQ(typed(asked, answer_text(asked, {0}).str()), (Answer{0}));
  EXPECT_EQ(refused_answer(asked, "maybe"), "answer yes or no");
  EXPECT_EQ(ask("swizzle/ldmatrix", "time").right, (Answer{0}));
  EXPECT_EQ(refused("square/setColReadCol IPAD=7\nat line 9 load", "time"),
            "square/setColReadCol has not been measured with these options");
}

TEST_F(QuestionTest, IsAskedOfTheRightMemory) {
  EXPECT_EQ(refused(kColumn, "sectors"), "the request at that place is not to global memory");
  EXPECT_EQ(refused("coalescing/addStrided\nat line 5 load", "wavefronts"),
            "the request at that place is not to shared memory");
  EXPECT_EQ(refused("square/setRowReadCol\nat line 9 load warp 32", "wavefronts"),
            "warp 32 makes no such request in line 9 of square/setRowReadCol");
  EXPECT_EQ(refused("square/setRowReadCol\nat line 9 atomic", "wavefronts"),
            "warp 0 makes no such request in line 9 of square/setRowReadCol");
  EXPECT_EQ(refused("square/setRowReadCol\nat block 1", "wavefronts"), "block 1 is not recorded");
}

TEST_F(QuestionTest, ARunThatIsNotThereYetIsNoAnswer) {
  sources.run = [](const RunKey&) { return std::shared_ptr<const RunOutcome>(); };
  auto lesson = learn::parse_lesson(lesson_text(step_text(kColumn, "wavefronts")), "own/lesson.md");
  ASSERT_TRUE(lesson);
  const auto asked = learn::ask(lesson->steps.front(), sources);
  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_FALSE(*asked);
}

TEST_F(QuestionTest, WhatWouldTellIsHidden) {
  const auto hidden = [](learn::QuestionKind kind) { return learn::disclosure_of({.kind = kind}); };
  for (const FactKind fact : {FactKind::request_cost, FactKind::kernel_cost, FactKind::faults, FactKind::output,
                              FactKind::time, FactKind::accesses}) {
    EXPECT_FALSE(hidden(learn::QuestionKind::wavefronts).shows(fact));
  }
  EXPECT_TRUE(hidden(learn::QuestionKind::wavefronts).shows(FactKind::banks));
  EXPECT_FALSE(hidden(learn::QuestionKind::bank).shows(FactKind::banks));
}

TEST_F(QuestionTest, NumbersOfARunByName) {
  const auto lesson = learn::parse_lesson(
      lesson_text(
          step_text("square/setRowReadCol IPAD=2 vs square/setRowReadRow\nat line 9 load warp 3", "wavefronts")),
      "own/lesson.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  const auto runs = learn::runs_of(lesson->steps.front(), sources);
  ASSERT_TRUE(runs && *runs);
  const learn::RunNumbers& numbers = (*runs)->numbers;
  // Down a column, two banks a row, from bank 3 on: all odd banks get two words, and the first of them is bank 1.
  const std::map<std::string, double> expected{{"lanes", 32},
                                               {"width", 4},
                                               {"warp", 3},
                                               {"line", 9},
                                               {"wavefronts", 2},
                                               {"conflicts", 1},
                                               {"phases", 1},
                                               {"words", 32},
                                               {"bank", 1},
                                               {"lanes_in_bank", 2},
                                               {"words_in_bank", 2},
                                               {"banks_asked", 16},
                                               {"lanes_at_word", 1},
                                               {"stride_bytes", 136},
                                               {"stride_words", 34},
                                               {"is_broadcast", 0},
                                               {"is_conflict", 1},
                                               {"line_requests", 32},
                                               {"line_wavefronts", 64},
                                               {"line_conflicts", 32},
                                               {"transactions", 2},
                                               {"kernel_requests", 64},
                                               {"kernel_wavefronts", 96},
                                               {"kernel_conflicts", 32},
                                               {"kernel_sectors", 128},
                                               {"faults", 0},
                                               {"has_right_output", 1},
                                               {"threads", 1024},
                                               {"warps", 32},
                                               {"blocks", 1},
                                               {"shared_bytes", 4352},
                                               {"rows", 32},
                                               {"columns", 32},
                                               {"padding", 2},
                                               {"row_words", 34},
                                               {"element_bytes", 4},
                                               {"machine_banks", 32},
                                               {"bank_bytes", 4},
                                               {"IPAD", 2},
                                               {"b_wavefronts", 1},
                                               {"b_kernel_wavefronts", 64}};
  for (const auto& [name, value] : expected) {
    const auto found = learn::number_of(numbers, name);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(*found, value) << name;
  }
  const auto unknown = learn::number_of(numbers, "wavefrons");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "no number 'wavefrons' here; did you mean wavefronts?");
  EXPECT_TRUE(*learn::holds("wavefronts == 2 && b_wavefronts < IPAD", numbers));
  EXPECT_FALSE(*learn::holds("is_broadcast", numbers));
  EXPECT_FALSE(learn::holds("wavefronts ==", numbers));
  const Kernel& kernel = *(*runs)->a.run->kernel;
  for (const char* const name : {"lanes", "IPAD", "row_words", "b_width", "shared_bytes"}) {
    EXPECT_TRUE(learn::is_harmless(name, kernel)) << name;
  }
  for (const char* const name : {"wavefronts", "b_conflicts", "stride_words", "transactions", "is_conflict", "bank"}) {
    EXPECT_FALSE(learn::is_harmless(name, kernel)) << name;
  }
}

}  // namespace
}  // namespace bankloom::test
