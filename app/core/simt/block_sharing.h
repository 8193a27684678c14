// BlockSharing: which bytes of global memory the blocks of one host thread read and wrote.
//
// Blocks that run on several host threads give the results of a run in order only where no block touches what a block
// of another thread writes. A device makes no promise there either, but a run here is to be repeatable: where blocks do
// share, the launch is run again in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/lane_mask.h"
#include "core/simt/memory.h"

namespace bankloom::simt {

class BlockSharing {
 public:
  /// Notes an access of `width` bytes (1, 2, 4, 8 or 16, aligned to it) at each active lane's address, all in `buffer`.
  void note(const Buffer& buffer, const std::uint64_t* addresses, LaneMask exec, unsigned width, bool write);
  /// Whether a byte that one of the threads wrote was read or written by another.
  [[nodiscard]] static bool conflict(std::span<const std::unique_ptr<BlockSharing>> threads);

 private:
  /// A bit for each byte of a buffer.
  struct Bytes {
    const Buffer* buffer = nullptr;
    std::vector<std::uint64_t> read, written;
  };
  [[nodiscard]] Bytes& of(const Buffer& buffer);
  std::vector<Bytes> buffers_;
  std::size_t last_ = 0;
};

}  // namespace bankloom::simt
