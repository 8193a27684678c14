#include "core/program/device_memory.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/program/protocol.h"
#include "core/simt/address_space.h"

namespace bankloom::program {
namespace {

using protocol::kPageBytes;

static_assert(protocol::kConstantBegin == simt::kConstantBase && protocol::kConstantEnd < simt::kGlobalBase);
static_assert(protocol::kDeviceEnd < simt::kModuleBase && protocol::kHostVisibleBase > simt::kFunctionBase);

/// The distance between two allocations, beyond an index that is wrong by some rows. A page once half of the addresses
/// are used.
constexpr std::uint64_t kProgramGap = std::uint64_t{1} << 30;
constexpr std::size_t kMostFreed = 4096;
/// At a time. Each is mapped by itself, and a process may have 65,530 mappings (vm.max_map_count).
constexpr std::size_t kMostAllocations = 30'000;
/// Where a process has no memory of its own (x86-64, 4-level paging).
constexpr std::uint64_t kUserEnd = 0x8000'0000'0000;

}  // namespace

PageRange pages_of(std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t first = address / kPageBytes * kPageBytes;
  return {first, (address + bytes - first + kPageBytes - 1) / kPageBytes * kPageBytes};
}

DeviceMemory::~DeviceMemory() {
  for (const auto& [address, allocation] : live_) {
    const PageRange pages = pages_of(address, allocation.bytes);
    store_.unmap(pages.address, allocation.data - (address - pages.address), pages.bytes, false);
  }
}

bool DeviceMemory::has_too_many() const { return live_.size() >= kMostAllocations; }

DeviceMemory::Region& DeviceMemory::region_of(MemoryType type) {
  if (type == MemoryType::constant) return constant_;
  return type == MemoryType::device || type == MemoryType::global ? device_ : host_;
}

const Allocation* DeviceMemory::add(Allocation allocation) {
  const PageRange pages = pages_of(allocation.address, allocation.bytes);
  if (pages.bytes > most_bytes_ - used_ || has_too_many()) return nullptr;
  std::byte* const data = store_.map(pages.address, pages.bytes);
  if (data == nullptr) return nullptr;
  allocation.data = data + (allocation.address - pages.address);
  allocation.number = count_++;
  used_ += pages.bytes;
  const std::uint64_t address = allocation.address;
  return &live_.emplace(address, std::move(allocation)).first->second;
}

const Allocation* DeviceMemory::allocate(MemoryType type, std::uint64_t bytes, std::string name) {
  Region& region = region_of(type);
  if (bytes == 0 || bytes > most_bytes_) return nullptr;
  const std::uint64_t whole = pages_of(0, bytes).bytes;
  if (whole + kPageBytes > region.end - region.next) return nullptr;
  const Allocation* const added = add({.address = region.next, .bytes = bytes, .type = type, .name = std::move(name)});
  if (added == nullptr) return nullptr;
  const bool has_room = region.next < region.base + (region.end - region.base) / 2;
  region.next += std::min(whole + (has_room ? kProgramGap : kPageBytes), region.end - region.next);
  return added;
}

const Allocation* DeviceMemory::add_registered(std::uint64_t address, std::uint64_t bytes) {
  if (address == 0 || bytes == 0 || bytes > most_bytes_ || address >= kUserEnd || bytes > kUserEnd - address) {
    return nullptr;
  }
  const PageRange pages = pages_of(address, bytes);
  const auto meets = [&](std::uint64_t begin, std::uint64_t end) {
    return pages.address < end && begin < pages.address + pages.bytes;
  };
  if (meets(protocol::kDeviceBase, protocol::kDeviceEnd) || meets(protocol::kConstantBegin, protocol::kConstantEnd) ||
      meets(protocol::kHostVisibleBase, protocol::kHostVisibleEnd) ||
      meets(simt::kSharedWindow, 2 * simt::kFunctionBase)) {
    return nullptr;
  }
  const auto next = live_.upper_bound(address);
  if (next != live_.end() && next->first < address + bytes) return nullptr;
  if (next != live_.begin() && std::prev(next)->second.contains(address)) return nullptr;
  return add({.address = address, .bytes = bytes, .type = MemoryType::registered});
}

bool DeviceMemory::free(std::uint64_t address) {
  const auto found = live_.find(address);
  if (found == live_.end()) return false;
  const Allocation& allocation = found->second;
  const PageRange pages = pages_of(address, allocation.bytes);
  // Registered memory is the program's: its pages may hold other data, too.
  store_.unmap(pages.address, allocation.data - (address - pages.address), pages.bytes,
               allocation.type != MemoryType::registered);
  used_ -= pages.bytes;
  if (freed_.size() == kMostFreed) freed_.pop_front();
  if (allocation.type != MemoryType::registered) freed_.push_back(allocation);
  live_.erase(found);
  return true;
}

const Allocation* DeviceMemory::find(std::uint64_t address) const {
  const auto next = live_.upper_bound(address);
  if (next == live_.begin()) return nullptr;
  const Allocation& allocation = std::prev(next)->second;
  return allocation.contains(address) ? &allocation : nullptr;
}

const Allocation* DeviceMemory::find_freed(std::uint64_t address) const {
  const auto found = std::find_if(freed_.rbegin(), freed_.rend(),
                                  [address](const Allocation& freed) { return freed.contains(address); });
  return found == freed_.rend() ? nullptr : &*found;
}

}  // namespace bankloom::program
