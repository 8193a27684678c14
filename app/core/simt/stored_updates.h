// What the text of a function shows of loads and stores that belong together, for the search for races.
#pragma once

#include <vector>

#include "core/ptx/module.h"

namespace bankloom::simt {

/// The registers whose value an atomic cas compares, itself or after it was moved: the loop that makes an atomic
/// function of a cas reads the old value plainly (CUDA C++ Programming Guide, "Atomic Functions", atomicAdd() of
/// double).
[[nodiscard]] std::vector<bool> compared_registers(const ptx::Function& function);

/// Whether a store writes back what was loaded from the same place before, changed in a way that counts how often it
/// was done (added to, multiplied; not or-ed, and-ed, or the larger of two): `h[i] += 1`. Looked at are the
/// instructions before it, from its value back to a load with the same address operand. Where the lanes meet in
/// between, or the accesses are volatile, a warp may well mean to write one value together.
[[nodiscard]] bool stores_update(const ptx::Function& function, const ptx::Instruction& store);

}  // namespace bankloom::simt
