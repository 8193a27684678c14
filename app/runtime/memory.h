// Memory that host code shares with the device.
#pragma once

#include <cstdint>

#include "runtime/cuda_types.h"

namespace bankloom::runtime {

/// Maps the device's memory at its own address in this process, in whole pages; false if something else is there.
bool map_here(std::uint64_t address, std::uint64_t bytes);

/// A mapped part of the device's memory, while the object exists.
class Window {
 public:
  Window(std::uint64_t address, std::uint64_t bytes);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  /// nullptr if it cannot be mapped.
  [[nodiscard]] std::byte* data() const { return data_; }

 private:
  void* mapped_ = nullptr;
  std::uint64_t size_ = 0;
  std::byte* data_ = nullptr;
};

}  // namespace bankloom::runtime
