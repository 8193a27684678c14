// MemoryMap: finds the emulator's own memory behind a kernel's addresses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/simt/launch.h"
#include "core/simt/memory.h"
#include "core/simt/program.h"
#include "core/simt/warp.h"

namespace bankloom::simt {

/// A lane's local memory in bytes at most: that of a device (CUDA C++ Programming Guide, "Technical Specifications").
inline constexpr std::uint32_t kMaxLocalBytes = 512 * 1024;

/// Memory of the module's variables and of the launch, shared by all blocks of a run.
struct LaunchMemory {
  GlobalMemory* global = nullptr;     ///< the caller's buffers
  std::vector<Buffer> module;         ///< .global and .const variables
  std::vector<std::byte> parameters;  ///< the entry's parameter block
  /// The buffer or variable that holds all of [address, address + bytes), or nullptr.
  [[nodiscard]] Buffer* find(std::uint64_t address, std::uint64_t bytes);
};

/// Bytes of local memory that the functions of the running path use so far.
[[nodiscard]] inline std::uint64_t local_bytes_of(const Warp& warp) {
  const Frame& frame = warp.frames[warp.paths[warp.current].frame];
  return std::uint64_t{frame.local_base} + frame.local_bytes;
}

/// A contiguous region of memory.
struct MemoryRegion {
  std::byte* origin = nullptr;  ///< host address of device address `base`
  std::uint64_t base = 0;
  std::uint64_t size = 0;
  bool read_only = false;
  bool consecutive = false;  ///< all 32 lanes are active and consecutive
};

class MemoryMap {
 public:
  MemoryMap(LaunchMemory& memory, const LaunchConfig& config)
      : memory_(memory), reserved_(config.shared_reserved_bytes) {}

  void begin_block(std::span<std::byte> shared) { shared_ = shared; }
  [[nodiscard]] std::span<std::byte> shared() const { return shared_; }
  /// The buffer that locate() or host() found last in global memory.
  [[nodiscard]] const Buffer& last() const { return *last_; }
  [[nodiscard]] LaunchMemory& memory() const { return memory_; }

  [[nodiscard]] std::uint64_t origin_of(Space space) const;
  [[nodiscard]] std::uint64_t origin_of(const MemoryDetail& detail) const;
  /// The region that holds all of [low, end), of a space that is the same for all lanes; false if there is none.
  [[nodiscard]] bool locate(Space space, std::uint64_t low, std::uint64_t end, MemoryRegion& place);
  /// A lane's bytes, or nullptr.
  [[nodiscard]] std::byte* host(Warp& warp, Space space, unsigned lane, std::uint64_t address, std::uint64_t bytes,
                                bool write);
  /// Gives every lane of the warp at least so much local memory (at most kMaxLocalBytes).
  static void grow_local(Warp& warp, std::uint32_t bytes);

 private:
  LaunchMemory& memory_;
  std::uint64_t reserved_ = 0;  ///< LaunchConfig::shared_reserved_bytes
  std::span<std::byte> shared_;
  Buffer* last_ = nullptr;
};

}  // namespace bankloom::simt
