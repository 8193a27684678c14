// WorkerClient: the machine's GPU for the program, through a worker process that takes the risk.
//
// The worker is started at the first call and kept (process_client.h). Every call has a deadline. When it passes, or
// the worker crashes, closes its pipe, speaks another version or sends garbage, it is killed and reaped, the call says
// what happened in one sentence, and the next call starts a fresh worker. So a kernel that never ends or writes where
// it must not costs its worker, never the program.
//
// Calls may come from any thread and take turns; cancel() ends the one that runs, from another thread.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "core/measure/device.h"
#include "cuda/process_client.h"

namespace bankloom {

/// How the worker is started.
struct WorkerOptions {
  std::string executable = "/proc/self/exe";  ///< this program itself
  std::vector<std::string> arguments = {"bankloom", worker::kWorkerArgument};
  /// For the start of the process, and again for the start of the GPU's driver.
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

  /// Ends the call that runs, which then returns an Error saying so; does nothing where none runs. From any thread.
  void cancel() override { process_.cancel(); }
  [[nodiscard]] bool kernel_broke() const override { return kernel_broke_; }
  /// The worker's process id, for tests; -1 where none runs. Not while a call runs.
  [[nodiscard]] pid_t worker_id() const { return process_.id(); }

 private:
  [[nodiscard]] Result<void> start();
  [[nodiscard]] Result<void> start_device();
  /// `late` says what it means when the deadline passes: "the kernel did not end".
  [[nodiscard]] Result<nlohmann::json> ask(nlohmann::json message, std::chrono::milliseconds deadline,
                                           const std::string& late);
  [[nodiscard]] Result<nlohmann::json> ask_device(const GpuLaunch& launch, const char* operation,
                                                  const nlohmann::json& extra, std::chrono::milliseconds deadline,
                                                  const std::string& late);
  template <class Value>
  [[nodiscard]] Result<Value> understood(Result<Value> value);

  std::chrono::milliseconds start_deadline_;
  worker::ProcessClient process_;
  int chosen_ = 0;
  bool device_started_ = false;  ///< in this worker
  std::atomic<bool> kernel_broke_ = false;
};

/// The machine's GPU through a worker process of this program.
[[nodiscard]] std::unique_ptr<Device> make_gpu_device();

}  // namespace bankloom
