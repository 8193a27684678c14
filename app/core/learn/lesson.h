// Lesson: a page of steps beside the picture, and exercises, read from lesson.md and exercise.md.
// docs/WRITING_LESSONS.md has their form.
//
// What stands in a file is read here; whether the kernels exist, and what the questions' answers are, is seen where a
// step is run (question.h).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/learn/progress.h"
#include "core/learn/prose.h"
#include "core/session/scene.h"

namespace bankloom::learn {

/// Where a step's picture stands: the first request of a warp that its line makes.
struct Place {
  std::uint32_t line = 0;  ///< 0: the block's first request
  std::optional<AccessOp> op = {};
  std::uint32_t warp = 0;
  std::uint64_t block = 0;
};

struct SceneAt {
  Scene scene;
  Place place;
};

/// What a question asks for.
enum class QuestionKind : std::uint8_t {
  wavefronts,
  conflicts,
  sectors,
  transactions,
  padding,
  bank,
  cells,
  lanes,
  choice,
  order,
  time,
};
inline constexpr std::array<std::string_view, 11> kQuestionKinds = {
    "wavefronts", "conflicts", "sectors", "transactions", "padding", "bank",
    "cells",      "lanes",     "choice",  "order",        "time"};

/// Whether a kind is answered with one number.
[[nodiscard]] constexpr bool is_number(QuestionKind kind) { return kind <= QuestionKind::bank; }

/// One of the sentences of a choice.
struct Alternative {
  Prose text = {};
  std::string condition = {};  ///< an expression of facts that holds of the right one alone
  Prose reply = {};            ///< to who takes it and is wrong; empty of the right one
  unsigned line = 0;
};

/// What is said to a number that is wrong.
struct NumberReply {
  std::string number = {};  ///< an expression of facts
  Prose text = {};
  unsigned line = 0;
};

struct Question {
  QuestionKind kind = QuestionKind::wavefronts;
  unsigned line = 0;  ///< in the file
  Prose ask = {}, why = {};
  std::vector<Alternative> options = {};                   ///< of a choice
  std::vector<NumberReply> replies = {};                   ///< of a number: to usual wrong ones
  std::vector<Choice> ranked = {};                         ///< of an order: kernels, as they stand in the file
  std::string by = {};                                     ///< of an order: the fact of a kernel
  std::optional<unsigned> lane = {};                       ///< of bank and lanes
  std::optional<std::pair<unsigned, unsigned>> cell = {};  ///< of bank: row and column
  /// That is asked about: its place in the block, x, y and z.
  std::optional<std::array<unsigned, 3>> thread = {};
  std::optional<unsigned> source_line = {};  ///< that is asked about, where it is not that of the step's place
};

struct Step {
  std::string title = {};
  std::string item = {};                ///< that progress is kept of, from the English title
  std::vector<ItemName> formerly = {};  ///< under which it was kept before
  unsigned line = 0;
  SceneAt at = {};  ///< that of the step before where it has none of its own
  std::vector<Prose> text = {};
  std::optional<Question> question = {};
  std::optional<SceneAt> after = {};  ///< shown once the question is answered; its `why` tells of this one
};

struct Exercise {
  std::string lesson = {}, name = {};   ///< folders
  std::vector<ItemName> formerly = {};  ///< under which its progress was kept before
  std::string title = {};
  std::vector<Prose> text = {};
  Choice kernel = {};  ///< whose text is written
  std::string machine = kDefaultMachine;
  struct Check {
    std::string condition;  ///< an expression of facts
    std::string meaning;    ///< "no request has a bank conflict"
    unsigned line = 0;
  };
  std::vector<Check> checks = {};
  /// A run that only checks: at other options, of buffers with other contents, without a warp's lockstep.
  struct Again {
    OptionValues options = {};  ///< beyond those of `kernel`
    OwnTrial trial = {};
    unsigned line = 0;
    friend bool operator==(const Again& a, const Again& b) { return a.options == b.options && a.trial == b.trial; }
  };
  std::vector<Again> again = {};
  std::string words_behind =
      {};  ///< "// My goal:": the learner's words stand behind it in the text; "": none are asked
  std::string words_meaning = {};
  unsigned line = 0;          ///< of the block that says what is checked
  unsigned copy_percent = 0;  ///< of the device's own copy that is wanted on a GPU; 0: nothing is wanted
  std::vector<Prose> hints = {};
  std::string start = {}, solution = {};  ///< texts of the kernel
  std::filesystem::path file = {};        ///< exercise.md
};

/// A lesson in one picture: what a request takes in A and in B.
struct Learnt {
  SceneAt at = {};
  Prose say = {};
  unsigned line = 0;
};

struct Lesson {
  std::string name = {};  ///< folder
  std::string title = {};
  std::vector<Prose> goal = {};
  std::vector<Step> steps = {};
  std::optional<Learnt> learnt = {};
  std::vector<Exercise> exercises = {};
  std::filesystem::path file = {};        ///< lesson.md
  std::string language = {};              ///< of a translation; empty: English
  std::vector<Lesson> translations = {};  ///< read from lesson.es.md and exercise.es.md beside the English files
  std::vector<std::string> refused = {};  ///< why translations are not there, "FILE:LINE: what is wrong" each
};

/// The former names of all steps and exercises, and what they are called now.
[[nodiscard]] FormerItems former_items(const std::vector<Lesson>& lessons);

/// The lesson in the present language, in English where it has no translation.
[[nodiscard]] const Lesson& in_language(const Lesson& lesson);

/// A lesson from the text of its file. Errors name file and line, and are all that there are, a line each. Of a
/// translation sentences are not counted, and numbers that hold of every machine may be typed.
[[nodiscard]] Result<Lesson> parse_lesson(std::string_view text, const std::filesystem::path& file,
                                          bool is_translation = false);
/// An exercise likewise, without its texts.
[[nodiscard]] Result<Exercise> parse_exercise(std::string_view text, const std::filesystem::path& file,
                                              bool is_translation = false);

/// Reads the translations of a lesson beside its files. One that has other steps, scenes, questions or checks than the
/// English is refused.
void read_translations(Lesson& lesson);

/// The lessons of a folder in the order of `names`, those that it does not name behind them, by name; folders without a
/// lesson.md are none. Errors name file and line.
[[nodiscard]] Result<std::vector<Lesson>> load_lessons(const std::filesystem::path& folder,
                                                       const std::vector<std::string>& names);

}  // namespace bankloom::learn
