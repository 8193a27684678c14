// BlockSharing: which bytes of global memory the blocks of one host thread read and wrote.
//
// Several host threads give the results of a run in order only if no block touches what a block of another thread
// writes. A device promises nothing here either, but a run of the emulator is repeatable: if blocks do share, memory is
// restored and the launch is run again in order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "core/base/lane_mask.h"
#include "core/simt/memory.h"
#include "core/simt/page_backup.h"

namespace bankloom::simt {

class BlockSharing {
 public:
  /// `backup`, shared by all threads, must outlive this object. `unit_bytes` (1, 2 or 4, the same for all threads): the
  /// size of the units tracked; all writes are multiples of it.
  BlockSharing(PageBackup& backup, unsigned unit_bytes);

  /// Adds an access of `width` bytes (1, 2, 4, 8 or 16, aligned to it) at each active lane's address, all in `buffer`.
  /// Called before the access is carried out.
  void add(const Buffer& buffer, const std::uint64_t* addresses, LaneMask exec, unsigned width, bool write);
  /// The same for 32 consecutive lanes, the first at `address`.
  void add_row(const Buffer& buffer, std::uint64_t address, unsigned width, bool write);
  /// Called after the last access and before conflict().
  void finish();
  /// Whether a byte that one thread wrote was read or written by another. Checks one of `parts` parts of the buffers,
  /// so that several threads can check at once.
  [[nodiscard]] static bool conflict(std::span<const std::unique_ptr<BlockSharing>> threads, std::size_t part,
                                     std::size_t parts);
  /// The most memory that one thread's maps take for buffers of so many bytes.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t buffer_bytes) { return buffer_bytes / 4; }

 private:
  static constexpr std::size_t kSlabMaps = 64;
  static constexpr unsigned kWordBits = 64;
  using Map = std::uint64_t*;     ///< one bit for each unit of a page of memory
  using Maps = std::vector<Map>;  ///< by page; null if the page is untouched
  struct Bytes {
    const Buffer* buffer = nullptr;
    PageBackup::Pages* backup = nullptr;
    Maps read, written;
  };
  /// The next consecutive elements that the lanes of a warp reach after earlier ones: a column of a matrix, one element
  /// per warp. Their bits are put into the maps together.
  struct Column {
    Bytes* bytes = nullptr;  ///< null: there is none
    bool write = false;
    std::array<std::uint64_t, kWarpSize> addresses{};  ///< of the first access
    std::uint64_t room = 0;                            ///< bytes from there to the end of the word that ends first
    std::uint64_t bits = 0;                            ///< of the words that the lanes reach; bit 0 is at the addresses
  };
  [[nodiscard]] Bytes& of(const Buffer& buffer, bool write);
  [[nodiscard]] Bytes& find(const Buffer& buffer, bool write);
  [[nodiscard]] bool continues(const Column& column, const Buffer& buffer, const std::uint64_t* addresses) const;
  void put(Column& column);
  [[nodiscard]] std::uint64_t& word_at(Bytes& bytes, std::uint64_t at, bool write);
  void touch(Bytes& bytes, std::size_t page, bool write);
  [[nodiscard]] static bool shares_page(std::span<const Bytes* const> threads, std::size_t page, std::size_t words);

  PageBackup& backup_;
  unsigned unit_shift_, word_shift_;  ///< a bit covers 2^unit_shift_ bytes of memory, a word 2^word_shift_
  std::deque<Bytes> buffers_;
  std::array<std::size_t, 2> last_{};                    ///< indices in buffers_: read last, written last
  std::array<Column, 2> columns_;                        ///< being read, being written
  std::vector<std::unique_ptr<std::uint64_t[]>> slabs_;  ///< memory of the maps
  std::size_t slab_left_ = 0;                            ///< unused maps of the last slab
};

}  // namespace bankloom::simt
