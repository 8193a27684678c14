// What the GPU counted while a kernel ran: CUPTI's range profiler around one launch.
//
// The kernel is launched as often as the metrics need passes (four for those of core/measure/counters.h), with its
// buffers as at the start each time. Clocks are left as they are. Counting needs the CUPTI of CUDA 12.6 or later and,
// unless the administrator allows it to all, an administrator's rights.
#pragma once

#include <string>
#include <vector>

#include "core/measure/device.h"
#include "cuda/cupti_library.h"
#include "cuda/gpu_program.h"

namespace bankloom {

/// Why counters cannot be read on this machine, as far as that shows before trying; empty where nothing speaks against
/// it.
[[nodiscard]] std::string counters_obstacle(const Result<CuptiLibrary>& cupti, unsigned compute_major);

/// The sentence for a machine on which only administrators may count.
[[nodiscard]] std::string counters_privilege_sentence();

/// Counts one launch of a program that is loaded; the context must be current.
[[nodiscard]] Result<GpuCounters> count_program(GpuProgram& program, const CuptiLibrary& cupti, int device,
                                                void* context, const std::vector<std::string>& metrics);

}  // namespace bankloom
