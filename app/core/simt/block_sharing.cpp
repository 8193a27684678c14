#include "core/simt/block_sharing.h"

#include <algorithm>
#include <map>

namespace bankloom::simt {

BlockSharing::Bytes& BlockSharing::of(const Buffer& buffer, bool write) {
  std::size_t& last = last_[write ? 1 : 0];
  if (last < buffers_.size() && buffers_[last].buffer == &buffer) return buffers_[last];
  for (last = 0; last < buffers_.size(); ++last) {
    if (buffers_[last].buffer == &buffer) return buffers_[last];
  }
  const std::size_t pages = (buffer.bytes.size() + PageBackup::kPageBytes - 1) / PageBackup::kPageBytes;
  buffers_.push_back({&buffer, backup_.of(buffer), Maps(pages), Maps(pages)});
  return buffers_.back();
}

/// The first access of its kind to a page.
void BlockSharing::touch(Bytes& bytes, std::size_t page, bool write) {
  if (write && bytes.backup != nullptr) bytes.backup->keep(page);
  if (slab_left_ == 0) {
    slabs_.push_back(std::make_unique<Map[]>(kSlabMaps));
    slab_left_ = kSlabMaps;
  }
  (write ? bytes.written : bytes.read)[page] = &slabs_.back()[--slab_left_];
}

inline std::uint64_t& BlockSharing::word_at(Bytes& bytes, std::uint64_t at, bool write) {
  const std::size_t page = at / PageBackup::kPageBytes;
  Maps& maps = write ? bytes.written : bytes.read;
  if (maps[page] == nullptr) [[unlikely]]
    touch(bytes, page, write);
  return (*maps[page])[at % PageBackup::kPageBytes / kWordBytes];
}

void BlockSharing::note(const Buffer& buffer, const std::uint64_t* addresses, LaneMask exec, unsigned width,
                        bool write) {
  Bytes& bytes = of(buffer, write);
  const std::uint64_t bits = (std::uint64_t{1} << width) - 1;
  // Aligned accesses never cross a word of the map, which stands for 64 bytes.
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint64_t at = addresses[lane] - buffer.address;
    word_at(bytes, at, write) |= bits << (at % kWordBytes);
  });
}

void BlockSharing::note_row(const Buffer& buffer, std::uint64_t address, unsigned width, bool write) {
  Bytes& bytes = of(buffer, write);
  std::uint64_t at = address - buffer.address;
  const std::uint64_t end = at + std::uint64_t{kWarpSize} * width;
  while (at < end) {
    const std::uint64_t first = at % kWordBytes;
    const std::uint64_t count = std::min(kWordBytes - first, end - at);
    std::uint64_t& word = word_at(bytes, at, write);
    // A word as a whole is not read before: the processor need not wait for it.
    const std::uint64_t bits = ~std::uint64_t{0} >> (kWordBytes - count);
    word = count == kWordBytes ? bits : word | bits << first;
    at += count;
  }
}

bool BlockSharing::shares_page(std::span<const Bytes* const> threads, std::size_t page) {
  const auto touches = [&](const Bytes* bytes) {
    return bytes->read[page] != nullptr || bytes->written[page] != nullptr;
  };
  const auto writes = [&](const Bytes* bytes) { return bytes->written[page] != nullptr; };
  if (std::none_of(threads.begin(), threads.end(), writes)) return false;
  if (std::count_if(threads.begin(), threads.end(), touches) < 2) return false;
  static constexpr Map kNothing{};
  Map all_read{}, all_written{};
  std::uint64_t shared = 0;
  for (const Bytes* const bytes : threads) {
    const Map& read = bytes->read[page] != nullptr ? *bytes->read[page] : kNothing;
    const Map& written = bytes->written[page] != nullptr ? *bytes->written[page] : kNothing;
    for (std::size_t w = 0; w < read.size(); ++w) {
      shared |= (written[w] & (all_read[w] | all_written[w])) | (read[w] & all_written[w]);
      all_read[w] |= read[w];
      all_written[w] |= written[w];
    }
  }
  return shared != 0;
}

bool BlockSharing::conflict(std::span<const std::unique_ptr<BlockSharing>> threads) {
  std::map<const Buffer*, std::vector<const Bytes*>> by_buffer;
  for (const std::unique_ptr<BlockSharing>& thread : threads) {
    for (const Bytes& bytes : thread->buffers_) by_buffer[bytes.buffer].push_back(&bytes);
  }
  for (const auto& [buffer, all] : by_buffer) {
    if (all.size() < 2) continue;
    for (std::size_t page = 0; page < all.front()->read.size(); ++page) {
      if (shares_page(all, page)) return true;
    }
  }
  return false;
}

}  // namespace bankloom::simt
