// How often each element of a kernel's input was loaded from global memory, by all lanes of all blocks: 1 where each is
// needed once, N in a product of N x N matrices without a tile.
//
// Counted are the lanes' loads, as the kernel's text makes them: whether a cache serves them is not modelled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/run/kernel_run.h"

namespace bankloom {

struct FetchCounts {
  std::size_t parameter = 0;  ///< index in the instance's parameters
  std::uint64_t rows = 0, columns = 0;
  std::vector<float> counts;  ///< of each element, row by row
  float fewest = 0, most = 0;
};

/// Inputs of more elements are left out: a map of them would say nothing.
inline constexpr std::uint64_t kMostCounted = std::uint64_t{512} * 512;

/// The buffers that are input, in the order of the parameters. Empty where not all blocks were recorded.
[[nodiscard]] std::vector<FetchCounts> fetch_counts(const KernelRun& run);

}  // namespace bankloom
