#include "core/simt/block_state.h"

namespace bankloom::simt {

void BlockState::add_fault(const Warp& warp, const Step& step, FaultKind kind, LaneMask lanes,
                           const FaultDetail& detail) {
  Fault fault{.kind = kind,
              .source_line = step.source_line,
              .ptx_line = step.ptx_line,
              .block = block,
              .thread = port.thread_index(warp, lanes != 0 ? first_lane(lanes) : 0),
              .count = lane_count(lanes),
              .order = port.order(),
              .detail = detail};
  faults.add(fault);
}

}  // namespace bankloom::simt
