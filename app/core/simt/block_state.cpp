#include "core/simt/block_state.h"

namespace bankloom::simt {

void BlockState::add_fault(const Warp& warp, const Step& step, FaultKind kind, LaneMask lanes,
                           const FaultDetail& detail) {
  Fault fault;
  fault.kind = kind;
  fault.source_line = step.source_line;
  fault.ptx_line = step.ptx_line;
  fault.block = block;
  fault.thread = port.thread_index(warp, lanes != 0 ? first_lane(lanes) : 0);
  fault.count = lane_count(lanes);
  fault.order = port.order();
  fault.detail = detail;
  faults.add(fault);
}

}  // namespace bankloom::simt
