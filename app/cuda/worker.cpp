#include "cuda/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

#include "core/base/files.h"
#include "core/base/language.h"
#include "cuda/gpu_device.h"
#include "cuda/gpu_lock.h"
#include "cuda/worker_protocol.h"

namespace bankloom::worker {
namespace {

using nlohmann::json;

/// Sends a worker's messages, those of two threads one after the other.
class Sender {
 public:
  explicit Sender(int output) : output_(output) {}

  Outcome send(json message, bool packs = false) {
    const std::scoped_lock lock(mutex_);
    return send_message(output_, std::move(message), {}, packs);
  }
  /// From now on, until false, alive() sends signs of life. The first one says that the request is here.
  void work(bool works) {
    works_ = works;
    if (works) alive();
  }
  void wait(bool waits) {
    waits_ = waits;
    alive();
  }
  /// Whoever no longer listens is noticed by the reply, or by ParentWatch.
  void alive() {
    const std::scoped_lock lock(mutex_);
    if (works_) std::ignore = send_message(output_, {{"alive", true}, {"waits", waits_.load()}}, {});
  }
  /// The reply, after which there are no signs of life.
  Outcome reply(json message, bool packs) {
    const std::scoped_lock lock(mutex_);
    works_ = false;
    return send_message(output_, std::move(message), {}, packs);
  }

 private:
  int output_;
  std::mutex mutex_;
  std::atomic<bool> works_ = false, waits_ = false;
};

/// Ends the process after the program at the other end of the pipe, so that a kernel without an end does not outlive
/// it; an idle worker has a second to end by itself. Sends signs of life meanwhile.
class ParentWatch {
 public:
  ParentWatch(int input, Sender& sender)
      : sender_(sender), stop_(eventfd(0, EFD_CLOEXEC)), thread_([this, input] { watch(input); }) {}
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
      // Of a pipe, poll() reports that the other end closed without being asked; of a socket, which a login server may
      // give us, only if asked.
      std::array<pollfd, 2> waited{pollfd{input, POLLRDHUP, 0}, pollfd{stop_.get(), POLLIN, 0}};
      const int ready = ::poll(waited.data(), waited.size(), static_cast<int>(kSignOfLife.count()));
      if (ready < 0 && errno != EINTR) return;
      if (ready == 0) sender_.alive();
      if (ready <= 0) continue;
      if (waited[1].revents != 0) return;
      if ((waited[0].revents & (POLLHUP | POLLRDHUP | POLLERR | POLLNVAL)) == 0) continue;
      constexpr int kGraceMilliseconds = 1000;
      if (::poll(&waited[1], 1, kGraceMilliseconds) == 0) ::_exit(0);
    }
  }

  Sender& sender_;
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

/// A device that is served, and which of its GPUs is chosen.
struct Served {
  Device& device;
  const std::function<bool()>& is_spent;
  std::string uuid = {};  ///< of the chosen GPU

  json answer(const json& request, const WaitForTurn& waits) {
    const std::string operation = request.value("op", "");
    const std::chrono::milliseconds deadline(request.value("milliseconds", std::int64_t{0}));
    if (operation == "devices") return reply_of(device.devices(), [] { return true; });
    if (operation == "choose") {
      const int index = request.value("device", -1);
      // A driver that fails to start may succeed in a fresh process, so this one is spent.
      const Result<void> chosen = device.choose(index);
      if (!chosen) return failure(chosen.error().message, true);
      for (const DeviceInfo& info : device.devices().value_or(std::vector<DeviceInfo>())) {
        if (info.index == index) uuid = info.uuid;
      }
      return {{"ok", true}};
    }
    const Result<GpuLaunch> launch = launch_of(request);
    if (!launch) return failure(launch.error().message, false);
    const FileHandle lock = take_gpu_lock(uuid, waits);
    if (operation == "launch") return reply_of(device.launch(*launch, deadline), is_spent);
    if (operation == "time") {
      return reply_of(device.time_with_copy(*launch, request.value("bytes", std::uint64_t{0}), deadline), is_spent);
    }
    if (operation == "count") {
      return reply_of(device.count(*launch, request.value("metrics", std::vector<std::string>{}), deadline), is_spent);
    }
    return failure(message("the worker does not know '{}'", operation), false);
  }
};

bool is_pipe(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISFIFO(status.st_mode);
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

/// Takes standard input and output for the protocol, and gives their numbers to /dev/null and standard error, so that a
/// library that prints cannot break it. False where they lead to a person.
bool take_standard(int& input, int& output) {
  if (::isatty(STDIN_FILENO) != 0 || ::isatty(STDOUT_FILENO) != 0) return false;
  input = ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, kWorkerOutput + 1);
  output = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, kWorkerOutput + 1);
  const FileHandle nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  return input >= 0 && output >= 0 && ::dup2(nothing.get(), STDIN_FILENO) >= 0 &&
         ::dup2(STDERR_FILENO, STDOUT_FILENO) >= 0;
}

}  // namespace

json failure(const std::string& message, bool spent) { return {{"ok", false}, {"message", message}, {"spent", spent}}; }

bool has_pipes(const char* argument, const char* purpose) {
  if (is_pipe(kWorkerInput) && is_pipe(kWorkerOutput)) return true;
  std::fprintf(stderr, "bankloom: %s is for the program itself: %s\n", argument, purpose);
  return false;
}

int serve(const std::function<json(const json&, const WaitForTurn&)>& answer_to, int input, int output,
          const std::filesystem::path& languages) {
  Sender sender(output);
  const ParentWatch watch(input, sender);
  const json greeting{
      {"hello", "bankloom"}, {"program", BANKLOOM_VERSION}, {"host", host_name()}, {"packs", can_pack()}};
  if (sender.send(greeting) != Outcome::done) return 1;
  for (;;) {
    const Transfer request = receive_message(input, {});
    if (request.outcome == Outcome::closed) return 0;
    if (request.outcome != Outcome::done) return 1;
    sender.work(true);
    json reply;
    bool packs = false;
    try {
      // Where the worker has no such language it speaks English.
      if (!languages.empty() && !set_language(request.message.value("language", std::string(kEnglish)), languages)) {
        static_cast<void>(set_language(kEnglish, languages));
      }
      packs = request.message.value("packs", false);
      reply = answer_to(request.message, [&sender](bool waits) { sender.wait(waits); });
    } catch (const std::exception& error) {
      reply = failure(message("the worker failed ({})", error.what()), true);
    }
    const bool ends = !reply.value("ok", false) && reply.value("spent", false);
    const Outcome sent = sender.reply(std::move(reply), packs);
    if (sent == Outcome::too_large) {
      if (sender.send(failure(message("the output is too large to hand over"), false)) != Outcome::done) return 1;
    } else if (sent != Outcome::done) {
      return 1;
    }
    if (ends) return 2;
  }
}

int serve(Device& device, const std::function<bool()>& is_spent, int input, int output,
          const std::filesystem::path& languages) {
  Served served{device, is_spent};
  return serve([&](const json& request, const WaitForTurn& waits) { return served.answer(request, waits); }, input,
               output, languages);
}

int run_gpu_worker(const std::filesystem::path& languages) {
  int input = kWorkerInput, output = kWorkerOutput;
  if (!(is_pipe(input) && is_pipe(output)) && !take_standard(input, output)) {
    std::fputs(
        "bankloom: --gpu-worker is for the program itself: give it a command that ends so, as in\n"
        "bankloom --gpu \"ssh HOST bankloom --gpu-worker\"\n",
        stderr);
    return 2;
  }
  // The home folder of the machine that is lent stays as it is: the driver would keep what it compiles in ~/.nv. A
  // folder in /tmp instead would be another's to write, or left behind; kernels are compiled in some ten milliseconds.
  if (input != kWorkerInput) ::setenv("CUDA_CACHE_DISABLE", "1", 0);
  GpuDevice device;
  const int status = serve(
      device, [&device] { return device.is_spent(); }, input, output, languages);
  // An unusable context cannot be released: the driver does it when the process ends.
  if (device.is_spent()) ::_exit(status);
  return status;
}

}  // namespace bankloom::worker
