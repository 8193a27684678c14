// Makes a random kernel on which two machines disagree as short as it can be: what is left shows the instruction.
#pragma once

#include <functional>

#include "random_kernel.h"

namespace bankloom::random {

/// Whether a kernel still shows what is looked for.
using Shows = std::function<bool(const RandomKernel&)>;

/// The kernel without the instructions, and runs of them, that are not needed for `shows` to say yes. Only what lies
/// between a kernel's beginning (which fills its registers) and its end (which writes them out) is taken away; the
/// registers that serve within statements are filled in before, so that none is read unwritten. The kernel itself
/// where it does not show it so.
[[nodiscard]] RandomKernel reduce(const RandomKernel& kernel, const Shows& shows);

}  // namespace bankloom::random
