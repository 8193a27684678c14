// The worker's side: serves requests to a device until the program closes the pipe.
#pragma once

#include <functional>

#include "core/measure/device.h"

namespace bankloom::worker {

/// Greets, then answers requests from `input` on `output` with `device`. Ends where the program has closed its end (at
/// once, also in the middle of a launch: then the whole process ends), or after a reply that makes `is_spent` true,
/// because the GPU's context is then unusable. Returns the process's exit status.
int serve(Device& device, const std::function<bool()>& is_spent, int input, int output);

/// The program in its role as the worker: descriptors 3 and 4 are the pipes. Returns the exit status.
int run_gpu_worker();

}  // namespace bankloom::worker
