// AccessFaults: reports what is wrong with accesses, with the array, buffer or variable that they reach or miss.
#pragma once

#include <cstdint>

#include "core/simt/fault_log.h"
#include "core/simt/lane_access.h"

namespace bankloom::simt {

class AccessFaults {
 public:
  AccessFaults(const Program& program, const MemoryMap& map, FaultLog& log, const BlockProgress& progress,
               const Dim3& extent)
      : program_(program), map_(map), log_(log), progress_(progress), extent_(extent) {}

  [[nodiscard]] Dim3 thread_index(const Warp& warp, unsigned lane) const;
  [[nodiscard]] Dim3 thread_index(std::uint32_t linear) const { return delinearize(linear, extent_); }
  [[nodiscard]] Fault fault_of(const Step& step, FaultKind kind, const Dim3& thread, Space space,
                               std::uint64_t address) const;
  /// Adds a fault; calls `describe` only where the fault is a new one.
  template <class Describe>
  void add(const Fault& fault, const Describe& describe) {
    log_.add(fault, describe);
  }
  [[nodiscard]] FaultPart part_at(Space space, std::uint64_t address) const;
  void report(const Warp& warp, const AccessRequest& request, FaultKind kind, unsigned lane, std::uint64_t address);
  void report_gaps(const Warp& warp, const AccessRequest& request, const std::uint64_t* addresses, LaneMask exec);

 private:
  [[nodiscard]] FaultPart part_of(const Buffer& buffer) const;
  [[nodiscard]] FaultPart part_near(std::uint64_t address) const;

  const Program& program_;
  const MemoryMap& map_;
  FaultLog& log_;
  const BlockProgress& progress_;
  Dim3 extent_;
};

}  // namespace bankloom::simt
