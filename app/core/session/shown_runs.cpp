#include "core/session/shown_runs.h"

#include <algorithm>
#include <limits>

namespace bankloom {

bool ShownRuns::show(const std::array<std::shared_ptr<const KernelRun>, 2>& runs) {
  bool changed = false;
  for (const Side side : kSides) {
    SideView& view = views_[index_of(side)];
    const auto& run = runs[index_of(side)];
    if (runs_[index_of(side)] == run && (!run || view.timeline->block() == shown_block(*run))) continue;
    changed = true;
    runs_[index_of(side)] = run;
    show_run(side);
  }
  return changed;
}

void ShownRuns::show_run(Side side) {
  SideView& view = views_[index_of(side)];
  view = {};
  const auto& run = runs_[index_of(side)];
  view.run = !run || disclosure_.shows_accesses() ? run : without_results(*run);
  view.disclosure = disclosure_;
  if (run) show_block(side);
}

bool ShownRuns::disclose(Disclosure disclosure) {
  const bool runs_differ = disclosure.shows_accesses() != disclosure_.shows_accesses();
  disclosure_ = disclosure;
  if (runs_differ) {
    for (const Side side : kSides) show_run(side);
  }
  return runs_differ;
}

void ShownRuns::drop(Side side) {
  runs_[index_of(side)] = nullptr;
  views_[index_of(side)] = {};
  replays_[index_of(side)].reset();
}

/// Why a block cannot be shown: only some blocks of a large grid are recorded.
std::uint64_t ShownRuns::shown_block(const KernelRun& run) const {
  const std::uint64_t recorded = std::max<std::uint64_t>(run.recorded_blocks, 1);
  return std::clamp(block_, run.first_recorded, run.first_recorded + recorded - 1);
}

void ShownRuns::show_block(Side side) {
  SideView& view = views_[index_of(side)];
  view.timeline = std::make_shared<const Timeline>(*view.run, shown_block(*view.run));
  replays_[index_of(side)] = std::make_shared<SharedReplay>(*view.run, *view.timeline);
  view.state.reset();
  view.shared = nullptr;
}

std::uint64_t ShownRuns::block() const {
  const auto& timeline = views_[0].timeline;
  return timeline ? timeline->block() : block_;
}

Result<void> ShownRuns::set_block(std::uint64_t block) {
  for (const SideView& view : views_) {
    const auto& run = view.run;
    if (!run) continue;
    const std::uint64_t blocks = run->instance.grid.count();
    if (block >= blocks) return fail("there is no block {}: the grid has {}, counted from 0", block, blocks);
    if (block < run->first_recorded || block - run->first_recorded >= run->recorded_blocks) {
      return fail(
          "block {} was executed and counted, but only {} of {} blocks, from {} on, are recorded and can be "
          "shown",
          block, run->recorded_blocks, blocks, run->first_recorded);
    }
  }
  if (block == block_ && block == this->block()) return {};
  block_ = block;
  for (const Side side : kSides) {
    if (views_[index_of(side)].run) show_block(side);
  }
  return {};
}

/// Nothing where the side has no such warp, or the warp accesses nothing.
std::optional<StepState> ShownRuns::state_at(Side side, Position position) const {
  const SideView& view = views_[index_of(side)];
  if (!view.timeline || position.warp >= view.timeline->warps()) return std::nullopt;
  const auto& own = view.timeline->of_warp(position.warp);
  if (own.empty()) return std::nullopt;
  // A side with fewer requests stays at the end of its last one.
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

void ShownRuns::place(Position position) {
  for (const Side side : kSides) {
    SideView& view = views_[index_of(side)];
    view.disclosure = disclosure_;
    view.state = state_at(side, position);
    view.passing.reset();
    view.shared = nullptr;
    view.wavefronts_so_far = 0;
    if (!view.state) continue;
    const std::uint32_t request = present_request(view);
    for (const std::uint32_t earlier : view.timeline->of_warp(position.warp)) {
      const TimelineRequest& entry = view.timeline->requests()[earlier];
      if (entry.space != Space::shared) continue;
      if (earlier == request) view.wavefronts_so_far += std::min(view.state->step + 1, entry.counts.wavefronts);
      if (earlier >= request) break;
      view.wavefronts_so_far += entry.counts.wavefronts;
    }
  }
}

void ShownRuns::pass(std::optional<Position> passing, double clock, double landed) {
  for (const Side side : kSides) {
    SideView& view = views_[index_of(side)];
    if (!view.state) continue;
    if (!passing) {
      view.passing.reset();
    } else if (!view.passing || passing_ != passing) {
      view.passing = state_at(side, *passing);
    }
    const StepState& seen = view.seen();
    view.clock = std::min(clock, static_cast<double>(seen.steps));
    const auto served = static_cast<std::uint32_t>(std::min(landed, static_cast<double>(seen.steps)));
    const std::uint32_t request = view.timeline->of_warp(seen.request.warp)[seen.request.in_warp];
    const std::pair contents{request, served};
    if (view.shared != nullptr && contents_[index_of(side)] == contents) continue;
    contents_[index_of(side)] = contents;
    view.shared = std::make_shared<const SharedContents>(replays_[index_of(side)]->after(request, served));
  }
  passing_ = passing;
}

}  // namespace bankloom
