// What holds of the program's own lessons, taken together.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/report/lesson_check.h"
#include "core/wording/question_text.h"
#include "lesson_fixture.h"

namespace bankloom::test {
namespace {

using learn::QuestionKind;

class ShippedLessons : public LearnTest {};

TEST_F(ShippedLessons, AreOneForEachOfTheCatalogueInItsOrder) {
  std::vector<std::string> names, known;
  for (const learn::Lesson& lesson : lessons()) names.push_back(lesson.name);
  for (const Lesson& lesson : Shipped::get().catalog.lessons) known.push_back(lesson.name);
  EXPECT_EQ(names, known);
  EXPECT_EQ(names, (std::vector<std::string>{"threads", "square", "barriers", "rectangular", "declarations", "elements",
                                             "coalescing", "swizzle", "transpose", "mistakes", "machines", "reuse",
                                             "waiting", "claims"}));
}

TEST_F(ShippedLessons, WhatWasMovedIsKnownByItsFormerName) {
  using learn::ItemName;
  const learn::FormerItems former = learn::former_items(lessons());
  const learn::FormerItems expected{
      {{"mistakes", "write-then-read"}, {"barriers", "write-then-read"}},
      {{"mistakes", "a-barrier-in-a-branch"}, {"barriers", "a-barrier-in-a-branch"}},
      {{"mistakes", "exercise:race"}, {"barriers", "exercise:race"}},
      {{"machines", "a-small-machine"}, {"square", "a-small-machine"}},
      {{"machines", "down-a-column"}, {"square", "a-small-machine"}},
      {{"machines", "a-longer-row"}, {"square", "a-longer-row"}},
  };
  EXPECT_EQ(former, expected);
  // A name that is in use again is no former one.
  for (const learn::Lesson& lesson : lessons()) {
    for (const learn::Step& step : lesson.steps) EXPECT_FALSE(former.contains({lesson.name, step.item})) << step.item;
  }
}

TEST_F(ShippedLessons, AskEnough) {
  std::map<QuestionKind, unsigned> of_kind;
  unsigned all = 0, exercises = 0;
  for (const learn::Lesson& lesson : lessons()) {
    EXPECT_GE(lesson.steps.size(), 5U) << lesson.name;
    EXPECT_LE(lesson.steps.size(), 14U) << lesson.name;
    unsigned questions = 0;
    for (const learn::Step& step : lesson.steps) {
      if (!step.question) continue;
      ++questions;
      ++of_kind[step.question->kind];
    }
    EXPECT_GE(questions, 6U) << lesson.name;
    all += questions;
    exercises += static_cast<unsigned>(lesson.exercises.size());
  }
  EXPECT_GE(all, 60U);
  EXPECT_GE(exercises, 12U);
  for (std::size_t kind = 0; kind < learn::kQuestionKinds.size(); ++kind) {
    EXPECT_GE(of_kind[static_cast<QuestionKind>(kind)], 5U) << learn::kQuestionKinds[kind];
  }
}

TEST_F(ShippedLessons, StepsAndExercisesHaveNamesOfTheirOwn) {
  for (const learn::Lesson& lesson : lessons()) {
    std::set<std::string> names;
    for (const learn::Step& step : lesson.steps) {
      EXPECT_TRUE(names.insert(step.title).second) << lesson.name << ": " << step.title;
    }
    for (const learn::Exercise& exercise : lesson.exercises) {
      EXPECT_EQ(exercise.lesson, lesson.name);
      EXPECT_NE(exercise.start, exercise.solution) << exercise.file;
    }
  }
}

TEST_F(ShippedLessons, RunAsTheyAre) {
  const auto check = report::check_lessons(lessons(), Shipped::get().catalog, sources);
  for (const std::string& problem : check.problems) ADD_FAILURE() << problem;
  EXPECT_EQ(check.lessons, 14U);
}

TEST_F(ShippedLessons, NoReplySaysTheRightAnswer) {
  unsigned replies = 0;
  for (const learn::Lesson& lesson : lessons()) {
    for (const learn::Step& step : lesson.steps) {
      if (!step.question) continue;
      const QuestionKind kind = step.question->kind;
      // A verdict has one wrong answer, and a choice has replies of its own.
      if (kind == QuestionKind::time || kind == QuestionKind::choice) continue;
      const auto result = learn::ask(step, sources);
      ASSERT_TRUE(result && *result) << lesson.name << ": " << step.title;
      const learn::Asked& asked = **result;
      const std::string right = answer_text(asked, asked.right);
      std::vector<learn::WrongAnswer> wrong = asked.recognised;
      if (kind != QuestionKind::order) wrong.push_back({learn::Mistake::other, {17}});
      for (const learn::WrongAnswer& one : wrong) {
        const std::string reply = reply_text(asked, one);
        EXPECT_EQ(reply.find(right), std::string::npos) << step.title << ": " << reply;
        EXPECT_TRUE(reply.ends_with('.')) << reply;
        EXPECT_NE(reply.front(), 'l') << "a sentence begins with a capital letter: " << reply;
        ++replies;
      }
    }
  }
  EXPECT_GT(replies, 200U);
}

/// Of an answer that is a set or an order, what stands in the example of its form.
TEST_F(ShippedLessons, NoExampleOfAnAnswerHasAnythingOfTheRightOne) {
  unsigned examples = 0;
  for (const learn::Lesson& lesson : lessons()) {
    for (const learn::Step& step : lesson.steps) {
      if (!step.question) continue;
      const auto result = learn::ask(step, sources);
      ASSERT_TRUE(result && *result) << lesson.name << ": " << step.title;
      const learn::Asked& asked = **result;
      const std::string example = learn::example_answer(asked);
      if (example.empty()) continue;
      ++examples;
      EXPECT_NE(answer_form_text(asked).str().find(example), std::string::npos) << example;
      const auto answer = learn::answer_from_text(asked, example);
      ASSERT_TRUE(answer) << example << ": " << answer.error().message;
      if (asked.question.kind == QuestionKind::order) {
        EXPECT_NE(*answer, asked.right) << lesson.name << ": " << step.title;
        continue;
      }
      for (const double one : *answer) {
        EXPECT_EQ(std::ranges::count(asked.right, one), 0) << lesson.name << ": " << step.title << ": " << example;
      }
    }
  }
  EXPECT_GT(examples, 10U);
}

TEST_F(ShippedLessons, AnswersAreReadAsTheProgramWritesThem) {
  unsigned read = 0;
  for (const learn::Lesson& lesson : lessons()) {
    for (const learn::Step& step : lesson.steps) {
      if (!step.question || step.question->kind == QuestionKind::choice) continue;
      if (step.question->kind == QuestionKind::order) continue;  // names, where numbers are typed
      const auto result = learn::ask(step, sources);
      ASSERT_TRUE(result && *result) << lesson.name << ": " << step.title;
      const learn::Asked& asked = **result;
      const std::string written = answer_text(asked, asked.right).str();
      if (asked.question.kind == QuestionKind::cells && asked.right.size() > 4) continue;  // "and 5 more"
      const auto answer = learn::answer_from_text(asked, written);
      ASSERT_TRUE(answer) << written << ": " << answer.error().message;
      EXPECT_TRUE(is_right(asked, *answer)) << lesson.name << ": " << step.title << ": " << written;
      ++read;
    }
  }
  EXPECT_GT(read, 40U);
}

/// A wrong answer that a step's author expects is told what the author says of it, and no other one what the step does
/// not teach.
TEST_F(ShippedLessons, AWrongAnswerGetsTheReasonThatItsStepExpects) {
  struct Expected {
    std::string lesson, step;
    double answer;
    std::string reply;
  };
  const std::string in_each =
      "Only lanes of the same phase can conflict, and in each phase the first wavefront is not a conflict.";
  const std::string first_of_each =
      "Those are the wavefronts: the first wavefront of each group of lanes that is served together is not a conflict.";
  for (const Expected& one : {
           Expected{"declarations", "One dimension", 2,
                    "That takes the warps together, but line[5] and line[37] are words of different requests."},
           Expected{"elements", "Wider than a word", 1, in_each},
           Expected{"elements", "Wider than a word", 2, first_of_each},
           Expected{"swizzle", "Whole elements exchanged", 3, in_each},
           Expected{"swizzle", "Whole elements exchanged", 4, first_of_each},
           Expected{"threads", "Banks", 5, "5 is the column of tile[3][5], not its bank."},
           Expected{"elements", "Lanes that pair up", 4, "The request would take that many without pairs."},
       }) {
    SCOPED_TRACE(one.lesson + ": " + one.step);
    const auto lesson = std::ranges::find(lessons(), one.lesson, &learn::Lesson::name);
    ASSERT_NE(lesson, lessons().end());
    const auto step = std::ranges::find(lesson->steps, one.step, &learn::Step::title);
    ASSERT_NE(step, lesson->steps.end());
    const auto asked = learn::ask(*step, sources);
    ASSERT_TRUE(asked && *asked);
    std::string reply = reply_text(**asked, recognise(**asked, {one.answer})).str();
    std::erase(reply, '`');
    EXPECT_EQ(reply, one.reply);
  }
}

}  // namespace
}  // namespace bankloom::test
