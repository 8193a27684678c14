// Solutions of every exercise, and texts that get round its work: tests/exercises/LESSON/EXERCISE/right-NAME.cu and
// cheat-NAME.cu, whose first line says what is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/base/files.h"
#include "core/base/text_lines.h"
#include "core/wording/question_text.h"
#include "lesson_fixture.h"

namespace bankloom::test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFails = "// fails: ";

fs::path solutions() { return fs::path(BANKLOOM_SOURCE_DIR) / "tests/exercises"; }

/// "square/countThePadding" of all that have a folder.
std::vector<std::string> exercises_with_solutions() {
  std::vector<std::string> names;
  for (const auto& lesson : fs::directory_iterator(solutions())) {
    for (const auto& exercise : fs::directory_iterator(lesson.path())) {
      names.push_back(exercise.path().lexically_relative(solutions()).string());
    }
  }
  std::ranges::sort(names);
  return names;
}

class SolutionsTest : public LearnTest, public ::testing::WithParamInterface<std::string> {
 protected:
  static const learn::Exercise* exercise(const std::string& name) {
    for (const learn::Lesson& lesson : lessons()) {
      for (const learn::Exercise& one : lesson.exercises) {
        if (one.lesson + "/" + one.name == name) return &one;
      }
    }
    return nullptr;
  }

  /// The checks that a text does not pass, in words; "it compiles and runs" with the reason.
  std::vector<std::string> failed(const learn::Exercise& exercise, const std::string& text) {
    const auto tried = learn::attempt(exercise, text, sources);
    if (!tried) return {tried.error().message};
    std::vector<std::string> failed;
    for (const learn::CheckResult& one : (*tried)->checks) {
      if (!one.is_passed) failed.push_back(check_text(exercise, one).str());
    }
    if (const auto& failure = (*tried)->outcome->failure) failed.push_back(failure->message);
    if (const auto& failure = (*tried)->again_failure) failed.push_back(failure->message);
    return failed;
  }
};

TEST_P(SolutionsTest, TheRightOnesPassAndTheOthersLackWhatTheySay) {
  const learn::Exercise* const asked = exercise(GetParam());
  ASSERT_NE(asked, nullptr) << "there is no such exercise";
  unsigned right = 0, cheats = 0;
  const auto files = files_in(solutions() / GetParam(), ".cu");
  ASSERT_TRUE(files);
  for (const fs::path& file : *files) {
    const std::string text = *read_file(file), name = file.stem().string();
    const auto missing = failed(*asked, text);
    if (name.starts_with("right-")) {
      ++right;
      EXPECT_EQ(missing, std::vector<std::string>{}) << name;
      continue;
    }
    ++cheats;
    ASSERT_TRUE(name.starts_with("cheat-")) << name;
    ASSERT_TRUE(text.starts_with(kFails)) << name;
    const std::string expected = text.substr(kFails.size(), text.find('\n') - kFails.size());
    EXPECT_EQ(std::ranges::count(missing, expected), 1)
        << name << " should fail: " << expected << "\nand fails: " << ::testing::PrintToString(missing);
  }
  EXPECT_GE(right, 3U) << "of different kinds";
  EXPECT_GE(cheats, 3U);
}

INSTANTIATE_TEST_SUITE_P(Exercises, SolutionsTest, ::testing::ValuesIn(exercises_with_solutions()),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '/', '_');
                           return name;
                         });

TEST_F(LearnTest, EveryExerciseHasSolutions) {
  const auto names = exercises_with_solutions();
  for (const learn::Lesson& lesson : lessons()) {
    for (const learn::Exercise& one : lesson.exercises) {
      EXPECT_EQ(std::ranges::count(names, one.lesson + "/" + one.name), 1) << one.lesson << '/' << one.name;
      const bool has_values =
          std::ranges::any_of(one.again, [](const auto& again) { return !again.trial.values.empty(); });
      EXPECT_TRUE(has_values) << one.lesson << '/' << one.name
                              << " accepts what was written for the values that it shows";
    }
  }
}

}  // namespace
}  // namespace bankloom::test
