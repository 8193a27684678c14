// What the GPU counts while a kernel runs: CUPTI's range profiler around one launch.
//
// The kernel is launched once for each pass that the metrics need (four for those of core/measure/counters.h), each
// time with its buffers as at the start. Clocks are not locked. Counting needs the CUPTI of CUDA 12.6 or later and an
// administrator's rights, unless the administrator allows it to all users.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/measure/device.h"
#include "cuda/cupti_library.h"
#include "cuda/gpu_program.h"

namespace bankloom {

/// Why counters cannot be read on this machine, as far as that is known without trying; empty if nothing prevents it.
[[nodiscard]] std::string counters_obstacle(const Result<CuptiLibrary>& cupti, unsigned compute_major);

/// The error on a machine that allows counters to administrators only.
[[nodiscard]] std::string counters_privilege_sentence();

/// Counts one launch of a loaded program; the context must be current.
[[nodiscard]] Result<GpuCounters> count_program(GpuProgram& program, const CuptiLibrary& cupti, int device,
                                                void* context, const std::vector<std::string>& metrics);

}  // namespace bankloom
