// Chooses the lane operations for the host's processor.
#pragma once

#include <string_view>
#include <vector>

#include "core/simt/ops/lane_tables.h"

namespace bankloom::simt {

/// The lane operations of one vector instruction set.
struct LaneIsa {
  std::string_view name;   ///< "baseline", "avx2", "avx512": the values of BANKLOOM_ISA
  std::string_view title;  ///< for messages
  LaneTable table;
};

/// Every set that this binary contains and this processor can run, the best first. Never empty.
[[nodiscard]] const std::vector<LaneIsa>& available_lane_isas();

/// The one in use: the best, unless the environment variable BANKLOOM_ISA names another available one.
[[nodiscard]] const LaneIsa& lane_isa();

}  // namespace bankloom::simt
