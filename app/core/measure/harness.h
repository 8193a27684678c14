// The timing harness: a small kernel in which one warp repeats one recorded shared access while it reads the
// multiprocessor's clock. It measures the cycles that this one request takes, which the duration of a whole kernel
// hides behind launch, barriers and global memory.
//
// What it repeats
//   load, ldmatrix   a dependent chain: the address of each load is the lane's recorded address plus the value that the
//                    load before it returned. The memory holds zeros, so every load goes to the recorded address, and
//                    none can start before the one before it has returned: a request's latency.
//   store            each store is followed by a load of one word of its own that all lanes share (one wavefront), and
//                    the next store's address depends on that load. Requests of a warp pass the shared-memory pipe in
//                    order, so the load returns when the store has gone through: the store's passes plus the latency of
//                    one load free of conflicts.
// Both add one multiply-add per request, which makes the dependence. The empty harness is the same loop without the
// access (for stores, with the load alone); its cost is reported separately and never subtracted.
//
// On an NVIDIA H200 it reads 26.3 cycles plus 2.0 for each wavefront of a load, 31.3 plus 2.0 for each of a store.
// Chains that compute an index between two loads, as C++ loops do, take a constant more, which depends on that
// arithmetic and not on the banks: on the same H200, i = s[i] took 29.1 cycles without a conflict, a chain down the
// rows of a tile 33.6, one with a masked index 38.2, one with a remainder 57.1, and each of them 61.9 cycles more with
// 32 wavefronts. The figures 51.2 and 113.2 that are published for this GPU (62.0 apart) come from such a chain.
//
// Accesses are volatile, so that the assembler neither merges nor narrows them. Rounds: the whole chain is timed
// several times in one launch; the first round warms the instruction cache and is dropped.
//
// Not supported: atomics and reductions, stmatrix; the harness has one warp, so nothing competes with it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/lane_mask.h"
#include "core/base/result.h"
#include "core/measure/device.h"
#include "core/trace/memory_access.h"

namespace bankloom {

/// The access that is timed: what the lanes of one warp did in one request.
struct HarnessAccess {
  AccessOp op = AccessOp::load;
  unsigned width = 4;     ///< bytes per lane
  unsigned matrices = 0;  ///< ldmatrix: 1, 2, 4
  LaneMask active = kAllLanes;
  std::array<std::uint32_t, kWarpSize> offsets{};  ///< byte address in shared memory by lane; inactive lanes: 0
  std::uint32_t shared_bytes = 0;                  ///< that the kernel's block has; at least the highest byte touched
};

/// The access as recorded. Errors: not shared memory, or an operation that the harness does not support.
[[nodiscard]] Result<HarnessAccess> harness_access(const MemoryAccess& access, std::uint64_t shared_bytes);

struct HarnessShape {
  unsigned rounds = 33;   ///< timed one by one; the first is dropped
  unsigned turns = 32;    ///< of the loop, each `kHarnessUnroll` requests
  bool is_empty = false;  ///< without the access
};
/// Requests in one turn of the loop: enough that the loop's own instructions do not matter.
inline constexpr unsigned kHarnessUnroll = 16;
inline constexpr const char* kHarnessEntry = "bankloom_harness";

/// The directives .version, .target and .address_size of a module's text, for further modules of the same target.
[[nodiscard]] std::string module_head(std::string_view ptx);

/// The harness as PTX. `head`: module_head() of the kernel's PTX.
[[nodiscard]] std::string harness_ptx(const HarnessAccess& access, const HarnessShape& shape, const std::string& head);

/// The harness as a launch: one warp; the second argument is the buffer of cycles by round.
[[nodiscard]] GpuLaunch harness_launch(const HarnessAccess& access, const HarnessShape& shape, const std::string& head);

/// Cycles per request of each round but the first, from the launch's buffers afterwards. Error: the buffer is missing,
/// or a round was not timed.
[[nodiscard]] Result<std::vector<double>> harness_cycles(const GpuOutput& output, const HarnessShape& shape);

/// A launch of a kernel that does nothing: its duration is the least that any kernel takes.
[[nodiscard]] GpuLaunch empty_launch(const std::string& head);

}  // namespace bankloom
