// The two macros used by every file of lane operations.
//
// Lane operations are compiled several times from the same sources, each time for another instruction set of the host;
// BANKLOOM_LANE_ISA names the copy and its namespace. Functions that are inline here must never exist out of line: the
// linker keeps one copy of such a function, and a copy compiled for a newer processor would then run on an older one.
#pragma once

#include <cstdint>

#ifndef BANKLOOM_LANE_ISA
#define BANKLOOM_LANE_ISA baseline
#endif

/// A function that must not exist out of line (see above).
#define BANKLOOM_LANE_INLINE inline __attribute__((always_inline))

namespace bankloom::simt::BANKLOOM_LANE_ISA {

/// How a handler runs for a part of the warp. `blend`: a second loop that keeps the old value of the lanes outside
/// exec; several times as fast for operations of a few instructions, but twice the code. `restore`: run_masked().
enum class Masking : std::uint8_t { restore, blend };

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
