// The control flow of a decoded function; see control_flow.h.
#pragma once

#include <cstdint>
#include <vector>

#include "core/simt/control_flow.h"
#include "core/simt/program.h"

namespace bankloom::simt {

/// Successors, by step.
[[nodiscard]] Successors successors_of(const Code& code);
/// Sets each branch's reconvergence point, and at each lane step the number of lane steps in a row.
void mark_reconvergence_points(Code& code, const Successors& successors);
/// Registers that may be read before they are written.
[[nodiscard]] std::vector<std::uint32_t> unassigned_registers(const ptx::Function& function,
                                                              const Successors& successors);

}  // namespace bankloom::simt
