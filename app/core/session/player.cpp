#include "core/session/player.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/session/fault_place.h"

namespace bankloom {
namespace {

/// Steps a second that can be chosen.
constexpr double kSlowest = 0.25;
constexpr double kFastest = 240;
/// Steps a second of the motion of a step that is made by hand.
constexpr double kHandPace = 3;
/// How long a difference is seen before the next request begins: so many steps, but so many seconds at most.
constexpr double kPauseSteps = 6, kLongestPause = 1.2;

/// Bytes between the addresses of the first two active lanes of an access, 0 where there is only one.
std::uint64_t lane_distance(const KernelRun& run, std::size_t index) {
  MemoryAccess access;
  run.trace.read(index, access, false);
  const LaneMask lanes = addressing_lanes(access);
  if (lane_count(lanes) < 2) return 0;
  const std::uint64_t first = access.addresses[first_lane(lanes)];
  const std::uint64_t second = access.addresses[first_lane(lanes & (lanes - 1))];
  return first < second ? second - first : first - second;
}

/// The largest of what the timelines of both sides have, `least` where there is none.
template <class Of>
std::uint32_t most_of(const SideViews& views, std::uint32_t least, const Of& of) {
  for (const SideView& view : views) {
    if (view.timeline) least = std::max(least, of(*view.timeline));
  }
  return least;
}

constexpr std::uint32_t kLastStep = std::numeric_limits<std::uint32_t>::max();

}  // namespace

// ---- what is played -------------------------------------------------------------------------------------------------

void Player::begin(std::uint64_t block, PlayScope scope, std::optional<Position> position) {
  block_ = block;
  scope_ = scope;
  place_wanted_ = !position;
  place_is_default_ = false;
  asked_ = position;
  kept_step_.reset();
  position_ = position.value_or(Position{});
  playing_ = false;
  rest();
}

void Player::show(const std::array<std::shared_ptr<const KernelRun>, 2>& runs, bool complete) {
  // A place that was asked for is none of the runs before.
  if (!asked_ && !kept_step_) kept_step_ = at_last_step() ? kLastStep : position_.step;
  for (const Side side : kSides) {
    SideView& view = views_[index_of(side)];
    const auto& run = runs[index_of(side)];
    if (view.run == run && (!run || view.timeline->block() == shown_block(*run))) continue;
    rest();
    view = {};
    view.run = run;
    if (run) show_block(side);
  }
  rebuild_sequence();
  if (place_wanted_ && complete) {
    if (!to_fault(false)) go_to({});
    place_is_default_ = true;
    return;
  }
  // Until then the runs before may end sooner than where that is.
  Position place = asked_.value_or(position_);
  if (!asked_) place.step = kept_step_.value_or(place.step);
  set_place(place);
  if (complete) asked_.reset();
}

void Player::disclose(Disclosure disclosure) {
  disclosure_ = disclosure;
  refresh_states();
}

void Player::drop(Side side) {
  views_[index_of(side)] = {};
  replays_[index_of(side)].reset();
  rebuild_sequence();
  set_place(position_);
}

/// Of a large grid only some blocks are recorded; of the others there is nothing to show.
std::uint64_t Player::shown_block(const KernelRun& run) const {
  const std::uint64_t recorded = std::max<std::uint64_t>(run.recorded_blocks, 1);
  return std::clamp(block_, run.first_recorded, run.first_recorded + recorded - 1);
}

void Player::show_block(Side side) {
  SideView& view = views_[index_of(side)];
  view.timeline = std::make_shared<const Timeline>(*view.run, shown_block(*view.run));
  replays_[index_of(side)] = std::make_shared<SharedReplay>(*view.run, *view.timeline);
  view.state.reset();
  view.shared = nullptr;
}

// ---- the place ------------------------------------------------------------------------------------------------------

std::uint32_t Player::warps() const {
  return most_of(views_, 0, [](const Timeline& timeline) { return timeline.warps(); });
}

std::uint32_t Player::requests_of(std::uint32_t warp) const {
  return most_of(views_, 0, [&](const Timeline& timeline) {
    return warp < timeline.warps() ? static_cast<std::uint32_t>(timeline.of_warp(warp).size()) : 0;
  });
}

std::uint32_t Player::steps_of(std::uint32_t warp, std::uint32_t request) const {
  return most_of(views_, 1, [&](const Timeline& timeline) {
    if (warp >= timeline.warps() || request >= timeline.of_warp(warp).size()) return 1U;
    return timeline.requests()[timeline.of_warp(warp)[request]].steps;
  });
}

bool Player::at_last_step() const {
  return !sequence_.empty() && position_.step + 1 >= steps_of(position_.warp, position_.request);
}

void Player::rebuild_sequence() {
  sequence_.clear();
  std::uint64_t start = 0;
  const auto append = [&](std::uint32_t warp, std::uint32_t request) {
    const std::uint32_t steps = steps_of(warp, request);
    sequence_.push_back({warp, request, steps, start});
    start += steps;
  };
  if (scope_ == PlayScope::warp) {
    const std::uint32_t requests = requests_of(position_.warp);
    for (std::uint32_t request = 0; request < requests; ++request) append(position_.warp, request);
    return;
  }
  // The order of execution of the side that has more to show.
  const Timeline* longest = nullptr;
  for (const SideView& view : views_) {
    const Timeline* const own = view.timeline.get();
    if (own != nullptr && (longest == nullptr || own->requests().size() > longest->requests().size())) longest = own;
  }
  if (longest == nullptr) return;
  for (const TimelineRequest& request : longest->requests()) append(request.warp, request.in_warp);
}

std::size_t Player::entry_index() const {
  if (scope_ == PlayScope::warp) return std::min<std::size_t>(position_.request, sequence_.size());
  const auto found = std::find_if(sequence_.begin(), sequence_.end(), [&](const Entry& entry) {
    return entry.warp == position_.warp && entry.request == position_.request;
  });
  return static_cast<std::size_t>(found - sequence_.begin());
}

void Player::set_place(Position position) {
  const std::uint32_t warp_count = warps();
  if (warp_count == 0) {
    refresh_states();
    return;
  }
  const Position before = position_;
  position.warp = std::min(position.warp, warp_count - 1);
  const std::uint32_t requests = requests_of(position.warp);
  position.request = requests == 0 ? 0 : std::min(position.request, requests - 1);
  position.step = std::min(position.step, steps_of(position.warp, position.request) - 1);
  position_ = position;
  glide(before);
  if (position.warp != before.warp && scope_ == PlayScope::warp) rebuild_sequence();
  refresh_states();
}

/// A step that is made by hand moves from where the clock is, be it in the neighbouring request.
void Player::glide(Position before) {
  if (position_ == before || playing_) return;
  const Glide was = std::exchange(glide_, {0, 0, kHandPace});
  if (!has_motion_ || position_.warp != before.warp) return;
  const double clock = before.step + was.offset;
  const std::uint32_t steps = steps_of(before.warp, before.request);
  if (position_.request == before.request) {
    if (std::max(position_.step, before.step) - std::min(position_.step, before.step) != 1) return;
    glide_.offset = clock - position_.step;
    glide_.left = was.left;
  } else if (position_.request == before.request + 1 && position_.step == 0) {
    glide_.offset = before.step + 1 == steps ? std::max(clock, -0.5) - steps : -0.5;
    glide_.left = before;
  } else if (position_.request + 1 == before.request && at_last_step() && before.step == 0) {
    glide_.offset = std::min(clock, steps - 0.5) + 1;
    glide_.left = before;
  }
  glide_.pace *= std::max(1.0, std::abs(glide_.offset));
}

/// Nothing where the side has no such warp, or the warp accesses nothing.
std::optional<StepState> Player::state_at(Side side, Position position) const {
  const SideView& view = views_[index_of(side)];
  if (!view.timeline || position.warp >= view.timeline->warps()) return std::nullopt;
  const auto& own = view.timeline->of_warp(position.warp);
  if (own.empty()) return std::nullopt;
  // A side that has fewer requests stands at the end of its last one.
  const bool over = position.request >= own.size();
  const std::uint32_t request = over ? own.back() : own[position.request];
  const std::uint32_t step = over ? std::numeric_limits<std::uint32_t>::max() : position.step;
  StepState state = step_state(*view.run, *view.timeline, request, step);
  if (!disclosure_.shows(FactKind::faults)) {
    state.fault.reset();
    state.race.reset();
    state.barrier.reset();
  }
  if (over || position.step >= state.steps) {
    state.idle = over ? position.step + 1 : position.step + 1 - state.steps;
    state.done |= state.now;
    state.now = 0;
  }
  return state;
}

void Player::refresh_states() {
  for (const Side side : kSides) {
    SideView& view = views_[index_of(side)];
    view.disclosure = disclosure_;
    view.state = state_at(side, position_);
    view.passing.reset();
    view.shared = nullptr;
    view.wavefronts_so_far = 0;
    if (!view.state) continue;
    const std::uint32_t request = present_request(view);
    for (const std::uint32_t earlier : view.timeline->of_warp(position_.warp)) {
      const TimelineRequest& entry = view.timeline->requests()[earlier];
      if (entry.space != Space::shared) continue;
      if (earlier == request) view.wavefronts_so_far += std::min(view.state->step + 1, entry.counts.wavefronts);
      if (earlier >= request) break;
      view.wavefronts_so_far += entry.counts.wavefronts;
    }
  }
  follow_clock();
}

/// What is seen at this moment: the step whose tokens are on their way, and the stores that have landed.
void Player::follow_clock() {
  Position place = position_;
  double time = clock();
  if (const auto& left = glide_.left) {
    const std::uint32_t own = steps_of(place.warp, place.request), others = steps_of(left->warp, left->request);
    if (left->request < place.request && time < -0.5) {
      place = *left;
      time += others;
    } else if (left->request > place.request && time > own - 0.5) {
      place = *left;
      time -= own;
    }
  }
  const double whole = std::max(std::floor(time + 0.5), 0.0);
  place.step = std::min(static_cast<std::uint32_t>(whole), steps_of(place.warp, place.request) - 1);
  for (const Side side : kSides) {
    SideView& view = views_[index_of(side)];
    if (!view.state) continue;
    if (place == position_) {
      view.passing.reset();
    } else if (!view.passing || seen_ != place) {
      view.passing = state_at(side, place);
    }
    const StepState& seen = view.seen();
    view.clock = std::min(time, static_cast<double>(seen.steps));
    const double landed = is_smooth() ? whole : whole + 1;
    const auto served = static_cast<std::uint32_t>(std::min(landed, static_cast<double>(seen.steps)));
    const std::uint32_t request = view.timeline->of_warp(seen.request.warp)[seen.request.in_warp];
    const std::pair contents{request, served};
    if (view.shared != nullptr && contents_[index_of(side)] == contents) continue;
    contents_[index_of(side)] = contents;
    view.shared = std::make_shared<const SharedContents>(replays_[index_of(side)]->after(request, served));
  }
  seen_ = place;
}

void Player::rest() {
  glide_ = {};
  follow_clock();
}

void Player::set_motion(bool on) {
  if (on == has_motion_) return;
  has_motion_ = on;
  rest();
}

std::uint64_t Player::block() const {
  const auto& timeline = views_[0].timeline;
  return timeline ? timeline->block() : block_;
}

Result<void> Player::set_block(std::uint64_t block) {
  for (const SideView& view : views_) {
    const auto& run = view.run;
    if (!run) continue;
    const std::uint64_t blocks = run->instance.grid.count();
    if (block >= blocks) return fail("there is no block {}: the grid has {}, counted from 0", block, blocks);
    if (block < run->first_recorded || block - run->first_recorded >= run->recorded_blocks) {
      return fail("block {} was executed and counted, but only {} of {} blocks, from {} on, are recorded to be shown",
                  block, run->recorded_blocks, blocks, run->first_recorded);
    }
  }
  if (block == block_ && block == this->block()) return {};
  block_ = block;
  for (const Side side : kSides) {
    if (views_[index_of(side)].run) show_block(side);
  }
  rebuild_sequence();
  set_place(position_);
  return {};
}

void Player::go_to(Position position) {
  place_is_default_ = false;
  place_wanted_ = false;
  asked_.reset();
  kept_step_.reset();
  set_place(position);
}

void Player::go_to_request(Side side, std::uint32_t request, std::uint32_t step) {
  play(false);
  const auto& timeline = views_[index_of(side)].timeline;
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
  const std::shared_ptr<const KernelRun> run = views_[index_of(side)].run;
  if (!run || fault >= run->faults.size()) return fail("there is no such fault");
  TRY(set_block(fault_block(*run, run->faults[fault])));
  const auto& timeline = views_[index_of(side)].timeline;
  const auto place = fault_place(*run, *timeline, run->faults[fault]);
  if (!place) return fail("the thread at fault makes no access to memory, so it has no step to be shown");
  const TimelineRequest& request = timeline->requests()[place->request];
  go_to({request.warp, request.in_warp, 0});
  return {};
}

void Player::set_scope(PlayScope scope) {
  scope_ = scope;
  rebuild_sequence();
}

std::uint64_t Player::step_count() const {
  return sequence_.empty() ? 1 : sequence_.back().start + sequence_.back().steps;
}

std::uint64_t Player::step_index() const {
  const std::size_t entry = entry_index();
  return entry < sequence_.size() ? sequence_[entry].start + position_.step : 0;
}

void Player::go_to_step(std::uint64_t index) {
  play(false);
  move_to_step(index);
}

void Player::move_to_step(std::uint64_t index) {
  if (sequence_.empty()) return;
  index = std::min(index, step_count() - 1);
  const auto after = std::upper_bound(sequence_.begin(), sequence_.end(), index,
                                      [](std::uint64_t wanted, const Entry& entry) { return wanted < entry.start; });
  const Entry& entry = *(after - 1);
  go_to({entry.warp, entry.request, static_cast<std::uint32_t>(index - entry.start)});
}

bool Player::step(int by) {
  play(false);
  return move(by);
}

bool Player::move(int by) {
  const std::uint64_t present = step_index();
  const std::uint64_t last = step_count() - 1;
  const auto distance = static_cast<std::uint64_t>(std::abs(static_cast<long>(by)));
  const std::uint64_t next = by < 0 ? present - std::min(present, distance) : std::min(last, present + distance);
  if (next == present) return false;
  move_to_step(next);
  return true;
}

bool Player::step_request(int by) {
  play(false);
  const std::size_t present = entry_index();
  if (present >= sequence_.size()) return false;
  std::size_t next = present;
  if (by > 0) {
    if (present + 1 == sequence_.size()) return false;
    next = present + 1;
  } else if (position_.step == 0) {
    if (present == 0) return false;
    next = present - 1;
  }
  go_to_step(sequence_[next].start);
  return true;
}

bool Player::step_warp(int by) {
  const std::uint32_t count = warps();
  if (count == 0 || (by < 0 && position_.warp == 0) || (by > 0 && position_.warp + 1 >= count)) return false;
  Position next = position_;
  next.warp = by < 0 ? next.warp - 1 : next.warp + 1;
  if (at_last_step()) next.step = std::numeric_limits<std::uint32_t>::max();
  go_to(next);
  return true;
}

void Player::to_start() { go_to_step(0); }

void Player::to_end() { go_to_step(std::numeric_limits<std::uint64_t>::max()); }

bool Player::to_fault(bool of_warp) {
  for (const Side side : kSides) {
    const SideView& view = views_[index_of(side)];
    if (!view.run || !view.timeline) continue;
    for (const simt::Fault& fault : view.run->faults) {
      const auto place = fault_place(*view.run, *view.timeline, fault);
      if (!place) continue;
      const TimelineRequest& request = view.timeline->requests()[place->request];
      if (of_warp && request.warp != position_.warp) continue;
      go_to({request.warp, request.in_warp, steps_of(request.warp, request.in_warp) - 1});
      return true;
    }
  }
  // A fault in another block, where that was recorded.
  for (const Side side : kSides) {
    const std::shared_ptr<const KernelRun> run = views_[index_of(side)].run;
    for (std::size_t fault = 0; !of_warp && run && fault < run->faults.size(); ++fault) {
      if (fault_block(*run, run->faults[fault]) == block_) continue;
      const std::uint64_t block = block_;
      if (show_fault(side, fault)) return true;
      static_cast<void>(set_block(block));
    }
  }
  return false;
}

void Player::to_notable(bool of_warp) {
  if (!to_fault(of_warp)) to_most_expensive();
}

void Player::to_most_expensive() {
  const std::uint32_t warp = position_.warp < warps() ? position_.warp : 0;
  Position best{warp, 0, 0};
  std::optional<std::tuple<bool, std::uint32_t, std::uint64_t>> most;
  for (const SideView& view : views_) {
    if (!view.timeline || warp >= view.timeline->warps()) continue;
    for (const std::uint32_t index : view.timeline->of_warp(warp)) {
      const TimelineRequest& request = view.timeline->requests()[index];
      // Any shared request before all others; of equal ones the one that goes the farthest from lane to lane, which is
      // the one that padding is about.
      const bool shared = request.space == Space::shared;
      const std::tuple weight{shared, request.steps, lane_distance(*view.run, request.access)};
      if (most && weight <= *most) continue;
      most = weight;
      best.request = request.in_warp;
    }
  }
  best.step = steps_of(warp, best.request) - 1;
  go_to(best);
}

// ---- playing --------------------------------------------------------------------------------------------------------

void Player::play(bool on) {
  if (on == playing_) return;
  if (on && sequence_.empty()) return;
  if (!on) {
    playing_ = false;
    // As it is: a pause is a look at what is on its way.
    glide_.target = glide_.offset;
    return;
  }
  if (place_is_default_ || step_index() + 1 >= step_count()) {
    glide_ = {};
    move_to_step(0);
    glide_ = {};
  }
  playing_ = true;
  // From a request's beginning all of it is seen; from elsewhere what is served, or on its way, goes on.
  if (glide_.offset == 0 && position_.step == 0) glide_.offset = -0.5;
  if (!is_smooth()) glide_ = {};
  elapsed_ = is_smooth() ? (glide_.offset + 0.5) / speed_ : 0;
  pause_ = 0;
  follow_clock();
}

void Player::set_speed(double steps_per_second) {
  const double before = speed_;
  speed_ = std::clamp(steps_per_second, kSlowest, kFastest);
  elapsed_ *= before / speed_;
}

bool Player::advance(double seconds) {
  if (!(seconds > 0)) return false;
  if (!playing_) {
    const double way = glide_.target - glide_.offset;
    if (way == 0) return false;
    glide_.offset += std::clamp(way, -seconds * glide_.pace, seconds * glide_.pace);
    follow_clock();
    return false;
  }
  const bool moved = play_for(seconds);
  glide_.offset = is_smooth() ? elapsed_ * speed_ - 0.5 : 0;
  glide_.pace = speed_;
  // The end is seen to its end: all are home.
  glide_.target = !playing_ && is_smooth() ? 0.5 : 0;
  if (glide_.offset >= -0.5) glide_.left.reset();
  follow_clock();
  return moved;
}

/// Whether both sides make a request and one of them is done before the other.
bool Player::differs(const Entry& entry) const {
  std::array<std::uint32_t, 2> steps{};
  for (const Side side : kSides) {
    const auto& timeline = views_[index_of(side)].timeline;
    if (!timeline || entry.warp >= timeline->warps()) return false;
    const auto& own = timeline->of_warp(entry.warp);
    if (entry.request >= own.size()) return false;
    steps[index_of(side)] = timeline->requests()[own[entry.request]].steps;
  }
  return steps[0] != steps[1];
}

/// From the present step to the last one of the next request whose sides differ, where these are so many steps at most;
/// none where it is the very last.
std::optional<std::uint64_t> Player::steps_to_difference(double most) const {
  if (!views_[index_of(Side::a)].timeline || !views_[index_of(Side::b)].timeline) return std::nullopt;
  const std::uint64_t present = step_index();
  for (std::size_t at = entry_index(); at + 1 < sequence_.size(); ++at) {
    const Entry& entry = sequence_[at];
    const std::uint64_t last = entry.start + entry.steps - 1;
    if (static_cast<double>(last - present) > most) break;
    if (differs(entry)) return last - present;
  }
  return std::nullopt;
}

/// True where the place changed.
bool Player::play_for(double seconds) {
  bool moved = false;
  const auto go = [&](double steps) {
    moved = move(static_cast<int>(std::min(steps, 1e6))) || moved;
    if (step_index() + 1 >= step_count()) playing_ = false;
  };
  while (playing_ && seconds > 0) {
    if (pause_ > 0) {
      const double paused = std::min(pause_, seconds);
      pause_ -= paused;
      seconds -= paused;
      if (pause_ > 0) break;
      elapsed_ = 0;
      go(1);
      continue;
    }
    const auto ahead = steps_to_difference((elapsed_ + seconds) * speed_);
    const double until = ahead ? static_cast<double>(*ahead + 1) / speed_ - elapsed_ : seconds + 1;
    if (until <= seconds) {
      seconds -= until;
      if (*ahead > 0) go(static_cast<double>(*ahead));
      elapsed_ = 1 / speed_;
      pause_ = std::min(kPauseSteps / speed_, kLongestPause);
      continue;
    }
    elapsed_ += seconds;
    seconds = 0;
    const double steps = std::floor(elapsed_ * speed_);
    if (steps < 1) break;
    elapsed_ -= steps / speed_;
    go(steps);
  }
  return moved;
}

double Player::until_next_step() const {
  if (!playing_) return std::numeric_limits<double>::infinity();
  if (pause_ > 0) return pause_;
  return std::max(0.0, 1 / speed_ - elapsed_);
}

}  // namespace bankloom
