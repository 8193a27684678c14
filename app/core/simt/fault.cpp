#include "core/simt/fault.h"

#include "core/simt/fault_log.h"

namespace bankloom::simt {

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
