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
/// How much of a thread's place is told.
enum class ThreadPlace : std::uint8_t { numbers, index, warp };
/// "thread (9, 1): index 25, warp 0, lane 25", or less of it.
[[nodiscard]] Text thread_place_text(const Dim3& thread, const Dim3& block, ThreadPlace told);
/// How index, warp and lane are computed, a line each, with the thread's numbers.
[[nodiscard]] std::vector<Text> thread_steps(const Dim3& thread, const Dim3& block, bool has_warps);
/// Which numbers are in the tokens and below them.
[[nodiscard]] Text threads_meaning_text(ThreadPlace told);
/// How any threads are numbered, and become warps.
[[nodiscard]] Text threads_sentence_text(bool has_warps);
/// "warp 1".
[[nodiscard]] Text warp_text(std::uint64_t warp);

}  // namespace bankloom
