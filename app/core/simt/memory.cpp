#include "core/simt/memory.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/simt/address_space.h"

namespace bankloom::simt {
namespace {

/// Gap between two buffers, so that an access past one does not reach the next: the range of a 32-bit index with
/// elements of 16 bytes.
constexpr std::uint64_t kGap = std::uint64_t{64} * 1024 * 1024 * 1024;
/// As cudaMalloc aligns (CUDA C++ Programming Guide, "Device Memory Accesses": at least 256 bytes).
constexpr std::uint64_t kAlignment = 256;
/// Number of buffers that are searched one after another.
constexpr std::size_t kFewBuffers = 8;

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

void GlobalMemory::add_outside(std::string name, std::uint64_t address, std::span<std::byte> memory, bool is_variable) {
  buffers_.push_back({std::move(name), address, BufferBytes::outside(memory), is_variable});
}

void GlobalMemory::add_at(std::string name, std::uint64_t address, std::vector<std::byte> bytes, bool is_variable) {
  buffers_.push_back({std::move(name), address, std::move(bytes), is_variable});
}

Buffer* GlobalMemory::find(std::uint64_t address, std::uint64_t bytes) {
  if (buffers_.size() <= kFewBuffers) {
    for (Buffer& buffer : buffers_) {
      const std::uint64_t at = address - buffer.address;
      if (at < buffer.bytes.size() && bytes <= buffer.bytes.size() - at) return &buffer;
    }
    return nullptr;
  }
  // Addresses ascend: the last buffer that begins at or before the address.
  const auto after =
      std::upper_bound(buffers_.begin(), buffers_.end(), address,
                       [](std::uint64_t wanted, const Buffer& buffer) { return wanted < buffer.address; });
  if (after == buffers_.begin()) return nullptr;
  Buffer& buffer = *std::prev(after);
  const std::uint64_t at = address - buffer.address;
  return at < buffer.bytes.size() && bytes <= buffer.bytes.size() - at ? &buffer : nullptr;
}

std::uint64_t distance_to(const Buffer& buffer, std::uint64_t address) {
  const std::uint64_t end = buffer.address + buffer.bytes.size();
  if (address < buffer.address) return buffer.address - address;
  return address < end ? 0 : address - end;
}

const Buffer* nearest_buffer(std::span<const Buffer> buffers, std::uint64_t address) {
  const auto best =
      std::ranges::min_element(buffers, {}, [&](const Buffer& buffer) { return distance_to(buffer, address); });
  return best == buffers.end() ? nullptr : &*best;
}

const Buffer* GlobalMemory::nearest(std::uint64_t address) const { return nearest_buffer(buffers_, address); }

}  // namespace bankloom::simt
