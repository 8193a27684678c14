// Which code ptxas writes for an atomic on shared memory.
#pragma once

#include "core/ptx/module.h"
#include "core/simt/control_flow.h"
#include "core/trace/memory_access.h"

namespace bankloom::simt {

struct Code;

/// Sets the operation that each atom and red comes to, as ptxas 13.0 compiles it for compute capability 9.0 (read in
/// its code; the counts that belong to each were measured on an H200):
///   merged               one address for all lanes (UniformRegisters), 32 bits, and one of these: add, min, max, and,
///                        or, xor whose result is not used: the lanes' values are put together (REDUX, or POPC of the
///                        active lanes), and one lane's ATOMS updates the word, or ATOMS.POPC.INC does; add whose
///                        result is used, if the lanes add one value; the same with different values, where the whole
///                        warp is active. Lanes get their results by SHFL
///   increment            add.u32 of the constant 1 whose result is not used, at addresses of the lanes: ATOMS.POPC.INC
///   compare_swap         cas: ATOMS.CAS
///   update_loop          add of f16, bf16, f32, f64, and all of 64 bits but exch and cas: a loop with ATOMS.CAST.SPIN
///   generic_update_loop  the same where the address is generic, as that of atomicAdd() on __half2 always is
///   atomic, reduction    all others: ATOMS.ADD and the like
/// inc up to 0xffffffff is an add of 1. A result counts as used where its register occurs anywhere else in the
/// function. Of other memory than shared and of generic addresses that turn out to be global it says nothing:
/// plain_form(). There ptxas merges the lanes of one address, too, which changes neither requests nor sectors.
///
/// Not followed: 64-bit adds of one value at one address, whose loop one lane runs.
void mark_atomic_forms(Code& code, const Successors& successors);

/// The form on memory other than shared: an atomic is one there.
[[nodiscard]] constexpr AccessOp plain_form(AccessOp op) { return op >= AccessOp::increment ? AccessOp::atomic : op; }

}  // namespace bankloom::simt
