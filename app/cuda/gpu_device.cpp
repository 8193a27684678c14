#include "cuda/gpu_device.h"

#include <fmt/ranges.h>

#include <array>

#include "core/base/language.h"
#include "cuda/gpu_counters.h"
#include "cuda/gpu_timing.h"

namespace bankloom {
namespace {

std::string bus_id_of(const CudaLibrary& cuda, CudaLibrary::Device device) {
  std::array<char, 32> text{};
  if (cuda.device_bus_id(text.data(), static_cast<int>(text.size() - 1), device) != CudaLibrary::kSuccess) return {};
  return text.data();
}

std::string uuid_of(const CudaLibrary& cuda, CudaLibrary::Device device) {
  std::array<unsigned char, 16> bytes{};
  if (cuda.device_uuid == nullptr || cuda.device_uuid(bytes.data(), device) != CudaLibrary::kSuccess) {
    return bus_id_of(cuda, device);
  }
  return fmt::format("GPU-{:02x}", fmt::join(bytes, ""));
}

unsigned attribute_of(const CudaLibrary& cuda, int attribute, CudaLibrary::Device device) {
  int value = 0;
  if (cuda.device_attribute(&value, attribute, device) != CudaLibrary::kSuccess || value < 0) return 0;
  return static_cast<unsigned>(value);
}

}  // namespace

GpuDevice::~GpuDevice() { release(); }

void GpuDevice::release() {
  if (context_ != nullptr && !is_spent()) {
    cuda_->set_current(nullptr);
    cuda_->release_context(device_);
  }
  context_ = nullptr;
  index_ = -1;
}

Result<void> GpuDevice::open() {
  if (opened_) return {};
  // CUPTI first, so that it sees the driver start, as its manual advises.
  cupti_ = open_cupti();
  TRY(cuda_, open_cuda());
  check_.emplace(*cuda_);
  nvml_ = open_nvml();
  opened_ = true;
  return {};
}

Result<std::vector<DeviceInfo>> GpuDevice::devices() {
  TRY(open());
  int count = 0;
  TRY((*check_)(cuda_->device_count(&count), message("the driver cannot count its GPUs")));
  std::vector<DeviceInfo> devices;
  for (int index = 0; index < count; ++index) {
    CudaLibrary::Device device = 0;
    TRY((*check_)(cuda_->device(&device, index), message("GPU {} does not answer", index)));
    DeviceInfo info;
    info.index = index;
    std::array<char, 256> name{};
    cuda_->device_name(name.data(), static_cast<int>(name.size() - 1), device);
    info.name = name.data();
    if (nvml_) info.driver = nvml_->driver_text();
    if (info.driver.empty()) info.driver = "CUDA " + cuda_->version_text();
    info.compute_major = attribute_of(*cuda_, CudaLibrary::kAttributeComputeMajor, device);
    info.compute_minor = attribute_of(*cuda_, CudaLibrary::kAttributeComputeMinor, device);
    info.multiprocessors = attribute_of(*cuda_, CudaLibrary::kAttributeMultiprocessorCount, device);
    std::size_t bytes = 0;
    if (cuda_->device_memory(&bytes, device) == CudaLibrary::kSuccess) info.memory_bytes = bytes;
    info.clock_mhz = attribute_of(*cuda_, CudaLibrary::kAttributeClockRate, device) / 1000.0;
    info.newest_ptx = fmt::format("compute_{}{}", info.compute_major, info.compute_minor);
    info.has_cupti = cupti_->has_value();
    info.no_counters = counters_obstacle(*cupti_, info.compute_major);
    info.uuid = uuid_of(*cuda_, device);
    devices.push_back(std::move(info));
  }
  return devices;
}

Result<void> GpuDevice::choose(int index) {
  TRY(open());
  if (index == index_) return {};
  int count = 0;
  cuda_->device_count(&count);
  if (index < 0 || index >= count) {
    return fail("there is no GPU {}: this machine has {}, counted from 0", index, count);
  }
  release();
  TRY((*check_)(cuda_->device(&device_, index), message("GPU {} does not answer", index)));
  if (auto made = (*check_)(cuda_->retain_context(&context_, device_),
                            message("GPU {} cannot be used; another program may be using it exclusively", index));
      !made) {
    context_ = nullptr;
    return made;
  }
  TRY((*check_)(cuda_->set_current(context_), message("GPU {} cannot be used", index)));
  if (nvml_) nvml_device_ = nvml_->find(bus_id_of(*cuda_, device_));
  index_ = index;
  return {};
}

Result<GpuProgram> GpuDevice::load(const GpuLaunch& launch) {
  if (index_ < 0) {
    TRY(choose(0));
  }
  return GpuProgram::load(*check_, launch, device_);
}

Result<GpuOutput> GpuDevice::launch(const GpuLaunch& launch, std::chrono::milliseconds) {
  TRY(auto program, load(launch));
  TRY(program.launch());
  TRY(program.wait());
  return program.download();
}

Result<GpuCopySamples> GpuDevice::time_with_copy(const GpuLaunch& launch, std::uint64_t bytes,
                                                 std::chrono::milliseconds deadline) {
  TRY(auto program, load(launch));
  return bankloom::time_with_copy(program, bytes, *cupti_ ? &**cupti_ : nullptr, nvml_ ? &*nvml_ : nullptr,
                                  nvml_device_, deadline);
}

Result<GpuCounters> GpuDevice::count(const GpuLaunch& launch, const std::vector<std::string>& metrics,
                                     std::chrono::milliseconds) {
  TRY(auto program, load(launch));
  const unsigned major = attribute_of(*cuda_, CudaLibrary::kAttributeComputeMajor, device_);
  if (const std::string obstacle = counters_obstacle(*cupti_, major); !obstacle.empty()) return fail("{}", obstacle);
  return count_program(program, **cupti_, index_, context_, metrics);
}

}  // namespace bankloom
