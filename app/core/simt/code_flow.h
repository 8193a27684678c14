// The control flow of a decoded function, see control_flow.h.
#pragma once

#include <cstdint>
#include <vector>

#include "core/simt/control_flow.h"
#include "core/simt/program.h"

namespace bankloom::simt {

/// By step: where lanes may go on.
[[nodiscard]] Successors successors_of(const Code& code);
/// Tells branches where their lanes meet again, and lane steps how many follow each other.
void mark_reconvergence_points(Code& code, const Successors& successors);
/// Registers that may be read before they are written.
[[nodiscard]] std::vector<std::uint32_t> unassigned_registers(const ptx::Function& function,
                                                              const Successors& successors);

}  // namespace bankloom::simt
