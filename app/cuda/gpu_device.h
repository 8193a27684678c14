// GpuDevice: the GPU through NVIDIA's driver, inside the worker process.
//
// Deadlines are the client's business (worker_client.h): here a kernel that does not end is waited for. After a fault
// of a kernel the context is lost, is_spent() says so, and the process has to end.
#pragma once

#include <memory>
#include <optional>

#include "core/measure/device.h"
#include "cuda/cuda_library.h"
#include "cuda/cupti_library.h"
#include "cuda/gpu_program.h"
#include "cuda/nvml_library.h"

namespace bankloom {

class GpuDevice final : public Device {
 public:
  /// Opens nothing yet: each call opens what it needs.
  GpuDevice() = default;
  ~GpuDevice() override;
  GpuDevice(const GpuDevice&) = delete;
  GpuDevice& operator=(const GpuDevice&) = delete;
  GpuDevice(GpuDevice&&) = delete;
  GpuDevice& operator=(GpuDevice&&) = delete;

  [[nodiscard]] Result<std::vector<DeviceInfo>> devices() override;
  /// Makes the device's context, which takes up to seconds.
  Result<void> choose(int index) override;
  [[nodiscard]] Result<GpuOutput> launch(const GpuLaunch& launch, std::chrono::milliseconds deadline) override;
  [[nodiscard]] Result<GpuCopySamples> time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                                      std::chrono::milliseconds deadline) override;
  [[nodiscard]] Result<GpuCounters> count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                                          std::chrono::milliseconds deadline) override;

  /// True once a fault has made the context unusable.
  [[nodiscard]] bool is_spent() const { return check_ && check_->is_spent(); }

 private:
  [[nodiscard]] Result<void> open();
  [[nodiscard]] Result<GpuProgram> load(const GpuLaunch& launch);
  void release();

  bool opened_ = false;
  std::optional<CudaLibrary> cuda_;
  std::optional<Result<CuptiLibrary>> cupti_;
  std::optional<NvmlLibrary> nvml_;
  std::optional<CudaCheck> check_;
  int index_ = -1;  ///< whose context is current; -1: none yet
  CudaLibrary::Device device_ = 0;
  CudaLibrary::Context context_ = nullptr;
  NvmlLibrary::Device nvml_device_ = nullptr;
};

}  // namespace bankloom
