#include "core/wording/fault_text.h"

namespace bankloom {

Text fault_kind_text(simt::FaultKind kind) {
  switch (kind) {
    case simt::FaultKind::out_of_bounds:
      return say("out of bounds");
    case simt::FaultKind::misaligned:
      return say("misaligned");
    case simt::FaultKind::uninitialized_read:
      return say("never written");
    case simt::FaultKind::race:
      return say("race");
    case simt::FaultKind::divergent_barrier:
      return say("divergent barrier");
    case simt::FaultKind::deadlock:
      return say("deadlock");
    case simt::FaultKind::endless_loop:
      return say("endless loop");
    case simt::FaultKind::trap:
      return say("trap");
    case simt::FaultKind::division_by_zero:
      return say("division by zero");
    case simt::FaultKind::stack_overflow:
      return say("stack overflow");
    case simt::FaultKind::order_dependent:
      return say("order-dependent");
  }
  return say("fault");
}

Text fault_text(const simt::Fault& fault) { return Text(fault.message); }

}  // namespace bankloom
