// The control-flow graph of a decoded function: where diverged lanes meet again, and which registers may be read before
// they are written.
#pragma once

#include <cstdint>
#include <vector>

namespace bankloom::simt {

/// Successors of every instruction; an instruction that can leave the function has kExitNode among them.
inline constexpr std::uint32_t kExitNode = 0xffffffffu;
using Successors = std::vector<std::vector<std::uint32_t>>;

/// Immediate post-dominator of every instruction, by the iterative algorithm of Cooper, Harvey and Kennedy ("A Simple,
/// Fast Dominance Algorithm", 2001) on the reversed graph. kExitNode where the function's end is the only one, or where
/// the end cannot be reached.
[[nodiscard]] std::vector<std::uint32_t> immediate_post_dominators(const Successors& successors);

/// Where the lanes that part at an instruction meet again: its immediate post-dominator in the graph without the edges
/// on which lanes merely end. Where a branch goes on one side to an instruction that `ends` (a return, or a jump to
/// one) and not on the other, the lanes that end are not waited for, and do not keep the others from meeting; so does a
/// GPU, whose compilers make such a branch a guarded exit. The same holds where one side works before it ends (it
/// stores an error code), and the others go on to one of the `barriers` (of the block or the warp): ptxas 13.0 lets
/// these meet behind the loop that the branch is in (BSSY, BSYNC), and the former exit. Without a barrier it does so
/// where the one side is a straight line of code to its end, and the other goes on to more than that and ends behind a
/// loop or the like: in kernels written for this (sm_90) it is the shorter side that exits. Left apart are the lanes of
/// sides that both end with a store or so: ptxas joins them there, if the last instructions are alike.
[[nodiscard]] std::vector<std::uint32_t> reconvergence_points(const Successors& successors,
                                                              const std::vector<bool>& ends,
                                                              const std::vector<bool>& barriers);

/// What an instruction reads and writes, as register indices.
struct RegisterUse {
  std::vector<std::uint32_t> reads;
  std::vector<std::uint32_t> writes;  ///< writes that happen whenever the instruction is executed
};

/// Registers that some path from instruction 0 reads before anything was written to them.
[[nodiscard]] std::vector<std::uint32_t> maybe_unassigned(const Successors& successors,
                                                          const std::vector<RegisterUse>& uses,
                                                          std::uint32_t register_count);

}  // namespace bankloom::simt
