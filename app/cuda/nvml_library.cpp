#include "cuda/nvml_library.h"

#include <array>

namespace bankloom {

std::string NvmlLibrary::driver_text() const {
  std::array<char, 96> text{};
  if (driver_version(text.data(), static_cast<unsigned>(text.size() - 1)) != kSuccess) return {};
  return text.data();
}

NvmlLibrary::Device NvmlLibrary::find(const std::string& bus_id) const {
  Device device = nullptr;
  return device_by_bus(bus_id.c_str(), &device) == kSuccess ? device : nullptr;
}

unsigned NvmlLibrary::clock_of(Device device) const {
  unsigned megahertz = 0;
  if (device == nullptr || clock(device, kClockMultiprocessor, &megahertz) != kSuccess) return 0;
  return megahertz;
}

std::optional<NvmlLibrary> open_nvml() {
  void* handle = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) return std::nullopt;
  NvmlLibrary library(handle);
  if (!library.symbols.missing().empty() || library.init() != NvmlLibrary::kSuccess) return std::nullopt;
  return library;
}

}  // namespace bankloom
