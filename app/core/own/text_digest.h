// Two 64-bit digests as one key: FNV-1a (Fowler, Noll, Vo) with different offsets.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace bankloom::own {

class Digest {
 public:
  void add(std::string_view text);
  /// Eight bytes at a time, for large contents.
  void add(std::span<const std::byte> bytes);
  void add(std::uint64_t number);
  /// 32 hexadecimal digits.
  [[nodiscard]] std::string text() const;

 private:
  void mix(std::uint64_t value);
  std::array<std::uint64_t, 2> states_{0xcbf29ce484222325U, 0x9ae16a3b2f90404fU};
};

}  // namespace bankloom::own
