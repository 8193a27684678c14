// Runs: the results of the choices: runs or failures of the sides and of the lesson's table.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/language.h"
#include "core/run/run_service.h"
#include "core/session/facts.h"
#include "core/session/selection.h"
#include "core/session/side_view.h"

namespace bankloom {

/// The result of one side's choice.
struct SideRun {
  std::shared_ptr<const KernelRun> run;  ///< the last one that succeeded; null at first
  std::shared_ptr<const Error> failure;  ///< of the present choice; null where it succeeded or is being made
  bool pending = false;                  ///< the present choice is being made
  std::shared_ptr<const OwnKernel> own;  ///< of the last own text that compiled
};

/// A row of the table of all kernels of the lesson.
struct LessonRow {
  const Kernel* kernel = nullptr;
  RunKey key;
  std::shared_ptr<const RunOutcome> outcome;  ///< null while it is being made
  Disclosure disclosure = {};

  /// The facts of the outcome that a view may show.
  [[nodiscard]] Facts facts() const { return {outcome ? outcome->figures() : nullptr, nullptr, disclosure}; }
};

class Runs {
 public:
  /// The service must outlive it.
  explicit Runs(RunService& service) : service_(service) {}

  /// Requests the sides' runs; those in `ahead` are made when nothing else is to do. Cancelled runs are made again.
  void ask(std::array<std::optional<RunKey>, 2> keys, const std::vector<RunKey>& ahead);
  /// Makes cancelled runs again.
  void again();
  /// Clears a side.
  void drop(Side side);
  /// Takes new outcomes from the service. True where something changed.
  bool update();
  /// Waits for all requested runs; update() then takes them.
  void wait();

  [[nodiscard]] const SideRun& side(Side side) const { return sides_[index_of(side)]; }
  [[nodiscard]] bool pending() const { return sides_[0].pending || sides_[1].pending; }
  /// The kernel found in the chosen own text; null while it is being made, and where it does not compile.
  [[nodiscard]] std::shared_ptr<const OwnKernel> own_kernel(Side side) const;
  /// The facts of a side's choice; null while it is being made. A text that does not compile has none, though the last
  /// run that succeeded is still shown.
  [[nodiscard]] std::shared_ptr<const RunOutcome> outcome(Side side) const;
  /// Progress of the run being made, if it is for the picture or a row of the lesson.
  [[nodiscard]] std::optional<RunService::Progress> running() const;
  /// Whether a side of the picture waits for this run.
  [[nodiscard]] bool awaits(const RunKey& key) const;
  /// Ends a run that is being made. The side that waits for it keeps the last one that succeeded.
  void cancel(const RunKey& key) { service_.cancel(key); }
  /// The rows of a lesson; requests missing runs.
  [[nodiscard]] std::vector<LessonRow> rows(const std::vector<Selection::LessonKernel>& lesson);
  /// Waits until all rows of a lesson are there, with a time limit.
  void wait_for_rows(const std::vector<Selection::LessonKernel>& lesson, std::chrono::milliseconds limit);
  /// The figures of a run that is not the picture's; null while it is being made.
  [[nodiscard]] std::shared_ptr<const RunOutcome> figures(const RunKey& key) {
    return service_.get(key, Urgency::soon);
  }
  /// Waits for them, with a time limit.
  void wait_for(const std::vector<RunKey>& keys, std::chrono::milliseconds limit);

 private:
  RunService& service_;
  std::string_view language_ = language();  ///< of the failures' sentences
  std::array<std::optional<RunKey>, 2> keys_;
  std::array<SideRun, 2> sides_;
};

}  // namespace bankloom
