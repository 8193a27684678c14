// RaceWatch: adds accesses to the shadow memory and reports the hazards found there.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/simt/access_faults.h"
#include "core/simt/async_copies.h"
#include "core/simt/lane_access.h"
#include "core/simt/shadow_memory.h"

namespace bankloom::simt {

class RaceWatch {
 public:
  RaceWatch(const Program& program, const LaunchConfig& config, MemoryMap& map, AccessFaults& faults,
            const BlockProgress& progress)
      : has_fences_(program.has_fences),
        trusts_lockstep_(config.trusts_lockstep),
        map_(map),
        faults_(faults),
        progress_(progress) {}

  void begin_block(std::size_t shared_bytes) {
    shadow_.begin_block(shared_bytes);
    copies_.begin_block(shared_bytes);
  }
  /// Reports what only the end of a block shows: reads of shared memory that was never written.
  void end_block();
  void before(const LaneAccess& access);
  void check_copy_reads(Warp& warp, AccessRequest read, const std::uint64_t* from, LaneMask exec,
                        const std::uint32_t* bytes);
  [[nodiscard]] ShadowMemory& shadow() { return shadow_; }
  [[nodiscard]] const ShadowMemory& shadow() const { return shadow_; }
  [[nodiscard]] AsyncCopies& copies() { return copies_; }

 private:
  void check_shared(const Warp& warp, const AccessRequest& request, const std::uint64_t* addresses, LaneMask exec,
                    const std::byte* values, bool consecutive);
  void check_global(Warp& warp, const AccessRequest& request, const std::uint64_t* addresses, LaneMask exec,
                    const std::byte* values, const MemoryRegion* place);
  [[nodiscard]] ShadowMemory::Access shadow_access(const Warp& warp, const AccessRequest& request,
                                                   const std::uint64_t* addresses, LaneMask exec) const;
  void check_races(const Warp& warp, const AccessRequest& request, ShadowMemory::Access& access);
  void report_unfinished_copies(const Warp& warp, const AccessRequest& request, const std::uint64_t* addresses,
                                LaneMask exec);
  void report_race(const Warp& warp, const AccessRequest& request, const ShadowMemory::Hazard& hazard);

  bool has_fences_ = false, trusts_lockstep_ = true;
  MemoryMap& map_;
  AccessFaults& faults_;
  const BlockProgress& progress_;
  ShadowMemory shadow_;
  AsyncCopies copies_;
};

}  // namespace bankloom::simt
