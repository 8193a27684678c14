// How long a kernel runs on the GPU: durations of many single launches.
//
// Durations come from CUPTI's activity records (a kernel's start and end on the GPU's own clock, without the launch's
// overhead), or, without CUPTI or if its records make no sense, from CUDA events around each launch. Events add some
// microseconds, which the empty kernel shows too. GpuSamples::how says which.
//
// Nsight Compute's gpu__time_duration is longer by what it adds around a kernel: on an H200 1.76 us against 0.80 in the
// records (an empty kernel: 0.54), 2.34 against 1.28, 2.78 against 1.73; the differences between kernels agree within
// 0.1 us. A pause before a launch does not change the records.
//
// The rule
//   once        the kernel runs once and is waited for, so that a fault ends the measurement here
//   warm-up     batches for at least 50 ms, and until the multiprocessors' clock has not risen for three readings, but
//               at most 250 ms: an idle GPU lowers its clock
//   batches     as many launches as take about 5 ms, from 1 to 64; NVML reads the clock before and after each batch
//   lowered     samples of batches with a reading below 97 % of the highest, warm-up included, are dropped and counted;
//               if none is left at the end of the time, the highest reading of the batches counts (the clock peaked in
//               the warm-up). Without NVML nothing is dropped and the clock is unknown
//   end         when the kept samples are stable (core/measure/statistics.h, StabilityRule) or the time is up, which is
//               at most half of the call's deadline
// Buffers keep what earlier launches left in them, so every launch but the first finds its own output there;
// GpuLaunch::restores gives them their contents back before each launch, which is not timed.
//
// A comparison with the device's own copy (cuMemcpyDtoDAsync between two buffers with the kernel's data) alternates a
// batch of launches with a batch of copies, each by the same rule, in twice the time, both by CUPTI or both by events.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/measure/device.h"
#include "core/measure/statistics.h"
#include "cuda/cupti_library.h"
#include "cuda/gpu_program.h"
#include "cuda/nvml_library.h"

namespace bankloom {

/// A batch's samples, and the lower clock of its two readings; 0 if unknown.
struct TimedBatch {
  std::vector<double> nanoseconds;
  unsigned clock_mhz = 0;
};

/// What the rule keeps of a series (see "lowered"); `highest_mhz` is the highest reading of the warm-up. `how` stays
/// empty.
[[nodiscard]] GpuSamples keep_at_full_clock(std::span<const TimedBatch> batches, unsigned highest_mhz);

/// What timing needs of a GPU. Tests have their own.
struct TimingSource {
  std::function<Result<std::vector<double>>(unsigned launches)> run;  ///< durations in ns, in order
  std::function<unsigned()> clock;                                    ///< MHz, 0 if unknown
  std::function<std::chrono::steady_clock::time_point()> now;
  std::function<Result<std::vector<double>>(unsigned launches)> run_copy{};  ///< of copies; may be empty
};

/// Warm-up and sampling by the rule, of launches and, if the source has some, of copies. Errors: those of the source;
/// no sample is left.
[[nodiscard]] Result<GpuCopySamples> sample_durations(const TimingSource& source, const StabilityRule& rule);

/// Times a loaded program, alternating with copies of `bytes` bytes unless that is 0. `cupti` and `nvml` may be null.
[[nodiscard]] Result<GpuCopySamples> time_with_copy(GpuProgram& program, std::uint64_t bytes, const CuptiLibrary* cupti,
                                                    const NvmlLibrary* nvml, NvmlLibrary::Device device,
                                                    std::chrono::milliseconds deadline);

}  // namespace bankloom
