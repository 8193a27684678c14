// WorkerClient: the machine's GPU, used by a worker process so that a kernel cannot harm the program.
//
// The worker is started by the first call and kept (process_client.h). Each call has a deadline. If it passes, or the
// worker crashes, closes its pipe, has another version or sends garbage, the worker is killed and reaped, the call
// returns what happened as an Error, and the next call starts a fresh worker.
//
// The worker may be on another machine, where a command leads ("ssh lab bankloom --gpu-worker"). Then starting it has
// no deadline, because the command may wait in a queue, and a call whose line is lost is made once more.
//
// Calls from several threads take turns; cancel() ends the one that is running.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "core/measure/device.h"
#include "cuda/process_client.h"

namespace bankloom {

/// How the worker is started.
struct WorkerOptions {
  std::string executable = "/proc/self/exe";  ///< this program itself
  std::vector<std::string> arguments = {"bankloom", worker::kWorkerArgument};
  /// For the start of the process, and for the start of the GPU's driver.
  std::chrono::milliseconds start_deadline{30000};
};

class WorkerClient final : public Device {
 public:
  explicit WorkerClient(WorkerOptions options = {});

  [[nodiscard]] Result<std::vector<DeviceInfo>> devices() override;
  Result<void> choose(int index) override;
  [[nodiscard]] Result<GpuOutput> launch(const GpuLaunch& launch, std::chrono::milliseconds deadline) override;
  [[nodiscard]] Result<GpuCopySamples> time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                                      std::chrono::milliseconds deadline) override;
  [[nodiscard]] Result<GpuCounters> count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                                          std::chrono::milliseconds deadline) override;

  Result<void> use_command(const std::string& command) override;
  void on_wait(const WaitNote& note) override { process_.on_wait(note); }

  /// Ends the call that is running, if any, which then returns an Error. From any thread.
  void cancel() override { process_.cancel(); }
  [[nodiscard]] bool kernel_broke() const override { return kernel_broke_; }
  /// The worker's process id, for tests; -1 if none runs. Not during a call.
  [[nodiscard]] pid_t worker_id() const { return process_.id(); }

 private:
  /// Bytes of a reply without buffers.
  static constexpr std::uint64_t kMostOfRecord = 16U << 20U;

  [[nodiscard]] Result<void> start();
  [[nodiscard]] Result<void> start_device();
  /// `late` begins the error if the deadline passes: "the kernel did not end".
  [[nodiscard]] Result<nlohmann::json> ask(nlohmann::json request, std::chrono::milliseconds deadline,
                                           const std::string& late, std::uint64_t most = kMostOfRecord);
  [[nodiscard]] Result<nlohmann::json> ask_device(const GpuLaunch& launch, const char* operation,
                                                  const nlohmann::json& extra, std::chrono::milliseconds deadline,
                                                  const std::string& late, std::uint64_t most = kMostOfRecord);
  /// Makes the call, once more if the line of a command is lost.
  template <class Call>
  [[nodiscard]] Result<nlohmann::json> over_line(const Call& call);
  template <class Value>
  [[nodiscard]] Result<Value> understood(Result<Value> value);

  std::chrono::milliseconds start_deadline_;
  worker::ProcessClient process_;
  int chosen_ = 0;
  bool device_started_ = false;  ///< in this worker
  std::atomic<bool> kernel_broke_ = false;
};

}  // namespace bankloom
