// AdviceService: makes advice in the background, for a window that must not wait.
//
// One worker thread. A view asks in every frame with the run that it shows, and gets the advice once it is made. The
// requests of the last two different runs are kept (a window compares two at most); older ones are dropped, or ended
// where they are being made.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/advice/advice.h"
#include "core/base/job_queue.h"

namespace bankloom {

/// Advice, or why there is none; exactly one of the two.
struct AdviceOutcome {
  std::shared_ptr<const Advice> advice;
  std::shared_ptr<const Error> failure;
};

class AdviceService {
 public:
  /// Runs that may ask for advice at a time, and outcomes kept.
  static constexpr std::size_t kWanted = 2, kKept = 32;

  /// `catalog` and `compiler` must outlive the service. `on_done` is called on the worker's thread after every outcome,
  /// e.g. to wake the window; it may be empty.
  AdviceService(const Catalog& catalog, Compiler& compiler, std::function<void()> on_done = {});

  /// The advice for this very run, or null while it is being made. Never waits.
  std::shared_ptr<const AdviceOutcome> get(const std::shared_ptr<const KernelRun>& run,
                                           const std::string& architecture = kDefaultArchitecture);
  /// Waits for the advice; null where it is not made by then.
  std::shared_ptr<const AdviceOutcome> wait(const std::shared_ptr<const KernelRun>& run,
                                            const std::string& architecture,
                                            std::chrono::steady_clock::time_point until);
  /// True while advice is being made.
  [[nodiscard]] bool busy() const;
  /// Ends what is being made and forgets all requests; outcomes stay.
  void cancel();

 private:
  struct Wish {
    std::shared_ptr<const KernelRun> run;
    std::string architecture;
    friend bool operator==(const Wish&, const Wish&) = default;
  };
  struct Kept {
    std::weak_ptr<const KernelRun> run;
    std::string architecture;
    std::shared_ptr<const AdviceOutcome> outcome;
    std::string_view language;  ///< of the reasons that it gives
  };
  using Jobs = JobQueue<Wish>;
  Jobs::Finish make(const Wish& wish, const std::stop_token& stop);

  const Catalog& catalog_;
  Compiler& compiler_;
  std::deque<Kept> kept_;   ///< the newest first
  std::deque<Wish> asked_;  ///< those waiting and the one being made, the latest request first
  mutable Jobs jobs_;
};

}  // namespace bankloom
