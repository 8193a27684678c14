// JobQueue: jobs done one after another on a thread of their own, for callers that must not wait.
//
// Waiting jobs are in levels: the lowest level comes first, within a level the front. A service keeps its results under
// the queue's lock, so that a job and its result change together.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace bankloom {

template <class Job, std::size_t levels = 1>
class JobQueue {
 public:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;
  /// Called with the lock held once the job is no longer the current one; may be empty.
  using Finish = std::function<void()>;
  /// Does a job, without the lock; ends early on a stop request. Throws nothing.
  using Work = std::function<Finish(const Job&, const std::stop_token&)>;

  /// `work`, and `on_end` after each job, are called on the queue's thread. The queue is its owner's last member.
  explicit JobQueue(Work work, std::function<void()> on_end = {})
      : work_(std::move(work)), on_end_(std::move(on_end)), thread_([this] { run(); }) {}
  ~JobQueue() { end(); }
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  /// Stops the current job, drops the others and waits for the thread. `nudge` is called until the job has ended.
  void end(const std::function<void()>& nudge = {}) {
    constexpr std::chrono::milliseconds kBetweenNudges{20};
    Lock held(mutex_);
    ends_ = true;
    for (auto& level : waiting_) level.clear();
    stop();
    notify();
    while (nudge && current_) {
      held.unlock();
      nudge();
      held.lock();
      changed_.wait_for(held, kBetweenNudges, [this] { return !current_; });
    }
    held.unlock();
    if (thread_.joinable()) thread_.join();
  }

  [[nodiscard]] Lock lock() const { return Lock(mutex_); }

  // Everything below is called with the lock held.

  /// The owner may change it, and calls notify() after adding a job.
  [[nodiscard]] std::deque<Job>& waiting(std::size_t level = 0) { return waiting_[level]; }
  void notify() { changed_.notify_all(); }
  /// Until then only jobs of level 0 begin.
  void rest(Clock::time_point until) {
    rests_until_ = until;
    notify();
  }
  [[nodiscard]] bool is_ending() const { return ends_; }

  /// The job in progress.
  [[nodiscard]] const std::optional<Job>& current() const { return current_; }
  /// Whether this job is in progress and not stopped.
  [[nodiscard]] bool is_doing(const Job& job) const { return current_ == job && !stop_.stop_requested(); }
  [[nodiscard]] bool is_stopped() const { return current_ && stop_.stop_requested(); }
  [[nodiscard]] Clock::time_point begun() const { return begun_; }
  /// The level of the current job, raised or not.
  [[nodiscard]] std::size_t level() const { return level_; }
  void raise(std::size_t level) { level_ = std::min(level_, level); }
  void stop() {
    if (current_) stop_.request_stop();
  }

  /// Waits, without the lock, until `is_there`, which is asked after each job; false if it is not by `until`.
  template <class Predicate>
  bool wait(Lock& held, Clock::time_point until, const Predicate& is_there) {
    return changed_.wait_until(held, until, is_there);
  }

 private:
  void run() {
    Lock held(mutex_);
    for (;;) {
      const auto is_any = [](const std::deque<Job>& level) { return !level.empty(); };
      auto first = waiting_.end();
      changed_.wait(held, [&] {
        first = std::find_if(waiting_.begin(), waiting_.end(), is_any);
        return ends_ || first != waiting_.end();
      });
      if (ends_) return;
      level_ = static_cast<std::size_t>(first - waiting_.begin());
      if (level_ > 0 && Clock::now() < rests_until_) {
        changed_.wait_until(held, Clock::time_point(rests_until_));
        continue;
      }
      const Job job = std::move(first->front());
      first->pop_front();
      current_ = job;
      stop_ = std::stop_source();
      begun_ = Clock::now();
      const std::stop_token token = stop_.get_token();
      held.unlock();
      const Finish finish = work_(job, token);
      held.lock();
      current_.reset();
      if (finish) finish();
      notify();
      held.unlock();
      if (on_end_) on_end_();
      held.lock();
    }
  }

  const Work work_;
  const std::function<void()> on_end_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::array<std::deque<Job>, levels> waiting_;
  std::optional<Job> current_;
  std::stop_source stop_;  ///< of the current job
  std::size_t level_ = 0;
  Clock::time_point begun_, rests_until_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace bankloom
