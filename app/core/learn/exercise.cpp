#include "core/learn/exercise.h"

#include <algorithm>

namespace bankloom::learn {
namespace {

/// A kernel's numbers, and the short names that exercises have for some of them.
RunNumbers numbers_of_attempt(const RunSummary& run) {
  RunNumbers numbers = numbers_of(run);
  numbers["conflicts"] = numbers["kernel_conflicts"];
  double worst = 0;
  for (const AccessSummary& access : run.cost.accesses) worst = std::max(worst, access.transactions_per_request());
  numbers["transactions"] = worst;
  return numbers;
}

}  // namespace

bool Attempt::is_passed() const {
  return std::all_of(checks.begin(), checks.end(), [](const CheckResult& one) { return one.is_passed; });
}

Choice choice_of(const Exercise& exercise, std::string text) {
  OwnSource source;
  source.text = std::move(text);
  source.base = exercise.kernel.kernel;
  return own_choice(std::move(source), exercise.kernel.options);
}

Result<std::optional<Attempt>> attempt(const Exercise& exercise, const std::string& text, const Sources& sources) {
  const Choice choice = choice_of(exercise, text);
  const auto outcome = sources.run({choice.kernel, choice.options, exercise.machine, kDefaultArchitecture, choice.own});
  if (!outcome) return std::optional<Attempt>();
  Attempt attempt{.outcome = outcome};
  const RunSummary* const run = outcome->figures();
  attempt.checks.push_back({CheckKind::compiles, 0, run != nullptr});
  if (run == nullptr) return std::optional(std::move(attempt));
  attempt.checks.push_back({CheckKind::no_fault, 0, run->faults.empty()});
  attempt.checks.push_back({CheckKind::right_output, 0, run->has_rule && run->different == 0});
  const RunNumbers numbers = numbers_of_attempt(*run);
  for (std::size_t i = 0; i < exercise.checks.size(); ++i) {
    auto passed = holds(exercise.checks[i].condition, numbers);
    if (!passed) {
      return fail_with(at_line(exercise.file.string(), exercise.checks[i].line, passed.error().message));
    }
    attempt.checks.push_back({CheckKind::condition, i, *passed});
  }
  return std::optional(std::move(attempt));
}

}  // namespace bankloom::learn
