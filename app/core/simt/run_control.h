// RunControl: the progress of a run and the request to cancel it, shared by the running thread and its observers.
#pragma once

#include <atomic>
#include <cstdint>

namespace bankloom {

class RunControl {
 public:
  /// Asks the run to end. It does so within some milliseconds, with an error. Safe from every thread, also before the
  /// run starts.
  void cancel() { cancel_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool cancel_wanted() const { return cancel_.load(std::memory_order_relaxed); }

  /// Blocks of the grid that have ended, of all that are to be executed. Falls back to 0 if blocks turn out to depend
  /// on each other and the launch is repeated in order; 0 of 0 before the run starts.
  [[nodiscard]] std::uint64_t blocks_done() const { return done_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t blocks() const { return blocks_.load(std::memory_order_relaxed); }
  /// True once a run has ended because it was cancelled.
  [[nodiscard]] bool cancelled() const { return cancelled_.load(std::memory_order_acquire); }

  /// Called by the run.
  void start(std::uint64_t blocks) {
    done_.store(0, std::memory_order_relaxed);
    blocks_.store(blocks, std::memory_order_relaxed);
  }
  /// Sets the number of blocks to run, if it changes during the run.
  void set_blocks(std::uint64_t blocks) { blocks_.store(blocks, std::memory_order_relaxed); }
  void add_done() { done_.fetch_add(1, std::memory_order_relaxed); }
  void end_cancelled() { cancelled_.store(true, std::memory_order_release); }

 private:
  std::atomic<std::uint64_t> done_{0}, blocks_{0};
  std::atomic<bool> cancel_{false}, cancelled_{false};
};

}  // namespace bankloom
