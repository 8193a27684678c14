#include "core/wording/thread_text.h"

#include "core/base/lane_mask.h"

namespace bankloom {

using namespace wording;

Text block_text(const Dim3& block) {
  if (block.z > 1) {
    return say("block of {x} × {y} × {z} threads", "x"_a = Count{block.x}, "y"_a = Count{block.y},
               "z"_a = Count{block.z});
  }
  return say("block of {x} × {y} threads", "x"_a = Count{block.x}, "y"_a = Count{block.y});
}

Text thread_numbers_text(const Dim3& thread, const Dim3& block) {
  return Text::verbatim(block.z > 1 ? fmt::format("({}, {}, {})", thread.x, thread.y, thread.z)
                                    : fmt::format("({}, {})", thread.x, thread.y));
}

Text thread_place_text(const Dim3& thread, const Dim3& block, ThreadPlace told) {
  const std::uint64_t index = linearize(thread, block);
  if (told == ThreadPlace::numbers) return say("thread {numbers}", "numbers"_a = thread_numbers_text(thread, block));
  if (told == ThreadPlace::index) {
    return say("thread {numbers}: index {index}", "numbers"_a = thread_numbers_text(thread, block), "index"_a = index);
  }
  return say("thread {numbers}: index {index}, warp {warp}, lane {lane}",
             "numbers"_a = thread_numbers_text(thread, block), "index"_a = index, "warp"_a = index / kWarpSize,
             "lane"_a = index % kWarpSize);
}

std::vector<Text> thread_steps(const Dim3& thread, const Dim3& block, bool has_warps) {
  const std::uint64_t index = linearize(thread, block);
  std::vector<Text> steps;
  if (block.z > 1) {
    steps.push_back(
        say("index = (threadIdx.z × blockDim.y + threadIdx.y) × blockDim.x + threadIdx.x = ({z} × {height} + {y}) × "
            "{width} + {x} = {index}",
            "z"_a = thread.z, "height"_a = block.y, "y"_a = thread.y, "width"_a = block.x, "x"_a = thread.x,
            "index"_a = index));
  } else {
    steps.push_back(say("index = threadIdx.y × blockDim.x + threadIdx.x = {y} × {width} + {x} = {index}",
                        "y"_a = thread.y, "width"_a = block.x, "x"_a = thread.x, "index"_a = index));
  }
  if (!has_warps) return steps;
  steps.push_back(say("warp = {index} / 32, rounded down = {warp}", "index"_a = index, "warp"_a = index / kWarpSize));
  steps.push_back(say("lane = {index} mod 32 = {lane}", "index"_a = index, "lane"_a = index % kWarpSize));
  return steps;
}

Text threads_meaning_text(ThreadPlace told) {
  switch (told) {
    case ThreadPlace::numbers:
      return say("each token is a thread; in it: threadIdx, x first");
    case ThreadPlace::index:
      return say("in a token: the thread's index in the block");
    case ThreadPlace::warp:
      return say("in a token: the thread's index in the block; below it: its lane in the warp");
  }
  return {};
}

Text threads_sentence_text(bool has_warps) {
  if (!has_warps) return say("A block's threads are numbered along x first, then y, then z.");
  return say(
      "A block's threads are numbered along x first, then y, then z. In this order, each 32 of them form a warp.");
}

Text warp_text(std::uint64_t warp) { return say("warp {warp}", "warp"_a = warp); }

}  // namespace bankloom
