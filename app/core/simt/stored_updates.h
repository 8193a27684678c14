// Which loads and stores of a function's text belong together, for the search for races.
#pragma once

#include <vector>

#include "core/ptx/module.h"

namespace bankloom::simt {

/// The registers whose value an atomic cas compares, directly or after a move: the loop that builds an atomic function
/// from a cas reads the old value by a plain load (CUDA C++ Programming Guide, "Atomic Functions", atomicAdd() of
/// double).
[[nodiscard]] std::vector<bool> compared_registers(const ptx::Function& function);

/// Whether a store writes back what was loaded from the same place before, changed in a way that counts how often it
/// happened (added to, multiplied; not or-ed, and-ed, or the larger of two): `h[i] += 1`. The search goes through the
/// preceding instructions, from the stored value back to a load with the same address operand. If the lanes synchronize
/// in between, or the accesses are volatile, a warp may well mean to write one value together.
[[nodiscard]] bool stores_update(const ptx::Function& function, const ptx::Instruction& store);

}  // namespace bankloom::simt
