// What goes wrong while a kernel runs, with the place where it goes wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/space.h"

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

/// An access of one lane that is at fault.
struct FaultMark {
  Dim3 thread{0, 0, 0};
  std::uint64_t address = 0;  ///< within Fault::space
  std::uint64_t order = 0;    ///< as Fault::order
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
  std::string message;           ///< one sentence
};

}  // namespace bankloom::simt
