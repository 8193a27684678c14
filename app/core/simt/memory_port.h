// The memory port: the one place where a kernel meets memory. Every access is checked, carried out and recorded here,
// with the same addresses for all three.
//
// Not modelled: caches, the memory consistency model (accesses happen in program order, one warp at a time), the delay
// of cp.async (its copies are complete when they are issued; who reads them before they were waited for is told so).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/dim3.h"
#include "core/simt/async_copies.h"
#include "core/simt/block_sharing.h"
#include "core/simt/fault_log.h"
#include "core/simt/memory.h"
#include "core/simt/ops/lane_memory.h"
#include "core/simt/program.h"
#include "core/simt/shared_shadow.h"
#include "core/simt/warp.h"
#include "core/trace/trace_recorder.h"

namespace bankloom::simt {

/// Bytes of local memory a lane may have. CUDA's default stack is 1 KiB, the device's limit 512 KiB (CUDA C++
/// Programming Guide, "Technical Specifications"); the emulator takes a value between that keeps 1,024 threads small.
inline constexpr std::uint32_t kMaxLocalBytes = 64 * 1024;

/// Memory of the module's variables and of the launch, shared by all blocks of a run.
struct LaunchMemory {
  GlobalMemory* global = nullptr;     ///< the caller's buffers
  std::vector<Buffer> module;         ///< .global and .const variables
  std::vector<std::byte> parameters;  ///< the entry's parameter block
  /// The buffer or variable that holds all of [address, address + bytes), or nullptr.
  [[nodiscard]] Buffer* find(std::uint64_t address, std::uint64_t bytes);
};

class MemoryPort {
 public:
  /// `sharing`: where to note what of global memory is read and written, or nullptr.
  MemoryPort(const Program& program, LaunchMemory& memory, FaultLog& faults, const LaunchConfig& config,
             BlockSharing* sharing);

  /// Those that are shown the accesses of a block.
  struct Watchers {
    TraceRecorder* recorder = nullptr;  ///< keeps them; nullptr: nothing is recorded
    AccessSink* sink = nullptr;         ///< sees them all; may be nullptr
    bool clip = false;                  ///< the recorder only counts them
    std::uint64_t max_accesses = 0;     ///< that the recorder keeps
  };
  /// Gives the port the block's number, index, shared memory and watchers.
  void begin_block(std::uint64_t linear, const Dim3& block, std::span<std::byte> shared, const Watchers& watchers);

  /// The block goes on that other blocks ran beside.
  void resume_block();
  /// Tells what only the end of a block shows: reads of shared memory that nobody has written.
  void end_block();
  /// Whether the block reached so much global memory that a part of it was not watched for races.
  [[nodiscard]] bool watched_in_part() const { return !shadow_.watched_all(); }
  /// What is known of the block's shared memory; to be told where threads meet.
  [[nodiscard]] SharedShadow& shadow() { return shadow_; }
  /// Accesses that the block has made so far.
  [[nodiscard]] std::uint64_t order() const { return order_; }

  /// Carries out a memory instruction for the lanes in exec (not empty).
  void execute(Warp& warp, const Step& step, std::uint32_t step_index, const MemoryDetail& detail, LaneMask exec);
  /// Carries out a wmma.load or wmma.store: several requests, each recorded.
  void execute_fragment(Warp& warp, const Step& step, std::uint32_t step_index, const FragmentDetail& detail,
                        LaneMask exec);
  /// Carries out cp.async.commit_group, wait_group and wait_all.
  void execute_async_wait(const Warp& warp, const Step& step, LaneMask exec);

  /// Reads one byte at a generic address for a lane; false where there is nothing (printf's strings and arguments).
  [[nodiscard]] bool read_generic(Warp& warp, unsigned lane, std::uint64_t address, std::span<std::byte> into);

  /// Whether to look, from now on, at what accesses change: changes() grows with every store and atomic that gives a
  /// byte in memory another value.
  void watch_changes(bool watch) { watching_ = watch; }
  [[nodiscard]] std::uint64_t changes() const { return changes_; }
  /// Counts a change that is not one of memory (what printf writes).
  void add_change() { ++changes_; }

  /// Gives every lane of the warp at least that much local memory (at most kMaxLocalBytes).
  static void grow_local(Warp& warp, std::uint32_t bytes);

  [[nodiscard]] Dim3 thread_index(const Warp& warp, unsigned lane) const;

 private:
  struct Place {
    std::byte* origin = nullptr;  ///< host address of device address `base`
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    bool read_only = false;
    bool consecutive = false;  ///< all 32 lanes are active, side by side in their order
  };
  struct Request;

  [[nodiscard]] std::uint64_t origin_of(Space space) const;
  [[nodiscard]] std::uint64_t origin_of(const MemoryDetail& detail) const;
  void access(Warp& warp, const Request& request, std::uint64_t* addresses, LaneMask exec);
  LaneMask check_lanes(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                       const std::uint32_t* bytes = nullptr);
  void note_sharing(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec, bool write,
                    const Place* place);
  void note_changes(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                    const std::byte* values);
  [[nodiscard]] static bool is_grid_barrier(const Request& request, const std::uint64_t* addresses, LaneMask exec);
  [[nodiscard]] bool locate(Warp& warp, Space space, std::uint64_t low, std::uint64_t end, Place& place);
  void transfer(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec, const Place* place);
  void lane_transfer(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                     std::byte* values);
  static void clear_results(Warp& warp, const MemoryDetail& detail, LaneMask lanes);
  // Carries out one request of an instruction, its addresses checked.
  void move(Warp& warp, const Request& request, const LoadDetail& load, const std::uint64_t* addresses, LaneMask exec,
            const Place* place);
  void move(Warp& warp, const Request& request, const StoreDetail& store, const std::uint64_t* addresses, LaneMask exec,
            const Place* place);
  void move(Warp& warp, const Request& request, const AtomicDetail& atomic, const std::uint64_t* addresses,
            LaneMask exec, const Place* place);
  void move(Warp& warp, const Request& request, const MatrixDetail& matrices, const std::uint64_t* addresses,
            LaneMask exec, const Place* place);
  void move(Warp& warp, const Request& request, const FragmentPartDetail& part, const std::uint64_t* addresses,
            LaneMask exec, const Place* place);
  void move(Warp& /*warp*/, const Request& /*request*/, const AsyncCopyDetail& /*copy*/,
            const std::uint64_t* /*addresses*/, LaneMask /*exec*/, const Place* /*place*/) {}
  /// Carries out a cp.async: at once, both its halves recorded.
  void execute_async_copy(Warp& warp, const Step& step, std::uint32_t step_index, const MemoryDetail& detail,
                          const AsyncCopyDetail& copy, LaneMask exec);
  [[nodiscard]] static LaneMask source_bytes(const Warp& warp, const MemoryDetail& detail, const AsyncCopyDetail& copy,
                                             std::uint32_t* wanted);
  /// ld.param and st.param of a device function's parameter memory.
  void execute_parameter(Warp& warp, const Step& step, const MemoryDetail& detail, LaneMask exec);
  void note(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec, const std::byte* values,
            const Place* place);
  void record(const Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
              const std::byte* values);
  [[nodiscard]] std::byte* host(Warp& warp, Space space, unsigned lane, std::uint64_t address, std::uint64_t bytes,
                                bool write);
  void note_shared(const Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                   const std::byte* values, bool consecutive = false);
  void note_global(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                   const std::byte* values, const Place* place);
  void note_copy_reads(Warp& warp, Request read, const std::uint64_t* from, LaneMask exec, const std::uint32_t* bytes);
  [[nodiscard]] SharedShadow::Access shadow_access(const Warp& warp, const Request& request,
                                                   const std::uint64_t* addresses, LaneMask exec) const;
  void note_races(const Warp& warp, const Request& request, SharedShadow::Access& access);
  [[nodiscard]] Fault fault_of(const Step& step, FaultKind kind, const Dim3& thread, Space space,
                               std::uint64_t address) const;
  [[nodiscard]] FaultPart part_at(Space space, std::uint64_t address) const;
  [[nodiscard]] FaultPart part_of(const Buffer& buffer) const;
  [[nodiscard]] FaultPart part_near(std::uint64_t address) const;
  void report(const Warp& warp, const Request& request, FaultKind kind, unsigned lane, std::uint64_t address);
  void report_gaps(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec);
  void report_unfinished_copies(const Warp& warp, const Request& request, const std::uint64_t* addresses,
                                LaneMask exec);
  void report_race(const Warp& warp, const Request& request, const SharedShadow::Finding& finding);

  const Program& program_;
  LaunchMemory& memory_;
  FaultLog& faults_;
  Dim3 extent_;
  std::uint64_t reserved_ = 0;  ///< LaunchConfig::shared_reserved_bytes
  Dim3 block_{0, 0, 0};
  std::span<std::byte> shared_;
  SharedShadow shadow_;
  AsyncCopies copies_;
  Watchers watchers_;
  std::uint64_t linear_ = 0;  ///< of the block
  const LaneMemoryOps& ops_;
  std::uint64_t order_ = 0;  ///< accesses of the block so far
  Buffer* last_ = nullptr;   ///< the buffer that was hit last
  BlockSharing* sharing_ = nullptr;
  bool watching_ = false;
  std::uint64_t changes_ = 0;
};

}  // namespace bankloom::simt
