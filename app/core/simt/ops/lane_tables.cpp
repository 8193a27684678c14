#include "core/simt/ops/lane_tables.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

LaneTable lane_table() {
  return LaneTable{{integer_ops(), baseline::carry_ops(), logic_ops(), bit_ops(), baseline::dot_ops(),
                    baseline::video_ops(), float_ops(), baseline::half_ops(), convert_ops(), compare_ops()},
                   &memory_ops(),
                   &move_handler,
                   &pack_lanes,
                   &unpack_lanes,
                   &offset_lanes};
}

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
