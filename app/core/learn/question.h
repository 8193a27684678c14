// Asked: a question with its right answer, computed from the run, and the wrong ones whose mistake is recognised.
//
// An answer is a list of numbers, whatever is asked: one for a number, a bank, a choice (its index from 0) and a
// verdict on time (1: it costs time), row * elements of a row + column for each cell, lanes, or kernels (their indices
// in the question's list, the cheapest first). Sets are in ascending order.
//
// Not recognised: what is the right answer, or more than one of the things that it can be, here. A reply that the
// lesson has for an answer goes before all of them.
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

/// What a wrong answer is: another number of the question's own terms, as far as it is that alone. Why somebody gave it
/// is not guessed.
enum class Mistake : std::uint8_t {
  // Of a bank.
  row,
  column,  ///< of an array with one row: the index
  lane_as_bank,
  word,            ///< its number, not divided by that of the banks
  byte,            ///< the address
  bytes_as_words,  ///< the rest of the address
  // Of a count, or of a set.
  conflicts_for_wavefronts,  ///< or the other way round
  broadcast_counted,         ///< lanes at one word counted as a conflict
  lane_by_lane,              ///< one for each lane
  banks_counted,
  words_counted,
  bytes_counted,
  lines_as_sectors,
  full_warp,  ///< a partly full warp counted as full
  itself,     ///< the lane that is asked about among those that conflict with it
  phases_forgotten,
  // Of another access.
  padding_forgotten,  ///< rows taken to be as long as without it
  x_and_y_exchanged,
  usual_banks,        ///< 32 banks of 4 bytes, where the machine has others
  other_instruction,  ///< of the same warp: a store for a load
  other_warp,         ///< by the same instruction
  between_warps,      ///< requests of several warps taken together
  not_divided,        ///< the sum that a mean is made of
  requests_counted,   ///< the number that it is divided by
  // Of other questions.
  dearest_first,  ///< an order the wrong way round
  always_costs,   ///< conflicts that are hidden taken to cost time
  never_costs,
  chosen,  ///< a choice, which has a reply of its own
  // Of all.
  written,  ///< the lesson has a reply to it
  other,    ///< none of these, or several
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
  // Of another instruction or warp: which it is.
  std::uint32_t line = 0;
  AccessOp op = AccessOp::load;
  std::uint32_t warp = 0;
  std::size_t reply = 0;  ///< of one that is written: its index in Question::replies
};

/// What a padding costs.
struct TriedPadding {
  std::uint64_t conflicts = 0;  ///< bank conflicts of the kernel
  bool is_right = true;         ///< no fault, the right output
  bool is_aligned = true;       ///< every element begins at a multiple of its size
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
  std::vector<Answer> ambiguous = {};                  ///< that are several of these things: nothing is said of them
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
  /// The measured or recorded time of one launch, in us.
  std::function<std::optional<double>(const Kernel&, const OptionValues&)> time = {};
};

/// A run as the window asks for it in every frame. That of a check which was cancelled, because another text was shown,
/// is made again.
[[nodiscard]] std::shared_ptr<const RunOutcome> run_in_background(RunService& runs, const RunKey& key);

/// The numbers that a question's `why` may have.
[[nodiscard]] inline const RunNumbers& numbers_of_why(const Asked& asked) {
  return asked.after ? asked.after->runs.numbers : asked.numbers;
}
/// Nothing: a run is not there yet. Errors: a kernel that does not run, a place that is none.
[[nodiscard]] Result<std::optional<StepRuns>> runs_of(const SceneAt& place, const Sources& sources);
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

/// The lesson's own reply to it, as a choice has; null where it has none.
[[nodiscard]] const Prose* written_reply(const Asked& asked, const WrongAnswer& wrong);

/// The answer that a person types: "32", "1.5", "0 4 8", "0-7", "3,0 4,0", "tile[3][0], tile[4][0]", "2 1 3" (kernels
/// from 1), "yes"; elements of an array with one row are their indices: "4 5"; what answer_text() says, too: "lanes 0
/// and 4", "bank 5". Errors: it is none to this question, in a sentence that says what one looks like, or which element
/// there is not.
[[nodiscard]] Result<Answer> answer_from_text(const Asked& asked, std::string_view text);
/// Lanes or elements as they are typed: "0 4 8", "3,0 4,0", "4 5".
[[nodiscard]] std::string typed_set(const Asked& asked, const Answer& answer);
/// An answer as it is typed, of lanes, elements or an order, for the form alone: with nothing of the right one in it.
/// Empty of other kinds, and where all lanes or elements are right.
[[nodiscard]] std::string example_answer(const Asked& asked);

/// What is hidden while it is asked.
[[nodiscard]] Disclosure disclosure_of(const Question& question);

}  // namespace bankloom::learn
