// The arithmetic of atom and red (PTX ISA, "Parallel Synchronization and Communication Instructions: atom").
#pragma once

#include <cstdint>

#include "core/base/space.h"
#include "core/ptx/module.h"
#include "core/simt/program.h"

namespace bankloom::simt {

/// Raw bits of up to 16 bytes.
struct AtomicValue {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  friend bool operator==(const AtomicValue&, const AtomicValue&) = default;
};

/// An mbarrier object after one of the mbarrier operations (PTX ISA, "mbarrier": phases, pending count, transaction
/// count); see Mbarrier for its bits. The low 20 bits of `value` count arrivals, or all bits count bytes.
[[nodiscard]] std::uint64_t apply_mbarrier(AtomicOp op, std::uint64_t object, std::uint64_t value);

/// What memory holds after the operation, given what it held and the operand b; for cas, b is compared with and c
/// stored. Values are raw bits of `type`; higher bits are zero. f32 addition depends on the space: it flushes subnormal
/// numbers in global memory and keeps them in shared memory (PTX ISA, "atom").
[[nodiscard]] AtomicValue apply_atomic(AtomicOp op, ptx::Type type, Space space, AtomicValue old, AtomicValue b,
                                       AtomicValue c);

}  // namespace bankloom::simt
