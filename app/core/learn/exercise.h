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

enum class CheckKind : std::uint8_t { compiles, no_fault, right_output, condition };

struct CheckResult {
  CheckKind kind = CheckKind::compiles;
  std::size_t index = 0;  ///< of a condition, in Exercise::checks
  bool is_passed = false;
};

/// What came of a text: its checks in their order, up to the first that the others need. `run` is null where it does
/// not compile; then `failure` says why.
struct Attempt {
  std::vector<CheckResult> checks = {};
  std::shared_ptr<const RunOutcome> outcome;
  [[nodiscard]] bool is_passed() const;
};

/// The choice that shows a text of an exercise.
[[nodiscard]] Choice choice_of(const Exercise& exercise, std::string text);

/// Nothing: its run is not there yet. Errors: a condition that cannot be read.
[[nodiscard]] Result<std::optional<Attempt>> attempt(const Exercise& exercise, const std::string& text,
                                                     const Sources& sources);

}  // namespace bankloom::learn
