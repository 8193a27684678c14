// ShownRuns: the runs of both sides, their shown block, and what the sides show of it at a place and a moment.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/result.h"
#include "core/session/scene.h"
#include "core/session/side_view.h"

namespace bankloom {

class ShownRuns {
 public:
  [[nodiscard]] const SideViews& views() const { return views_; }
  /// Sets the runs; null: nothing. True where a run or its block changed.
  bool show(const std::array<std::shared_ptr<const KernelRun>, 2>& runs);
  /// Clears a side.
  void drop(Side side);
  /// Sets which facts the sides show from the next place() on. True where their runs are others than before.
  bool disclose(Disclosure disclosure);

  /// The shown block's linear index in A's grid.
  [[nodiscard]] std::uint64_t block() const;
  /// Shows another block. The error gives the number of blocks, or of recorded ones; then nothing changes.
  Result<void> set_block(std::uint64_t block);
  /// Shows a block as soon as a run has recorded it; until then the nearest recorded one.
  void want_block(std::uint64_t block) { block_ = block; }
  [[nodiscard]] std::uint64_t wanted_block() const { return block_; }

  /// Shows a place, at rest.
  void place(Position position);
  /// Shows a moment: `passing`, the step whose tokens are moving, if not the place's; the clock in its request; how
  /// many of its steps have landed; and whether the step is over, so that the last one of a request ends it.
  void pass(std::optional<Position> passing, double clock, double landed, bool over);

 private:
  [[nodiscard]] std::uint64_t shown_block(const KernelRun& run) const;
  void show_run(Side side);
  void show_block(Side side);
  [[nodiscard]] std::optional<StepState> state_at(Side side, Position position) const;

  SideViews views_;
  std::array<std::shared_ptr<const KernelRun>, 2> runs_;  ///< of which the views may show a part alone
  std::array<std::shared_ptr<SharedReplay>, 2> replays_;
  std::uint64_t block_ = 0;                                            ///< that is wanted
  std::optional<Position> passing_;                                    ///< of the sides' `passing`
  std::array<std::pair<std::uint32_t, std::uint32_t>, 2> contents_{};  ///< request and transactions of `shared`
  Disclosure disclosure_;
};

}  // namespace bankloom
