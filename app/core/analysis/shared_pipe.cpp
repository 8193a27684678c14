#include "core/analysis/shared_pipe.h"

#include <algorithm>

namespace bankloom {

std::vector<ChainLoad> chain_loads(unsigned warps, unsigned wavefronts, double latency, unsigned loads_of_a_warp) {
  std::vector<ChainLoad> loads;
  std::vector<double> ready(warps, 0);
  double free = 0;
  for (unsigned taken = 0; taken < warps * loads_of_a_warp; ++taken) {
    const auto next = std::ranges::min_element(ready);
    ChainLoad load;
    load.warp = static_cast<unsigned>(next - ready.begin());
    load.asked = *next;
    load.begin = std::max(load.asked, free);
    load.end = free = load.begin + wavefronts;
    load.answer = *next = load.begin + latency + kCyclesAWavefront * (wavefronts - 1);
    loads.push_back(load);
  }
  return loads;
}

double cycles_of_chain_load(unsigned warps, unsigned wavefronts, double latency) {
  return std::max(latency + kCyclesAWavefront * (wavefronts - 1), static_cast<double>(warps) * wavefronts);
}

}  // namespace bankloom
