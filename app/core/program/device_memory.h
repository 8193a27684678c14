// DeviceMemory: the allocations of a program on its device. Their addresses are far apart, so that an access past one
// does not hit the next, and are never reused, so that an access to freed memory is recognised.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>

#include "core/program/protocol.h"
#include "core/simt/memory.h"

namespace bankloom::program {

/// Provides the bytes. Addresses and sizes are multiples of protocol::kPageBytes.
class MemoryStore {
 public:
  virtual ~MemoryStore() = default;
  /// The bytes of [address, address + bytes), initially zeros; nullptr if there is no room.
  [[nodiscard]] virtual std::byte* map(std::uint64_t address, std::uint64_t bytes) = 0;
  /// Ends what map() gave; `discard`: the contents are not needed any more.
  virtual void unmap(std::uint64_t address, std::byte* data, std::uint64_t bytes, bool discard) = 0;
};

enum class MemoryType : std::uint8_t {
  device,
  managed,
  pinned,      ///< host memory that kernels can use, allocated as such
  registered,  ///< host memory of the program that was pinned later
  global,      ///< a variable of a module
  constant,    ///< likewise, which kernels only read
};

struct Allocation {
  std::uint64_t address = 0, bytes = 0;
  MemoryType type = MemoryType::device;
  std::byte* data = nullptr;  ///< where this process has it
  std::uint64_t number = 0;   ///< of all allocations, from 0
  std::string name{};         ///< of a variable

  [[nodiscard]] bool contains(std::uint64_t at) const { return at - address < bytes; }
  [[nodiscard]] bool is_variable() const { return type == MemoryType::global || type == MemoryType::constant; }
  /// Whether the program's host code can use it at the same address.
  [[nodiscard]] bool is_host_visible() const {
    return type == MemoryType::managed || type == MemoryType::pinned || type == MemoryType::registered;
  }
  /// Host memory, managed memory counts as either.
  [[nodiscard]] bool is_host() const { return type == MemoryType::pinned || type == MemoryType::registered; }
};

class DeviceMemory {
 public:
  /// `store` must outlive it; `most_bytes` may be allocated at a time.
  DeviceMemory(MemoryStore& store, std::uint64_t most_bytes) : store_(store), most_bytes_(most_bytes) {}
  ~DeviceMemory();
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;

  /// Memory of `bytes` (not 0), zeros; nullptr if there is no room.
  [[nodiscard]] const Allocation* allocate(MemoryType type, std::uint64_t bytes, std::string name = {});
  /// Registers memory of the program at its own address; nullptr if a part of it is registered already, or cannot be.
  [[nodiscard]] const Allocation* add_registered(std::uint64_t address, std::uint64_t bytes);
  /// Whether there are as many allocations as there may be at a time, of whatever size.
  [[nodiscard]] bool has_too_many() const;
  /// Frees what begins at the address; false if nothing does.
  bool free(std::uint64_t address);

  /// The allocation that holds the address, or nullptr.
  [[nodiscard]] const Allocation* find(std::uint64_t address) const;
  /// The freed allocation that held it, of the last few thousand; or nullptr.
  [[nodiscard]] const Allocation* find_freed(std::uint64_t address) const;
  [[nodiscard]] const std::map<std::uint64_t, Allocation>& live() const { return live_; }
  [[nodiscard]] std::uint64_t used_bytes() const { return used_; }
  [[nodiscard]] std::uint64_t most_bytes() const { return most_bytes_; }

 private:
  /// A part of the address space, and where in it the next allocation goes.
  struct Region {
    std::uint64_t base = 0, end = 0, next = 0;
  };
  [[nodiscard]] Region& region_of(MemoryType type);
  const Allocation* add(Allocation allocation);

  MemoryStore& store_;
  std::uint64_t most_bytes_ = 0, used_ = 0, count_ = 0;
  std::map<std::uint64_t, Allocation> live_;  ///< by address
  std::deque<Allocation> freed_;
  Region device_{protocol::kDeviceBase, protocol::kDeviceEnd, protocol::kDeviceBase};
  Region host_{protocol::kHostVisibleBase, protocol::kHostVisibleEnd, protocol::kHostVisibleBase};
  Region constant_{protocol::kConstantBegin, protocol::kConstantEnd, protocol::kConstantBegin};
};

/// Bytes of whole pages that hold [address, address + bytes), from the page of the address on.
struct PageRange {
  std::uint64_t address = 0, bytes = 0;
};
[[nodiscard]] PageRange pages_of(std::uint64_t address, std::uint64_t bytes);

}  // namespace bankloom::program
