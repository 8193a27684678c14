#include "core/simt/block_sharing.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

namespace bankloom::simt {

BlockSharing::BlockSharing(PageBackup& backup, unsigned unit_bytes)
    : backup_(backup),
      unit_shift_(static_cast<unsigned>(std::countr_zero(unit_bytes))),
      word_shift_(unit_shift_ + static_cast<unsigned>(std::countr_zero(kWordBits))) {}

inline BlockSharing::Bytes& BlockSharing::of(const Buffer& buffer, bool write) {
  const std::size_t last = last_[write ? 1 : 0];
  if (last < buffers_.size() && buffers_[last].buffer == &buffer) [[likely]]
    return buffers_[last];
  return find(buffer, write);
}

BlockSharing::Bytes& BlockSharing::find(const Buffer& buffer, bool write) {
  std::size_t& last = last_[write ? 1 : 0];
  for (last = 0; last < buffers_.size(); ++last) {
    if (buffers_[last].buffer == &buffer) return buffers_[last];
  }
  const std::size_t pages = (buffer.bytes.size() + PageBackup::kPageBytes - 1) / PageBackup::kPageBytes;
  buffers_.push_back({&buffer, backup_.of(buffer), Maps(pages), Maps(pages)});
  return buffers_.back();
}

/// Adds the first access of its kind to a page.
void BlockSharing::touch(Bytes& bytes, std::size_t page, bool write) {
  if (write && bytes.backup != nullptr) bytes.backup->keep(page);
  const std::size_t words = PageBackup::kPageBytes >> word_shift_;
  if (slab_left_ == 0) {
    slabs_.push_back(std::make_unique<std::uint64_t[]>(kSlabMaps * words));
    slab_left_ = kSlabMaps;
  }
  (write ? bytes.written : bytes.read)[page] = slabs_.back().get() + --slab_left_ * words;
}

/// The word for the byte `at` of a buffer.
inline std::uint64_t& BlockSharing::word_at(Bytes& bytes, std::uint64_t at, bool write) {
  const std::size_t page = at / PageBackup::kPageBytes;
  Maps& maps = write ? bytes.written : bytes.read;
  if (maps[page] == nullptr) [[unlikely]]
    touch(bytes, page, write);
  return maps[page][at % PageBackup::kPageBytes >> word_shift_];
}

/// Whether all lanes reach words that the column's first access reached, all at the same distance after it.
inline bool BlockSharing::continues(const Column& column, const Buffer& buffer, const std::uint64_t* addresses) const {
  const std::uint64_t distance = addresses[0] - column.addresses[0];
  if (column.bytes == nullptr || column.bytes->buffer != &buffer || distance >= column.room) return false;
  std::uint64_t differences = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    differences |= (addresses[lane] - column.addresses[lane]) ^ distance;
  }
  return differences == 0;
}

/// Puts the bits of a finished column into the maps.
void BlockSharing::put(Column& column) {
  if (column.bytes == nullptr) return;
  for (const std::uint64_t address : column.addresses) {
    const std::uint64_t at = address - column.bytes->buffer->address;
    word_at(*column.bytes, at, column.write) |= column.bits << (at >> unit_shift_) % kWordBits;
  }
  column.bytes = nullptr;
}

void BlockSharing::finish() {
  for (Column& column : columns_) put(column);
}

void BlockSharing::add(const Buffer& buffer, const std::uint64_t* addresses, LaneMask exec, unsigned width,
                       bool write) {
  // A partly read unit counts as read whole: a write covers it whole.
  const std::uint64_t bits = (std::uint64_t{1} << std::max(width >> unit_shift_, 1U)) - 1;
  Column& column = columns_[write ? 1 : 0];
  if (exec == kAllLanes && continues(column, buffer, addresses)) {
    column.bits |= bits << ((addresses[0] - column.addresses[0]) >> unit_shift_);
    return;
  }
  put(column);
  Bytes& bytes = of(buffer, write);
  // Aligned accesses never cross a word of the map, which covers at least 64 bytes.
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint64_t at = addresses[lane] - buffer.address;
    word_at(bytes, at, write) |= bits << (at >> unit_shift_) % kWordBits;
  });
  if (exec != kAllLanes) return;
  column.bytes = &bytes;
  column.write = write;
  column.bits = 0;
  const std::uint64_t word_bytes = std::uint64_t{1} << word_shift_;
  column.room = word_bytes;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    column.addresses[lane] = addresses[lane];
    column.room = std::min(column.room, word_bytes - ((addresses[lane] - buffer.address) & (word_bytes - 1)));
  }
}

void BlockSharing::add_row(const Buffer& buffer, std::uint64_t address, unsigned width, bool write) {
  Bytes& bytes = of(buffer, write);
  const std::uint64_t begin = address - buffer.address;
  std::uint64_t unit = begin >> unit_shift_;
  const std::uint64_t end = (begin + std::uint64_t{kWarpSize} * width) >> unit_shift_;
  while (unit < end) {
    const std::uint64_t first = unit % kWordBits;
    const std::uint64_t count = std::min(kWordBits - first, end - unit);
    std::uint64_t& word = word_at(bytes, unit << unit_shift_, write);
    // A whole word is not read first: the processor need not wait for it.
    const std::uint64_t bits = ~std::uint64_t{0} >> (kWordBits - count);
    word = count == kWordBits ? bits : word | bits << first;
    unit += count;
  }
}

bool BlockSharing::shares_page(std::span<const Bytes* const> threads, std::size_t page, std::size_t words) {
  const auto touches = [&](const Bytes* bytes) {
    return bytes->read[page] != nullptr || bytes->written[page] != nullptr;
  };
  const auto writes = [&](const Bytes* bytes) { return bytes->written[page] != nullptr; };
  if (std::ranges::none_of(threads, writes)) return false;
  if (std::ranges::count_if(threads, touches) < 2) return false;
  using MostWords = std::array<std::uint64_t, PageBackup::kPageBytes / kWordBits>;
  static constexpr MostWords kNothing{};
  MostWords all_read{}, all_written{};
  std::uint64_t shared = 0;
  for (const Bytes* const bytes : threads) {
    const std::uint64_t* const read = bytes->read[page] != nullptr ? bytes->read[page] : kNothing.data();
    const std::uint64_t* const written = bytes->written[page] != nullptr ? bytes->written[page] : kNothing.data();
    for (std::size_t w = 0; w < words; ++w) {
      shared |= (written[w] & (all_read[w] | all_written[w])) | (read[w] & all_written[w]);
      all_read[w] |= read[w];
      all_written[w] |= written[w];
    }
  }
  return shared != 0;
}

bool BlockSharing::conflict(std::span<const std::unique_ptr<BlockSharing>> threads, std::size_t part,
                            std::size_t parts) {
  std::map<const Buffer*, std::vector<const Bytes*>> by_buffer;
  for (const std::unique_ptr<BlockSharing>& thread : threads) {
    for (const Bytes& bytes : thread->buffers_) by_buffer[bytes.buffer].push_back(&bytes);
  }
  const std::size_t words = PageBackup::kPageBytes >> threads.front()->word_shift_;
  for (const auto& [buffer, all] : by_buffer) {
    if (all.size() < 2) continue;
    const std::size_t pages = all.front()->read.size(), end = pages * (part + 1) / parts;
    for (std::size_t page = pages * part / parts; page < end; ++page) {
      if (shares_page(all, page, words)) return true;
    }
  }
  return false;
}

}  // namespace bankloom::simt
