// Durations of kernels from CUPTI's activity records. CUPTI calls back without a context of ours, so there is one
// recorder in the process.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/cupti_library.h"

namespace bankloom {

struct KernelActivity {
  std::uint64_t start = 0, end = 0;  ///< ns on CUPTI's clock
};

/// Records kernels while it lives; at most one at a time.
class ActivityRecorder {
 public:
  /// An Error where CUPTI does not record, such as when another profiler is attached.
  [[nodiscard]] static Result<ActivityRecorder> start(const CuptiLibrary& cupti);
  ~ActivityRecorder();
  ActivityRecorder(ActivityRecorder&& other) noexcept;
  ActivityRecorder& operator=(ActivityRecorder&&) = delete;
  ActivityRecorder(const ActivityRecorder&) = delete;
  ActivityRecorder& operator=(const ActivityRecorder&) = delete;

  /// Kernels that ended since the last call, by their start; all must have been waited for.
  [[nodiscard]] std::vector<KernelActivity> take();

 private:
  explicit ActivityRecorder(const CuptiLibrary& cupti) : cupti_(&cupti) {}
  const CuptiLibrary* cupti_;
};

}  // namespace bankloom
