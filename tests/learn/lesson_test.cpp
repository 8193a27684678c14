// lesson.md and exercise.md: a good one read whole, and each mistake with its file and line.
#include "core/learn/lesson.h"

#include <gtest/gtest.h>

#include "../base/scratch_folder.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/wording/question_text.h"
#include "lesson_fixture.h"

namespace bankloom::learn {
namespace {

using test::lesson_text;
using test::ScratchFolder;
using test::step_text;

TEST(Lesson, IsReadWhole) {
  const auto lesson = parse_lesson(R"(# Square tile

The goal,
on more lines.

And more of it.

## Down a column

```scene
bankloom square/setRowReadCol IPAD=1 vs square/setRowReadRow cells=bank
at line 9 load warp 3 block 2
```

A sentence. Another.

A third.

```question choice
ask: Which
  one is it?
- This one | conflicts == 0
- That {words:# word|# words}. | wavefronts > 1 || conflicts > 0
no: Not that, because
  it is this.
why: So it is.
```

```after
bankloom square/setRowReadCol vs square/setRowReadCol IPAD=2
at line 7 store
```

## Without a scene

A sentence.

```question order
ask: Which first?
by: kernel_wavefronts
- square/setRowReadCol IPAD=2
- square/setRowReadRow
why: So it is.
```

## Third

A sentence.

```question bank
ask: Which bank?
cell: 3 0
why: So it is.
```

## Fourth

A sentence.

```question lanes
ask: Which lanes?
lane: 5
why: So it is.
```

## Fifth

A sentence.
)",
                                   "lessons/own/lesson.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  EXPECT_EQ(lesson->name, "own");
  EXPECT_EQ(lesson->title, "Square tile");
  ASSERT_EQ(lesson->goal.size(), 2U);
  EXPECT_EQ(prose_text(lesson->goal[0], {}).str(), "The goal, on more lines.");
  ASSERT_EQ(lesson->steps.size(), 5U);
  const Step& first = lesson->steps[0];
  EXPECT_EQ(first.title, "Down a column");
  EXPECT_EQ(first.line, 8U);
  EXPECT_EQ(first.at.scene.a.kernel, "square/setRowReadCol");
  EXPECT_EQ(first.at.scene.a.options, (OptionValues{{"IPAD", "1"}}));
  ASSERT_TRUE(first.at.scene.b);
  EXPECT_EQ(first.at.scene.b->kernel, "square/setRowReadRow");
  EXPECT_EQ(first.at.place.line, 9U);
  EXPECT_EQ(first.at.place.op, AccessOp::load);
  EXPECT_EQ(first.at.place.warp, 3U);
  EXPECT_EQ(first.at.place.block, 2U);
  EXPECT_EQ(first.text.size(), 2U);
  ASSERT_TRUE(first.question);
  const Question& choice = *first.question;
  EXPECT_EQ(choice.kind, QuestionKind::choice);
  EXPECT_EQ(choice.line, 20U);
  EXPECT_EQ(prose_text(choice.ask, {}).str(), "Which one is it?");
  EXPECT_EQ(prose_text(choice.why, {}).str(), "So it is.");
  ASSERT_EQ(choice.options.size(), 2U);
  EXPECT_EQ(choice.options[0].condition, "conflicts == 0");
  EXPECT_TRUE(choice.options[0].reply.empty());
  EXPECT_EQ(choice.options[1].condition, "wavefronts > 1 || conflicts > 0");
  EXPECT_EQ(choice.options[1].line, 23U);
  EXPECT_EQ(prose_text(choice.options[1].text, {{"words", 1}}).str(), "That 1 word")
      << "without the full stop: it is quoted within sentences";
  EXPECT_EQ(prose_text(choice.options[1].reply, {}).str(), "Not that, because it is this.");
  ASSERT_TRUE(first.after);
  EXPECT_EQ(first.after->scene.b->options, (OptionValues{{"IPAD", "2"}}));
  EXPECT_EQ(first.after->place.line, 7U);
  const Step& second = lesson->steps[1];
  EXPECT_FALSE(second.after) << "that of the step before is of its answer alone";
  EXPECT_EQ(second.at.scene.a.options, (OptionValues{{"IPAD", "1"}})) << "the scene of the step before";
  EXPECT_EQ(second.at.place.warp, 3U);
  EXPECT_EQ(second.question->by, "kernel_wavefronts");
  ASSERT_EQ(second.question->ranked.size(), 2U);
  EXPECT_EQ(second.question->ranked[0].options, (OptionValues{{"IPAD", "2"}}));
  EXPECT_EQ(lesson->steps[2].question->cell, (std::pair<unsigned, unsigned>{3, 0}));
  EXPECT_EQ(lesson->steps[3].question->lane, 5U);
  EXPECT_FALSE(lesson->steps[4].question);
}

struct Spoilt {
  std::string text;
  std::string message;  ///< behind the file's name
};
void PrintTo(const Spoilt& spoilt, std::ostream* out) { *out << spoilt.message; }

class SpoiltLesson : public testing::TestWithParam<Spoilt> {};

TEST(Lesson, AStepSaysWhatItWasCalled) {
  const auto lesson =
      parse_lesson(lesson_text("## First\n\n```formerly\nold/name\nolder/other-name\n```\n\n```scene\nbankloom "
                               "square/setRowReadCol\n```\n\nA sentence.\n"),
                   "own/lesson.md");
  ASSERT_TRUE(lesson) << lesson.error().message;
  EXPECT_EQ(former_items({*lesson}),
            (FormerItems{{{"old", "name"}, {"own", "first"}}, {{"older", "other-name"}, {"own", "first"}}}));
}

TEST_P(SpoiltLesson, IsRefusedWithFileAndLine) {
  const auto lesson = parse_lesson(GetParam().text, "own/lesson.md");
  ASSERT_FALSE(lesson);
  EXPECT_EQ(lesson.error().message, "own/lesson.md:" + GetParam().message);
}

/// A lesson whose first step has this scene; line 7 is the scene's first.
std::string scene_is(const std::string& scene) {
  return lesson_text("## First\n```scene\n" + scene + "\n```\nA sentence.\n");
}
/// A lesson whose first step has this question; line 16 is the first of its block.
std::string question_is(const std::string& kind, const std::string& block) {
  return lesson_text("## First\n\n```scene\nbankloom square/setRowReadCol\n```\n\nA sentence.\n\n\n```question " +
                     kind + "\n" + block + "\n```\n");
}
const std::string kAsk = "ask: What?\nwhy: So.";

INSTANTIATE_TEST_SUITE_P(
    Pages, SpoiltLesson,
    testing::Values(
        Spoilt{"", "1: a lesson begins with its title and its goal"},
        Spoilt{"text\n", "1: a lesson begins with its title: # Square tile"},
        Spoilt{"## Step\n", "1: the first heading, with one #, is the lesson's title; steps have two"},
        Spoilt{"# A\n\ngoal\n\n# B\n", "5: the first heading, with one #, is the lesson's title; steps have two"},
        Spoilt{"# A\n\n```scene\nbankloom square/setRowReadCol\n```\n", "4: only the goal goes before the first step"},
        Spoilt{lesson_text("## First\n\n```after\nbankloom square/setRowReadCol\n```\n"),
               "8: after: a step shows it after its question, which has to come first"},
        Spoilt{"# A\n\ngoal\n\n## B\n\nA sentence.\n", "1: a lesson has five to fourteen steps, and this one has 1"},
        Spoilt{lesson_text("## First\n\nA sentence.\n"), "5: the first step has a scene"},
        Spoilt{scene_is("bankloom square/setRowReadCol") + "\n## Sixth\n\nA. B. C. D.\n",
               "27: a step has one to three sentences, and this one has 4"},
        Spoilt{scene_is("bankloom square/setRowReadCol") + "\n## Sixth\n",
               "27: a step has one to three sentences, and this one has 0"},
        Spoilt{lesson_text("## First\n\nIt takes 31 of them.\n"),
               "7: '31' is typed out: write a number that the run decides as {fact}, any other in a code span"},
        Spoilt{lesson_text("## First\n\nIt begins at `in[{SHIFT}]`.\n"),
               "7: '{SHIFT}' stands in a code span, which is shown as it is: write a number of the run outside"},
        Spoilt{lesson_text("## The two steps\n"),
               "5: 'two' is typed out: write a number that the run decides as {fact}, any other in a code span"},
        Spoilt{lesson_text("## First\n\n```formerly\nname\n```\n"),
               "8: a former name is a lesson and an item: square/down-a-column"},
        Spoilt{lesson_text("## First\n\n```cuda\nx\n```\n"),
               "8: a fenced block of a lesson is a scene, a question, after, formerly or learnt"}));

INSTANTIATE_TEST_SUITE_P(
    Scenes, SpoiltLesson,
    testing::Values(Spoilt{scene_is("a\nb\nc"),
                           "7: a scene is one line, with at most a place below it: at line 9 load"},
                    Spoilt{scene_is("bankloom square/setRowReadCol\nline 9"),
                           "8: a place is written: at line 9 load warp 0 block 0"},
                    Spoilt{scene_is("bankloom square/setRowReadCol\nat line x"),
                           "8: a place is written: at line 9 load warp 0 block 0"},
                    Spoilt{scene_is("bankloom square/setRowReadCol\nat thread 1"),
                           "8: a place is written: at line 9 load warp 0 block 0"}));

INSTANTIATE_TEST_SUITE_P(
    Questions, SpoiltLesson,
    testing::Values(
        Spoilt{question_is("banks", kAsk),
               "15: no question 'banks'; there are wavefronts, conflicts, sectors, transactions, padding, bank, cells, "
               "lanes, choice, order, time"},
        Spoilt{question_is("wavefronts", "ask: What?"), "15: a question needs ask: and why:"},
        Spoilt{question_is("wavefronts", "ask: Are there 32?\nwhy: So."),
               "15: '32' is typed out: write a number that the run decides as {fact}, any other in a code span"},
        Spoilt{question_is("wavefronts", "ask: What?\nwhy: So\n  it is\n  five."),
               "16: 'five' is typed out: write a number that the run decides as {fact}, any other in a code span"},
        Spoilt{question_is("wavefronts", "ask:\nwhy: So."), "15: one paragraph of sentences belongs here"},
        Spoilt{question_is("wavefronts", "what: is it\n" + kAsk),
               "15: a question has ask:, why:, lane:, cell:, thread:, line:, by:, no: and lines that begin with '- '"},
        Spoilt{question_is("lanes", kAsk + "\nlane: 32"), "17: lane: takes a lane, 0 to 31"},
        Spoilt{question_is("bank", kAsk + "\ncell: 3"), "17: cell: takes a row and a column: cell: 3 0"},
        Spoilt{question_is("bank", kAsk), "15: a question about a bank names a lane or a cell: lane: 5"},
        Spoilt{question_is("bank", kAsk + "\nlane: 1\ncell: 1 1"),
               "15: a question about a bank names a lane or a cell: lane: 5"},
        Spoilt{question_is("choice", kAsk + "\n- A | faults == 0"), "15: a choice needs at least two"},
        Spoilt{question_is("choice", kAsk + "\n- A"), "17: a choice is written: - TEXT | CONDITION"},
        Spoilt{question_is("choice", kAsk + "\nno: B."), "17: no: goes below the choice that it replies to"},
        Spoilt{question_is("wavefronts", kAsk + "\n- A | faults == 0"), "15: only a choice has choices"},
        Spoilt{question_is("order", kAsk + "\n- square/setRowReadCol\n- square/setRowReadRow"),
               "15: an order needs by: and kernels, at least two, in lines that begin with '- '"},
        Spoilt{question_is("wavefronts", kAsk + "\n```\n\n```question wavefronts\n" + kAsk),
               "20: a step asks one question"}));

const std::string kExercise = R"(# Resolve it

A text. The tile has `32` rows.

```exercise
kernel: square/setRowReadCol IPAD=1
machine: didactic10
again: N=96 M=2 | in = i % 7 | rule = row % 7
words: // My goal: | your goal
check: conflicts == 0 || faults == 0 | no conflict
check: shared_bytes == 4096 | no more memory
gpu: 80
```

1. One.
2. The second, which
   is longer.
3. Three.
)";

TEST(Exercise, IsReadWhole) {
  const auto exercise = parse_exercise(kExercise, "square/exercises/resolve/exercise.md");
  ASSERT_TRUE(exercise) << exercise.error().message;
  EXPECT_EQ(exercise->lesson, "square");
  EXPECT_EQ(exercise->name, "resolve");
  EXPECT_EQ(exercise->title, "Resolve it");
  EXPECT_EQ(exercise->kernel.kernel, "square/setRowReadCol");
  EXPECT_EQ(exercise->kernel.options, (OptionValues{{"IPAD", "1"}}));
  EXPECT_EQ(exercise->machine, "didactic10");
  ASSERT_EQ(exercise->checks.size(), 2U);
  EXPECT_EQ(exercise->checks[0].condition, "conflicts == 0 || faults == 0");
  EXPECT_EQ(exercise->checks[0].meaning, "no conflict");
  EXPECT_EQ(exercise->checks[1].line, 11U);
  ASSERT_EQ(exercise->again.size(), 1U);
  EXPECT_EQ(exercise->again[0].options, (OptionValues{{"M", "2"}, {"N", "96"}}));
  EXPECT_EQ(exercise->again[0].trial, (OwnTrial{{{"in", "i % 7"}}, "row % 7"}));
  EXPECT_EQ(exercise->words_behind, "// My goal:");
  EXPECT_EQ(exercise->words_meaning, "your goal");
  EXPECT_EQ(exercise->line, 6U);
  EXPECT_EQ(exercise->copy_percent, 80U);
  ASSERT_EQ(exercise->hints.size(), 3U);
  EXPECT_EQ(prose_text(exercise->hints[1], {}).str(), "The second, which is longer.");
}

/// The exercise with one part of its text replaced.
std::string exercise_with(const std::string& part, const std::string& other) {
  std::string text = kExercise;
  return text.replace(text.find(part), part.size(), other);
}

class SpoiltExercise : public testing::TestWithParam<Spoilt> {};

TEST_P(SpoiltExercise, IsRefusedWithFileAndLine) {
  const auto exercise = parse_exercise(GetParam().text, "own/exercises/one/exercise.md");
  ASSERT_FALSE(exercise);
  EXPECT_EQ(exercise.error().message, "own/exercises/one/exercise.md:" + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    All, SpoiltExercise,
    testing::Values(Spoilt{"", "1: an exercise has a title and a text"},
                    Spoilt{exercise_with("kernel: square/setRowReadCol IPAD=1\n", ""),
                           "1: an exercise names the kernel that is written: kernel: ID"},
                    Spoilt{exercise_with("3. Three.\n", ""), "1: an exercise has three hints, a numbered list"},
                    Spoilt{exercise_with(" | no conflict", ""), "10: check: takes CONDITION | WHAT IT MEANS"},
                    Spoilt{exercise_with(" | your goal", ""), "9: words: takes BEGINNING | WHAT IT MEANS"},
                    Spoilt{exercise_with("N=96", "N"),
                           "8: again: takes OPTION=VALUE, and behind | BUFFER = EXPRESSION and rule = EXPRESSION"},
                    Spoilt{exercise_with("80", "101"), "12: gpu: takes percent, 1 to 100"},
                    Spoilt{exercise_with("kernel:", "kernle:"),
                           "6: an exercise has kernel:, machine:, again:, words:, check:, gpu: and formerly:"},
                    Spoilt{exercise_with("```exercise", "```scene"),
                           "6: an exercise has a title, sentences, a block 'exercise' and three hints"}));

TEST(LoadLessons, ATranslationHasTheSameStepsScenesAndQuestions) {
  const ScratchFolder folder;
  const std::string text = lesson_text(step_text("square/setRowReadCol", "wavefronts"));
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    return changed;
  };
  folder.write("alpha/lesson.md", text);
  const std::string title = text.substr(0, text.find('\n'));
  folder.write("alpha/lesson.es.md", with(title, "# Baldosa de `línea 9|line 9` y 32 bancos"));
  folder.write("alpha/lesson.fr.md", with("setRowReadCol", "setColReadRow"));
  folder.write("alpha/lesson.pt_BR.md", with("question wavefronts", "question conflicts"));
  const std::string second = "```\n\n## Second";
  ASSERT_NE(text.find(second), std::string::npos) << text;
  folder.write("alpha/lesson.zh_CN.md", with(second, "```\n\n```after\nbankloom square/setRowReadRow\n" + second));
  folder.write("alpha/exercises/first/exercise.md", kExercise);
  folder.write("alpha/exercises/first/start.cu", "start");
  folder.write("alpha/exercises/first/solution.cu", "solution");
  std::string exercise = kExercise;
  folder.write("alpha/exercises/first/exercise.es.md", exercise.replace(0, exercise.find('\n'), "# Primero"));
  folder.write("alpha/exercises/first/exercise.pt_BR.md", exercise_with("80", "70"));
  const auto lessons = load_lessons(folder.path(), {});
  ASSERT_TRUE(lessons) << lessons.error().message;
  const Lesson& lesson = lessons->front();
  ASSERT_EQ(lesson.refused.size(), 4U) << join(lesson.refused, "\n");
  const std::string place = (folder.path() / "alpha").string();
  EXPECT_EQ(lesson.refused[0].rfind(place + "/lesson.fr.md:", 0), 0U) << lesson.refused[0];
  EXPECT_NE(lesson.refused[0].find("the scene of this step differs"), std::string::npos) << lesson.refused[0];
  EXPECT_NE(lesson.refused[1].find("the question of this step differs"), std::string::npos);
  EXPECT_NE(lesson.refused[3].find("what this step shows after its question"), std::string::npos) << lesson.refused[2];
  EXPECT_NE(lesson.refused[2].find("exercise.pt_BR.md"), std::string::npos) << lesson.refused[2];

  folder.write("es.po", "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=(n != 1);\\n\"\n");
  ASSERT_TRUE(set_language("es", folder.path()));
  const Lesson& spanish = in_language(lesson);
  ASSERT_TRUE(set_language(kEnglish, folder.path()));
  EXPECT_EQ(spanish.title, "Baldosa de línea 9 y 32 bancos");
  EXPECT_EQ(spanish.steps.front().item, lesson.steps.front().item) << "progress is kept of the same";
  EXPECT_EQ(spanish.exercises.front().title, "Primero");
  EXPECT_EQ(spanish.exercises.front().solution, "solution");
  EXPECT_EQ(&in_language(lesson), &lesson);
}

TEST(LoadLessons, AreInTheGivenOrderThenByName) {
  const ScratchFolder folder;
  const std::string text = lesson_text(step_text("square/setRowReadCol", "wavefronts"));
  for (const char* const name : {"alpha", "beta", "gamma", "delta"}) {
    folder.write(std::string(name) + "/lesson.md", text);
  }
  folder.write("kernels-only/kernel.json", "{}");
  folder.write("gamma/exercises/second/exercise.md", kExercise);
  folder.write("gamma/exercises/second/start.cu", "start");
  folder.write("gamma/exercises/second/solution.cu", "solution");
  folder.write("gamma/exercises/notes.txt", "");
  const auto lessons = load_lessons(folder.path(), {"gamma", "square", "beta"});
  ASSERT_TRUE(lessons) << lessons.error().message;
  std::vector<std::string> names;
  for (const Lesson& lesson : *lessons) names.push_back(lesson.name);
  EXPECT_EQ(names, (std::vector<std::string>{"gamma", "beta", "alpha", "delta"}));
  ASSERT_EQ(lessons->front().exercises.size(), 1U);
  EXPECT_EQ(lessons->front().exercises[0].start, "start");
  EXPECT_EQ(lessons->front().exercises[0].solution, "solution");
  EXPECT_EQ(lessons->front().exercises[0].lesson, "gamma");

  // All mistakes are told, of all files, a line each.
  const ScratchFolder spoilt;
  const std::string wrong = question_is("banks", kAsk) + "\nThere are 7.\n\n```question lanes\n```\n";
  spoilt.write("alpha/lesson.md", wrong);
  spoilt.write("beta/lesson.md", text);
  spoilt.write("beta/exercises/first/exercise.md", exercise_with("3. Three.\n", ""));
  const auto mistaken = load_lessons(spoilt.path(), {});
  ASSERT_FALSE(mistaken);
  for (const char* const mistake : {"alpha/lesson.md:15: no question 'banks'", "'7' is typed", "a question needs ask:",
                                    "beta/exercises/first/exercise.md:1: an exercise has three hints"}) {
    EXPECT_NE(mistaken.error().message.find(mistake), std::string::npos) << mistaken.error().message;
  }
  EXPECT_EQ(std::ranges::count(mistaken.error().message, '\n'), 3) << mistaken.error().message;

  std::filesystem::remove(folder.path() / "gamma/exercises/second/solution.cu");
  const auto without = load_lessons(folder.path(), {});
  ASSERT_FALSE(without);
  EXPECT_NE(without.error().message.find("gamma/exercises/second/solution.cu"), std::string::npos);
  const auto nowhere = load_lessons(folder.path() / "none", {});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().message, (folder.path() / "none").string() + ": there is no such folder of lessons");
}

}  // namespace
}  // namespace bankloom::learn
