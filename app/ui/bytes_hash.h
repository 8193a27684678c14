// BytesHash: tells whether what is to be drawn is the same as in the last frame. 64 bits over hundreds of kilobytes a
// frame, so it takes eight bytes at a time. Not for keys that somebody chooses to collide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace bankloom::ui {

class BytesHash {
 public:
  void add_bytes(const void* bytes, std::size_t count) {
    const auto* at = static_cast<const unsigned char*>(bytes);
    mix(count);
    for (; count >= 8; count -= 8, at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, 8);
      mix(word);
    }
    std::uint64_t rest = 0;
    if (count > 0) std::memcpy(&rest, at, count);
    mix(rest);
  }
  template <class T>
  void add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    add_bytes(&value, sizeof value);
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  void mix(std::uint64_t word) {
    // The multiplier is 2^64 divided by the golden ratio; the shift brings its high bits down again.
    value_ = (value_ ^ word) * 0x9E3779B97F4A7C15u;
    value_ ^= value_ >> 29;
  }
  std::uint64_t value_ = 0x243F6A8885A308D3u;
};

}  // namespace bankloom::ui
