// Threads in words: which warp and which lane a thread of a block is, and how that is computed.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/dim3.h"
#include "core/wording/text.h"

namespace bankloom {

/// "block of 16 × 4 threads".
[[nodiscard]] Text block_text(const Dim3& block);
/// "(9, 1)", as many numbers as the block has dimensions, and two at least: threadIdx.x, y, z.
[[nodiscard]] Text thread_numbers_text(const Dim3& thread, const Dim3& block);
/// "thread (9, 1)".
[[nodiscard]] Text thread_text(const Dim3& thread, const Dim3& block);
/// "thread (9, 1): index 25, warp 0, lane 25".
[[nodiscard]] Text thread_place_text(const Dim3& thread, const Dim3& block);
/// How index, warp and lane are computed, a line each, with the thread's numbers.
[[nodiscard]] std::vector<Text> thread_steps(const Dim3& thread, const Dim3& block);
/// Which numbers are in the tokens and below them, before the threads are warps and then.
[[nodiscard]] Text threads_meaning_text(bool are_warps);
/// How any threads become warps.
[[nodiscard]] Text threads_sentence_text();
/// "warp 1".
[[nodiscard]] Text warp_text(std::uint64_t warp);

}  // namespace bankloom
