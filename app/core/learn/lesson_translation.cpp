// Lessons in other languages: read beside the English ones, and held against them.
#include <algorithm>
#include <set>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/learn/lesson.h"

namespace bankloom::learn {
namespace {

namespace fs = std::filesystem;

/// "es" of "lesson.es.md"; empty of the English file and of others.
std::string language_of(const fs::path& file, std::string_view stem) {
  const std::string name = file.filename().string(), before = std::string(stem) + ".";
  constexpr std::string_view kEnd = ".md";
  if (!name.starts_with(before) || !name.ends_with(kEnd) || name.size() <= before.size() + kEnd.size()) return {};
  return name.substr(before.size(), name.size() - before.size() - kEnd.size());
}

void add_languages(std::set<std::string>& languages, const fs::path& folder, std::string_view stem) {
  for (const fs::path& file : files_in(folder, ".md").value_or(std::vector<fs::path>{})) {
    if (auto tag = language_of(file, stem); !tag.empty()) languages.insert(std::move(tag));
  }
}

fs::path beside(const fs::path& english, const std::string& language) {
  return english.parent_path() / (english.stem().string() + "." + language + ".md");
}

bool has_same_scene(const SceneAt& a, const SceneAt& b) {
  return a.scene == b.scene && a.place.line == b.place.line && a.place.op == b.place.op &&
         a.place.warp == b.place.warp && a.place.block == b.place.block;
}

bool has_same_question(const Question& a, const Question& b) {
  return a.kind == b.kind && a.ranked == b.ranked && a.by == b.by && a.lane == b.lane && a.cell == b.cell &&
         a.thread == b.thread &&
         std::ranges::equal(a.replies, b.replies, {}, &NumberReply::number, &NumberReply::number) &&
         std::ranges::equal(a.options, b.options, [](const Alternative& one, const Alternative& other) {
           return one.condition == other.condition && one.reply.empty() == other.reply.empty();
         });
}

Result<Lesson> read_translated_lesson(const Lesson& english, const fs::path& file) {
  TRY(const auto text, read_file(file));
  TRY(auto lesson, parse_lesson(text, file, true));
  const auto refuse = [&](unsigned line, const std::string& what) {
    return fail_with(at_line(file.string(), line, what));
  };
  if (lesson.steps.size() != english.steps.size()) {
    return refuse(
        1, message("the English lesson has {} steps, and this one has {}", english.steps.size(), lesson.steps.size()));
  }
  for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
    Step& step = lesson.steps[i];
    const Step& source = english.steps[i];
    if (!has_same_scene(step.at, source.at)) {
      return refuse(step.line, message("the scene of this step differs from the English lesson's"));
    }
    if (step.after.has_value() != source.after.has_value() ||
        (step.after && !has_same_scene(*step.after, *source.after))) {
      return refuse(step.line, message("what this step shows after its question is another scene than in English"));
    }
    if (step.question.has_value() != source.question.has_value() ||
        (step.question && !has_same_question(*step.question, *source.question))) {
      return refuse(step.line, message("the question of this step differs from the English lesson's"));
    }
    step.item = source.item;
    step.formerly = source.formerly;
  }
  if (lesson.learnt.has_value() != english.learnt.has_value() ||
      (lesson.learnt && !has_same_scene(lesson.learnt->at, english.learnt->at))) {
    return refuse(lesson.learnt ? lesson.learnt->line : 1,
                  message("what was learnt is another scene than in the English lesson"));
  }
  return lesson;
}

Result<Exercise> read_translated_exercise(const Exercise& english, const fs::path& file) {
  TRY(const auto text, read_file(file));
  TRY(auto exercise, parse_exercise(text, file, true));
  const bool has_same_checks = std::ranges::equal(
      exercise.checks, english.checks,
      [](const Exercise::Check& one, const Exercise::Check& other) { return one.condition == other.condition; });
  if (exercise.kernel != english.kernel || exercise.machine != english.machine || !has_same_checks ||
      exercise.again != english.again || exercise.words_behind != english.words_behind ||
      exercise.copy_percent != english.copy_percent) {
    return fail_with(at_line(file.string(), exercise.line,
                             message("the exercise's kernel, machine or checks differ from the English ones")));
  }
  exercise.formerly = english.formerly;
  exercise.start = english.start;
  exercise.solution = english.solution;
  return exercise;
}

}  // namespace

void read_translations(Lesson& lesson) {
  const fs::path folder = lesson.file.parent_path();
  std::set<std::string> languages;
  add_languages(languages, folder, "lesson");
  for (const Exercise& exercise : lesson.exercises) {
    add_languages(languages, exercise.file.parent_path(), "exercise");
  }
  std::error_code error;
  for (const std::string& language : languages) {
    Lesson translation = lesson;
    translation.translations.clear();
    const auto take = [&](auto& into, auto read) {
      if (read) {
        into = *std::move(read);
      } else {
        lesson.refused.push_back(read.error().message);
      }
    };
    if (const fs::path file = beside(lesson.file, language); fs::exists(file, error)) {
      take(translation, read_translated_lesson(lesson, file));
      translation.exercises = lesson.exercises;
    }
    for (Exercise& exercise : translation.exercises) {
      if (const fs::path file = beside(exercise.file, language); fs::exists(file, error)) {
        take(exercise, read_translated_exercise(exercise, file));
      }
    }
    translation.language = language;
    lesson.translations.push_back(std::move(translation));
  }
}

const Lesson& in_language(const Lesson& lesson) {
  const auto found = std::ranges::find(lesson.translations, language(), &Lesson::language);
  return found == lesson.translations.end() ? lesson : *found;
}

}  // namespace bankloom::learn
