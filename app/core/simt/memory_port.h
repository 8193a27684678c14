// The memory port: the one place where a kernel accesses memory. Every access is checked, carried out and passed to the
// watchers, with the same addresses for all.
//
// Not modelled: caches, the memory consistency model (accesses happen in program order, one warp at a time), the delay
// of cp.async (its copies complete when they are issued; a read before the wait is a fault).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/simt/access_faults.h"
#include "core/simt/access_watchers.h"
#include "core/simt/memory_map.h"
#include "core/simt/ops/lane_memory.h"
#include "core/simt/race_watch.h"

namespace bankloom::simt {

struct FragmentDetail;  // matrix_detail.h

class MemoryPort {
 public:
  /// `sharing`: records reads and writes of global memory; may be nullptr.
  MemoryPort(const Program& program, LaunchMemory& memory, FaultLog& faults, const LaunchConfig& config,
             BlockSharing* sharing);
  MemoryPort(const MemoryPort&) = delete;
  MemoryPort& operator=(const MemoryPort&) = delete;
  MemoryPort(MemoryPort&&) = delete;
  MemoryPort& operator=(MemoryPort&&) = delete;
  ~MemoryPort() = default;

  /// Starts a block: its number, index, shared memory, and the receivers of its accesses.
  void begin_block(std::uint64_t linear, const Dim3& block, std::span<std::byte> shared, const AccessTargets& targets);
  /// Continues a block after other blocks have run.
  void resume_block() { watchers_.get<RecordWatch>().resume_block(); }
  void end_block() { watchers_.get<RaceWatch>().end_block(); }
  /// Whether the block reached so much global memory that a part of it was not watched for races.
  [[nodiscard]] bool watched_in_part() const { return !watchers_.get<RaceWatch>().shadow().watched_all(); }
  /// The shadow memory of the block. Threads that synchronize must report it there.
  [[nodiscard]] ShadowMemory& shadow() { return watchers_.get<RaceWatch>().shadow(); }
  /// Number of accesses of the block so far.
  [[nodiscard]] std::uint64_t order() const { return progress_.order; }

  /// Carries out a memory instruction for the lanes in exec (not empty).
  void execute(Warp& warp, const Step& step, std::uint32_t step_index, const MemoryDetail& detail, LaneMask exec);
  /// Carries out a wmma.load or wmma.store: several requests, each recorded.
  void execute_fragment(Warp& warp, const Step& step, std::uint32_t step_index, const FragmentDetail& detail,
                        LaneMask exec);
  /// Carries out cp.async.commit_group, wait_group and wait_all.
  void execute_async_wait(const Warp& warp, const Step& step, LaneMask exec);
  /// Reads at a generic address for a lane; false if there is no memory (printf's strings and arguments).
  [[nodiscard]] bool read_generic(Warp& warp, unsigned lane, std::uint64_t address, std::span<std::byte> into);

  /// Whether to count changes from now on: changes() grows with every store and atomic that gives a byte in memory
  /// another value.
  void watch_changes(bool watch) { watchers_.get<ChangeWatch>().watch(watch); }
  [[nodiscard]] std::uint64_t changes() const { return watchers_.get<ChangeWatch>().changes(); }
  /// Counts a change that is not one of memory (printf's output).
  void add_change() { watchers_.get<ChangeWatch>().add(); }
  [[nodiscard]] Dim3 thread_index(const Warp& warp, unsigned lane) const { return faults_.thread_index(warp, lane); }

 private:
  void access(Warp& warp, const AccessRequest& request, std::uint64_t* addresses, LaneMask exec);
  LaneMask check_lanes(Warp& warp, const AccessRequest& request, const std::uint64_t* addresses, LaneMask exec,
                       const std::uint32_t* bytes = nullptr);
  void transfer(Warp& warp, const AccessRequest& request, const std::uint64_t* addresses, LaneMask exec,
                const MemoryRegion* place);
  void lane_transfer(Warp& warp, const AccessRequest& request, const std::uint64_t* addresses, LaneMask exec,
                     std::byte* values);
  static void clear_results(Warp& warp, const MemoryDetail& detail, LaneMask lanes);
  // Carries out one request of an instruction, with checked addresses.
  void move(Warp& warp, const AccessRequest& request, const LoadDetail& load, const std::uint64_t* addresses,
            LaneMask exec, const MemoryRegion* place);
  void move(Warp& warp, const AccessRequest& request, const StoreDetail& store, const std::uint64_t* addresses,
            LaneMask exec, const MemoryRegion* place);
  void move(Warp& warp, const AccessRequest& request, const AtomicDetail& atomic, const std::uint64_t* addresses,
            LaneMask exec, const MemoryRegion* place);
  void move(Warp& warp, const AccessRequest& request, const MatrixDetail& matrices, const std::uint64_t* addresses,
            LaneMask exec, const MemoryRegion* place);
  void move(Warp& warp, const AccessRequest& request, const FragmentPartDetail& part, const std::uint64_t* addresses,
            LaneMask exec, const MemoryRegion* place);
  void move(Warp& /*warp*/, const AccessRequest& /*request*/, const AsyncCopyDetail& /*copy*/,
            const std::uint64_t* /*addresses*/, LaneMask /*exec*/, const MemoryRegion* /*place*/) {}
  /// Carries out a cp.async: at once, with both its halves recorded.
  void execute_async_copy(Warp& warp, const Step& step, std::uint32_t step_index, const MemoryDetail& detail,
                          const AsyncCopyDetail& copy, LaneMask exec);
  [[nodiscard]] static LaneMask source_bytes(const Warp& warp, const MemoryDetail& detail, const AsyncCopyDetail& copy,
                                             std::uint32_t* wanted);
  /// ld.param and st.param of a device function's parameter memory.
  void execute_parameter(Warp& warp, const Step& step, const MemoryDetail& detail, LaneMask exec);

  BlockProgress progress_;
  MemoryMap map_;
  AccessFaults faults_;
  WatcherList<SharingWatch, RaceWatch, ChangeWatch, RecordWatch> watchers_;
  const LaneMemoryOps& ops_;
  std::uint64_t shared_gap_ = 0;  ///< Program::shared_gap
};

}  // namespace bankloom::simt
