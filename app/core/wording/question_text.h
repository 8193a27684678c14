// Lessons and questions in words: sentences with the run's numbers in them, what an answer looks like, what is said to
// a right one and to a wrong one.
#pragma once

#include <string>
#include <vector>

#include "core/learn/exercise.h"
#include "core/learn/question.h"
#include "core/wording/text.h"

namespace bankloom {

/// Sentences with their numbers filled in; code stands between backquotes where `marks_code`.
[[nodiscard]] Text prose_text(const learn::Prose& prose, const learn::RunNumbers& numbers, bool marks_code = false);
/// "32", "1.5", "32 words".
[[nodiscard]] Text number_text(double number, std::string_view forms);

/// How an answer is given: "a number", "lanes: 0 4 8-11"; for terminals, and beside a field.
[[nodiscard]] Text answer_form_text(const learn::Asked& asked);
/// An answer as people read it: "32 wavefronts", "lanes 0-3", "tile[3][0] and 4 more", "yes, it costs time".
[[nodiscard]] Text answer_text(const learn::Asked& asked, const learn::Answer& answer);
/// "Right: 32 wavefronts. ..." with the lesson's reason; "The answer: 32 wavefronts. ..." where it was asked for
/// (`is_shown`).
[[nodiscard]] Text right_text(const learn::Asked& asked, bool is_shown = false);
/// What was measured of a question for time: "The bank conflicts do cost time here: ...".
[[nodiscard]] Text time_reply_text(const learn::Asked& asked);
/// The one sentence that fits a wrong answer: of the lanes and banks at hand, without the right one.
[[nodiscard]] Text reply_text(const learn::Asked& asked, const learn::WrongAnswer& wrong);

/// What a check of an exercise asks for: "it compiles", "no request has a bank conflict".
[[nodiscard]] Text check_text(const learn::Exercise& exercise, const learn::CheckResult& check);

/// "on a GPU at least 80 % of its own copy (measured here: 91 %)"; `part`: nothing where it was not measured here.
[[nodiscard]] Text copy_check_text(unsigned percent, std::optional<double> part);

}  // namespace bankloom
