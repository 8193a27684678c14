#include "cuda/worker_client.h"

#include <algorithm>

#include "core/base/language.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;
using worker::Outcome;

/// "2 s", "1.5 s", "200 ms".
std::string duration_text(milliseconds duration) {
  if (duration < std::chrono::seconds(1)) return fmt::format("{} ms", duration.count());
  return fmt::format("{:.4g} s", static_cast<double>(duration.count()) / 1000);
}

std::string lost_text(const worker::Lost& lost, const std::string& late) {
  switch (lost.outcome) {
    case Outcome::late:
      return message("{}; {}", late,
                     lost.ended ? message("it was stopped, and the GPU is ready again")
                                : message("its process was told to stop but the driver holds it: wait, or restart "
                                          "the machine"));
    case Outcome::cancelled:
      return message("the measurement was cancelled");
    case Outcome::closed:
      return message("the GPU's worker process {} in the middle of its work; the next launch starts a fresh one",
                     lost.ended.value_or(message("closed its pipe")));
    case Outcome::too_large:
      return message("the buffers are too large to hand to the GPU's worker process: at most {} MiB",
                     worker::kLongestPayload >> 20U);
    default:
      return message("the GPU's worker process sent {}; it was stopped, and the next launch starts a fresh one",
                     lost.detail);
  }
}

}  // namespace

WorkerClient::WorkerClient(WorkerOptions options)
    : start_deadline_(options.start_deadline),
      process_("the GPU's worker process", std::move(options.executable), std::move(options.arguments)) {}

Result<void> WorkerClient::start() {
  TRY(const bool is_fresh, process_.start(start_deadline_, [this](const worker::Lost& lost) {
    return lost_text(lost, message("the GPU's worker process did not start within {}", duration_text(start_deadline_)));
  }));
  device_started_ = device_started_ && !is_fresh;
  return {};
}

Result<json> WorkerClient::ask(json message, milliseconds deadline, const std::string& late) {
  return process_.ask(std::move(message), deadline, [&](const worker::Lost& lost) {
    return lost_text(lost, bankloom::message("{} within {}", late, duration_text(deadline)));
  });
}

Result<void> WorkerClient::start_device() {
  TRY(start());
  if (device_started_) return {};
  TRY(ask({{"op", "choose"}, {"device", chosen_}}, start_deadline_, message("GPU {} did not answer", chosen_)));
  device_started_ = true;
  return {};
}

Result<json> WorkerClient::ask_device(const GpuLaunch& launch, const char* operation, const json& extra,
                                      milliseconds deadline, const std::string& late) {
  const worker::ProcessClient::Turn turn(process_);
  kernel_broke_ = false;
  TRY(start_device());
  json message = worker::to_message(launch);
  message["op"] = operation;
  message["milliseconds"] = deadline.count();
  message.update(extra);
  auto reply = ask(std::move(message), deadline, late);
  // A launch that the GPU merely refuses leaves the worker running.
  kernel_broke_ = !reply && !process_.runs();
  return reply;
}

/// Ends the worker if a reply has the wrong content, as for any other garbage.
template <class Value>
Result<Value> WorkerClient::understood(Result<Value> value) {
  if (value) return value;
  const worker::ProcessClient::Turn turn(process_);
  if (!process_.runs()) return value;
  return process_.refuse(value.error().message, [](const worker::Lost& lost) { return lost_text(lost, {}); });
}

Result<std::vector<DeviceInfo>> WorkerClient::devices() {
  TRY(auto reply, [this]() -> Result<json> {
    const worker::ProcessClient::Turn turn(process_);
    TRY(start());
    return ask({{"op", "devices"}}, start_deadline_, message("NVIDIA's driver did not answer"));
  }());
  return understood(worker::devices_of(reply));
}

Result<void> WorkerClient::choose(int index) {
  TRY(const auto known, devices());
  if (std::ranges::find(known, index, &DeviceInfo::index) == known.end()) {
    std::vector<std::string> names;
    names.reserve(known.size());
    for (const DeviceInfo& info : known) names.push_back(fmt::format("{} ({})", info.index, info.name));
    return fail("there is no GPU {}: this machine has {}", index, join(names, ", "));
  }
  const worker::ProcessClient::Turn turn(process_);
  device_started_ = device_started_ && index == chosen_;
  chosen_ = index;
  return {};
}

Result<GpuOutput> WorkerClient::launch(const GpuLaunch& launch, milliseconds deadline) {
  TRY(const auto reply, ask_device(launch, "launch", json::object(), deadline, message("the kernel did not end")));
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

Result<GpuCopySamples> WorkerClient::time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                                    milliseconds deadline) {
  TRY(const auto reply, ask_device(launch, "time", {{"bytes", bytes}}, deadline,
                                   bytes == 0 ? message("the kernel's launches to measure its time did not end")
                                              : message("the kernel's launches in turns with copies did not end")));
  return understood(worker::copy_samples_of(reply));
}

Result<GpuCounters> WorkerClient::count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                                        milliseconds deadline) {
  TRY(const auto reply, ask_device(launch, "count", {{"metrics", metrics}}, deadline,
                                   message("the kernel's launches to read the GPU's counters did not end")));
  return understood(worker::counters_of(reply));
}

}  // namespace bankloom
