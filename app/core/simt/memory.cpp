#include "core/simt/memory.h"

#include <utility>

#include "core/simt/address_space.h"

namespace bankloom::simt {
namespace {

/// Between two buffers, so that an access past one does not meet the next: as far as an index of 32 bits reaches with
/// elements of 16 bytes.
constexpr std::uint64_t kGap = std::uint64_t{64} * 1024 * 1024 * 1024;
/// As cudaMalloc aligns (CUDA C++ Programming Guide, "Device Memory Accesses": at least 256 bytes).
constexpr std::uint64_t kAlignment = 256;

}  // namespace

std::size_t GlobalMemory::add(std::string name, std::vector<std::byte> bytes) {
  Buffer buffer;
  buffer.name = std::move(name);
  buffer.address = kGlobalBase + next_;
  next_ += (bytes.size() + kAlignment - 1) / kAlignment * kAlignment + kGap;
  buffer.bytes = std::move(bytes);
  buffers_.push_back(std::move(buffer));
  return buffers_.size() - 1;
}

Buffer* GlobalMemory::find(std::uint64_t address, std::uint64_t bytes) {
  for (Buffer& buffer : buffers_) {
    const std::uint64_t at = address - buffer.address;
    if (at < buffer.bytes.size() && bytes <= buffer.bytes.size() - at) return &buffer;
  }
  return nullptr;
}

const Buffer* GlobalMemory::nearest(std::uint64_t address) const {
  const Buffer* best = nullptr;
  std::uint64_t best_distance = ~std::uint64_t{0};
  for (const Buffer& buffer : buffers_) {
    const std::uint64_t end = buffer.address + buffer.bytes.size();
    const std::uint64_t distance = address < buffer.address ? buffer.address - address : address - end;
    const std::uint64_t inside = address >= buffer.address && address < end ? 0 : distance;
    if (inside < best_distance) {
      best_distance = inside;
      best = &buffer;
    }
  }
  return best;
}

}  // namespace bankloom::simt
