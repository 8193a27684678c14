// Packs 32 words, one per lane, into as few bytes as their pattern allows, without loss.
//
// The words of lanes are mostly the same, a line (base + lane * stride, as integers or as floats), or differ in a few
// neighbouring bits only.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/lane_mask.h"

namespace bankloom::packed {

using Words = std::array<std::uint32_t, kWarpSize>;

/// The most bytes that 32 words take.
inline constexpr std::size_t kLargestWords = 1 + sizeof(Words);

/// Writes the words to `out`, which has room for kLargestWords bytes; returns the end of what was written.
[[nodiscard]] std::byte* write_words(const Words& words, std::byte* out);
/// Reads the output of write_words(); returns its end.
[[nodiscard]] const std::byte* read_words(const std::byte* in, Words& words);

}  // namespace bankloom::packed
