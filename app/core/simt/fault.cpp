#include "core/simt/fault.h"

#include "core/simt/fault_log.h"

namespace bankloom::simt {

std::string_view fault_kind_name(FaultKind kind) {
  switch (kind) {
    case FaultKind::out_of_bounds:
      return "out_of_bounds";
    case FaultKind::misaligned:
      return "misaligned";
    case FaultKind::uninitialized_read:
      return "uninitialized_read";
    case FaultKind::race:
      return "race";
    case FaultKind::divergent_barrier:
      return "divergent_barrier";
    case FaultKind::deadlock:
      return "deadlock";
    case FaultKind::endless_loop:
      return "endless_loop";
    case FaultKind::trap:
      return "trap";
    case FaultKind::division_by_zero:
      return "division_by_zero";
    case FaultKind::stack_overflow:
      return "stack_overflow";
    case FaultKind::order_dependent:
      return "order_dependent";
  }
  return "?";
}

void FaultLog::append(const FaultLog& later) {
  for (const Fault& fault : later.faults_) add(fault);
}

}  // namespace bankloom::simt
