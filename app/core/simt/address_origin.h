// Which array of shared memory an instruction's address is computed from, as far as the text of a function shows it.
//
// Arrays lie side by side in shared memory, so an index past one lands in the next: nothing at run time tells that
// apart from an access to the next one. The text does: an address that comes from one array by additions and the like
// belongs to it. Where an address may come from several arrays, from memory, or from a caller, nothing is said.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ptx/module.h"

namespace bankloom::simt {

/// For each instruction of a function the shared variable that its address (its first operand in brackets) belongs to;
/// nullptr where that is not known. `writes_first`: whether an instruction's first operand is what it writes.
[[nodiscard]] std::vector<const ptx::Variable*> address_origins(const ptx::Module& module,
                                                                const ptx::Function& function,
                                                                bool (*writes_first)(const ptx::Instruction&));

}  // namespace bankloom::simt
