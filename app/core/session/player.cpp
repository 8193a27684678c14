#include "core/session/player.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/session/fault_place.h"

namespace bankloom {
namespace {

/// The speed of a manual step's motion, in steps a second.
constexpr double kHandPace = 3;

constexpr std::uint32_t kLastStep = std::numeric_limits<std::uint32_t>::max();

/// A manual step moves from the clock's place, which may be in the neighbouring request. On a request's last step the
/// tokens go home; it is left from there.
Glide glide_from(Position before, const Glide& was, Position now, const SideViews& views) {
  Glide glide{0, 0, kHandPace};
  if (now.warp != before.warp) return glide;
  const double clock = before.step + was.offset;
  const std::uint32_t steps = steps_of(views, before.warp, before.request);
  if (now.request == before.request) {
    if (std::max(now.step, before.step) - std::min(now.step, before.step) != 1) return glide;
    glide.offset = clock - now.step;
    glide.left = was.left;
  } else if (now.request == before.request + 1 && now.step == 0) {
    const bool rests = was.offset == 0 && was.target == 0;
    glide.offset = before.step + 1 == steps && !rests ? std::max(clock, -0.5) - steps : -0.5;
    glide.left = before;
  } else if (now.request + 1 == before.request && now.step + 1 == steps_of(views, now.warp, now.request) &&
             before.step == 0) {
    glide.offset = std::min(clock, steps - 0.5) + 1;
    glide.left = before;
  }
  glide.pace *= std::max(1.0, std::abs(glide.offset));
  const bool is_jump = glide.offset == 0;
  if (!is_jump && now.step + 1 == steps_of(views, now.warp, now.request)) glide.target = 0.5;
  return glide;
}

}  // namespace

// ---- what is played -------------------------------------------------------------------------------------------------

void Player::begin(std::uint64_t block, PlayScope scope, std::optional<Position> position) {
  shown_.want_block(block);
  scope_ = scope;
  place_wanted_ = !position;
  place_is_default_ = false;
  is_opening_ = position.has_value();
  asked_ = position;
  kept_step_.reset();
  position_ = position.value_or(Position{});
  played_out_ = false;
  playback_.stop();
  rest();
}

void Player::show(const std::array<std::shared_ptr<const KernelRun>, 2>& runs, bool complete) {
  // A place that was asked for is not one of the earlier runs.
  if (!asked_ && !kept_step_) kept_step_ = at_last_step() ? kLastStep : position_.step;
  if (shown_.show(runs)) {
    playback_.set_glide({});
    played_out_ = false;
  }
  sequence_ = StepSequence(shown_.views(), scope_, position_.warp);
  if (place_wanted_ && complete) {
    // A fault, or what costs most: the first step seldom says anything.
    to_notable();
    rest();
    place_is_default_ = true;
    return;
  }
  // The earlier runs, shown until then, may end before that place.
  Position place = asked_.value_or(position_);
  if (!asked_) place.step = kept_step_.value_or(place.step);
  set_place(place);
  if (complete) asked_.reset();
}

void Player::disclose(Disclosure disclosure) {
  const bool runs_differ = shown_.disclose(disclosure);
  if (runs_differ) {
    playback_.set_glide({});
    sequence_ = StepSequence(shown_.views(), scope_, position_.warp);
  }
  shown_.place(position_);
  follow_clock();
}

void Player::drop(Side side) {
  shown_.drop(side);
  sequence_ = StepSequence(shown_.views(), scope_, position_.warp);
  set_place(position_);
}

// ---- the place ------------------------------------------------------------------------------------------------------

bool Player::at_last_step() const {
  return !sequence_.empty() && position_.step + 1 >= steps_of(shown_.views(), position_.warp, position_.request);
}

void Player::set_place(Position position) {
  const SideViews& views = shown_.views();
  if (const std::uint32_t warps = warps_of(views); warps != 0) {
    const Position before = position_;
    position.warp = std::min(position.warp, warps - 1);
    position.request = std::min(position.request, std::max(requests_of(views, position.warp), 1U) - 1);
    position.step = std::min(position.step, steps_of(views, position.warp, position.request) - 1);
    position_ = position;
    if (position != before && !playback_.playing()) {
      playback_.set_glide(playback_.has_motion() ? glide_from(before, playback_.glide(), position, views) : Glide{});
    }
    if (position.warp != before.warp && scope_ == PlayScope::warp) {
      sequence_ = StepSequence(views, scope_, position.warp);
    }
  }
  shown_.place(position_);
  follow_clock();
}

/// The visible moment: the step whose tokens are moving, and the stores that have landed.
void Player::follow_clock() {
  const SideViews& views = shown_.views();
  playback_.stand_at(bankloom::place_of(views, position_));
  Position place = position_;
  double time = clock();
  if (const auto& left = playback_.glide().left) {
    const std::uint32_t own = steps_of(views, place.warp, place.request);
    if (left->request < place.request && time < -0.5) {
      place = *left;
      time += steps_of(views, left->warp, left->request);
    } else if (left->request > place.request && time > own - 0.5) {
      place = *left;
      time -= own;
    }
  }
  const double whole = std::max(std::floor(time + 0.5), 0.0);
  place.step = std::min(static_cast<std::uint32_t>(whole), steps_of(views, place.warp, place.request) - 1);
  const bool is_left = time >= steps_of(views, place.warp, place.request) - 0.5;
  shown_.pass(place == position_ ? std::nullopt : std::optional(place), time, playback_.is_smooth() ? whole : whole + 1,
              place == position_ ? playback_.step_is_over() : is_left);
}

void Player::begin_walk() {
  if (playback_.has_motion()) walk_.begin();
}

void Player::rest() {
  walk_.rest();
  playback_.set_glide({});
  follow_clock();
}

void Player::set_motion(bool on) {
  if (on == playback_.has_motion()) return;
  playback_.set_motion(on);
  rest();
}

Result<void> Player::set_block(std::uint64_t block) {
  TRY(shown_.set_block(block));
  played_out_ = false;
  sequence_ = StepSequence(shown_.views(), scope_, position_.warp);
  set_place(position_);
  return {};
}

void Player::go_to(Position position) {
  place_is_default_ = false;
  is_opening_ = false;
  place_wanted_ = false;
  asked_.reset();
  kept_step_.reset();
  played_out_ = false;
  set_place(position);
}

void Player::go_to_request(Side side, std::uint32_t request, std::uint32_t step) {
  play(false);
  const auto& timeline = shown_.views()[index_of(side)].timeline;
  if (!timeline || request >= timeline->requests().size()) return;
  const TimelineRequest& entry = timeline->requests()[request];
  go_to({entry.warp, entry.in_warp, step});
}

Result<void> Player::go_to_fault(Side side, std::size_t fault) {
  auto shown = show_fault(side, fault);
  if (shown) play(false);
  return shown;
}

Result<void> Player::show_fault(Side side, std::size_t fault) {
  const SideView& view = shown_.views()[index_of(side)];
  if (!view.run || fault >= view.run->faults.size()) return fail("there is no such fault");
  TRY(set_block(fault_block(*view.run, view.run->faults[fault])));
  const auto place = fault_place(*view.run, *view.timeline, view.run->faults[fault]);
  if (!place) return fail("the thread at fault makes no access to memory, so it has no step to show");
  const TimelineRequest& request = view.timeline->requests()[place->request];
  go_to({request.warp, request.in_warp, 0});
  return {};
}

void Player::set_scope(PlayScope scope) {
  scope_ = scope;
  sequence_ = StepSequence(shown_.views(), scope_, position_.warp);
}

void Player::go_to_step(std::uint64_t index) {
  play(false);
  if (!sequence_.empty()) go_to(sequence_.at(index));
}

bool Player::step(int by) {
  play(false);
  const std::uint64_t present = step_index();
  const auto distance = static_cast<std::uint64_t>(std::abs(static_cast<long>(by)));
  const std::uint64_t next =
      by < 0 ? present - std::min(present, distance) : std::min(sequence_.count() - 1, present + distance);
  if (next == present) return false;
  go_to(sequence_.at(next));
  return true;
}

bool Player::step_request(int by) {
  play(false);
  const auto next = sequence_.next_request(position_, by);
  if (next) go_to(*next);
  return next.has_value();
}

bool Player::step_warp(int by) {
  const std::uint32_t count = warps_of(shown_.views());
  if (count == 0 || (by < 0 && position_.warp == 0) || (by > 0 && position_.warp + 1 >= count)) return false;
  Position next = position_;
  next.warp = by < 0 ? next.warp - 1 : next.warp + 1;
  if (at_last_step()) next.step = kLastStep;
  go_to(next);
  return true;
}

void Player::to_start() { go_to_step(0); }

void Player::to_end() { go_to_step(sequence_.count()); }

bool Player::to_fault(bool of_warp) {
  const SideViews& views = shown_.views();
  for (const SideView& view : views) {
    if (!view.run || !view.timeline) continue;
    for (const simt::Fault& fault : view.run->faults) {
      const auto place = fault_place(*view.run, *view.timeline, fault);
      if (!place) continue;
      const TimelineRequest& request = view.timeline->requests()[place->request];
      if (of_warp && request.warp != position_.warp) continue;
      go_to({request.warp, request.in_warp, kLastStep});
      return true;
    }
  }
  // A fault in another block, where that was recorded.
  for (const Side side : kSides) {
    const KernelRun* const run = views[index_of(side)].run.get();
    for (std::size_t fault = 0; !of_warp && run != nullptr && fault < run->faults.size(); ++fault) {
      const std::uint64_t block = shown_.wanted_block();
      if (fault_block(*run, run->faults[fault]) == block) continue;
      if (show_fault(side, fault)) return true;
      static_cast<void>(set_block(block));
    }
  }
  return false;
}

void Player::to_notable(bool of_warp) {
  if (to_fault(of_warp)) return;
  const SideViews& views = shown_.views();
  go_to(most_expensive(views, position_.warp < warps_of(views) ? position_.warp : 0));
}

// ---- playing --------------------------------------------------------------------------------------------------------

void Player::play(bool on) {
  last_played_.reset();
  played_out_ = false;
  if (!on) playback_.stop();
  if (on == playback_.playing()) return;
  begin_walk();
  if (sequence_.empty()) return;
  if (place_is_default_ || step_index() + 1 >= sequence_.count()) {
    // Without the glide of a step by hand.
    go_to(sequence_.at(0));
    rest();
    begin_walk();
  } else if (is_opening_ && at_last_step()) {
    // A scene that was kept at a request's end is about that request.
    go_to({position_.warp, position_.request, 0});
    rest();
    begin_walk();
  }
  playback_.start();
  follow_clock();
}

void Player::play_request() {
  play(false);
  if (sequence_.empty()) return;
  go_to({position_.warp, position_.request, 0});
  rest();
  stop_after_request();
  begin_walk();
  playback_.start();
  follow_clock();
}

void Player::stop_after_request() {
  if (sequence_.empty()) return;
  const auto next = sequence_.next_request(position_, 1);
  last_played_ = (next ? sequence_.index_of(*next) : sequence_.count()) - 1;
}

void Player::set_speed(std::optional<double> steps_per_second) {
  Pace pace = playback_.pace();
  pace.choose(steps_per_second);
  playback_.set_pace(pace);
}

void Player::slow_down() {
  set_speed(playback_.pace().slower(steps_of(shown_.views(), position_.warp, position_.request)));
}

bool Player::advance(double seconds) {
  if (!(seconds > 0)) return false;
  walk_.advance(seconds);
  const bool was_playing = playback_.playing(), was_over = playback_.step_is_over();
  const std::uint64_t before = step_index();
  StepSequence::Cursor cursor = sequence_.cursor(position_);
  playback_.advance(seconds, cursor, last_played_.value_or(sequence_.count() - 1));
  const bool moved = was_playing && cursor.index() != before;
  if (moved) {
    const Glide glide = playback_.glide();
    go_to(sequence_.at(cursor.index()));
    playback_.set_glide(glide);
  }
  played_out_ = played_out_ || (was_playing && !playback_.playing() && !last_played_);
  follow_clock();
  return moved || (was_playing && (playback_.step_is_over() != was_over || !playback_.playing()));
}

}  // namespace bankloom
