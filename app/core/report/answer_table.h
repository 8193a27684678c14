// What is said to wrong answers, for whoever writes or reads lessons: of each question all plausible answers, those
// that get the same sentence together.
#pragma once

#include <string>
#include <vector>

#include "core/learn/lesson.h"
#include "core/learn/question.h"
#include "core/report/text_format.h"

namespace bankloom::report {

/// Answers that get the same sentence.
struct SameReply {
  std::vector<learn::Answer> answers;
  Text reply;
};

/// The plausible wrong answers of a question with what is said to each: of a number 0 to 64 and each that a mistake
/// leads to, of lanes and elements those of mistakes, none, and the right ones with one more or one less, of a choice
/// and an order all. The ones that get the same sentence stand together, in the order of the first of them.
[[nodiscard]] std::vector<SameReply> replies_of(const learn::Asked& asked);

/// The replies of all questions of lessons, as text. Left out: questions that cannot be asked, which check_lessons()
/// tells of. `sources` waits for runs.
[[nodiscard]] std::string answer_table_text(const TextStyle& style, const std::vector<learn::Lesson>& lessons,
                                            const learn::Sources& sources);

}  // namespace bankloom::report
