// A worker's side: serves requests, to a device most often, until the program closes the pipe.
#pragma once

#include <functional>
#include <string>

#include "core/base/json.h"
#include "core/measure/device.h"

namespace bankloom::worker {

/// Greets, then answers requests from `input` on `output` with what `answer_to` says, which is failure() where it
/// throws. Ends where the program has closed its end (at once, also in the middle of an answer: then the whole process
/// ends), or after a failure that is spent. Returns the process's exit status.
int serve(const std::function<nlohmann::json(const nlohmann::json&)>& answer_to, int input, int output);
/// The same with a device's answers. A failure is spent where `is_spent` says that the GPU's context is unusable.
int serve(Device& device, const std::function<bool()>& is_spent, int input, int output);

/// The reply to a request that is refused; `spent` where the worker ends after it.
[[nodiscard]] nlohmann::json failure(const std::string& message, bool spent);

/// False, and said on standard error, where the program was not started as a worker with its pipes as descriptors 3 and
/// 4. `argument` is the one that makes it a worker, `purpose` what the program does so.
[[nodiscard]] bool has_pipes(const char* argument, const char* purpose);

/// The program in its role as the worker: descriptors 3 and 4 are the pipes. Returns the exit status.
int run_gpu_worker();

}  // namespace bankloom::worker
