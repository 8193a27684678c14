// Which code ptxas writes for an atomic on shared memory.
#pragma once

#include "core/ptx/module.h"
#include "core/trace/memory_access.h"

namespace bankloom::simt {

/// The operation that an atom or red comes to, as ptxas 13.0 compiles it for compute capability 9.0 (read in its code;
/// the counts that belong to each were measured on an H200):
///   increment            add.u32 of the constant 1 whose result is not used: ATOMS.POPC.INC
///   compare_swap         cas: ATOMS.CAS
///   update_loop          add of f16, bf16, f32, f64, and all of 64 bits but exch and cas: a loop with ATOMS.CAST.SPIN
///   generic_update_loop  the same where the address is generic, as that of atomicAdd() on __half2 always is
///   atomic, reduction    all others: ATOMS.ADD and the like
/// A result counts as used where its register occurs anywhere else in the function. Of other memory than shared and of
/// generic addresses that turn out to be global it says nothing: plain_form().
[[nodiscard]] AccessOp atomic_form(const ptx::Function& function, const ptx::Instruction& instruction, Space space);

/// The form on memory other than shared: an atomic is one there.
[[nodiscard]] constexpr AccessOp plain_form(AccessOp op) { return op >= AccessOp::increment ? AccessOp::atomic : op; }

}  // namespace bankloom::simt
