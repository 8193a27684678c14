// The worker's side of the protocol: a process that serves requests until the program closes the pipe.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/base/json.h"
#include "core/measure/device.h"

namespace bankloom::worker {

/// Tells the program that a wait for the GPU begins (true) or is over.
using WaitForTurn = std::function<void(bool waits)>;

/// Sends the greeting, then replies on `output` to each request from `input` with the result of `answer_to`, or with a
/// spent failure if that throws. Returns the process's exit status when the program closes its end or after a spent
/// failure. If the program closes its end during an answer, the whole process ends a second later. A request's field
/// "language" is the language to answer in, whose texts are in `languages`; empty: English.
int serve(const std::function<nlohmann::json(const nlohmann::json&, const WaitForTurn&)>& answer_to, int input,
          int output, const std::filesystem::path& languages = {});
/// Serves a device. Failures are spent while `is_spent` says that the GPU's context is unusable.
int serve(Device& device, const std::function<bool()>& is_spent, int input, int output,
          const std::filesystem::path& languages = {});

/// The reply to a request that fails; a worker that is `spent` ends after it.
[[nodiscard]] nlohmann::json failure(const std::string& message, bool spent);

/// Whether descriptors 3 and 4 are a worker's pipes; if not, standard error says that `argument`, which starts a
/// worker, is only for the program's own use, with its purpose.
[[nodiscard]] bool has_pipes(const char* argument, const char* purpose);

/// Runs this process as the GPU worker, with descriptors 3 and 4 as its pipes where these are there, else, where a
/// command started it, with standard input and output. Returns the exit status.
int run_gpu_worker(const std::filesystem::path& languages);

}  // namespace bankloom::worker
