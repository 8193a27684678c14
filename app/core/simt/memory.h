// The device's global memory in the emulator: buffers at device addresses with gaps between them, so that an access
// past one buffer never reaches the next.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace bankloom::simt {

/// The contents of a buffer: its own, or a caller's memory, which must outlive it.
class BufferBytes {
 public:
  using value_type = std::byte;
  using iterator = std::byte*;
  using const_iterator = const std::byte*;

  BufferBytes() = default;
  /*implicit*/ BufferBytes(std::vector<std::byte> own) : own_(std::move(own)), data_(own_.data()), size_(own_.size()) {}
  [[nodiscard]] static BufferBytes outside(std::span<std::byte> memory) {
    BufferBytes bytes;
    bytes.data_ = memory.data();
    bytes.size_ = memory.size();
    return bytes;
  }
  BufferBytes(const BufferBytes& other) : own_(other.own_), data_(other.data_), size_(other.size_) {
    if (other.is_own()) data_ = own_.data();
  }
  BufferBytes(BufferBytes&& other) noexcept
      : own_(std::move(other.own_)),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, std::size_t{0})) {}
  BufferBytes& operator=(BufferBytes other) noexcept {
    own_.swap(other.own_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~BufferBytes() = default;

  [[nodiscard]] std::byte* data() { return data_; }
  [[nodiscard]] const std::byte* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] iterator begin() { return data_; }
  [[nodiscard]] iterator end() { return data_ + size_; }
  [[nodiscard]] const_iterator begin() const { return data_; }
  [[nodiscard]] const_iterator end() const { return data_ + size_; }
  [[nodiscard]] std::byte& operator[](std::size_t index) { return data_[index]; }
  [[nodiscard]] const std::byte& operator[](std::size_t index) const { return data_[index]; }
  /// A copy; of an rvalue with its own contents, these themselves.
  /*implicit*/ operator std::vector<std::byte>() const& { return {begin(), end()}; }
  /*implicit*/ operator std::vector<std::byte>() && {
    if (!is_own()) return {begin(), end()};
    data_ = nullptr;
    size_ = 0;
    return std::move(own_);
  }
  friend bool operator==(const BufferBytes& a, const BufferBytes& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  [[nodiscard]] bool is_own() const { return !own_.empty(); }
  std::vector<std::byte> own_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

/// One allocation.
struct Buffer {
  std::string name;           ///< for messages: the parameter or variable that it belongs to
  std::uint64_t address = 0;  ///< device address of its first byte, aligned to 256
  BufferBytes bytes;          ///< its contents on the host
  bool is_variable = false;   ///< a variable of the module, which outlives a launch
};

/// Bytes between an address and a buffer: 0 inside.
[[nodiscard]] std::uint64_t distance_to(const Buffer& buffer, std::uint64_t address);
/// The buffer at an address or nearest to it; nullptr if there is none.
[[nodiscard]] const Buffer* nearest_buffer(std::span<const Buffer> buffers, std::uint64_t address);

class GlobalMemory {
 public:
  /// Adds a buffer and returns its index. Device addresses do not depend on the host's: the same sequence of calls
  /// gives the same addresses in every run.
  std::size_t add(std::string name, std::vector<std::byte> bytes);
  /// Adds memory of the caller at an address of its choice; reads and writes go to that memory. Addresses must ascend
  /// from call to call. Memory added by this function cannot be mixed with memory added otherwise.
  void add_outside(std::string name, std::uint64_t address, std::span<std::byte> memory, bool is_variable = false);
  /// The same with contents of its own.
  void add_at(std::string name, std::uint64_t address, std::vector<std::byte> bytes, bool is_variable = false);
  [[nodiscard]] const Buffer& buffer(std::size_t index) const { return buffers_[index]; }
  [[nodiscard]] Buffer& buffer(std::size_t index) { return buffers_[index]; }
  [[nodiscard]] std::size_t size() const { return buffers_.size(); }
  /// The buffer that holds all of [address, address + bytes), or nullptr.
  [[nodiscard]] Buffer* find(std::uint64_t address, std::uint64_t bytes);
  /// The buffer nearest to an address, for messages; nullptr if there is none.
  [[nodiscard]] const Buffer* nearest(std::uint64_t address) const;

 private:
  std::vector<Buffer> buffers_;
  std::uint64_t next_ = 0;
};

}  // namespace bankloom::simt
