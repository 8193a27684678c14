// The xor swizzle of a tile, recognised from the addresses that a block stores to: element (y, x) lies in column y ^ x,
// or, where stores are wider than a bank's word, piece p of row y in column p ^ (y / rows mod period).
//
// Not recognised: rotations, stores of several widths, and tiles whose rows do not begin with bank 0.
#pragma once

#include <optional>

#include "core/analysis/explanation.h"
#include "core/run/kernel_run.h"
#include "core/session/timeline.h"

namespace bankloom {

/// The row or column of a swizzled tile that an access goes along; nothing where there is none, or where no store of
/// the block proves the swizzle, which row 0 and column 0 alone cannot.
[[nodiscard]] std::optional<SwizzleWalk> swizzle_walk(const KernelRun& run, const Timeline& timeline,
                                                      const MemoryAccess& access);

}  // namespace bankloom
