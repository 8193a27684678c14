// NVML, the driver's management library, for clocks and the driver's version. It is optional.
#pragma once

#include <optional>
#include <string>

#include "cuda/shared_library.h"

namespace bankloom {

/// The part of the C API that is used here (NVML manual). The library stays open until the process ends.
struct NvmlLibrary {
  using Device = void*;
  static constexpr int kSuccess = 0;
  static constexpr int kClockMultiprocessor = 1;  ///< NVML_CLOCK_SM

  explicit NvmlLibrary(void* handle) : symbols(handle) {}

  LibrarySymbols symbols;
  int (*init)() = symbols["nvmlInit_v2"];
  int (*driver_version)(char* text, unsigned length) = symbols["nvmlSystemGetDriverVersion"];
  int (*device_by_bus)(const char* bus_id, Device* device) = symbols["nvmlDeviceGetHandleByPciBusId_v2"];
  int (*clock)(Device device, int type, unsigned* megahertz) = symbols["nvmlDeviceGetClockInfo"];

  /// "580.159.03"; empty if the library does not say.
  [[nodiscard]] std::string driver_text() const;
  /// The device with a PCI bus id ("0000:01:00.0"); null if there is none.
  [[nodiscard]] Device find(const std::string& bus_id) const;
  /// The current clock of the multiprocessors, MHz; 0 if unknown.
  [[nodiscard]] unsigned clock_of(Device device) const;
};

/// Nothing if NVML is missing or fails to start.
[[nodiscard]] std::optional<NvmlLibrary> open_nvml();

}  // namespace bankloom
