// The lane operations of one vector instruction set, collected. Its sources are compiled once for each set, with
// BANKLOOM_LANE_ISA naming it; lane_isa.h chooses among them at run time.
#pragma once

#include <span>

#include "core/simt/lane_op.h"
#include "core/simt/ops/lane_memory.h"

namespace bankloom::simt {

inline constexpr unsigned kLaneFamilies = 10;

struct LaneTable {
  std::span<const LaneOpEntry> families[kLaneFamilies];
  const LaneMemoryOps* memory = nullptr;
  /// Handler of `mov` for registers of that many bytes a lane (0: predicates).
  LaneHandler (*move_handler)(unsigned lane_bytes) = nullptr;
  LaneHandler pack = nullptr;    ///< mov d, {a, b, ...}: `immediate` is the number of elements
  LaneHandler unpack = nullptr;  ///< mov {a, b, ...}, s: the same
  LaneHandler offset = nullptr;  ///< d = a + b on 64-bit lanes (cvta)
};

}  // namespace bankloom::simt

#ifdef BANKLOOM_LANE_ISA
/// Compiled for the baseline alone.
namespace bankloom::simt::baseline {

[[nodiscard]] std::span<const LaneOpEntry> carry_ops();
[[nodiscard]] std::span<const LaneOpEntry> dot_ops();
[[nodiscard]] std::span<const LaneOpEntry> video_ops();
[[nodiscard]] std::span<const LaneOpEntry> half_ops();

}  // namespace bankloom::simt::baseline

namespace bankloom::simt::BANKLOOM_LANE_ISA {

[[nodiscard]] std::span<const LaneOpEntry> integer_ops();
[[nodiscard]] std::span<const LaneOpEntry> logic_ops();
[[nodiscard]] std::span<const LaneOpEntry> bit_ops();
[[nodiscard]] std::span<const LaneOpEntry> float_ops();
[[nodiscard]] std::span<const LaneOpEntry> convert_ops();
[[nodiscard]] std::span<const LaneOpEntry> compare_ops();
[[nodiscard]] const LaneMemoryOps& memory_ops();
[[nodiscard]] LaneHandler move_handler(unsigned lane_bytes);
void pack_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec);
void unpack_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec);
void offset_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec);
[[nodiscard]] LaneTable lane_table();

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
#endif
