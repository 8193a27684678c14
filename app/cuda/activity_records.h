// Durations of kernels and of copies from CUPTI's activity records. CUPTI calls back without a context of ours, so
// there is one recorder in the process.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/cupti_library.h"

namespace bankloom {

/// A kernel, or a copy.
struct KernelActivity {
  std::uint64_t start = 0, end = 0;  ///< ns on CUPTI's clock
};

/// Records kernels while it lives; at most one at a time.
class ActivityRecorder {
 public:
  /// An Error where CUPTI does not record, such as when another profiler is attached.
  /// `with_copies`: copies are recorded too; whoever launches both takes the records in between.
  [[nodiscard]] static Result<ActivityRecorder> start(const CuptiLibrary& cupti, bool with_copies = false);
  ~ActivityRecorder();
  ActivityRecorder(ActivityRecorder&& other) noexcept;
  ActivityRecorder& operator=(ActivityRecorder&&) = delete;
  ActivityRecorder(const ActivityRecorder&) = delete;
  ActivityRecorder& operator=(const ActivityRecorder&) = delete;

  /// Kernels, and copies where asked for, that ended since the last call, by their start; all must have been waited
  /// for.
  [[nodiscard]] std::vector<KernelActivity> take();

 private:
  ActivityRecorder(const CuptiLibrary& cupti, bool with_copies) : cupti_(&cupti), with_copies_(with_copies) {}
  const CuptiLibrary* cupti_;
  bool with_copies_;
};

}  // namespace bankloom
