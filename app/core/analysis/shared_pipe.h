// The pipe of shared memory while every warp of a multiprocessor follows a chain of loads: each load waits for the
// answer to the one before.
//
// The model, as measured on an H200: the pipe takes one wavefront a cycle, whichever warp it is of; the answer to a
// load comes `latency` cycles after its first wavefront, and two cycles later for each further one. So a load takes the
// larger of latency + 2 * (wavefronts - 1) and warps * wavefronts cycles. Not modelled: other instructions between the
// loads, which `latency` has to include, and which of several waiting warps the scheduler takes first (the one that has
// waited longest, then by number).
#pragma once

#include <vector>

namespace bankloom {

/// Cycles by which the answer to a load comes later for each further wavefront.
inline constexpr double kCyclesAWavefront = 2;

/// A load of a chain, in cycles from the first load on.
struct ChainLoad {
  unsigned warp = 0;
  double asked = 0;   ///< the warp is ready to load
  double begin = 0;   ///< its first wavefront is in the pipe
  double end = 0;     ///< the pipe is free again
  double answer = 0;  ///< the warp has the value
};

/// The first loads of every warp, in the order in which the pipe takes them. All warps are ready at cycle 0.
[[nodiscard]] std::vector<ChainLoad> chain_loads(unsigned warps, unsigned wavefronts, double latency,
                                                 unsigned loads_of_a_warp);

/// Cycles from one load of a warp to its next, once all warps have settled.
[[nodiscard]] double cycles_of_chain_load(unsigned warps, unsigned wavefronts, double latency);

}  // namespace bankloom
