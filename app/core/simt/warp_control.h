// WarpControl: the control flow of a warp's lanes: divergence, reconvergence, calls and returns.
//
// Lanes reconverge at the immediate post-dominator of the branch that diverged. They leave a join early only if nothing
// else can run, so that a lane may hold a lock that others of its warp spin for.
#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "core/simt/block_state.h"
#include "core/simt/builtins.h"

namespace bankloom::simt {

/// Functions that return bool say whether the path continues at once.
class WarpControl {
 public:
  explicit WarpControl(BlockState& state) : state_(state), builtins_(state) {}

  bool branch(Warp& warp, std::uint32_t path_index, const BranchDetail& detail, LaneMask taken);
  bool branch_indexed(Warp& warp, std::uint32_t path_index, const Step& step, const BranchDetail& detail,
                      LaneMask exec);
  bool diverge(Warp& warp, std::uint32_t path_index, std::uint32_t reconverge,
               std::span<const std::pair<LaneMask, std::uint32_t>> parts);
  void split_guarded(Warp& warp, std::uint32_t path_index, LaneMask exec);
  bool call(Warp& warp, std::uint32_t path_index, const Step& step, const CallDetail& detail, LaneMask exec);
  bool return_lanes(Warp& warp, std::uint32_t path_index, LaneMask exec);
  bool exit_lanes(Warp& warp, std::uint32_t path_index, LaneMask exec);
  void arrive(Warp& warp, std::uint32_t path_index);
  [[nodiscard]] bool release_early(Warp& warp);
  bool trap(const Warp& warp, const Step& step, LaneMask exec);
  bool move_stack(Warp& warp, std::uint32_t path_index, const Step& step, LaneMask exec);

 private:
  void release(Warp& warp, std::uint32_t join, std::uint32_t path_index);
  bool remove_lanes(Warp& warp, std::uint32_t path_index, LaneMask lanes);
  bool enter(Warp& warp, std::uint32_t path_index, const Step& step, std::uint32_t function, const CallDetail& detail,
             std::uint32_t join);
  [[nodiscard]] std::uint32_t new_path(Warp& warp);
  std::uint32_t new_join(Warp& warp, Path& path, std::uint32_t pc, std::uint32_t stop);
  [[nodiscard]] std::uint32_t new_frame(Warp& warp, const Code& code, std::uint32_t caller, const CallDetail& call);

  BlockState& state_;
  Builtins builtins_;
};

}  // namespace bankloom::simt
