#include "cuda/worker.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>

#include "core/base/files.h"
#include "core/base/language.h"
#include "cuda/gpu_device.h"
#include "cuda/worker_protocol.h"

namespace bankloom::worker {
namespace {

using nlohmann::json;

/// Ends the process after the program at the other end of the pipe, so that a kernel without an end does not outlive
/// it. An idle worker has a second to end by itself.
class ParentWatch {
 public:
  explicit ParentWatch(int input) : stop_(eventfd(0, EFD_CLOEXEC)), thread_([this, input] { watch(input); }) {}
  ~ParentWatch() {
    const std::uint64_t one = 1;
    // An event counter takes 8 bytes at once, or fails because it is already set.
    [[maybe_unused]] const ssize_t written = ::write(stop_.get(), &one, sizeof one);
    thread_.join();
  }
  ParentWatch& operator=(ParentWatch&&) = delete;

 private:
  void watch(int input) const {
    for (;;) {
      // Without a requested event, poll() reports only that the other end closed.
      std::array<pollfd, 2> waited{pollfd{input, 0, 0}, pollfd{stop_.get(), POLLIN, 0}};
      if (::poll(waited.data(), waited.size(), -1) < 0 && errno != EINTR) return;
      if (waited[1].revents != 0) return;
      if ((waited[0].revents & (POLLHUP | POLLERR | POLLNVAL)) == 0) continue;
      constexpr int kGraceMilliseconds = 1000;
      if (::poll(&waited[1], 1, kGraceMilliseconds) == 0) ::_exit(0);
    }
  }

  FileHandle stop_;
  std::thread thread_;
};

template <class Value>
json reply_of(const Result<Value>& result, const std::function<bool()>& is_spent) {
  if (!result) return failure(result.error().message, is_spent());
  json reply = to_message(*result);
  reply["ok"] = true;
  return reply;
}

json answer(Device& device, const std::function<bool()>& is_spent, const json& request) {
  const std::string operation = request.value("op", "");
  const std::chrono::milliseconds deadline(request.value("milliseconds", std::int64_t{0}));
  if (operation == "devices") return reply_of(device.devices(), [] { return true; });
  if (operation == "choose") {
    // A driver that fails to start may succeed in a fresh process, so this one is spent.
    const Result<void> chosen = device.choose(request.value("device", -1));
    return chosen ? json{{"ok", true}} : failure(chosen.error().message, true);
  }
  const Result<GpuLaunch> launch = launch_of(request);
  if (!launch) return failure(launch.error().message, false);
  if (operation == "launch") return reply_of(device.launch(*launch, deadline), is_spent);
  if (operation == "time") {
    return reply_of(device.time_with_copy(*launch, request.value("bytes", std::uint64_t{0}), deadline), is_spent);
  }
  if (operation == "count") {
    return reply_of(device.count(*launch, request.value("metrics", std::vector<std::string>{}), deadline), is_spent);
  }
  return failure(message("the worker does not know '{}'", operation), false);
}

}  // namespace

json failure(const std::string& message, bool spent) { return {{"ok", false}, {"message", message}, {"spent", spent}}; }

bool has_pipes(const char* argument, const char* purpose) {
  for (const int descriptor : {kWorkerInput, kWorkerOutput}) {
    struct stat status {};
    if (::fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode)) continue;
    std::fprintf(stderr, "bankloom: %s is for the program itself: %s\n", argument, purpose);
    return false;
  }
  return true;
}

int serve(const std::function<json(const json&)>& answer_to, int input, int output,
          const std::filesystem::path& languages) {
  const ParentWatch watch(input);
  if (send_message(output, {{"hello", "bankloom"}}, {}) != Outcome::done) return 1;
  for (;;) {
    const Transfer request = receive_message(input, {});
    if (request.outcome == Outcome::closed) return 0;
    if (request.outcome != Outcome::done) return 1;
    json reply;
    try {
      // Where the worker has no such language it speaks English.
      if (!languages.empty() && !set_language(request.message.value("language", std::string(kEnglish)), languages)) {
        static_cast<void>(set_language(kEnglish, languages));
      }
      reply = answer_to(request.message);
    } catch (const std::exception& error) {
      reply = failure(message("the worker failed ({})", error.what()), true);
    }
    const bool ends = !reply.value("ok", false) && reply.value("spent", false);
    const Outcome sent = send_message(output, std::move(reply), {});
    if (sent == Outcome::too_large) {
      if (send_message(output, failure(message("the output is too large to hand over"), false), {}) != Outcome::done)
        return 1;
    } else if (sent != Outcome::done) {
      return 1;
    }
    if (ends) return 2;
  }
}

int serve(Device& device, const std::function<bool()>& is_spent, int input, int output,
          const std::filesystem::path& languages) {
  return serve([&](const json& request) { return answer(device, is_spent, request); }, input, output, languages);
}

int run_gpu_worker(const std::filesystem::path& languages) {
  if (!has_pipes(kWorkerArgument, "it starts its GPU worker so")) return 2;
  GpuDevice device;
  const int status = serve(
      device, [&device] { return device.is_spent(); }, kWorkerInput, kWorkerOutput, languages);
  // An unusable context cannot be released: the driver does it when the process ends.
  if (device.is_spent()) ::_exit(status);
  return status;
}

}  // namespace bankloom::worker
