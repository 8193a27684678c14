// BlockSharing: which bytes of global memory the blocks of one host thread read and wrote.
//
// Blocks that run on several host threads give the results of a run in order only where no block touches what a block
// of another thread writes. A device makes no promise there either, but a run here is to be repeatable: where blocks do
// share, memory is put back as it was and the launch is run again in order.
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
  /// `backup`, shared by all threads, must outlive this. `unit_bytes` (1, 2 or 4, the same for all threads): noted are
  /// units of so many bytes, of which all writes are multiples.
  BlockSharing(PageBackup& backup, unsigned unit_bytes);

  /// Notes an access of `width` bytes (1, 2, 4, 8 or 16, aligned to it) at each active lane's address, all in `buffer`,
  /// before it is carried out.
  void add(const Buffer& buffer, const std::uint64_t* addresses, LaneMask exec, unsigned width, bool write);
  /// The same for 32 lanes side by side, the first at `address`.
  void add_row(const Buffer& buffer, std::uint64_t address, unsigned width, bool write);
  /// To be called once all accesses have been noted, before anyone asks for conflicts.
  void finish();
  /// Whether a byte that one of the threads wrote was read or written by another. Looked at is one of `parts` parts of
  /// the buffers, so that several threads can look at once.
  [[nodiscard]] static bool conflict(std::span<const std::unique_ptr<BlockSharing>> threads, std::size_t part,
                                     std::size_t parts);
  /// Bytes that the notes of one thread take at most for buffers of so many bytes.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t buffer_bytes) { return buffer_bytes / 4; }

 private:
  static constexpr std::size_t kSlabMaps = 64;
  static constexpr unsigned kWordBits = 64;
  using Map = std::uint64_t*;     ///< a bit for each unit of a page of memory
  using Maps = std::vector<Map>;  ///< by page; null where nothing was touched
  struct Bytes {
    const Buffer* buffer = nullptr;
    PageBackup::Pages* backup = nullptr;
    Maps read, written;
  };
  /// What the lanes of a warp reach side by side with what they reached before: a column of a matrix, an element a
  /// warp. Their bits are put into the maps together.
  struct Column {
    Bytes* bytes = nullptr;  ///< null: there is none
    bool write = false;
    std::array<std::uint64_t, kWarpSize> addresses{};  ///< of the first access
    std::uint64_t room = 0;                            ///< bytes from there to the end of the word that ends first
    std::uint64_t bits = 0;                            ///< of the words that the lanes reach, bit 0 at the addresses
  };
  [[nodiscard]] Bytes& of(const Buffer& buffer, bool write);
  [[nodiscard]] Bytes& find(const Buffer& buffer, bool write);
  [[nodiscard]] bool continues(const Column& column, const Buffer& buffer, const std::uint64_t* addresses) const;
  void put(Column& column);
  [[nodiscard]] std::uint64_t& word_at(Bytes& bytes, std::uint64_t at, bool write);
  void touch(Bytes& bytes, std::size_t page, bool write);
  [[nodiscard]] static bool shares_page(std::span<const Bytes* const> threads, std::size_t page, std::size_t words);

  PageBackup& backup_;
  unsigned unit_shift_, word_shift_;  ///< a bit stands for 2^unit_shift_ bytes of memory, a word for 2^word_shift_
  std::deque<Bytes> buffers_;
  std::array<std::size_t, 2> last_{};                    ///< in buffers_, that was read and that was written last
  std::array<Column, 2> columns_;                        ///< that are being read and written
  std::vector<std::unique_ptr<std::uint64_t[]>> slabs_;  ///< what the maps lie in
  std::size_t slab_left_ = 0;                            ///< maps of the last slab that are not in use
};

}  // namespace bankloom::simt
