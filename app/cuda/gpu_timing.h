// How long a kernel runs on the GPU: durations of single launches, many of them.
//
// Where durations come from: CUPTI's activity records (start and end of a kernel on the GPU's own clock, without the
// launch's overhead); where there is no CUPTI, or its records make no sense, CUDA events around each launch, which add
// some microseconds that the empty kernel shows too. GpuSamples::how says which.
//
// Nsight Compute's gpu__time_duration of the same kernels is longer by what it adds around a kernel: on an H200, 1.76
// us where the records say 0.80 (an empty kernel: 0.54), 2.34 for 1.28, 2.78 for 1.73; their differences agree within
// 0.1. Whether a launch follows the one before at once or after a pause makes no difference to the records.
//
// The rule
//   once        the kernel runs once and is waited for: a fault ends here
//   warm-up     batches for at least 50 ms, and until the multiprocessors' clock has not risen for three readings, at
//               most 250 ms: an idle GPU clocks down
//   batches     as many launches as take about 5 ms, at least 1, at most 64; NVML reads the clock before and after
//   lowered     samples of batches in which a reading lay below 97 % of the highest one, warm-up included, are dropped
//               and counted; where that leaves nothing in the whole time, the highest reading of the batches counts
//               (a clock that peaked in the warm-up). Without NVML nothing is dropped and the clock is unknown
//   end         when the kept samples are stable or the time is up (core/measure/statistics.h, StabilityRule); the
//               time is at most half of the call's deadline
// Buffers keep what earlier launches left in them, so every launch but the first finds its own output there; where
// GpuLaunch::restores is set they are given their contents back before each launch, which is not timed.
//
// In turns with the device's own copy (cuMemcpyDtoDAsync between two buffers that hold the kernel's data): a batch of
// launches, a batch of copies, and so on, by the same rule for each, with twice the time; both by CUPTI or both by
// events.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/measure/device.h"
#include "core/measure/statistics.h"
#include "cuda/cupti_library.h"
#include "cuda/gpu_program.h"
#include "cuda/nvml_library.h"

namespace bankloom {

/// Samples taken in one go, and the lower clock of the readings before and after; 0 where unknown.
struct TimedBatch {
  std::vector<double> nanoseconds;
  unsigned clock_mhz = 0;
};

/// What the rule keeps of a series: see "lowered"; `highest_mhz` is the highest reading of the warm-up. `how` is left
/// empty.
[[nodiscard]] GpuSamples keep_at_full_clock(std::span<const TimedBatch> batches, unsigned highest_mhz);

/// What timing needs of a GPU; the real one is below, tests have their own.
struct TimingSource {
  std::function<Result<std::vector<double>>(unsigned launches)> run;  ///< durations in ns, in order
  std::function<unsigned()> clock;                                    ///< MHz now, 0 where unknown
  std::function<std::chrono::steady_clock::time_point()> now;
  std::function<Result<std::vector<double>>(unsigned launches)> run_copy{};  ///< likewise for copies; may be empty
};

/// Warm-up and sampling by the rule. An Error where the source fails, or where no sample is left.
[[nodiscard]] Result<GpuSamples> sample_durations(const TimingSource& source, const StabilityRule& rule);

/// The same for launches and copies in turns.
[[nodiscard]] Result<GpuCopySamples> sample_in_turns(const TimingSource& source, const StabilityRule& rule);

/// Times a program that is loaded, in turns with copies of `bytes` bytes; without copies for 0. `cupti` may be null.
[[nodiscard]] Result<GpuCopySamples> time_with_copy(GpuProgram& program, std::uint64_t bytes, const CuptiLibrary* cupti,
                                                    const NvmlLibrary* nvml, NvmlLibrary::Device device,
                                                    std::chrono::milliseconds deadline);

}  // namespace bankloom
