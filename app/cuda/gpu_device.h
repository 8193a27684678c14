// GpuDevice: the GPU through NVIDIA's driver, inside the worker process.
//
// The client enforces deadlines (worker_client.h): this class waits for a kernel for as long as it runs. A kernel's
// fault makes the context unusable: then is_spent() is true and the process must end.
#pragma once

#include <optional>

#include "core/measure/device.h"
#include "cuda/cuda_library.h"
#include "cuda/cupti_library.h"
#include "cuda/gpu_program.h"
#include "cuda/nvml_library.h"

namespace bankloom {

class GpuDevice final : public Device {
 public:
  /// Opens nothing: each call opens what it needs.
  GpuDevice() = default;
  ~GpuDevice() override;
  GpuDevice& operator=(GpuDevice&&) = delete;

  [[nodiscard]] Result<std::vector<DeviceInfo>> devices() override;
  /// Creates the device's context, which may take seconds.
  Result<void> choose(int index) override;
  [[nodiscard]] Result<GpuOutput> launch(const GpuLaunch& launch, std::chrono::milliseconds deadline) override;
  [[nodiscard]] Result<GpuCopySamples> time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                                      std::chrono::milliseconds deadline) override;
  [[nodiscard]] Result<GpuCounters> count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                                          std::chrono::milliseconds deadline) override;

  /// True after a fault that made the context unusable.
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
  int index_ = -1;  ///< the device whose context is current; -1: none
  CudaLibrary::Device device_ = 0;
  CudaLibrary::Context context_ = nullptr;
  NvmlLibrary::Device nvml_device_ = nullptr;
};

}  // namespace bankloom
