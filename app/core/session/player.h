// Player: where the animation stands on the timelines of both sides, and how it moves on.
//
// A and B play on one clock: a request is as long as the longer of the two. The player knows runs, not how they came
// about, and no clock: the caller says how much time has passed. Stepping, and going to a step or a request, stops
// playing; going to another warp does not.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/session/playback.h"
#include "core/session/shown_runs.h"
#include "core/session/step_sequence.h"

namespace bankloom {

class Player {
 public:
  // ---- what is played -----------------------------------------------------------------------------------------------
  /// Begins anew, without the runs changing: at a position, or, once all runs are there, at the first fault, or at the
  /// first step where there is none.
  void begin(std::uint64_t block, PlayScope scope, std::optional<Position> position);
  /// The same place, of other runs, once all of them are there.
  void find_place() { place_wanted_ = true; }
  /// Shows the sides' runs; null: nothing. `complete`: no other is being made. Whoever looks at the end of a request
  /// goes on looking at its end when it becomes longer or shorter.
  void show(const std::array<std::shared_ptr<const KernelRun>, 2>& runs, bool complete);
  /// What the sides show from now on of what they know.
  void disclose(Disclosure disclosure);
  /// Shows nothing on a side.
  void drop(Side side);
  [[nodiscard]] const ShownRuns& shown() const { return shown_; }

  // ---- the place ----------------------------------------------------------------------------------------------------
  [[nodiscard]] Position position() const { return position_; }
  /// As ShownRuns::set_block() and want_block(); the place stays.
  Result<void> set_block(std::uint64_t block);
  void want_block(std::uint64_t block) { shown_.want_block(block); }
  [[nodiscard]] PlayScope scope() const { return scope_; }
  void set_scope(PlayScope scope);
  /// Goes to a place, clamped to what there is.
  void go_to(Position position);
  /// Goes to the first step of a request of side's timeline (index in requests()).
  void go_to_request(Side side, std::uint32_t request, std::uint32_t step = 0);
  /// Shows the block of a fault (index in the side's KernelRun::faults) and goes to the step at which it happens. The
  /// error says why that cannot be shown; then nothing changes.
  Result<void> go_to_fault(Side side, std::size_t fault);
  /// The steps of the present scope.
  [[nodiscard]] const StepSequence& sequence() const { return sequence_; }
  /// The present step's index among them, and going there.
  [[nodiscard]] std::uint64_t step_index() const { return sequence_.index_of(position_); }
  void go_to_step(std::uint64_t index);
  /// One transaction further or back, within the scope. False at the end.
  bool step(int by);
  /// As StepSequence::next_request().
  bool step_request(int by);
  /// The same request of the next or previous warp.
  bool step_warp(int by);
  void to_start();
  void to_end();
  /// To what is worth seeing first: the first fault, else the selected warp's most expensive request. `of_warp`: in the
  /// selected warp alone.
  void to_notable(bool of_warp = false);

  // ---- playing ------------------------------------------------------------------------------------------------------
  [[nodiscard]] const Playback& playback() const { return playback_; }
  /// From the end, and from the place found at the start, it plays from the beginning.
  void play(bool on);
  void set_speed(double steps_per_second) { playback_.set_speed(steps_per_second); }
  /// Lets time pass; moves the animation when playing. True where the place changed. Stops at the end. Where one side
  /// was done before the other it waits a moment at the request's end: there stands the difference.
  bool advance(double seconds);
  /// Where the present request stands, counted in its steps as TokenMotion does: position().step at rest; while it
  /// plays from half a step before to half a step after. A step by hand moves from where the one before it stood, out
  /// of the neighbouring request, too; then the sides' seen() is of that one until its tokens are home. Above
  /// Playback::kFastestMotion steps a second, and where motion is turned off, there is none.
  [[nodiscard]] double clock() const { return position_.step + playback_.glide().offset; }
  /// Brings all motion to its end.
  void rest();
  /// Turned off, steps are made without motion, and what they store is there at once.
  void set_motion(bool on);

 private:
  void set_place(Position position);
  bool move(int by);
  bool to_fault(bool of_warp);
  Result<void> show_fault(Side side, std::size_t fault);
  void follow_clock();
  [[nodiscard]] bool at_last_step() const;

  ShownRuns shown_;
  PlayScope scope_ = PlayScope::warp;
  Position position_;
  StepSequence sequence_;
  bool place_wanted_ = false;      ///< the place to begin at is to be found once the runs are there
  bool place_is_default_ = false;  ///< it was found so, and nobody moved since
  std::optional<Position> asked_;  ///< where to begin; its runs are not all there yet
  /// Where a person went in the request, while runs are shown in which it has fewer steps; the last stays the last.
  std::optional<std::uint32_t> kept_step_;
  Playback playback_;
};

}  // namespace bankloom
