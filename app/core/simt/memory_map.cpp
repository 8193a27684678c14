#include "core/simt/memory_map.h"

#include <algorithm>
#include <utility>

#include "core/simt/address_space.h"

namespace bankloom::simt {

Buffer* LaunchMemory::find(std::uint64_t address, std::uint64_t bytes) {
  for (Buffer& buffer : module) {
    const std::uint64_t at = address - buffer.address;
    if (at < buffer.bytes.size() && bytes <= buffer.bytes.size() - at) return &buffer;
  }
  return global->find(address, bytes);
}

void MemoryMap::grow_local(Warp& warp, std::uint32_t bytes) {
  if (bytes <= warp.local_stride) return;
  const std::uint32_t stride =
      std::min(kMaxLocalBytes, std::max<std::uint32_t>((bytes + 63) / 64 * 64, 2 * warp.local_stride));
  std::vector<std::byte> larger(std::size_t{stride} * kWarpSize);
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    std::copy_n(warp.local.begin() + static_cast<std::ptrdiff_t>(lane * warp.local_stride), warp.local_stride,
                larger.begin() + static_cast<std::ptrdiff_t>(lane * stride));
  }
  warp.local = std::move(larger);
  warp.local_stride = stride;
}

bool MemoryMap::locate(Space space, std::uint64_t low, std::uint64_t end, MemoryRegion& place) {
  switch (space) {
    case Space::shared:
      place = {shared_.data(), 0, shared_.size()};
      return low < end && end <= shared_.size();
    case Space::param:
      place = {memory_.parameters.data(), kLaunchParameterBase, memory_.parameters.size(), true};
      return low >= kLaunchParameterBase && low < end && end - kLaunchParameterBase <= memory_.parameters.size();
    case Space::global:
    case Space::constant: {
      if (low >= end) return false;
      if (last_ == nullptr || low < last_->address || end > last_->address + last_->bytes.size()) {
        Buffer* found = memory_.find(low, end - low);
        if (found == nullptr) return false;
        last_ = found;
      }
      const bool constant = space_of(last_->address) == Space::constant;
      place = {last_->bytes.data(), last_->address, last_->bytes.size(), constant};
      return true;
    }
    default:
      return false;
  }
}

std::byte* MemoryMap::host(Warp& warp, Space space, unsigned lane, std::uint64_t address, std::uint64_t bytes,
                           bool write) {
  if (space == Space::local) {
    if (address >= kMaxLocalBytes || address + bytes > local_bytes_of(warp)) return nullptr;
    return warp.local.data() + std::size_t{lane} * warp.local_stride + address;
  }
  MemoryRegion place;
  if (address + bytes < address || !locate(space, address, address + bytes, place)) return nullptr;
  if (write && place.read_only) return nullptr;
  return place.origin + (address - place.base);
}

/// The generic address of a space's byte 0; of shared memory, of the block's own first byte.
std::uint64_t MemoryMap::origin_of(Space space) const {
  return window_of(space) + (space == Space::shared ? reserved_ : 0);
}

/// What the address register of an instruction that names its space holds for that space's byte 0.
std::uint64_t MemoryMap::origin_of(const MemoryDetail& detail) const {
  return detail.space == Space::shared && detail.address.bytes != 0 ? reserved_ : 0;
}

}  // namespace bankloom::simt
