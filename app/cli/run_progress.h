// RunProgress: tells a person who waits at a terminal how far a long emulated run is.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "core/run/kernel_run.h"
#include "core/simt/run_control.h"

namespace bankloom::cli {

/// "12,345 of 67,890 blocks emulated, about 3 min left; Ctrl-C ends it". The time left is that of the blocks so far,
/// counted on; without a block done nothing is said of it.
[[nodiscard]] std::string progress_sentence(std::uint64_t done, std::uint64_t blocks,
                                            std::chrono::milliseconds elapsed);

/// Watches a run from its making to its end. On a terminal one line that each report overwrites and the end clears; to
/// a file or pipe a line now and then. Runs that end soon say nothing.
class RunProgress {
 public:
  struct Reporting {
    std::chrono::milliseconds first, every;
    std::function<void(const std::string& sentence)> say;  ///< on a thread of its own
    std::function<void()> clear;                           ///< after the last report, if there was one
  };
  RunProgress();  ///< to the standard error stream
  explicit RunProgress(Reporting reporting);
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;
  RunProgress(RunProgress&&) = delete;
  RunProgress& operator=(RunProgress&&) = delete;
  ~RunProgress();

  /// For the run that is to be watched.
  [[nodiscard]] RunControl* control() { return &control_; }
  [[nodiscard]] RunSettings settings();

 private:
  void watch();

  Reporting reporting_;
  RunControl control_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread thread_;  ///< last, for it uses the others
};

}  // namespace bankloom::cli
