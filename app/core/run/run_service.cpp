#include "core/run/run_service.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "core/base/language.h"
#include "core/run/captured_program.h"
#include "core/run/captured_run.h"
#include "core/run/own_run.h"

namespace bankloom {
namespace {

using Clock = std::chrono::steady_clock;

/// An own text that takes longer gives way to another run.
constexpr std::chrono::milliseconds kStuck{1500};

std::shared_ptr<const RunOutcome> failed(Error failure, std::shared_ptr<const OwnKernel> own = {}) {
  auto outcome = std::make_shared<RunOutcome>();
  outcome->own = std::move(own);
  outcome->failure = std::make_shared<const Error>(std::move(failure));
  return outcome;
}

Error was_cancelled() { return {message("the run was cancelled"), ErrorCode::cancelled}; }

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
      jobs_([this](const RunKey& key, const std::stop_token& stop) { return work(key, stop); }, on_done_) {}

RunService::~RunService() {
  jobs_.end([this] {
    const auto lock = jobs_.lock();
    interrupt_compiler();
  });
}

void RunService::interrupt_compiler() {
  if (jobs_.current() && jobs_.current()->own) compiler_.interrupt();
}

bool RunService::has(const RunKey& key, Urgency urgency) const {
  const auto found = kept_.find(key);
  if (found == kept_.end()) return false;
  // What was said in another language is made again, to be said in the present one.
  const bool has_words =
      found->second.outcome->failure || (found->second.outcome->own && !found->second.outcome->own->notes.empty());
  if (has_words && found->second.language != language()) return false;
  return urgency == Urgency::soon || !found->second.outcome->summary;
}

bool RunService::has_whole(const RunKey& key, Urgency urgency) const {
  return has(key, urgency) && !is_part(*kept_.find(key)->second.outcome);
}

std::shared_ptr<const RunOutcome> RunService::find(const RunKey& key, Urgency urgency) {
  if (!has(key, urgency)) return nullptr;
  const auto found = kept_.find(key);
  recent_.splice(recent_.begin(), recent_, found->second.place);
  return found->second.outcome;
}

std::shared_ptr<const RunOutcome> RunService::get(const RunKey& key, Urgency urgency) {
  const auto lock = jobs_.lock();
  if (auto outcome = find(key, urgency)) return outcome;
  const Level level = urgency == Urgency::now ? kUrgent : kWanted;
  if (jobs_.current() == key) {
    jobs_.raise(level);
    return nullptr;
  }
  if (level == kUrgent && jobs_.current() && jobs_.level() != kUrgent) {
    gives_way_ = true;
    jobs_.stop();
  }
  auto& queue = jobs_.waiting(level);
  if (std::ranges::find(queue, key) != queue.end()) return nullptr;
  if (level == kWanted) {
    queue.push_back(key);
  } else {
    if (jobs_.current() && jobs_.current()->own && Clock::now() - jobs_.begun() > kStuck) {
      // Most likely the text that keeps the compiler busy was just changed.
      jobs_.stop();
      interrupt_compiler();
    }
    jobs_.waiting(kWanted).clear();
    // The newest wish first: what was asked for before it has often scrolled by already.
    queue.push_front(key);
  }
  jobs_.notify();
  return nullptr;
}

std::shared_ptr<const RunOutcome> RunService::wait(const RunKey& key, Urgency urgency,
                                                   std::chrono::steady_clock::time_point until) {
  for (;;) {
    if (auto outcome = get(key, urgency); outcome && !is_part(*outcome)) return outcome;
    auto lock = jobs_.lock();
    if (!jobs_.wait(lock, until, [&] { return has_whole(key, urgency); })) return nullptr;
  }
}

void RunService::prefetch(const std::vector<RunKey>& keys) {
  const auto lock = jobs_.lock();
  jobs_.waiting(kAhead).assign(keys.begin(), keys.end());
  jobs_.notify();
}

void RunService::rest(std::chrono::milliseconds time) {
  const auto lock = jobs_.lock();
  jobs_.rest(Clock::now() + time);
}

bool RunService::busy() const {
  const auto lock = jobs_.lock();
  return !jobs_.waiting(kUrgent).empty() || !jobs_.waiting(kWanted).empty() ||
         (jobs_.current() && jobs_.level() != kAhead);
}

std::optional<RunService::Progress> RunService::progress() const {
  const auto lock = jobs_.lock();
  if (!jobs_.current() || control_ == nullptr) return std::nullopt;
  const std::chrono::duration<double> since = Clock::now() - jobs_.begun();
  return Progress{*jobs_.current(), control_->blocks_done(), control_->blocks(), since.count(),
                  jobs_.level() != kAhead};
}

void RunService::cancel(const RunKey& key) {
  const auto lock = jobs_.lock();
  if (jobs_.current() != key) return;
  jobs_.stop();
  interrupt_compiler();
  if (jobs_.level() == kUrgent) return;
  for (const RunKey& waiting : jobs_.waiting(kWanted)) keep(waiting, failed(was_cancelled()));
  jobs_.waiting(kWanted).clear();
}

void RunService::forget(const RunKey& key) {
  const auto lock = jobs_.lock();
  if (const auto found = kept_.find(key); found != kept_.end()) drop(found);
}

void RunService::drop(std::map<RunKey, Kept>::iterator entry) {
  bytes_ -= entry->second.bytes;
  recent_.erase(entry->second.place);
  kept_.erase(entry);
}

void RunService::forget_cancelled() {
  const auto lock = jobs_.lock();
  for (auto at = kept_.begin(); at != kept_.end();) {
    const auto entry = at++;
    const auto& failure = entry->second.outcome->failure;
    if (failure && failure->is_cancelled()) drop(entry);
  }
}

void RunService::keep(const RunKey& key, std::shared_ptr<const RunOutcome> outcome) {
  if (const auto before = kept_.find(key); before != kept_.end()) drop(before);
  const std::size_t bytes = outcome->run ? outcome->run->bytes() : 0;
  recent_.push_front(key);
  kept_.emplace(key, Kept{std::move(outcome), recent_.begin(), bytes, language()});
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
      const auto lock = jobs_.lock();
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
    // A stopped compiler or an unfilled buffer says nothing about the kernel.
    return failed(control.cancel_wanted() ? was_cancelled() : std::move(run.error()), std::move(own));
  }
  auto outcome = std::make_shared<RunOutcome>();
  outcome->run = std::move(*run);
  outcome->own = std::move(own);
  return outcome;
}

RunService::Jobs::Finish RunService::work(const RunKey& key, const std::stop_token& stop) {
  auto control = std::make_shared<RunControl>();
  {
    const auto lock = jobs_.lock();
    if (has_whole(key, jobs_.level() == kUrgent ? Urgency::now : Urgency::soon)) return [this] { gives_way_ = false; };
    control_ = control;
  }
  const std::stop_callback relay(stop, [&] { control->cancel(); });
  std::shared_ptr<const RunOutcome> outcome;
  try {
    outcome = make(key, *control);
  } catch (const std::bad_alloc&) {
    outcome = failed({message("there is not enough memory for this run; choose a smaller size")});
  } catch (const std::exception& error) {
    outcome = failed({message("an internal error ended the run; please report it: {}", error.what())});
  }
  return [this, key, outcome = std::move(outcome)] {
    control_.reset();
    if (std::exchange(gives_way_, false) && outcome->failure && outcome->failure->is_cancelled()) {
      // Only the service itself cancelled it; it may be wanted again.
      if (jobs_.level() == kUrgent) jobs_.waiting(kUrgent).push_back(key);
      if (jobs_.level() == kWanted) jobs_.waiting(kWanted).push_front(key);
      return;
    }
    const bool is_large = jobs_.level() == kWanted && outcome->run && outcome->run->bytes() > kLargeRun;
    keep(key, is_large ? summary_of_outcome(*outcome) : outcome);
  };
}

}  // namespace bankloom
