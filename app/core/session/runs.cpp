#include "core/session/runs.h"

#include <utility>

#include "core/base/language.h"

namespace bankloom {
namespace {

/// The delay after a change before runs are made in advance, so that the frame with the change comes first.
constexpr std::chrono::milliseconds kRest{100};

}  // namespace

void Runs::ask(std::array<std::optional<RunKey>, 2> keys, const std::vector<RunKey>& ahead) {
  keys_ = std::move(keys);
  for (const Side side : kSides) {
    if (!keys_[index_of(side)]) drop(side);
  }
  again();
  service_.prefetch(ahead);
}

void Runs::again() {
  service_.forget_cancelled();
  service_.rest(kRest);
  for (const Side side : kSides) {
    const auto& key = keys_[index_of(side)];
    if (!key) continue;
    sides_[index_of(side)].pending = true;
    static_cast<void>(service_.get(*key));
  }
}

void Runs::drop(Side side) {
  keys_[index_of(side)].reset();
  sides_[index_of(side)] = {};
}

bool Runs::update() {
  bool changed = false;
  if (std::exchange(language_, language()) != language()) {
    // What failed says why in the language that was chosen then.
    for (const Side side : kSides) {
      SideRun& made = sides_[index_of(side)];
      if (made.failure || (made.own && !made.own->notes.empty())) made.pending = true;
    }
  }
  for (const Side side : kSides) {
    SideRun& made = sides_[index_of(side)];
    if (!made.pending) continue;
    const auto outcome = service_.get(*keys_[index_of(side)]);
    if (!outcome) continue;
    const bool is_part = outcome->run && outcome->run->is_part;
    if (is_part && outcome->run == made.run) continue;
    // The whole is still being made.
    made.pending = is_part;
    made.failure = outcome->failure;
    made.own = outcome->own;
    if (outcome->run) made.run = outcome->run;
    changed = true;
  }
  return changed;
}

void Runs::wait() {
  for (const auto& key : keys_) {
    if (key) static_cast<void>(service_.wait(*key));
  }
}

std::shared_ptr<const OwnKernel> Runs::own_kernel(Side side) const {
  const SideRun& made = sides_[index_of(side)];
  return made.pending ? nullptr : made.own;
}

std::shared_ptr<const RunOutcome> Runs::outcome(Side side) const {
  const auto& [run, failure, pending, own] = sides_[index_of(side)];
  if (pending || (!failure && !run)) return nullptr;
  return std::make_shared<const RunOutcome>(RunOutcome{failure ? nullptr : run, failure, own});
}

std::optional<RunService::Progress> Runs::running() const {
  auto progress = service_.progress();
  if (progress && !progress->wanted) progress.reset();
  return progress;
}

bool Runs::awaits(const RunKey& key) const {
  return (sides_[0].pending && keys_[0] == key) || (sides_[1].pending && keys_[1] == key);
}

std::vector<LessonRow> Runs::rows(const std::vector<Selection::LessonKernel>& lesson) {
  std::vector<LessonRow> rows;
  rows.reserve(lesson.size());
  for (const auto& [kernel, key] : lesson) rows.push_back({kernel, key, service_.get(key, Urgency::soon)});
  return rows;
}

void Runs::wait_for_rows(const std::vector<Selection::LessonKernel>& lesson, std::chrono::milliseconds limit) {
  std::vector<RunKey> keys;
  for (const auto& [kernel, key] : lesson) keys.push_back(key);
  wait_for(keys, limit);
}

void Runs::wait_for(const std::vector<RunKey>& keys, std::chrono::milliseconds limit) {
  const auto until = std::chrono::steady_clock::now() + limit;
  for (const RunKey& key : keys) static_cast<void>(figures(key));
  for (const RunKey& key : keys) static_cast<void>(service_.wait(key, Urgency::soon, until));
}

}  // namespace bankloom
