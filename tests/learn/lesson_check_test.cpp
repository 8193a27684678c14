// The check of lessons finds what is planted, with file and line.
#include "core/report/lesson_check.h"

#include <gtest/gtest.h>

#include "../base/scratch_folder.h"
#include "lesson_fixture.h"

namespace bankloom::test {
namespace {

const std::string kLesson = R"(# Columns

The goal is a [bank](#bank).

## First

```scene
bankloom square/setRowReadCol
at line 9 load
```

In `line 9` of `warp 0` there are {lanes} lanes.

```question wavefronts
ask: How many for {lanes} lanes?
why: It takes {wavefronts}, and {b_wavefronts} with padding.
```

```after
bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1
at line 9 load
```

## Second

A row of `tile[0][0]` has {row_words:# word|# words}.

```question choice
ask: Are there conflicts?
- Yes | conflicts > 0
- No | conflicts == 0
no: There are {conflicts}.
why: There are {conflicts}.
```

## Third

A sentence.

```question order
ask: Which first?
by: kernel_wavefronts
- square/setRowReadCol
- square/setRowReadRow
why: So it is.
```

## Fourth

A sentence.

## Fifth

A sentence.
)";

const std::string kExercise = R"(# Resolve it

A [lane](#lane) waits.

```exercise
kernel: square/setRowReadCol
check: conflicts == 0 | no request has a bank conflict
```

1. One.
2. Another.
3. The last.
)";

std::string kernel_text(const std::string& padding) {
  return "extern \"C\" __global__ void setRowReadCol(int *out)\n{\n    __shared__ int tile[BDIMY][BDIMX" + padding +
         "];\n    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;\n    tile[threadIdx.y][threadIdx.x] = "
         "idx;\n"
         "    __syncthreads();\n    out[idx] = tile[threadIdx.x][threadIdx.y];\n}\n";
}

/// A lesson in which one part of a file is replaced by another.
struct Planted {
  std::string name, file, part, other;
  std::string problem;  ///< "FILE:LINE: what is wrong", or how it begins
};
void PrintTo(const Planted& planted, std::ostream* out) { *out << planted.name; }

class LessonCheckTest : public LearnTest {
 protected:
  void SetUp() override {
    LearnTest::SetUp();
    write("lesson.md", kLesson);
    write("exercises/resolve/exercise.md", kExercise);
    write("exercises/resolve/start.cu", kernel_text(""));
    write("exercises/resolve/solution.cu", kernel_text(" + 1"));
  }
  void write(const std::string& name, const std::string& text) { folder_.write("own/" + name, text); }
  [[nodiscard]] std::string place(const std::string& name) const { return (folder_.path() / "own" / name).string(); }

  /// A mistake of the files' form is an error when they are read.
  std::vector<std::string> problems() {
    const auto lessons = learn::load_lessons(folder_.path(), {});
    if (!lessons) return {lessons.error().message};
    return report::check_lessons(*lessons, Shipped::get().catalog, sources).problems;
  }

  ScratchFolder folder_;
};

TEST_F(LessonCheckTest, AGoodLessonHasNoProblem) {
  const auto lessons = learn::load_lessons(folder_.path(), {});
  ASSERT_TRUE(lessons) << lessons.error().message;
  const auto check = report::check_lessons(*lessons, Shipped::get().catalog, sources);
  EXPECT_EQ(check.problems, std::vector<std::string>{});
  EXPECT_EQ(check.lessons, 1U);
  EXPECT_EQ(check.steps, 5U);
  EXPECT_EQ(check.questions, 3U);
  EXPECT_EQ(check.exercises, 1U);
  EXPECT_GE(check.wrong_answers, 3U);
  EXPECT_EQ(
      report::lesson_check_text(check),
      fmt::format("1 lessons, 5 steps, 3 questions, {} wrong answers, 1 exercises: all run\n", check.wrong_answers));
}

class PlantedMistake : public LessonCheckTest, public testing::WithParamInterface<Planted> {};

TEST_P(PlantedMistake, IsFoundWithFileAndLine) {
  const Planted& planted = GetParam();
  std::string text = planted.file == "lesson.md"     ? kLesson
                     : planted.file.ends_with(".md") ? kExercise
                                                     : kernel_text(planted.file.ends_with("start.cu") ? "" : " + 1");
  const std::size_t at = text.find(planted.part);
  ASSERT_NE(at, std::string::npos);
  write(planted.file, text.replace(at, planted.part.size(), planted.other));
  const auto found = problems();
  ASSERT_FALSE(found.empty());
  const std::string name = planted.problem.starts_with("lesson.md") ? "lesson.md" : "exercises/resolve/exercise.md";
  const std::string expected = place(name) + planted.problem.substr(planted.problem.find(':'));
  EXPECT_TRUE(found.front().starts_with(expected)) << found.front() << "\nand not\n" << expected;
}

const std::string kExerciseFile = "exercises/resolve/exercise.md";

INSTANTIATE_TEST_SUITE_P(
    Lessons, PlantedMistake,
    testing::Values(
        Planted{"kernel", "lesson.md", "square/setRowReadCol\nat", "square/setRowReadCo\nat",
                "lesson.md:5: no kernel is called 'square/setRowReadCo'"},
        Planted{"option", "lesson.md", "square/setRowReadCol\nat", "square/setRowReadCol PAD=1\nat", "lesson.md:5: "},
        Planted{"value", "lesson.md", "square/setRowReadCol\nat", "square/setRowReadCol IPAD=34\nat", "lesson.md:5: "},
        Planted{"place", "lesson.md", "at line 9 load", "at line 8 load",
                "lesson.md:5: warp 0 makes no such request in line 8 of square/setRowReadCol"},
        Planted{"fact", "lesson.md", "has {row_words:", "has {row_word:",
                "lesson.md:26: no number 'row_word' here; did you mean row_words?"},
        Planted{"fact of the reason", "lesson.md", "takes {wavefronts}", "takes {wavefront}",
                "lesson.md:16: no number 'wavefront' here; did you mean wavefronts?"},
        Planted{"fact of the goal", "lesson.md", "The goal", "The {rows}",
                "lesson.md:3: {rows} is not a number of any run here"},
        Planted{"kernel of what is shown after", "lesson.md", "setRowReadCol IPAD=1", "setRowReadCo IPAD=1",
                "lesson.md:5: no kernel is called 'square/setRowReadCo'"},
        Planted{"option of what is shown after", "lesson.md", "setRowReadCol IPAD=1", "setRowReadCol IPAD=34",
                "lesson.md:15: "},
        Planted{"place of what is shown after", "lesson.md", "IPAD=1\nat line 9", "IPAD=1\nat line 8",
                "lesson.md:15: warp 0 makes no such request in line 8 of square/setRowReadCol"},
        Planted{"fact of no comparison", "lesson.md", "setRowReadCol vs square/setRowReadCol IPAD=1", "setRowReadCol",
                "lesson.md:16: no number 'b_wavefronts' here"},
        Planted{"term", "lesson.md", "In `line 9`", "A [bang](#bang) in `line 9`",
                "lesson.md:12: the glossary has no term 'bang'"},
        Planted{"term of the goal", "lesson.md", "#bank", "#bang", "lesson.md:3: the glossary has no term 'bang'"},
        Planted{"line that is none", "lesson.md", "`line 9`", "`line 90`",
                "lesson.md:12: 'line 90' names something that does not exist"},
        Planted{"warp that is none", "lesson.md", "`warp 0`", "`warp 32`",
                "lesson.md:12: 'warp 32' names something that does not exist"},
        Planted{"element that is none", "lesson.md", "`tile[0][0]`", "`tile[0][32]`",
                "lesson.md:26: 'tile[0][32]' names something that does not exist"},
        Planted{"number typed", "lesson.md", "{lanes} lanes.", "31 lanes.", "lesson.md:12: '31' is typed"},
        Planted{"number spelt out", "lesson.md", "It takes {wavefronts},", "It takes\n  sixteen,",
                "lesson.md:16: 'sixteen' is typed"},
        Planted{"a text that tells", "lesson.md", "{lanes} lanes.", "{words} lanes.",
                "lesson.md:12: {words} gives the answer away"},
        Planted{"a question that tells", "lesson.md", "for {lanes}", "for {conflicts}",
                "lesson.md:15: {conflicts} gives the answer away"},
        Planted{"a choice that tells", "lesson.md", "- No |", "- No, {conflicts} |",
                "lesson.md:31: {conflicts} gives the answer away"},
        Planted{"two right choices", "lesson.md", "conflicts == 0", "conflicts >= 0",
                "lesson.md:29: two choices are right: their conditions both hold"},
        Planted{"no right choice", "lesson.md", "conflicts > 0", "conflicts > 99",
                "lesson.md:29: no choice is right: no condition holds"},
        Planted{"a wrong choice without a reply", "lesson.md", "no: There are {conflicts}.\n", "",
                "lesson.md:29: there is no reply to the wrong answer: No"},
        Planted{"a condition of nothing", "lesson.md", "conflicts > 0", "conflict > 0", "lesson.md:29: "},
        Planted{"order with a tie", "lesson.md", "- square/setRowReadRow", "- square/setColReadRow",
                "lesson.md:41: two of the kernels have the same kernel_wavefronts, so there is no order"},
        Planted{"kernel of an order", "lesson.md", "- square/setRowReadRow", "- square/setRowRead", "lesson.md:41: "},
        Planted{"fact of an order", "lesson.md", "kernel_wavefronts", "wavefronts",
                "lesson.md:41: no number 'wavefronts' here"},
        Planted{"the same question twice", "lesson.md", "## Fifth\n",
                "## Fifth\n\n```question wavefronts\nask: Again?\nwhy: So.\n```\n", "lesson.md:55: "}));

INSTANTIATE_TEST_SUITE_P(
    Exercises, PlantedMistake,
    testing::Values(
        Planted{"a start that passes", "exercises/resolve/start.cu", "BDIMX]", "BDIMX + 1]",
                kExerciseFile + ":6: the starting code already passes"},
        Planted{"a solution that fails", "exercises/resolve/solution.cu", " + 1]", " + 2]",
                kExerciseFile + ":7: the solution does not pass: no request has a bank conflict"},
        Planted{"a solution of another output", "exercises/resolve/solution.cu", "tile[threadIdx.x][threadIdx.y]",
                "tile[threadIdx.y][threadIdx.x]",
                kExerciseFile + ":6: the solution does not pass: the output is right"},
        Planted{"a solution that does not compile", "exercises/resolve/solution.cu", "];", "]",
                kExerciseFile + ":6: solution.cu does not run: "},
        Planted{"a condition of nothing", kExerciseFile, "conflicts == 0", "conflict == 0", kExerciseFile + ":7: "},
        Planted{"another rule at another size", kExerciseFile,
                "check:", "again: BDIMX=16 BDIMY=16 | rule = row * BDIMX + col\ncheck:",
                kExerciseFile + ":7: the solution does not pass: the output is right for BDIMX = 16, BDIMY = 16, too"},
        Planted{"a size that there is not", kExerciseFile, "check:", "again: BDIMX=16 BDIMY=8\ncheck:",
                kExerciseFile + ":7: the solution does not pass: the output is right for BDIMX = 16, BDIMY = 8, too"},
        Planted{"other values of no buffer", kExerciseFile,
                "check:", "again: inn = i\ncheck:", kExerciseFile + ":7: the solution has no buffer 'inn'"},
        Planted{"a kernel of nothing", kExerciseFile, "square/setRowReadCol", "square/none", kExerciseFile + ":6: "},
        Planted{"a term of nothing", kExerciseFile, "#lane", "#lain",
                kExerciseFile + ":3: the glossary has no term 'lain'"},
        Planted{"a hint with a number of no run", kExerciseFile, "Another", "{wavefronts}",
                kExerciseFile + ":11: {wavefronts} is not a number of any run here"}));

}  // namespace
}  // namespace bankloom::test
