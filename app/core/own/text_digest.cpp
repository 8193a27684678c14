#include "core/own/text_digest.h"

#include <fmt/format.h>

#include <cstring>

namespace bankloom::own {

void Digest::mix(std::uint64_t value) {
  // The upper half of a product is folded in, so that every bit of a word reaches every bit of the state.
  for (std::uint64_t& state : states_) {
    state = (state ^ value) * 0x100000001b3U;
    state ^= state >> 32U;
  }
}

void Digest::add(std::string_view text) {
  for (const char c : text) mix(static_cast<unsigned char>(c));
  // Marks the end, so that "a", "bc" differ from "ab", "c".
  mix(0x100U);
}

void Digest::add(std::span<const std::byte> bytes) {
  mix(bytes.size());
  std::size_t at = 0;
  for (; at + sizeof(std::uint64_t) <= bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    mix(word);
  }
  for (; at < bytes.size(); ++at) mix(std::to_integer<std::uint64_t>(bytes[at]));
}

void Digest::add(std::uint64_t number) { mix(number); }

std::string Digest::text() const { return fmt::format("{:016x}{:016x}", states_[0], states_[1]); }

}  // namespace bankloom::own
