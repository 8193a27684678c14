// The check of lessons: every step, question and exercise is run, and what is wrong is said with file and line.
//
// Not checked: whether a sentence is good English, and whether it is true beyond its numbers.
#pragma once

#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/learn/exercise.h"
#include "core/learn/lesson.h"
#include "core/learn/question.h"

namespace bankloom::report {

struct LessonCheck {
  std::vector<std::string> problems;  ///< "FILE:LINE: what is wrong"
  std::size_t lessons = 0, steps = 0, questions = 0, wrong_answers = 0, exercises = 0;
};

/// What is checked of lessons, beside what parse_lesson() does: kernels, options and places exist; names, terms and
/// numbers are there; a question's answer is computed, nothing before it tells, every wrong answer that is recognised
/// has a sentence; no two questions ask the same; an exercise's solution passes and its start does not. `sources` waits
/// for runs.
[[nodiscard]] LessonCheck check_lessons(const std::vector<learn::Lesson>& lessons, const Catalog& catalog,
                                        const learn::Sources& sources);

/// "11 lessons, 102 steps, 91 questions, 233 wrong answers, 16 exercises: all run".
[[nodiscard]] std::string lesson_check_text(const LessonCheck& check);

}  // namespace bankloom::report
