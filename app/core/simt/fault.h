// What goes wrong while a kernel runs, with the place where it goes wrong.
#pragma once

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

/// The kind's name in JSON: "out_of_bounds" and so on.
[[nodiscard]] std::string_view fault_kind_name(FaultKind kind);

/// What a fault consists in, with the fields of FaultDetail that tell more of it. Accesses have `op` and `width`.
enum class FaultCase : std::uint8_t {
  misaligned,
  beyond_shared,  ///< of `limit` bytes
  outside_array,  ///< `part`, which its address is computed from
  beyond_local,   ///< of `limit` bytes
  outside_parameters,
  no_memory,        ///< nothing is near
  beside_part,      ///< before `part` or after it
  while_copied,     ///< by a cp.async of `other` in `other_line`
  reads_written,    ///< what another thread wrote; as those below of `part`, `other`, `other_line`
  writes_written,   ///< over what another thread wrote
  writes_read,      ///< over what another thread has read
  writes_at_once,   ///< with another lane of the same instruction, another value
  updates_at_once,  ///< with another lane of the same instruction, which has read the same old value
  never_written,
  order_of_warps,       ///< `number` bytes of the results depend on it; without `other_known` none wrote the first
  loop_without_change,  ///< from the fault's line to `other_line`
  too_many_instructions,
  too_many_accesses,  ///< `limit`, in the loop likewise
  missing_threads,    ///< barrier `number` is waited at for them
  missing_lanes,      ///< those of the mask `number` are waited for
  missing_blocks,     ///< `number` of `limit` blocks are waited for, at the grid's barrier
  part_of_warp,       ///< `number` threads of `limit` reach a barrier
  part_of_matrix,     ///< `number` threads of `limit` execute an mma or wmma, which needs all of a warp
  outside_mask,       ///< lanes meet under the mask `number`, which does not name them
  several_barriers,   ///< other threads wait at that of `other_line`
  trap,
  assertion,   ///< `name`
  no_barrier,  ///< `number`, of `limit` that there are
  no_target,   ///< of a brx.idx
  no_function,
  division_by_zero,
  no_room_for_call,      ///< of `name` in `limit` bytes of local memory
  calls_too_deep,        ///< of `name`, `limit` of them
  no_room_for_variable,  ///< of `number` bytes in `limit` bytes of local memory
};

/// What lies at an address or near it, by its name in the text.
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
  std::uint32_t other_line = 0;  ///< 0: not known
  bool other_known = true;       ///< false: any thread of several
  bool same_warp = false;        ///< as `other`
  std::uint64_t number = 0, limit = 0;
  std::string name{};
  friend bool operator==(const FaultDetail&, const FaultDetail&) = default;
};

/// An access of one lane that is at fault.
struct FaultMark {
  Dim3 thread{0, 0, 0};
  std::uint64_t address = 0;  ///< within Fault::space
  std::uint64_t order = 0;    ///< as Fault::order
  /// Of races: what the mark consists in, and the access that nothing orders with it, as in FaultDetail.
  FaultCase what = FaultCase::trap;
  Dim3 other{0, 0, 0};
  std::uint32_t other_line = 0;
  bool other_known = true;
};

/// Marks that a fault keeps at most: the accesses of all threads of a block, once.
inline constexpr std::size_t kMostFaultMarks = 1024;

/// One entry per kind and source line; `count` says how many lanes met it. Place and address are the first one's.
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
  std::uint64_t order = 0;  ///< of the access at fault among its block's (MemoryAccess::order); of another fault, and
                            ///< of an access that no lane could make, the one that would have come next
  bool was_carried_out = false;  ///< of an access out of bounds: it reached memory that there is, of another array
  std::vector<FaultMark> marks;  ///< of faults that have an address: the first kMostFaultMarks of the same block
  FaultDetail detail;            ///< of the first one
};

/// Bytes from one address of a space to another, negative where it lies before it: addresses of shared and local memory
/// may have been computed in 32 bits.
[[nodiscard]] std::int64_t signed_distance(Space space, std::uint64_t address, std::uint64_t from);

}  // namespace bankloom::simt
