// Faults: what goes wrong while a kernel runs, and where.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/space.h"
#include "core/trace/memory_access.h"

namespace bankloom::simt {

enum class FaultKind : std::uint8_t {
  out_of_bounds,
  misaligned,
  uninitialized_read,
  race,
  divergent_barrier,
  deadlock,
  endless_loop,
  trap,
  division_by_zero,
  stack_overflow,
  order_dependent,
};

/// The kinds' names in JSON, in their order.
inline constexpr std::array<std::string_view, 11> kFaultKindNames = {
    "out_of_bounds", "misaligned", "uninitialized_read", "race",           "divergent_barrier", "deadlock",
    "endless_loop",  "trap",       "division_by_zero",   "stack_overflow", "order_dependent"};
[[nodiscard]] constexpr std::string_view fault_kind_name(FaultKind kind) {
  return kFaultKindNames[static_cast<std::size_t>(kind)];
}

/// What exactly a fault is, with the fields of FaultDetail that describe it. Accesses have `op` and `width`.
enum class FaultCase : std::uint8_t {
  misaligned,
  beyond_shared,  ///< of `limit` bytes
  outside_array,  ///< of `part`, which its address is computed from
  beyond_local,   ///< of `limit` bytes
  outside_parameters,
  no_memory,        ///< nothing is near
  beside_part,      ///< before `part` or after it
  while_copied,     ///< by a cp.async of `other` in `other_line`
  reads_written,    ///< what another thread wrote; this and the following use `part`, `other`, `other_line`
  writes_written,   ///< over what another thread wrote
  writes_read,      ///< over what another thread has read
  writes_at_once,   ///< another value than another lane of the same instruction
  updates_at_once,  ///< after reading the same old value as another lane of the same instruction
  never_written,
  order_of_warps,       ///< `number` bytes of the results depend on it; without `other_known` no thread wrote the first
  loop_without_change,  ///< from the fault's line to `other_line`
  too_many_instructions,
  too_many_accesses,  ///< more than `limit`, in the same kind of loop
  missing_threads,    ///< barrier `number` waits for them
  missing_lanes,      ///< the lanes of the mask `number` are missing
  missing_blocks,     ///< `number` of `limit` blocks are missing at the grid's barrier
  part_of_warp,       ///< `number` threads of `limit` reach a barrier
  part_of_matrix,     ///< `number` threads of `limit` execute an mma or wmma, which needs the whole warp
  outside_mask,       ///< lanes synchronize under the mask `number`, which does not name them
  several_barriers,   ///< other threads wait at the barrier of `other_line`
  trap,
  assertion,   ///< `name`
  no_barrier,  ///< `number`, of `limit` barriers
  no_target,   ///< of a brx.idx
  no_function,
  division_by_zero,
  no_room_for_call,      ///< of `name` in `limit` bytes of local memory
  calls_too_deep,        ///< of `name`, `limit` of them
  no_room_for_variable,  ///< of `number` bytes in `limit` bytes of local memory
};

/// What is at an address or near it, by its name in the text.
struct FaultPart {
  enum class Kind : std::uint8_t { none, array, buffer, variable };
  Kind kind = Kind::none;
  std::string name{};
  std::uint64_t address = 0;  ///< within Fault::space
  std::uint64_t bytes = 0;
  friend bool operator==(const FaultPart&, const FaultPart&) = default;
};

struct FaultDetail {
  FaultCase what = FaultCase::trap;
  AccessOp op = AccessOp::load;
  std::uint32_t width = 0;
  FaultPart part{};
  Dim3 other{0, 0, 0};           ///< another thread of the block
  std::uint32_t other_line = 0;  ///< 0: unknown
  bool other_known = true;       ///< false: any of several threads
  bool same_warp = false;        ///< as `other`
  std::uint64_t number = 0, limit = 0;
  std::string name{};
  friend bool operator==(const FaultDetail&, const FaultDetail&) = default;
};

/// The faulty access of one lane.
struct FaultMark {
  Dim3 thread{0, 0, 0};
  std::uint64_t address = 0;  ///< within Fault::space
  std::uint64_t order = 0;    ///< as Fault::order
  /// Of races: the case, and the access that is unordered with it, as in FaultDetail.
  FaultCase what = FaultCase::trap;
  Dim3 other{0, 0, 0};
  std::uint32_t other_line = 0;
  bool other_known = true;
};

/// The most marks that a fault keeps: each thread of a block once.
inline constexpr std::size_t kMostFaultMarks = 1024;

/// One entry per kind and source line; `count` is the number of lanes. Place and address are those of the first.
struct Fault {
  FaultKind kind = FaultKind::trap;
  std::uint32_t source_line = 0;
  std::uint32_t ptx_line = 0;
  Dim3 block{0, 0, 0};
  Dim3 thread{0, 0, 0};
  bool has_address = false;
  Space space = Space::global;
  std::uint64_t address = 0;
  std::uint64_t count = 0;
  std::uint64_t order = 0;  ///< of the faulty access within its block (MemoryAccess::order); of other faults, and of an
                            ///< access that no lane could make, the order of the next access
  bool was_carried_out = false;    ///< of an access out of bounds: it reached existing memory, of another array
  std::vector<FaultMark> marks{};  ///< of faults that have an address: the first kMostFaultMarks of the same block
  FaultDetail detail{};            ///< of the first fault
};

/// Bytes from one address of a space to another, negative if the latter is lower: addresses of shared and local memory
/// may have been computed in 32 bits.
[[nodiscard]] std::int64_t signed_distance(Space space, std::uint64_t address, std::uint64_t from);

}  // namespace bankloom::simt
