// The control-flow graph of a decoded function: reconvergence points, and registers that may be read before they are
// written.
#pragma once

#include <cstdint>
#include <vector>

namespace bankloom::simt {

/// Successors of every instruction; those of an instruction that can leave the function include kExitNode.
inline constexpr std::uint32_t kExitNode = 0xffffffffu;
using Successors = std::vector<std::vector<std::uint32_t>>;

/// Immediate post-dominator of every instruction, by the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple,
/// Fast Dominance Algorithm", 2001) on the reversed graph. kExitNode if only the function's end post-dominates, or if
/// the end cannot be reached.
[[nodiscard]] std::vector<std::uint32_t> immediate_post_dominators(const Successors& successors);

/// The reconvergence point of every instruction: its immediate post-dominator in the graph without the edges on which
/// lanes merely exit. If one side of a branch goes to an instruction that `ends` (a return, or a jump to one) and the
/// other does not, the lanes that exit are not waited for and do not keep the others from reconverging. GPUs do the
/// same: their compilers make such a branch a guarded exit. The same holds if one side works before it exits (it stores
/// an error code) and the others go on to one of the `barriers` (of the block or the warp): ptxas 13.0 lets these
/// reconverge after the loop that contains the branch (BSSY, BSYNC), and lets the former exit. Without a barrier it
/// does so if one side is straight-line code to its end while the other does more than that and ends after a loop or
/// the like: in kernels written for this (sm_90) the shorter side exits. Not joined here: the lanes of two sides that
/// both end with a store or so. ptxas joins them there if the last instructions are alike.
[[nodiscard]] std::vector<std::uint32_t> reconvergence_points(const Successors& successors,
                                                              const std::vector<bool>& ends,
                                                              const std::vector<bool>& barriers);

/// What an instruction reads and writes, as register indices.
struct RegisterUse {
  std::vector<std::uint32_t> reads;
  std::vector<std::uint32_t> writes;  ///< writes that happen on every execution of the instruction
};

/// Registers that some path from instruction 0 reads before anything is written to them.
[[nodiscard]] std::vector<std::uint32_t> maybe_unassigned(const Successors& successors,
                                                          const std::vector<RegisterUse>& uses,
                                                          std::uint32_t register_count);

}  // namespace bankloom::simt
