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

std::int64_t signed_distance(Space space, std::uint64_t address, std::uint64_t from) {
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 31u, kWhole = kHalf << 1u;
  const bool is_narrow = space == Space::shared || space == Space::local;
  if (is_narrow && address >= kHalf && address < kWhole) address -= kWhole;
  return static_cast<std::int64_t>(address - from);
}

}  // namespace bankloom::simt
