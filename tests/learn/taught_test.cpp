// What a step's picture may show: what the lessons have told until then.
#include "core/learn/taught.h"

#include <gtest/gtest.h>

#include "../session/session_fixture.h"

namespace bankloom::test {
namespace {

std::vector<learn::Lesson> taught_lessons() {
  std::vector<std::string> names;
  for (const Lesson& lesson : Shipped::get().catalog.lessons) names.push_back(lesson.name);
  return learn::load_lessons(BANKLOOM_SOURCE_DIR "/kernels", names).value();
}

learn::Lesson two_step_lesson(const std::string& first, const std::string& second) {
  std::string text = "# A lesson\n\nIts goal.\n\n## First\n\n```scene\nbankloom square/setRowReadCol\n```\n\n" + first +
                     "\n\n## Second\n\n" + second;
  for (const char* const step : {"Third", "Fourth", "Fifth"}) text += std::string("\n\n## ") + step + "\n\nA sentence.";
  return learn::parse_lesson(text, "a/lesson.md").value();
}

TEST(Taught, SectorsComeWithTheirTerm) {
  const std::vector<learn::Lesson> lessons{two_step_lesson("A sentence.", "A [sector](#sector) is 32 bytes."),
                                           two_step_lesson("A sentence.", "A sentence.")};
  EXPECT_FALSE(learn::taught_at(lessons, 0, 0).mentions(FactKind::sectors));
  EXPECT_FALSE(learn::taught_at(lessons, 0, 0).shows(FactKind::sectors));
  EXPECT_TRUE(learn::taught_at(lessons, 0, 1).mentions(FactKind::sectors)) << "in the step itself";
  EXPECT_TRUE(learn::taught_at(lessons, 1, 0).shows(FactKind::sectors)) << "and from then on";
  EXPECT_TRUE(learn::taught_at(lessons, 0, 0).shows_accesses()) << "what is not taught is not asked for";
  EXPECT_FALSE(learn::taught_at(lessons, 0, 0).hides_answer());
}

TEST(Taught, TimesComeWithTheQuestionForThem) {
  const std::vector<learn::Lesson> lessons{
      two_step_lesson("A sentence.", "A sentence.\n\n```question time\nask: Do they?\nwhy: So.\n```")};
  EXPECT_FALSE(learn::taught_at(lessons, 0, 0).mentions(FactKind::time));
  EXPECT_TRUE(learn::taught_at(lessons, 0, 1).mentions(FactKind::time));
}

TEST(Taught, WhatNoStepTellsIsNotWaitedFor) {
  const std::vector<learn::Lesson> lessons{two_step_lesson("A sentence.", "A sentence.")};
  EXPECT_EQ(learn::taught_at(lessons, 0, 0), Disclosure());
}

TEST(Taught, WarpsThenBanksThenWavefronts) {
  const std::vector<learn::Lesson> lessons = taught_lessons();
  const auto mentions = [&](std::size_t step, FactKind fact) {
    return learn::taught_at(lessons, 0, step).mentions(fact);
  };
  for (std::size_t step = 0; step < lessons[0].steps.size(); ++step) {
    EXPECT_EQ(mentions(step, FactKind::warps), step >= 1) << step;
    EXPECT_EQ(mentions(step, FactKind::banks), step >= 5) << step;
    EXPECT_EQ(mentions(step, FactKind::request_cost), step >= 5) << step;
    EXPECT_EQ(mentions(step, FactKind::kernel_cost), step >= 6) << step;
  }
}

TEST(Taught, TheFirstLessonsAreOfThreadsAndSharedMemoryAlone) {
  const std::vector<learn::Lesson> lessons = taught_lessons();
  bool is_time_asked = false;
  for (const std::size_t lesson : {std::size_t{0}, std::size_t{1}}) {
    for (std::size_t step = 0; step < lessons[lesson].steps.size(); ++step) {
      const Disclosure taught = learn::taught_at(lessons, lesson, step);
      EXPECT_FALSE(taught.mentions(FactKind::sectors)) << lesson << ", " << step;
      is_time_asked |= lessons[lesson].steps[step].item == "conflicts-and-time";
      EXPECT_EQ(taught.mentions(FactKind::time), is_time_asked) << lesson << ", " << step;
    }
  }
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    if (lessons[i].name != "coalescing") continue;
    EXPECT_TRUE(learn::taught_at(lessons, i, 0).shows(FactKind::sectors));
    EXPECT_FALSE(learn::taught_at(lessons, i - 1, 99).shows(FactKind::sectors));
  }
}

TEST(Learnt, IsAComparisonWithASentence) {
  const std::string before =
      "# A\n\nGoal.\n\n## Start\n\n```scene\nbankloom square/setRowReadCol\n```\n\nA sentence.\n\n"
      "## Next\n\nA sentence.\n\n## And next\n\nA sentence.\n\n## Then\n\nA sentence.\n\n"
      "## Last\n\nA sentence.\n\n";
  const auto parse = [&](const std::string& fence) {
    return learn::parse_lesson(before + "```learnt\n" + fence + "\n```\n", "a/lesson.md");
  };
  const auto good = parse(
      "bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1\nat line 9 load\nsay: It takes\n"
      "  {wavefronts}.");
  ASSERT_TRUE(good.has_value()) << good.error().message;
  ASSERT_TRUE(good->learnt.has_value());
  EXPECT_EQ(good->learnt->at.place.line, 9U);
  EXPECT_TRUE(good->learnt->at.scene.b.has_value());
  EXPECT_FALSE(parse("bankloom square/setRowReadCol\nsay: It takes {wavefronts}.").has_value()) << "nothing beside it";
  EXPECT_FALSE(parse("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1").has_value()) << "says nothing";
  const auto typed = parse("bankloom square/setRowReadCol vs square/setRowReadCol IPAD=1\nsay: It takes 7.");
  ASSERT_FALSE(typed.has_value());
  EXPECT_NE(typed.error().message.find("a/lesson.md:31"), std::string::npos) << typed.error().message;
}

}  // namespace
}  // namespace bankloom::test
