// Asked: a question with its right answer, computed from the run, and the wrong ones whose mistake is recognised.
//
// An answer is a list of numbers, whatever is asked: one for a number, a bank, a choice (its index from 0) and a
// verdict on time (1: it costs time), row * elements of a row + column for each cell, lanes, or kernels (their indices
// in the question's list, the cheapest first). Sets are in ascending order.
//
// Not recognised: a mistake that leads to the right answer, or to that of another mistake, here.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/learn/lesson.h"
#include "core/learn/run_numbers.h"
#include "core/measure/kernel_measurement.h"
#include "core/run/run_service.h"
#include "core/session/facts.h"

namespace bankloom::learn {

using Answer = std::vector<double>;

/// What leads to a wrong answer.
enum class Mistake : std::uint8_t {
  broadcast_counted,     ///< lanes at one word counted as a conflict
  bytes_as_words,        ///< byte addresses taken for word numbers
  padding_forgotten,     ///< rows taken to be as long as without it
  padding_of_rows,       ///< the padding put to the wrong dimension
  half_warps,            ///< 16 banks and 16 lanes a request, as before 2010
  usual_banks,           ///< 32 banks of 4 bytes, where the machine has others
  between_warps,         ///< requests of several warps taken together
  between_instructions,  ///< requests of several instructions taken together
  lane_as_bank,
  phases_forgotten,  ///< wide accesses counted over all lanes at once
  x_and_y_exchanged,
  even_stride,  ///< "an even stride always conflicts 32 ways"
  full_warp,    ///< a partly full warp counted as full
  lines_as_sectors,
  conflicts_for_wavefronts,  ///< or the other way round
  lane_by_lane,              ///< one for each lane
  dearest_first,             ///< an order the wrong way round
  always_costs,              ///< conflicts that are hidden taken to cost time
  never_costs,
  chosen,  ///< a choice, which has a reply of its own
  other,   ///< not recognised
};

/// "broadcast_counted": for files.
[[nodiscard]] std::string_view mistake_name(Mistake mistake);

/// A wrong answer with what a sentence on it needs.
struct WrongAnswer {
  Mistake mistake = Mistake::other;
  Answer answer;
  LaneMask lanes = 0;         ///< at hand: those at one word, or of one bank, or two that show it
  unsigned bank = 0;          ///< theirs
  std::uint64_t address = 0;  ///< of a bank: whose bank is asked for
};

/// What a padding costs.
struct TriedPadding {
  std::uint64_t conflicts = 0;  ///< bank conflicts of the kernel
  bool is_right = true;         ///< no fault, the right output
};

/// A step's runs at its place.
struct StepRuns {
  RunAt a;
  std::optional<RunAt> b;  ///< at the same line, or at its first request where its text has no such line
  RunNumbers numbers;
};

/// What is shown once a question is answered.
struct After {
  SceneAt at;
  StepRuns runs;
};

struct Asked {
  Question question;
  RunAt at;
  RunNumbers numbers = {};
  Answer right = {};
  std::vector<WrongAnswer> recognised = {};            ///< each with an answer of its own
  std::map<std::int64_t, TriedPadding> paddings = {};  ///< of a padding
  std::vector<double> costs = {};                      ///< of an order's kernels
  std::optional<KernelMeasurement> measured = {};      ///< of a time
  ReadingKind reading = ReadingKind::one_block;        ///< likewise
  /// The step's own, or of a padding the comparison with the right one.
  std::optional<After> after = {};
};

/// Where runs and times come from. A run that is not there yet is null, and is being made.
struct Sources {
  std::function<std::shared_ptr<const RunOutcome>(const RunKey&)> run;
  std::function<std::optional<KernelMeasurement>(const KernelRun&)> measured;
};

/// The numbers that a question's `why` may have.
[[nodiscard]] inline const RunNumbers& numbers_of_why(const Asked& asked) {
  return asked.after ? asked.after->runs.numbers : asked.numbers;
}
/// Nothing: a run is not there yet. Errors: a kernel that does not run, a place that is none.
[[nodiscard]] Result<std::optional<StepRuns>> runs_of(const SceneAt& at, const Sources& sources);
[[nodiscard]] inline Result<std::optional<StepRuns>> runs_of(const Step& step, const Sources& sources) {
  return runs_of(step.at, sources);
}

/// A question of a step. Nothing: something that it needs is not there yet. Errors: a kernel that does not run, a
/// condition of none or several choices, kernels that cost the same, no measurement, no padding that suffices.
[[nodiscard]] Result<std::optional<Asked>> ask(const Step& step, const Sources& sources);

/// The same without what needs other runs: no padding, order or time.
[[nodiscard]] Result<Asked> ask_of(const Question& question, RunAt at, RunNumbers numbers);

/// Whether two answers are one, as far as a person types a number: 5.33 is 16 / 3.
[[nodiscard]] bool is_same(const Answer& one, const Answer& other);
[[nodiscard]] inline bool is_right(const Asked& asked, const Answer& answer) { return is_same(answer, asked.right); }
/// What is known of a wrong answer.
[[nodiscard]] WrongAnswer recognise(const Asked& asked, const Answer& answer);

/// The answer that a person types: "32", "1.5", "0 4 8", "0-7", "3,0 4,0", "2 1 3" (kernels from 1), "yes". Errors: it
/// is none to this question, in a sentence that says what one looks like.
[[nodiscard]] Result<Answer> answer_from_text(const Asked& asked, std::string_view text);

/// What is hidden while it is asked.
[[nodiscard]] Disclosure disclosure_of(const Question& question);

}  // namespace bankloom::learn
