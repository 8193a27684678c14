#include "core/run/run_service.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "core/run/captured_program.h"
#include "core/run/captured_run.h"
#include "core/run/own_run.h"

namespace bankloom {
namespace {

using Clock = std::chrono::steady_clock;

/// An own text that takes longer to be made gives way to another wish.
constexpr std::chrono::milliseconds kStuck{1500};

std::shared_ptr<const RunOutcome> failed(Error failure, std::shared_ptr<const OwnKernel> own = {}) {
  auto outcome = std::make_shared<RunOutcome>();
  outcome->own = std::move(own);
  outcome->failure = std::make_shared<const Error>(std::move(failure));
  return outcome;
}

Error was_cancelled() { return {"the run was cancelled", ErrorCode::cancelled}; }

bool is_part(const RunOutcome& outcome) { return outcome.run && outcome.run->is_part; }

std::shared_ptr<const RunOutcome> summary_of_outcome(const RunOutcome& outcome) {
  auto summary = std::make_shared<RunOutcome>();
  summary->summary = std::make_shared<const RunSummary>(*outcome.run);
  summary->own = outcome.own;
  return summary;
}

}  // namespace

RunService::RunService(const Catalog& catalog, const std::vector<MachineModel>& machines, Compiler& compiler,
                       std::function<void()> on_done, std::size_t kept_bytes)
    : catalog_(catalog),
      machines_(machines),
      compiler_(compiler),
      on_done_(std::move(on_done)),
      kept_bytes_(kept_bytes),
      worker_([this] { work(); }) {}

RunService::~RunService() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    if (control_ != nullptr) control_->cancel();
    if (making_ && making_->own) compiler_.interrupt();
  }
  wake_.notify_all();
  worker_.join();
}

bool RunService::has(const RunKey& key, Urgency urgency) const {
  const auto found = kept_.find(key);
  if (found == kept_.end()) return false;
  return urgency == Urgency::soon || !found->second.outcome->summary;
}

std::shared_ptr<const RunOutcome> RunService::find(const RunKey& key, Urgency urgency) {
  if (!has(key, urgency)) return nullptr;
  const auto found = kept_.find(key);
  recent_.splice(recent_.begin(), recent_, found->second.place);
  return found->second.outcome;
}

std::shared_ptr<const RunOutcome> RunService::get(const RunKey& key, Urgency urgency) {
  const std::lock_guard lock(mutex_);
  if (auto outcome = find(key, urgency)) return outcome;
  if (making_ == key) {
    making_wanted_ = true;
    making_urgent_ = making_urgent_ || urgency == Urgency::now;
    return nullptr;
  }
  if (urgency == Urgency::now && making_ && !making_urgent_) {
    gives_way_ = true;
    control_->cancel();
  }
  std::deque<RunKey>& queue = urgency == Urgency::now ? urgent_ : wanted_;
  if (std::find(queue.begin(), queue.end(), key) == queue.end()) {
    if (urgency == Urgency::now && making_ && making_->own && Clock::now() - made_since_ > kStuck) {
      // Most likely the text that keeps the compiler busy was just changed.
      control_->cancel();
      compiler_.interrupt();
    }
    if (urgency == Urgency::now) wanted_.clear();
    queue.push_back(key);
    wake_.notify_all();
  }
  return nullptr;
}

std::shared_ptr<const RunOutcome> RunService::wait(const RunKey& key, Urgency urgency,
                                                   std::chrono::steady_clock::time_point until) {
  for (;;) {
    if (auto outcome = get(key, urgency); outcome && !is_part(*outcome)) return outcome;
    std::unique_lock lock(mutex_);
    const auto is_there = [&] { return has(key, urgency) && !is_part(*kept_.find(key)->second.outcome); };
    if (!done_.wait_until(lock, until, is_there)) return nullptr;
  }
}

void RunService::prefetch(const std::vector<RunKey>& keys) {
  const std::lock_guard lock(mutex_);
  ahead_.assign(keys.begin(), keys.end());
  wake_.notify_all();
}

void RunService::rest(std::chrono::milliseconds time) {
  const std::lock_guard lock(mutex_);
  rests_until_ = std::chrono::steady_clock::now() + time;
  wake_.notify_all();
}

bool RunService::busy() const {
  const std::lock_guard lock(mutex_);
  return !urgent_.empty() || !wanted_.empty() || (making_ && making_wanted_);
}

std::optional<RunService::Progress> RunService::progress() const {
  const std::lock_guard lock(mutex_);
  if (!making_) return std::nullopt;
  const std::chrono::duration<double> since = std::chrono::steady_clock::now() - made_since_;
  return Progress{*making_, control_->blocks_done(), control_->blocks(), since.count(), making_wanted_};
}

void RunService::cancel(const RunKey& key) {
  const std::lock_guard lock(mutex_);
  if (making_ != key) return;
  control_->cancel();
  if (making_->own) compiler_.interrupt();
  if (making_urgent_) return;
  for (const RunKey& waiting : wanted_) keep(waiting, failed(was_cancelled()));
  wanted_.clear();
}

void RunService::forget(const RunKey& key) {
  const std::lock_guard lock(mutex_);
  if (const auto found = kept_.find(key); found != kept_.end()) drop(found);
}

void RunService::drop(std::map<RunKey, Kept>::iterator entry) {
  bytes_ -= entry->second.bytes;
  recent_.erase(entry->second.place);
  kept_.erase(entry);
}

void RunService::forget_cancelled() {
  const std::lock_guard lock(mutex_);
  for (auto at = kept_.begin(); at != kept_.end();) {
    const auto& failure = at->second.outcome->failure;
    const auto next = std::next(at);
    if (failure && failure->is_cancelled()) drop(at);
    at = next;
  }
}

void RunService::keep(const RunKey& key, std::shared_ptr<const RunOutcome> outcome) {
  if (const auto before = kept_.find(key); before != kept_.end()) drop(before);
  const std::size_t bytes = outcome->run ? outcome->run->bytes() : 0;
  recent_.push_front(key);
  kept_.emplace(key, Kept{std::move(outcome), recent_.begin(), bytes});
  bytes_ += bytes;
  while (kept_.size() > kKept) drop(kept_.find(recent_.back()));
  // From the oldest on; what a table shows of them stays.
  std::size_t younger = recent_.size();
  for (auto at = recent_.rbegin(); bytes_ > kept_bytes_ && younger > kKeptAlways; ++at, --younger) {
    Kept& kept = kept_.find(*at)->second;
    if (kept.bytes == 0) continue;
    kept.outcome = summary_of_outcome(*kept.outcome);
    bytes_ -= kept.bytes;
    kept.bytes = 0;
  }
}

std::shared_ptr<const RunOutcome> RunService::make(const RunKey& key, RunControl& control) {
  const auto machine = find_machine(machines_, key.machine);
  if (!machine) return failed(machine.error());
  RunSettings settings;
  settings.control = &control;
  settings.first_block = key.first_block;
  std::shared_ptr<const OwnKernel> own;
  // Until the whole takes its place.
  const auto show_part = [&](std::shared_ptr<const KernelRun> part) {
    {
      const std::lock_guard lock(mutex_);
      keep(key, std::make_shared<const RunOutcome>(RunOutcome{std::move(part), nullptr, own, nullptr}));
    }
    if (on_done_) on_done_();
  };
  auto run = [&]() -> Result<std::shared_ptr<const KernelRun>> {
    if (key.own) {
      const OwnRequest request{*key.own, key.options, key.architecture, catalog_, compiler_};
      if (key.own->launch && key.first_block == 0) {
        // A picture comes first, and then what takes longer: the same launch, with all of its blocks.
        auto part = run_captured_launch(request, *machine, settings, own, kPartWork);
        // Once the emulator no longer needs the processor; who looks at the launch may change its text next.
        prepare_changes(request);
        if (!part || !(*part)->is_part) return part;
        show_part(std::move(*part));
      }
      return run_own_kernel(request, *machine, settings, own);
    }
    TRY(const auto kernel, find_kernel(catalog_, key.kernel));
    TRY(auto compiled, compile_kernel(borrow_kernel(*kernel), key.options, key.architecture, compiler_, &control));
    return run_kernel(std::move(compiled), *machine, settings);
  }();
  if (!run) {
    // Neither a compiler that was stopped nor a buffer that was not filled says anything about the kernel.
    return failed(control.cancel_wanted() ? was_cancelled() : std::move(run.error()), std::move(own));
  }
  auto outcome = std::make_shared<RunOutcome>();
  outcome->run = std::move(*run);
  outcome->own = std::move(own);
  return outcome;
}

void RunService::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return ends_ || !urgent_.empty() || !wanted_.empty() || !ahead_.empty(); });
    if (!ends_ && urgent_.empty() && std::chrono::steady_clock::now() < rests_until_) {
      const auto until = rests_until_;
      wake_.wait_until(lock, until);
      continue;
    }
    if (ends_) return;
    making_wanted_ = !urgent_.empty() || !wanted_.empty();
    making_urgent_ = !urgent_.empty();
    RunKey key;
    if (!urgent_.empty()) {
      // The newest wish first: what was asked for before it has often scrolled by already.
      key = std::move(urgent_.back());
      urgent_.pop_back();
    } else {
      std::deque<RunKey>& queue = wanted_.empty() ? ahead_ : wanted_;
      key = std::move(queue.front());
      queue.pop_front();
    }
    const bool is_there = has(key, making_urgent_ ? Urgency::now : Urgency::soon);
    if (is_there && !is_part(*kept_.find(key)->second.outcome)) continue;
    making_ = key;
    control_ = std::make_unique<RunControl>();
    gives_way_ = false;
    made_since_ = std::chrono::steady_clock::now();
    RunControl& control = *control_;
    lock.unlock();
    std::shared_ptr<const RunOutcome> outcome;
    try {
      outcome = make(key, control);
    } catch (const std::bad_alloc&) {
      outcome = failed({"there is not enough memory for this run; choose a smaller size"});
    } catch (const std::exception& error) {
      outcome = failed({fmt::format("an internal error ended the run, which is a defect to report: {}", error.what())});
    }
    lock.lock();
    making_.reset();
    control_.reset();
    if (gives_way_ && outcome->failure && outcome->failure->is_cancelled()) {
      // Nobody cancelled it but the service itself; somebody may have begun to want it since.
      if (making_wanted_) (making_urgent_ ? urgent_ : wanted_).push_front(std::move(key));
      continue;
    }
    if (making_wanted_ && !making_urgent_ && outcome->run && outcome->run->bytes() > kLargeRun) {
      outcome = summary_of_outcome(*outcome);
    }
    keep(key, std::move(outcome));
    done_.notify_all();
    if (on_done_) {
      lock.unlock();
      on_done_();
      lock.lock();
    }
  }
}

}  // namespace bankloom
