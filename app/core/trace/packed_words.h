// 32 words, one a lane, in as few bytes as their pattern allows, and back without loss.
//
// What lanes hold is mostly the same, a line (base + lane * stride, as integers or as floats), or differs in a few
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

/// Writes the words to `out`, where kLargestWords bytes have room; returns the end of what was written.
[[nodiscard]] std::byte* write_words(const Words& words, std::byte* out);
/// Reads what write_words() wrote; returns the end of it.
[[nodiscard]] const std::byte* read_words(const std::byte* in, Words& words);

}  // namespace bankloom::packed
