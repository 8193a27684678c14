// RunNumbers: the numbers of a run that lessons speak of, by name: of the request at a place, of all requests of its
// line, of the kernel. docs/WRITING_LESSONS.md has the names.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/learn/lesson.h"
#include "core/run/kernel_run.h"
#include "core/session/timeline.h"

namespace bankloom::learn {

/// A run at a place.
struct RunAt {
  std::shared_ptr<const KernelRun> run;
  std::shared_ptr<const Timeline> timeline;
  std::uint32_t request = 0;  ///< index in the timeline's requests()

  [[nodiscard]] const TimelineRequest& at() const { return timeline->requests()[request]; }
  [[nodiscard]] MemoryAccess access() const { return run->trace.at(at().access); }
  /// The scene's way to say it.
  [[nodiscard]] Position position() const { return {at().warp, at().in_warp, 0}; }
  /// The requests of the block that the same line makes in the same way, by index in requests().
  [[nodiscard]] std::vector<std::uint32_t> of_line() const;
};

/// Errors: the block was not recorded, or makes no such request.
[[nodiscard]] Result<RunAt> stand_at(const std::shared_ptr<const KernelRun>& run, const Place& place);

using RunNumbers = std::map<std::string, double, std::less<>>;

/// The numbers of a kernel alone.
[[nodiscard]] RunNumbers numbers_of(const RunSummary& run);
/// These, and those of a place. `b` null: nothing is compared; else its numbers have names that begin with b_.
[[nodiscard]] RunNumbers numbers_of(const RunAt& a, const RunAt* b);

/// Whether a number tells nothing that a question could ask for: an option, a shape, a width.
[[nodiscard]] bool is_harmless(std::string_view name, const Kernel& kernel);

/// The value of an expression of these numbers. Errors: an unknown name, a syntax error, a fact that is no whole
/// number.
[[nodiscard]] Result<std::int64_t> value_of(const std::string& expression, const RunNumbers& numbers);
/// Whether an expression of these numbers holds. Errors: an unknown name, a syntax error.
[[nodiscard]] Result<bool> holds(const std::string& condition, const RunNumbers& numbers);

/// The value of a fact. The error offers the nearest name.
[[nodiscard]] Result<double> number_of(const RunNumbers& numbers, std::string_view name);

}  // namespace bankloom::learn
