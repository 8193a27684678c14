#include "cuda/worker_client.h"

#include <algorithm>

#include "core/base/command_words.h"
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

/// What a command said, as the end of a sentence.
std::string with_last_words(std::string sentence, const worker::Lost& lost) {
  return lost.said.empty() ? sentence : message("{}; it said: {}", sentence, lost.said);
}

/// Of a worker that a command leads to.
std::string lost_command_text(const worker::Lost& lost, const std::string& late) {
  switch (lost.outcome) {
    case Outcome::late:
      return with_last_words(
          message("{}; the command for the GPU elsewhere was stopped, and the next launch starts it again", late),
          lost);
    case Outcome::silent:
      return with_last_words(message("the connection to the GPU's machine is dead: try the command for the GPU "
                                     "elsewhere in a terminal"),
                             lost);
    case Outcome::closed:
      return with_last_words(
          lost.has_greeted
              ? message("the connection to the GPU's machine was lost twice; the command for the GPU elsewhere {}",
                        lost.ended.value_or(message("does not end")))
              : message("the command for the GPU elsewhere {} before a bankloom answered: try it in a terminal",
                        lost.ended.value_or(message("closed its output"))),
          lost);
    default:
      if (!lost.has_greeted) {
        return with_last_words(
            message("the command for the GPU elsewhere reaches no bankloom that this one can talk to: it sent {}",
                    lost.detail),
            lost);
      }
      return with_last_words(message("the bankloom on the GPU's machine sent {}; it was stopped", lost.detail), lost);
  }
}

std::string lost_text(const worker::Lost& lost, const std::string& late) {
  if (lost.outcome == Outcome::busy) {
    return message("another program has measured on this GPU for 10 minutes: measure again when it is free");
  }
  const bool is_usual = lost.outcome == Outcome::cancelled || lost.outcome == Outcome::too_large;
  if (lost.is_command && !is_usual) return lost_command_text(lost, late);
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

Result<json> WorkerClient::ask(json request, milliseconds deadline, const std::string& late, std::uint64_t most) {
  return process_.ask(std::move(request), deadline, most, [&](const worker::Lost& lost) {
    return lost_text(lost, message("{} within {}", late, duration_text(deadline)));
  });
}

Result<void> WorkerClient::start_device() {
  TRY(start());
  if (device_started_) return {};
  TRY(ask({{"op", "choose"}, {"device", chosen_}}, start_deadline_, message("GPU {} did not answer", chosen_)));
  device_started_ = true;
  return {};
}

template <class Call>
Result<json> WorkerClient::over_line(const Call& call) {
  Result<json> reply = call();
  const bool is_lost = !reply && process_.lost_line() && process_.has_greeted();
  return is_lost ? call() : reply;
}

Result<void> WorkerClient::use_command(const std::string& command) {
  std::vector<std::string> words = split_words(command);
  const bool has_name = !words.empty() && !words.front().empty();
  if (!command.empty() && !has_name) {
    return fail("--gpu takes the command for a GPU elsewhere, as in --gpu \"ssh HOST bankloom --gpu-worker\"");
  }
  const worker::ProcessClient::Turn turn(process_);
  process_.use_command(std::move(words));
  return {};
}

Result<json> WorkerClient::ask_device(const GpuLaunch& launch, const char* operation, const json& extra,
                                      milliseconds deadline, const std::string& late, std::uint64_t most) {
  const worker::ProcessClient::Turn turn(process_);
  kernel_broke_ = false;
  bool is_launched = false;
  auto reply = over_line([&]() -> Result<json> {
    is_launched = false;
    TRY(start_device());
    is_launched = true;
    json message = worker::to_message(launch);
    message["op"] = operation;
    message["milliseconds"] = deadline.count();
    message.update(extra);
    return ask(std::move(message), deadline, late, most);
  });
  // A launch that the GPU merely refuses leaves the worker running; a lost line, whoever cancels and another program
  // that has the GPU say nothing about the kernel.
  const bool is_other =
      process_.lost_line() || process_.lost() == Outcome::cancelled || process_.lost() == Outcome::busy;
  kernel_broke_ = is_launched && !reply && !process_.runs() && !is_other;
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
  std::string host;
  TRY(auto reply, [&]() -> Result<json> {
    const worker::ProcessClient::Turn turn(process_);
    auto answered = over_line([this]() -> Result<json> {
      TRY(start());
      return ask({{"op", "devices"}}, start_deadline_, message("NVIDIA's driver did not answer"));
    });
    if (!process_.command().empty()) {
      // The name of the machine is its own; without one, the command's is better than none.
      host = process_.greeting().host.empty() ? process_.command().front() : process_.greeting().host;
    }
    return answered;
  }());
  TRY(auto found, understood(worker::devices_of(reply)));
  for (DeviceInfo& info : found) info.where = host;
  return found;
}

Result<void> WorkerClient::choose(int index) {
  TRY(const auto known, devices());
  if (std::ranges::find(known, index, &DeviceInfo::index) == known.end()) {
    std::vector<std::string> names;
    names.reserve(known.size());
    for (const DeviceInfo& info : known) names.push_back(fmt::format("{} ({})", info.index, info.name));
    return fail("there is no GPU {}: this machine has {}", index, join(names, list_sign()));
  }
  const worker::ProcessClient::Turn turn(process_);
  device_started_ = device_started_ && index == chosen_;
  chosen_ = index;
  return {};
}

Result<GpuOutput> WorkerClient::launch(const GpuLaunch& launch, milliseconds deadline) {
  std::uint64_t most = kMostOfRecord;
  for (const auto& argument : launch.arguments) most += argument.is_returned ? argument.bytes.size() : 0;
  TRY(const auto reply, ask_device(launch, "launch", json::object(), deadline, message("the kernel did not end"),
                                   std::min<std::uint64_t>(most, worker::kLongestPayload)));
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
                                              : message("the kernel's launches alternating with copies did not end")));
  return understood(worker::copy_samples_of(reply));
}

Result<GpuCounters> WorkerClient::count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                                        milliseconds deadline) {
  TRY(const auto reply, ask_device(launch, "count", {{"metrics", metrics}}, deadline,
                                   message("the kernel's launches to read the GPU's counters did not end")));
  return understood(worker::counters_of(reply));
}

}  // namespace bankloom
