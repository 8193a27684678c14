// Exercises: a learner's text in the place of a kernel's, and what is checked of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/learn/lesson.h"
#include "core/learn/question.h"

namespace bankloom::learn {

enum class CheckKind : std::uint8_t { compiles, no_fault, right_output, again, words, condition };

struct CheckResult {
  CheckKind kind = CheckKind::compiles;
  std::size_t index = 0;  ///< of a condition, in Exercise::checks; of a run that only checks, in Exercise::again
  bool is_passed = false;
};

/// What came of a text: its checks in their order, up to the first that the others need. `run` is null where it does
/// not compile; then `failure` says why.
struct Attempt {
  std::vector<CheckResult> checks = {};
  std::shared_ptr<const RunOutcome> outcome;
  std::shared_ptr<const Error> again_failure = {};  ///< why a run that only checks could not be made
  [[nodiscard]] bool is_passed() const;
};

/// All that is checked of a text, in order; nothing passes.
[[nodiscard]] std::vector<CheckResult> checks_of(const Exercise& exercise);

/// The choice that shows a text of an exercise.
[[nodiscard]] Choice choice_of(const Exercise& exercise, std::string text);

/// Nothing: its run is not there yet. Errors: a condition that cannot be read.
[[nodiscard]] Result<std::optional<Attempt>> attempt(const Exercise& exercise, const std::string& text,
                                                     const Sources& sources);

}  // namespace bankloom::learn
