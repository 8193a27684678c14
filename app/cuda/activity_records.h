// Durations of kernels and copies from CUPTI's activity records. CUPTI's callbacks get no pointer from us, so a process
// has at most one recorder.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/cupti_library.h"

namespace bankloom {

/// A kernel, or a copy.
struct KernelActivity {
  std::uint64_t start = 0, end = 0;  ///< ns on CUPTI's clock
};

/// Records kernels during its lifetime; at most one exists at a time.
class ActivityRecorder {
 public:
  /// `with_copies`: records copies, too, which take() does not tell from kernels. Errors: CUPTI refuses, for example
  /// because another profiler is attached.
  [[nodiscard]] static Result<ActivityRecorder> start(const CuptiLibrary& cupti, bool with_copies = false);
  ~ActivityRecorder();
  ActivityRecorder(ActivityRecorder&& other) noexcept;

  /// What ended since the last call, sorted by start; the caller has waited for all of it.
  [[nodiscard]] std::vector<KernelActivity> take();

 private:
  ActivityRecorder(const CuptiLibrary& cupti, bool with_copies) : cupti_(&cupti), with_copies_(with_copies) {}
  const CuptiLibrary* cupti_;
  bool with_copies_;
};

}  // namespace bankloom
