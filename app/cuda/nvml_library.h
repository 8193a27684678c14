// NVML, the driver's management library, as far as clocks and the driver's version are asked of it. It is optional.
#pragma once

#include <optional>
#include <string>

namespace bankloom {

/// The C API as far as it is used here (NVML manual). The library stays open to the end of the process.
struct NvmlLibrary {
  using Device = void*;
  static constexpr int kSuccess = 0;
  static constexpr int kClockMultiprocessor = 1;  ///< NVML_CLOCK_SM

  int (*init)() = nullptr;
  int (*driver_version)(char* text, unsigned length) = nullptr;
  int (*device_by_bus)(const char* bus_id, Device* device) = nullptr;
  int (*clock)(Device device, int type, unsigned* megahertz) = nullptr;
  int (*highest_clock)(Device device, int type, unsigned* megahertz) = nullptr;

  /// "580.159.03"; empty where the library does not tell.
  [[nodiscard]] std::string driver_text() const;
  /// The device with a PCI bus id ("0000:01:00.0"); null where there is none.
  [[nodiscard]] Device find(const std::string& bus_id) const;
  /// The multiprocessors' clock now, MHz; 0 where the library does not tell.
  [[nodiscard]] unsigned clock_of(Device device) const;
};

/// Nothing where there is no NVML, or where it does not start.
[[nodiscard]] std::optional<NvmlLibrary> open_nvml();

}  // namespace bankloom
