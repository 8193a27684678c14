// CrossLane: instructions across the lanes of a warp: vote, match, shfl, redux, bar.warp.sync.
#pragma once

#include <cstdint>

#include "core/simt/warp_control.h"

namespace bankloom::simt {

class CrossLane {
 public:
  CrossLane(BlockState& state, WarpControl& control) : state_(state), control_(control) {}

  /// Returns whether the path continues at once.
  bool execute(Warp& warp, std::uint32_t path_index, const CrossLaneDetail& detail, LaneMask exec);
  void check(Warp& warp);

 private:
  void report_outside_mask(const Warp& warp, const Path& path, LaneMask lanes, LaneMask members);

  BlockState& state_;
  WarpControl& control_;
};

}  // namespace bankloom::simt
