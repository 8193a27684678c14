// Player: the animation's place on the timelines of both sides, and how it advances.
//
// A and B play on one clock: a request is as long as the longer of the two. The caller says how much time has passed.
// Stepping, and going to a step or a request, stops playing; going to another warp does not.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/base/result.h"
#include "core/session/playback.h"
#include "core/session/shown_runs.h"
#include "core/session/step_sequence.h"
#include "core/session/walk_clock.h"

namespace bankloom {

class Player {
 public:
  // ---- what is played -----------------------------------------------------------------------------------------------
  /// Starts again with the same runs: at a position, or, once all runs are there, at the first fault, else the first
  /// step.
  void begin(std::uint64_t block, PlayScope scope, std::optional<Position> position);
  /// Keeps the place for other runs, once all of them are there.
  void find_place() { place_wanted_ = true; }
  /// Shows the sides' runs; null: nothing. `complete`: no other run is being made. A place at the end of a request
  /// stays at its end when the request becomes longer or shorter.
  void show(const std::array<std::shared_ptr<const KernelRun>, 2>& runs, bool complete);
  /// Sets which facts the sides show.
  void disclose(Disclosure disclosure);
  /// Clears a side.
  void drop(Side side);
  [[nodiscard]] const ShownRuns& shown() const { return shown_; }

  // ---- the place ----------------------------------------------------------------------------------------------------
  [[nodiscard]] Position position() const { return position_; }
  /// As ShownRuns::set_block() and want_block(); the place stays.
  Result<void> set_block(std::uint64_t block);
  void want_block(std::uint64_t block) { shown_.want_block(block); }
  [[nodiscard]] PlayScope scope() const { return scope_; }
  void set_scope(PlayScope scope);
  /// Goes to a place, clamped to the timeline.
  void go_to(Position position);
  /// Goes to the first step of a request of side's timeline (index in requests()).
  void go_to_request(Side side, std::uint32_t request, std::uint32_t step = 0);
  /// Shows the block of a fault (index in the side's KernelRun::faults) and goes to its step. Error: it cannot be
  /// shown; then nothing changes.
  Result<void> go_to_fault(Side side, std::size_t fault);
  /// The steps of the present scope.
  [[nodiscard]] const StepSequence& sequence() const { return sequence_; }
  /// The present step's index among them.
  [[nodiscard]] std::uint64_t step_index() const { return sequence_.index_of(position_); }
  void go_to_step(std::uint64_t index);
  /// Moves by one transaction within the scope. False at the end.
  bool step(int by);
  /// As StepSequence::next_request().
  bool step_request(int by);
  /// The same request of the next or previous warp.
  bool step_warp(int by);
  void to_start();
  void to_end();
  /// Goes to the first fault, else to the selected warp's most expensive request. `of_warp`: in the selected warp
  /// alone.
  void to_notable(bool of_warp = false);

  // ---- playing ------------------------------------------------------------------------------------------------------
  [[nodiscard]] const Playback& playback() const { return playback_; }
  /// Plays; from the beginning if it is at the end, or at the place found at the start.
  void play(bool on);
  /// Plays the present request, from its beginning to its end.
  void play_request();
  /// Playing ends with the present request.
  void stop_after_request();
  /// Chooses a pace for all steps; nothing: requests begin slowly, as Pace says.
  void set_speed(std::optional<double> steps_per_second);
  /// Chooses a pace at which the present request is slower.
  void slow_down();
  /// Lets time pass; advances the animation when playing. True where another step, the end of one or of playing is
  /// there to be shown. Each step takes its Pace's time, and at the end of each request the picture stands still for a
  /// while. Stops at the end.
  bool advance(double seconds);
  /// Whether all was played to its end, and nothing was done since.
  [[nodiscard]] bool played_out() const { return played_out_; }
  void forget_played_out() { played_out_ = false; }
  /// The time in the present request, in its steps as in TokenMotion: position().step at rest; while playing, from half
  /// a step before to half a step after. A manual step moves from the place before it, which may be in the neighbouring
  /// request; the sides' seen() is then of that request until its tokens are home. One to the last step of a request
  /// ends where they are, half a step after it. Above Pace::kFastestMotion steps a second, and with motion turned off,
  /// nothing moves.
  [[nodiscard]] double clock() const { return position_.step + playback_.glide().offset; }
  /// The block's threads on their way into warps; it begins with playing, too.
  [[nodiscard]] const WalkClock& walk() const { return walk_; }
  void begin_walk();
  /// Ends all motion at once.
  void rest();
  /// With motion turned off, steps and their stores happen at once.
  void set_motion(bool on);

 private:
  void set_place(Position position);
  bool to_fault(bool of_warp);
  Result<void> show_fault(Side side, std::size_t fault);
  void follow_clock();
  [[nodiscard]] bool at_last_step() const;

  ShownRuns shown_;
  PlayScope scope_ = PlayScope::warp;
  Position position_;
  StepSequence sequence_;
  bool place_wanted_ = false;      ///< find the place to begin at once the runs are there
  bool is_opening_ = false;        ///< the place is the scene's, and is unchanged
  bool place_is_default_ = false;  ///< the place was found so, and is unchanged
  std::optional<Position> asked_;  ///< where to begin; its runs are not all there yet
  /// The step that the user chose, while the shown runs have fewer steps in the request; the last stays the last.
  std::optional<std::uint32_t> kept_step_;
  std::optional<std::uint64_t> last_played_;  ///< the step that playing ends at; nothing: the very last one
  bool played_out_ = false;
  Playback playback_;
  WalkClock walk_;
};

}  // namespace bankloom
