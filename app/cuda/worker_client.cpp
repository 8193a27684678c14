#include "cuda/worker_client.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace bankloom {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using worker::Outcome;

constexpr milliseconds kNoGrace{0};
constexpr milliseconds kEndGrace{2000};

/// "2 s", "1.5 s", "200 ms".
std::string duration_text(milliseconds duration) {
  if (duration < std::chrono::seconds(1)) return fmt::format("{} ms", duration.count());
  return fmt::format("{:.4g} s", static_cast<double>(duration.count()) / 1000);
}

}  // namespace

/// The time of one call: others wait, and cancel() has something to end.
class WorkerClient::Turn {
 public:
  explicit Turn(WorkerClient& client) : client_(client), lock_(client.call_) {
    const std::lock_guard state(client_.state_);
    client_.running_ = true;
  }
  ~Turn() {
    const std::lock_guard state(client_.state_);
    client_.running_ = false;
    // A cancel that came too late must not end the next call.
    std::uint64_t raised = 0;
    [[maybe_unused]] const ssize_t read = ::read(client_.wake_.get(), &raised, sizeof raised);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  Turn(Turn&&) = delete;
  Turn& operator=(Turn&&) = delete;

 private:
  WorkerClient& client_;
  std::unique_lock<std::mutex> lock_;
};

WorkerClient::WorkerClient(WorkerOptions options)
    : options_(std::move(options)), wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

WorkerClient::~WorkerClient() {
  if (process_) process_->end(kEndGrace);
}

void WorkerClient::cancel() {
  const std::lock_guard state(state_);
  if (!running_) return;
  const std::uint64_t one = 1;
  // Fails only where the counter is full, and then it is raised.
  [[maybe_unused]] const ssize_t written = ::write(wake_.get(), &one, sizeof one);
}

Failure WorkerClient::give_up(Outcome outcome, const std::string& detail, const std::string& late) {
  const bool ended_itself = outcome == Outcome::closed;
  // One that closed its pipe is about to end, and how it ends says what happened.
  const auto ended = process_->end(ended_itself ? kEndGrace : kNoGrace);
  process_.reset();
  const std::string after = ended
                                ? "it was stopped, and the GPU is ready again"
                                : "its process was told to stop but the driver holds it: wait, or restart the machine";
  switch (outcome) {
    case Outcome::late:
      return fail("{}; {}", late, after);
    case Outcome::cancelled:
      return fail("the measurement was cancelled");
    case Outcome::closed:
      return fail("the GPU's worker process {} in the middle of its work; the next launch starts a fresh one",
                  ended.value_or("closed its pipe"));
    case Outcome::too_large:
      return fail("the buffers are too large to hand to the GPU's worker process: at most {} MiB",
                  worker::kLongestPayload >> 20U);
    case Outcome::garbage:
    case Outcome::done:
      break;
  }
  return fail("the GPU's worker process sent {}; it was stopped, and the next launch starts a fresh one", detail);
}

Result<void> WorkerClient::start() {
  if (process_ && process_->has_hung_up()) {
    process_->end(kEndGrace);
    process_.reset();
  }
  if (process_) return {};
  TRY(auto process, worker::Process::start(options_.executable, options_.arguments));
  process_.emplace(std::move(process));
  device_started_ = false;
  const worker::Patience patience{worker::Clock::now() + options_.start_deadline, wake_.get()};
  const worker::Transfer hello = worker::receive_message(process_->output(), patience);
  if (hello.outcome != Outcome::done) {
    return give_up(
        hello.outcome, hello.detail,
        fmt::format("the GPU's worker process did not start within {}", duration_text(options_.start_deadline)));
  }
  const auto name = hello.message.find("hello");
  if (name == hello.message.end() || *name != "bankloom") return give_up(Outcome::garbage, "no greeting", {});
  return {};
}

Result<json> WorkerClient::ask(Question question) {
  const worker::Patience patience{worker::Clock::now() + std::max(question.deadline, milliseconds(1)), wake_.get()};
  const Outcome sent = worker::send_message(process_->input(), std::move(question.message), patience);
  if (sent != Outcome::done) return give_up(sent, {}, question.late);
  worker::Transfer reply = worker::receive_message(process_->output(), patience);
  if (reply.outcome != Outcome::done) return give_up(reply.outcome, reply.detail, question.late);
  const json& message = reply.message;
  const auto ok = message.find("ok");
  if (ok == message.end() || !ok->is_boolean()) return give_up(Outcome::garbage, "a reply that says nothing", {});
  if (ok->get<bool>()) return std::move(reply.message);
  const auto sentence = message.find("message");
  const auto spent = message.find("spent");
  if (sentence == message.end() || !sentence->is_string() || spent == message.end() || !spent->is_boolean()) {
    return give_up(Outcome::garbage, "a failure without a reason", {});
  }
  if (spent->get<bool>()) {
    process_->end(kEndGrace);
    process_.reset();
  }
  return fail("{}", sentence->get<std::string>());
}

Result<void> WorkerClient::start_device() {
  if (auto started = start(); !started) return started;
  if (device_started_) return {};
  TRY(ask({{{"op", "choose"}, {"device", chosen_}},
           options_.start_deadline,
           fmt::format("GPU {} did not answer within {}", chosen_, duration_text(options_.start_deadline))}));
  device_started_ = true;
  return {};
}

Result<json> WorkerClient::ask_device(const GpuLaunch& launch, const char* operation, const json& extra,
                                      milliseconds deadline, const std::string& late) {
  const Turn turn(*this);
  kernel_broke_ = false;
  TRY(start_device());
  json message = worker::to_message(launch);
  message["op"] = operation;
  message["milliseconds"] = deadline.count();
  message.update(extra);
  auto reply = ask({std::move(message), deadline, fmt::format("{} within {}", late, duration_text(deadline))});
  // What the GPU refuses leaves the worker as it was.
  kernel_broke_ = !reply && !process_;
  return reply;
}

/// A reply of the right form with the wrong content ends the worker like any other garbage.
template <class Value>
Result<Value> WorkerClient::understood(Result<Value> value) {
  if (value) return value;
  const Turn turn(*this);
  if (!process_) return value;
  return give_up(Outcome::garbage, value.error().message, {});
}

Result<std::vector<DeviceInfo>> WorkerClient::devices() {
  TRY(auto reply, [this]() -> Result<json> {
    const Turn turn(*this);
    TRY(start());
    return ask({{{"op", "devices"}},
                options_.start_deadline,
                fmt::format("NVIDIA's driver did not answer within {}", duration_text(options_.start_deadline))});
  }());
  return understood(worker::devices_of(reply.value("devices", json())));
}

Result<void> WorkerClient::choose(int index) {
  TRY(const auto known, devices());
  if (std::none_of(known.begin(), known.end(), [&](const DeviceInfo& info) { return info.index == index; })) {
    std::string names;
    for (const DeviceInfo& info : known) {
      names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", info.index, info.name);
    }
    return fail("there is no GPU {}: this machine has {}", index, names);
  }
  const Turn turn(*this);
  device_started_ = device_started_ && index == chosen_;
  chosen_ = index;
  return {};
}

Result<GpuOutput> WorkerClient::launch(const GpuLaunch& launch, milliseconds deadline) {
  TRY(const auto reply, ask_device(launch, "launch", json::object(), deadline, "the kernel did not end"));
  auto output = understood(worker::output_of(reply));
  if (!output) return output;
  bool fits = output->buffers.size() == launch.arguments.size();
  for (std::size_t i = 0; fits && i < launch.arguments.size(); ++i) {
    const auto& argument = launch.arguments[i];
    const bool is_wanted = argument.is_buffer && argument.is_returned;
    fits = output->buffers[i].size() == (is_wanted ? argument.bytes.size() : 0);
  }
  if (!fits) return understood<GpuOutput>(fail("buffers that do not fit the launch"));
  return output;
}

Result<GpuSamples> WorkerClient::time(const GpuLaunch& launch, milliseconds deadline) {
  TRY(const auto reply,
      ask_device(launch, "time", json::object(), deadline, "the kernel's launches to measure its time did not end"));
  return understood(worker::samples_of(reply));
}

Result<GpuCopySamples> WorkerClient::time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                                    milliseconds deadline) {
  TRY(const auto reply, ask_device(launch, "time_with_copy", {{"bytes", bytes}}, deadline,
                                   "the kernel's launches in turns with copies did not end"));
  return understood(worker::copy_samples_of(reply));
}

Result<GpuCounters> WorkerClient::count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                                        milliseconds deadline) {
  TRY(const auto reply, ask_device(launch, "count", {{"metrics", metrics}}, deadline,
                                   "the kernel's launches to read the GPU's counters did not end"));
  return understood(worker::counters_of(reply));
}

std::unique_ptr<Device> make_gpu_device() { return std::make_unique<WorkerClient>(); }

}  // namespace bankloom
