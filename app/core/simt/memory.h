// The device's global memory as the emulator sees it: buffers at device addresses with gaps between them,
// so that an access past one buffer never falls into its neighbour unseen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace bankloom::simt {

/// One allocation.
struct Buffer {
  std::string name;              ///< for messages: the parameter or variable it belongs to
  std::uint64_t address = 0;     ///< device address of its first byte, aligned to 256
  std::vector<std::byte> bytes;  ///< its contents on the host
};

/// Bytes between an address and a buffer: 0 inside.
[[nodiscard]] std::uint64_t distance_to(const Buffer& buffer, std::uint64_t address);
/// The buffer that an address lies in or next to, or nullptr where there is none.
[[nodiscard]] const Buffer* nearest_buffer(std::span<const Buffer> buffers, std::uint64_t address);

class GlobalMemory {
 public:
  /// Adds a buffer and returns its index. Device addresses do not depend on the host's: the same sequence of
  /// calls gives the same addresses in every run.
  std::size_t add(std::string name, std::vector<std::byte> bytes);
  [[nodiscard]] const Buffer& buffer(std::size_t index) const { return buffers_[index]; }
  [[nodiscard]] Buffer& buffer(std::size_t index) { return buffers_[index]; }
  [[nodiscard]] std::size_t size() const { return buffers_.size(); }
  /// The buffer whose bytes [address, address + bytes) lie in it wholly, or nullptr.
  [[nodiscard]] Buffer* find(std::uint64_t address, std::uint64_t bytes);
  /// The buffer nearest to an address, for messages; nullptr where there is none.
  [[nodiscard]] const Buffer* nearest(std::uint64_t address) const;

 private:
  std::vector<Buffer> buffers_;
  std::uint64_t next_ = 0;
};

}  // namespace bankloom::simt
