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
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/session/scene.h"
#include "core/session/side_view.h"

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
  [[nodiscard]] const SideViews& sides() const { return views_; }

  // ---- the place ----------------------------------------------------------------------------------------------------
  [[nodiscard]] Position position() const { return position_; }
  /// The block that is shown, its linear index in A's grid.
  [[nodiscard]] std::uint64_t block() const;
  /// Shows another block. The error says how many there are, or how many of them are recorded; then nothing changes.
  Result<void> set_block(std::uint64_t block);
  /// The block that is to be shown as soon as a run has it recorded; until then the nearest that is.
  void want_block(std::uint64_t block) { block_ = block; }
  [[nodiscard]] std::uint64_t wanted_block() const { return block_; }
  [[nodiscard]] PlayScope scope() const { return scope_; }
  void set_scope(PlayScope scope);
  /// Goes to a place, clamped to what there is.
  void go_to(Position position);
  /// Goes to the first step of a request of side's timeline (index in requests()).
  void go_to_request(Side side, std::uint32_t request, std::uint32_t step = 0);
  /// Shows the block of a fault (index in the side's KernelRun::faults) and goes to the step at which it happens. The
  /// error says why that cannot be shown; then nothing changes.
  Result<void> go_to_fault(Side side, std::size_t fault);
  /// Number of steps in the present scope (the selected warp's or the block's), both sides together. At least 1.
  [[nodiscard]] std::uint64_t step_count() const;
  /// The present step's index among them, and going there.
  [[nodiscard]] std::uint64_t step_index() const;
  void go_to_step(std::uint64_t index);
  /// One transaction further or back, within the scope. False at the end.
  bool step(int by);
  /// To the first step of the next request, or of this one or the previous.
  bool step_request(int by);
  /// The same request of the next or previous warp.
  bool step_warp(int by);
  void to_start();
  void to_end();
  /// The dearest shared request of the selected warp (of equals the one whose lanes lie farthest apart; without a
  /// shared one the dearest of all), at its last transaction.
  void to_most_expensive();
  /// To what is worth seeing first: the first fault, else as to_most_expensive(). `of_warp`: in the selected warp
  /// alone.
  void to_notable(bool of_warp = false);
  [[nodiscard]] std::uint32_t warps() const;

  // ---- playing ------------------------------------------------------------------------------------------------------
  [[nodiscard]] bool playing() const { return playing_; }
  /// From the end, and from the place found at the start, it plays from the beginning.
  void play(bool on);
  [[nodiscard]] double speed() const { return speed_; }  ///< steps a second
  void set_speed(double steps_per_second);
  /// Lets time pass; moves the animation when playing. True where the place changed. Stops at the end. Where one side
  /// was done before the other it waits a moment at the request's end: there stands the difference.
  bool advance(double seconds);
  /// Seconds until the next step of a playing animation; infinity when it does not play.
  [[nodiscard]] double until_next_step() const;
  /// Where the present request stands, counted in its steps as TokenMotion does: position().step at rest; while it
  /// plays from half a step before to half a step after. A step by hand moves from where the one before it stood, out
  /// of the neighbouring request, too; then the sides' seen() is of that one until its tokens are home. Above
  /// kFastestMotion steps a second, and where motion is turned off, there is none.
  [[nodiscard]] double clock() const { return position_.step + glide_.offset; }
  /// Whether clock() changes as time passes.
  [[nodiscard]] bool moving() const { return glide_.offset != glide_.target || (playing_ && is_smooth()); }
  static constexpr double kFastestMotion = 30;
  /// Brings all motion to its end.
  void rest();
  /// Turned off, steps are made without motion, and what they store is there at once.
  void set_motion(bool on);
  [[nodiscard]] bool has_motion() const { return has_motion_; }

 private:
  /// A request of the sequence that stepping goes through.
  struct Entry {
    std::uint32_t warp = 0, request = 0;
    std::uint32_t steps = 1;
    std::uint64_t start = 0;  ///< steps of those before it
  };

  [[nodiscard]] std::uint64_t shown_block(const KernelRun& run) const;
  void show_block(Side side);
  void set_place(Position position);
  void move_to_step(std::uint64_t index);
  bool move(int by);
  bool to_fault(bool of_warp);
  Result<void> show_fault(Side side, std::size_t fault);
  void rebuild_sequence();
  [[nodiscard]] std::size_t entry_index() const;
  void refresh_states();
  [[nodiscard]] std::optional<StepState> state_at(Side side, Position position) const;
  void follow_clock();
  [[nodiscard]] bool is_smooth() const { return has_motion_ && speed_ <= kFastestMotion; }
  [[nodiscard]] std::uint32_t steps_of(std::uint32_t warp, std::uint32_t request) const;
  [[nodiscard]] std::uint32_t requests_of(std::uint32_t warp) const;
  [[nodiscard]] bool at_last_step() const;
  [[nodiscard]] bool differs(const Entry& entry) const;
  [[nodiscard]] std::optional<std::uint64_t> steps_to_difference(double most) const;
  bool play_for(double seconds);
  void glide(Position before);

  SideViews views_;
  std::array<std::shared_ptr<SharedReplay>, 2> replays_;
  std::uint64_t block_ = 0;  ///< that is wanted
  PlayScope scope_ = PlayScope::warp;
  Position position_;
  std::vector<Entry> sequence_;
  bool place_wanted_ = false;      ///< the place to begin at is to be found once the runs are there
  bool place_is_default_ = false;  ///< it was found so, and nobody moved since
  std::optional<Position> asked_;  ///< where to begin; its runs are not all there yet
  /// Where a person went in the request, while runs are shown in which it has fewer steps; the last stays the last.
  std::optional<std::uint32_t> kept_step_;
  bool playing_ = false;
  double speed_ = 6;
  double elapsed_ = 0;  ///< seconds since the last step
  double pause_ = 0;    ///< seconds that a difference is still to be seen
  bool has_motion_ = true;
  /// How far the clock is from the present step, and where it goes by itself when it is not played.
  struct Glide {
    double offset = 0, target = 0;
    double pace = 0;                    ///< steps a second
    std::optional<Position> left = {};  ///< of the neighbouring request that it comes from
  } glide_;
  Position seen_;                                                      ///< of the sides' seen()
  std::array<std::pair<std::uint32_t, std::uint32_t>, 2> contents_{};  ///< request and transactions of `shared`
  Disclosure disclosure_;
};

}  // namespace bankloom
