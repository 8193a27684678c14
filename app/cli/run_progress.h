// RunProgress: prints how far a long emulated run is.
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

/// "12,345 of 67,890 blocks emulated, about 3 min left; Ctrl-C ends it". The time left is extrapolated from the blocks
/// that are done, and left out if none is.
[[nodiscard]] std::string progress_sentence(std::uint64_t done, std::uint64_t blocks,
                                            std::chrono::milliseconds elapsed);

/// Watches a run during its lifetime. Each report overwrites the same line of a terminal, which is cleared at the end;
/// a file or pipe gets a line a minute. Short runs have no report.
class RunProgress {
 public:
  struct Reporting {
    std::chrono::milliseconds first, every;
    std::function<void(const std::string& sentence)> say;  ///< called in another thread
    std::function<void()> clear;                           ///< after the last report, if there was one
  };
  RunProgress();  ///< to the standard error stream
  explicit RunProgress(Reporting reporting);
  RunProgress& operator=(RunProgress&&) = delete;
  ~RunProgress();

  /// For the run to watch.
  [[nodiscard]] RunControl* control() { return &control_; }
  [[nodiscard]] RunSettings settings();

 private:
  void watch();

  Reporting reporting_;
  RunControl control_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false;
  std::thread thread_;  ///< last, because it uses the others
};

}  // namespace bankloom::cli
