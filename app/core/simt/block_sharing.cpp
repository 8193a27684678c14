#include "core/simt/block_sharing.h"

#include <map>

namespace bankloom::simt {

BlockSharing::Bytes& BlockSharing::of(const Buffer& buffer) {
  if (last_ < buffers_.size() && buffers_[last_].buffer == &buffer) return buffers_[last_];
  for (last_ = 0; last_ < buffers_.size(); ++last_) {
    if (buffers_[last_].buffer == &buffer) return buffers_[last_];
  }
  const std::size_t words = (buffer.bytes.size() + 63) / 64;
  buffers_.push_back({&buffer, std::vector<std::uint64_t>(words), std::vector<std::uint64_t>(words)});
  return buffers_.back();
}

void BlockSharing::note(const Buffer& buffer, const std::uint64_t* addresses, LaneMask exec, unsigned width,
                        bool write) {
  Bytes& bytes = of(buffer);
  std::uint64_t* const map = (write ? bytes.written : bytes.read).data();
  const std::uint64_t bits = (std::uint64_t{1} << width) - 1;
  // Aligned accesses never cross a word of the map, which stands for 64 bytes.
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint64_t at = addresses[lane] - buffer.address;
    map[at / 64] |= bits << (at % 64);
  });
}

bool BlockSharing::conflict(std::span<const std::unique_ptr<BlockSharing>> threads) {
  struct Union {
    std::vector<std::uint64_t> read, written;
  };
  std::map<const Buffer*, Union> so_far;
  for (const std::unique_ptr<BlockSharing>& thread : threads) {
    for (const Bytes& bytes : thread->buffers_) {
      Union& all = so_far[bytes.buffer];
      all.read.resize(bytes.read.size());
      all.written.resize(bytes.written.size());
      std::uint64_t shared = 0;
      for (std::size_t w = 0; w < bytes.read.size(); ++w) {
        shared |= (bytes.written[w] & (all.read[w] | all.written[w])) | (bytes.read[w] & all.written[w]);
        all.read[w] |= bytes.read[w];
        all.written[w] |= bytes.written[w];
      }
      if (shared != 0) return true;
    }
  }
  return false;
}

}  // namespace bankloom::simt
