#include "core/learn/exercise.h"

#include <algorithm>
#include <sstream>

#include "core/base/text_lines.h"

namespace bankloom::learn {
namespace {

using Outcome = std::shared_ptr<const RunOutcome>;

std::uint64_t races_of(const RunSummary& run) {
  return static_cast<std::uint64_t>(std::ranges::count(run.faults, simt::FaultKind::race, &simt::Fault::kind));
}

/// A kernel's numbers, and those that only exercises have.
RunNumbers numbers_of_attempt(const RunSummary& run, const std::vector<Outcome>& again) {
  RunNumbers numbers = numbers_of(run);
  numbers["conflicts"] = numbers["kernel_conflicts"];
  double worst = 0;
  for (const char* const name : {"stored_bytes", "loaded_bytes", "read_bytes", "atomic_requests", "atomic_wavefronts"})
    numbers[name] = 0;
  for (const AccessSummary& access : run.cost.accesses) {
    worst = std::max(worst, access.transactions_per_request());
    const bool is_load = access.op == AccessOp::load || access.op == AccessOp::ldmatrix;
    const bool is_store = access.op == AccessOp::store || access.op == AccessOp::stmatrix;
    const auto bytes = static_cast<double>(access.bytes_asked);
    if (access.space == Space::global && is_load) numbers["read_bytes"] += bytes;
    if (access.space != Space::shared) continue;
    if (is_load) numbers["loaded_bytes"] += bytes;
    if (is_store) numbers["stored_bytes"] += bytes;
    if (is_load || is_store) continue;
    numbers["atomic_requests"] += static_cast<double>(access.requests);
    numbers["atomic_wavefronts"] += static_cast<double>(access.wavefronts);
  }
  numbers["transactions"] = worst;
  std::uint64_t unordered = races_of(run);
  for (const Outcome& one : again) unordered += one->figures() == nullptr ? 0 : races_of(*one->figures());
  numbers["unordered"] = static_cast<double>(unordered);
  return numbers;
}

/// Whether a run that only checks has the right output. Its races are a number of their own.
bool is_right_again(const RunOutcome& outcome) {
  const RunSummary* const run = outcome.figures();
  return run != nullptr && run->has_rule && run->different == 0 && run->faults.size() == races_of(*run);
}

/// Whether words of the learner's, at least two, stand behind a beginning in a line of the text.
bool has_words(const std::string& text, const std::string& beginning) {
  for (const std::string& line : split_lines(text)) {
    const std::string_view whole = trim(line);
    if (!whole.starts_with(beginning)) continue;
    std::istringstream words(std::string(whole.substr(beginning.size())));
    std::string one, two;
    if (words >> one >> two) return true;
  }
  return false;
}

Choice choice_of(const Exercise& exercise, const std::string& text, const Exercise::Again& again) {
  OwnSource source;
  source.text = text;
  source.base = exercise.kernel.kernel;
  source.trial = again.trial;
  OptionValues options = exercise.kernel.options;
  for (const auto& [name, value] : again.options) options[name] = value;
  return own_choice(std::move(source), std::move(options));
}

}  // namespace

bool Attempt::is_passed() const {
  return std::all_of(checks.begin(), checks.end(), [](const CheckResult& one) { return one.is_passed; });
}

std::vector<CheckResult> checks_of(const Exercise& exercise) {
  std::vector<CheckResult> all{{CheckKind::compiles}, {CheckKind::no_fault}, {CheckKind::right_output}};
  for (std::size_t i = 0; i < exercise.again.size(); ++i) all.push_back({CheckKind::again, i});
  if (!exercise.words_behind.empty()) all.push_back({CheckKind::words});
  for (std::size_t i = 0; i < exercise.checks.size(); ++i) all.push_back({CheckKind::condition, i});
  return all;
}

Choice choice_of(const Exercise& exercise, std::string text) {
  OwnSource source;
  source.text = std::move(text);
  source.base = exercise.kernel.kernel;
  return own_choice(std::move(source), exercise.kernel.options);
}

Result<std::optional<Attempt>> attempt(const Exercise& exercise, const std::string& text, const Sources& sources) {
  const auto outcome_of = [&](const Choice& choice) {
    return sources.run({choice.kernel, choice.options, exercise.machine, kDefaultArchitecture, choice.own});
  };
  Attempt attempt{.outcome = outcome_of(choice_of(exercise, text))};
  if (!attempt.outcome) return std::optional<Attempt>();
  const RunSummary* const run = attempt.outcome->figures();
  if (run == nullptr) {
    attempt.checks.push_back({CheckKind::compiles});
    return std::optional(std::move(attempt));
  }
  std::vector<Outcome> again;
  for (const Exercise::Again& one : exercise.again) {
    if (!run->faults.empty()) break;  // what has a fault as it is shown needs no other run
    again.push_back(outcome_of(choice_of(exercise, text, one)));
    if (!again.back()) return std::optional<Attempt>();
    if (again.back()->failure) attempt.again_failure = again.back()->failure;
  }
  const RunNumbers numbers = numbers_of_attempt(*run, again);
  for (CheckResult check : checks_of(exercise)) {
    switch (check.kind) {
      case CheckKind::compiles:
        check.is_passed = true;
        break;
      case CheckKind::no_fault:
        check.is_passed = run->faults.empty();
        break;
      case CheckKind::right_output:
        check.is_passed = run->has_rule && run->different == 0;
        break;
      case CheckKind::again:
        check.is_passed = check.index < again.size() && is_right_again(*again[check.index]);
        break;
      case CheckKind::words:
        check.is_passed = has_words(text, exercise.words_behind);
        break;
      case CheckKind::condition: {
        const Exercise::Check& asked = exercise.checks[check.index];
        auto passed = holds(asked.condition, numbers);
        if (!passed) return fail_with(at_line(exercise.file.string(), asked.line, passed.error().message));
        check.is_passed = *passed;
      }
    }
    attempt.checks.push_back(check);
  }
  return std::optional(std::move(attempt));
}

}  // namespace bankloom::learn
