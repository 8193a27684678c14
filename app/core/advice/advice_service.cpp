#include "core/advice/advice_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

namespace bankloom {

AdviceService::AdviceService(const Catalog& catalog, Compiler& compiler, std::function<void()> on_done)
    : catalog_(catalog), compiler_(compiler), on_done_(std::move(on_done)), worker_([this] { work(); }) {}

AdviceService::~AdviceService() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
    stop_.request_stop();
  }
  wake_.notify_all();
  worker_.join();
}

std::shared_ptr<const AdviceOutcome> AdviceService::get(const std::shared_ptr<const KernelRun>& run,
                                                        const std::string& architecture) {
  if (run == nullptr) return nullptr;
  const std::lock_guard lock(mutex_);
  std::erase_if(kept_, [](const Kept& kept) { return kept.run.expired(); });
  for (const Kept& kept : kept_) {
    if (kept.architecture == architecture && kept.run.lock() == run) return kept.outcome;
  }
  const auto known = std::find_if(wanted_.begin(), wanted_.end(), [&](const Wish& wish) {
    return wish.run == run && wish.architecture == architecture;
  });
  if (known != wanted_.end()) {
    // Asked for again: it is the last to be dropped.
    std::rotate(wanted_.begin(), known, known + 1);
    return nullptr;
  }
  wanted_.push_front({run, architecture});
  if (wanted_.size() > kWanted) {
    if (wanted_.back().run.get() == making_) stop_.request_stop();
    wanted_.pop_back();
  }
  wake_.notify_all();
  return nullptr;
}

std::shared_ptr<const AdviceOutcome> AdviceService::wait(const std::shared_ptr<const KernelRun>& run,
                                                         const std::string& architecture,
                                                         std::chrono::steady_clock::time_point until) {
  while (run != nullptr) {
    if (auto outcome = get(run, architecture)) return outcome;
    std::unique_lock lock(mutex_);
    // Made, or dropped for another.
    const auto is_wanted = [&](const Wish& wish) { return wish.run == run && wish.architecture == architecture; };
    if (!done_.wait_until(lock, until, [&] { return std::none_of(wanted_.begin(), wanted_.end(), is_wanted); })) break;
  }
  return nullptr;
}

bool AdviceService::busy() const {
  const std::lock_guard lock(mutex_);
  return !wanted_.empty();
}

void AdviceService::cancel() {
  const std::lock_guard lock(mutex_);
  wanted_.clear();
  stop_.request_stop();
  done_.notify_all();
}

void AdviceService::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return ends_ || !wanted_.empty(); });
    if (ends_) return;
    const Wish wish = wanted_.front();
    making_ = wish.run.get();
    stop_ = std::stop_source();
    const std::stop_token stop = stop_.get_token();
    lock.unlock();
    auto outcome = std::make_shared<AdviceOutcome>();
    try {
      auto advice = advise(*wish.run, catalog_, compiler_, wish.architecture, stop);
      if (advice) {
        outcome->advice = std::make_shared<const Advice>(std::move(*advice));
      } else {
        outcome->failure = std::make_shared<const Error>(std::move(advice.error()));
      }
    } catch (const std::exception& error) {
      outcome->failure =
          std::make_shared<const Error>(Error{fmt::format("the advice could not be made: {}", error.what())});
    }
    lock.lock();
    making_ = nullptr;
    std::erase_if(wanted_,
                  [&](const Wish& other) { return other.run == wish.run && other.architecture == wish.architecture; });
    done_.notify_all();
    // What was cancelled is made anew when it is asked for again.
    if (outcome->failure && outcome->failure->is_cancelled()) continue;
    kept_.push_front({wish.run, wish.architecture, std::move(outcome)});
    if (kept_.size() > kKept) kept_.pop_back();
    if (on_done_) {
      lock.unlock();
      on_done_();
      lock.lock();
    }
  }
}

}  // namespace bankloom
