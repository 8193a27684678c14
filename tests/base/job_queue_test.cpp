// The queue of background jobs: their order, what stops them, and that what is known of a job changes with it.
#include "core/base/job_queue.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <vector>

namespace bankloom {
namespace {

using namespace std::chrono_literals;

constexpr auto kLong = 60s;

class Jobs : public testing::Test {
 protected:
  using Queue = JobQueue<int, 3>;
  /// Job 0 holds the thread until it is let go or stopped; all others are noted with what they found.
  Queue::Finish work(int job, const std::stop_token& stop) {
    if (job == 0) {
      begun_.set_value();
      const std::stop_callback end(stop, [this] { let(); });
      let_.get_future().wait();
    }
    return [this, job, was_stopped = stop.stop_requested()] {
      EXPECT_FALSE(queue_->current().has_value()) << "a job that is over is not the current one";
      (was_stopped ? stopped_ : done_).push_back(job);
    };
  }
  void let() {
    if (!is_let_.exchange(true)) let_.set_value();
  }
  void hold() {
    const auto lock = queue_->lock();
    queue_->waiting().push_front(0);
    queue_->notify();
  }
  void wait_for(std::size_t jobs) {
    auto lock = queue_->lock();
    ASSERT_TRUE(
        queue_->wait(lock, Queue::Clock::now() + kLong, [&] { return done_.size() + stopped_.size() == jobs; }));
  }

  std::promise<void> begun_, let_;
  std::atomic<bool> is_let_ = false;
  std::atomic<int> ends_ = 0;
  std::vector<int> done_, stopped_;
  std::optional<Queue> queue_{std::in_place, [this](int job, const std::stop_token& stop) { return work(job, stop); },
                              [this] { ++ends_; }};
};

TEST_F(Jobs, LowerLevelsComeFirstAndWithinOneTheFront) {
  hold();
  begun_.get_future().wait();
  {
    const auto lock = queue_->lock();
    EXPECT_TRUE(queue_->is_doing(0));
    queue_->waiting(2) = {5, 6};
    queue_->waiting(1) = {3, 4};
    queue_->waiting(0) = {1};
    queue_->waiting(0).push_front(2);
    queue_->notify();
  }
  let();
  wait_for(7);
  EXPECT_EQ(done_, (std::vector<int>{0, 2, 1, 3, 4, 5, 6}));
  queue_.reset();
  EXPECT_EQ(ends_, 7);
}

TEST_F(Jobs, TheCurrentOneAloneIsStoppedAndCanBeRaised) {
  hold();
  begun_.get_future().wait();
  {
    const auto lock = queue_->lock();
    queue_->waiting(1) = {1};
    EXPECT_EQ(queue_->level(), 0u);
    queue_->raise(2);
    EXPECT_EQ(queue_->level(), 0u) << "never less urgent than it was";
    queue_->stop();
    EXPECT_TRUE(queue_->is_stopped());
    EXPECT_FALSE(queue_->is_doing(0));
    queue_->notify();
  }
  wait_for(2);
  EXPECT_EQ(stopped_, std::vector<int>{0});
  EXPECT_EQ(done_, std::vector<int>{1});
  const auto lock = queue_->lock();
  queue_->stop();
  EXPECT_FALSE(queue_->is_stopped()) << "there is nothing to stop";
}

TEST_F(Jobs, RestConcernsAllButTheMostUrgent) {
  {
    const auto lock = queue_->lock();
    queue_->rest(Queue::Clock::now() + kLong);
    queue_->waiting(1) = {1};
    queue_->waiting(0) = {2};
    queue_->notify();
  }
  wait_for(1);
  {
    auto lock = queue_->lock();
    EXPECT_EQ(done_, std::vector<int>{2});
    EXPECT_FALSE(queue_->wait(lock, Queue::Clock::now() + 20ms, [&] { return done_.size() == 2; }));
    queue_->rest(Queue::Clock::now());
  }
  wait_for(2);
}

TEST_F(Jobs, EndingStopsTheCurrentOneAndDropsTheOthers) {
  hold();
  begun_.get_future().wait();
  {
    const auto lock = queue_->lock();
    queue_->waiting(0) = {1, 2};
  }
  queue_->end();
  EXPECT_EQ(stopped_, std::vector<int>{0});
  EXPECT_TRUE(done_.empty());
}

TEST(JobQueue, ANudgeComesUntilTheJobHasEnded) {
  // A job that looks at nothing but nudges, of which it misses some.
  std::atomic<int> nudges = 0;
  std::promise<void> begun;
  JobQueue<int> queue([&](int, const std::stop_token&) {
    begun.set_value();
    while (nudges < 3) std::this_thread::sleep_for(1ms);
    return JobQueue<int>::Finish();
  });
  {
    const auto lock = queue.lock();
    queue.waiting().push_back(1);
    queue.notify();
  }
  begun.get_future().wait();
  queue.end([&] { ++nudges; });
  EXPECT_GE(nudges, 3);
}

TEST(JobQueue, ManyAskAtOnceAndAllIsDoneOnce) {
  std::vector<int> done;
  std::optional<JobQueue<int>> queue;
  queue.emplace([&](int job, const std::stop_token&) { return [&done, job] { done.push_back(job); }; });
  {
    std::vector<std::jthread> threads;
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < 100; ++i) {
          const auto lock = queue->lock();
          queue->waiting().push_back(100 * thread + i);
          queue->notify();
        }
      });
    }
  }
  {
    auto lock = queue->lock();
    ASSERT_TRUE(queue->wait(lock, std::chrono::steady_clock::now() + kLong, [&] { return done.size() == 400; }));
  }
  queue.reset();
  std::sort(done.begin(), done.end());
  for (int i = 0; i < 400; ++i) EXPECT_EQ(done[static_cast<std::size_t>(i)], i);
}

}  // namespace
}  // namespace bankloom
