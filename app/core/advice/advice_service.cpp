#include "core/advice/advice_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <utility>

#include "core/base/language.h"

namespace bankloom {

AdviceService::AdviceService(const Catalog& catalog, Compiler& compiler, std::function<void()> on_done)
    : catalog_(catalog),
      compiler_(compiler),
      jobs_([this](const Wish& wish, const std::stop_token& stop) { return make(wish, stop); }, std::move(on_done)) {}

std::shared_ptr<const AdviceOutcome> AdviceService::get(const std::shared_ptr<const KernelRun>& run,
                                                        const std::string& architecture) {
  if (run == nullptr) return nullptr;
  const auto lock = jobs_.lock();
  std::erase_if(kept_, [](const Kept& kept) { return kept.run.expired() || kept.language != language(); });
  for (const Kept& kept : kept_) {
    if (kept.architecture == architecture && kept.run.lock() == run) return kept.outcome;
  }
  const Wish wish{run, architecture};
  // The latest request is dropped last.
  std::erase(asked_, wish);
  asked_.push_front(wish);
  if (auto& waiting = jobs_.waiting(); !jobs_.is_doing(wish)) {
    std::erase(waiting, wish);
    waiting.push_front(wish);
  }
  if (asked_.size() > kWanted) {
    if (jobs_.is_doing(asked_.back())) jobs_.stop();
    std::erase(jobs_.waiting(), asked_.back());
    asked_.pop_back();
  }
  jobs_.notify();
  return nullptr;
}

std::shared_ptr<const AdviceOutcome> AdviceService::wait(const std::shared_ptr<const KernelRun>& run,
                                                         const std::string& architecture,
                                                         std::chrono::steady_clock::time_point until) {
  const Wish wish{run, architecture};
  while (run != nullptr) {
    if (auto outcome = get(run, architecture)) return outcome;
    auto lock = jobs_.lock();
    // It is made, or was dropped for another.
    const auto is_over = [&] {
      const auto& waiting = jobs_.waiting();
      return !jobs_.is_doing(wish) && std::ranges::find(waiting, wish) == waiting.end();
    };
    if (!jobs_.wait(lock, until, is_over)) break;
  }
  return nullptr;
}

bool AdviceService::busy() const {
  const auto lock = jobs_.lock();
  return !jobs_.waiting().empty() || (jobs_.current() && !jobs_.is_stopped());
}

void AdviceService::cancel() {
  const auto lock = jobs_.lock();
  jobs_.waiting().clear();
  asked_.clear();
  jobs_.stop();
  jobs_.notify();
}

AdviceService::Jobs::Finish AdviceService::make(const Wish& wish, const std::stop_token& stop) {
  auto outcome = std::make_shared<AdviceOutcome>();
  try {
    auto advice = advise(*wish.run, catalog_, compiler_, wish.architecture, stop);
    if (advice) {
      outcome->advice = std::make_shared<const Advice>(std::move(*advice));
    } else {
      outcome->failure = std::make_shared<const Error>(std::move(advice.error()));
    }
  } catch (const std::exception& error) {
    outcome->failure = std::make_shared<const Error>(Error{message("the advice could not be made: {}", error.what())});
  }
  // A cancelled one is made again when it is asked for again.
  if (outcome->failure && outcome->failure->is_cancelled()) return {};
  return [this, wish, outcome = std::move(outcome)]() mutable {
    std::erase(asked_, wish);
    kept_.push_front({wish.run, wish.architecture, std::move(outcome), language()});
    if (kept_.size() > kKept) kept_.pop_back();
  };
}

}  // namespace bankloom
