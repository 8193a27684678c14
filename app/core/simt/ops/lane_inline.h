// The two macros that every file of lane operations starts from.
//
// Lane operations are compiled several times from the same sources, each time for another instruction set of the host;
// BANKLOOM_LANE_ISA names the copy and the namespace that it lives in. What is written here as inline must
// never exist out of line: the linker keeps one copy of such a function, and a copy compiled for a newer processor
// would then run on an older one.
#pragma once

#include <cstdint>

#ifndef BANKLOOM_LANE_ISA
#define BANKLOOM_LANE_ISA baseline
#endif

/// A function that must not exist out of line (see above).
#define BANKLOOM_LANE_INLINE inline __attribute__((always_inline))

namespace bankloom::simt::BANKLOOM_LANE_ISA {

/// How a handler runs for a part of the warp. `blend`: a second loop that keeps the old value of the lanes outside
/// exec, several times as fast where the operation is a few instructions, but twice the code. `restore`: run_masked().
enum class Masking : std::uint8_t { restore, blend };

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
