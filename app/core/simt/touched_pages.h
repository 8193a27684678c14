// TouchedPages: numbers the pages of global memory that a block touches, in that order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace bankloom::simt {

class TouchedPages {
 public:
  /// A page is one row of words that a warp reads. The records of a tile's rows, which are far from each other in a
  /// matrix, are adjacent; with pages as long as a matrix's rows they would fall into few sets of the processor's
  /// cache.
  static constexpr unsigned kPageShift = 7;
  static constexpr std::uint64_t kPageBytes = std::uint64_t{1} << kPageShift;
  /// Limit of numbered pages of a block: 32 MiB.
  static constexpr std::size_t kMostPages = std::size_t{1} << 18u;

  void begin_block() {
    count_ = 0;
    if (++block_ == 0) {
      slots_.assign(slots_.size(), Slot{});
      block_ = 1;
    }
  }
  /// Number of the page of an address; nothing if the block has touched kMostPages others.
  [[nodiscard]] std::optional<std::size_t> number_of(std::uint64_t address) {
    const std::uint64_t page = address >> kPageShift;
    std::size_t at = place_of(page);
    for (; slots_[at].block == block_; at = (at + 1) & (slots_.size() - 1)) {
      if (slots_[at].page == page) return slots_[at].number;
    }
    if (count_ == kMostPages) return std::nullopt;
    if (2 * (count_ + 1) > slots_.size()) {
      grow();
      at = place_of(page);
      while (slots_[at].block == block_) at = (at + 1) & (slots_.size() - 1);
    }
    slots_[at] = {page, block_, static_cast<std::uint32_t>(count_)};
    return count_++;
  }

 private:
  struct Slot {
    std::uint64_t page = 0;
    std::uint32_t block = 0;  ///< block that the page belongs to
    std::uint32_t number = 0;
  };
  [[nodiscard]] std::size_t place_of(std::uint64_t page) const {
    // 2^64 divided by the golden ratio: its high bits are spread best.
    return static_cast<std::size_t>((page * 0x9E3779B97F4A7C15u) >> 40u) & (slots_.size() - 1);
  }
  void grow() {
    std::vector<Slot> before(2 * slots_.size());
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.block != block_) continue;
      std::size_t at = place_of(slot.page);
      while (slots_[at].block == block_) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = slot;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(256);  ///< a power of two
  std::uint32_t block_ = 0;
  std::size_t count_ = 0;
};

}  // namespace bankloom::simt
