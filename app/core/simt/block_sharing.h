// BlockSharing: which bytes of global memory the blocks of one host thread read and wrote.
//
// Blocks that run on several host threads give the results of a run in order only where no block touches what a block
// of another thread writes. A device makes no promise there either, but a run here is to be repeatable: where blocks do
// share, memory is put back as it was and the launch is run again in order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/lane_mask.h"
#include "core/simt/memory.h"
#include "core/simt/page_backup.h"

namespace bankloom::simt {

class BlockSharing {
 public:
  /// `backup`, shared by all threads, must outlive this.
  explicit BlockSharing(PageBackup& backup) : backup_(backup) {}

  /// Notes an access of `width` bytes (1, 2, 4, 8 or 16, aligned to it) at each active lane's address, all in `buffer`,
  /// before it is carried out.
  void note(const Buffer& buffer, const std::uint64_t* addresses, LaneMask exec, unsigned width, bool write);
  /// The same for 32 lanes side by side, the first at `address`.
  void note_row(const Buffer& buffer, std::uint64_t address, unsigned width, bool write);
  /// Whether a byte that one of the threads wrote was read or written by another.
  [[nodiscard]] static bool conflict(std::span<const std::unique_ptr<BlockSharing>> threads);
  /// Bytes that the notes of one thread take at most for buffers of so many bytes.
  [[nodiscard]] static std::uint64_t most_bytes(std::uint64_t buffer_bytes) { return buffer_bytes / 4; }

 private:
  static constexpr std::size_t kWordBytes = 64;  ///< of memory, that a word of a map stands for
  static constexpr std::size_t kSlabMaps = 64;
  /// A bit for each byte of a page of memory.
  using Map = std::array<std::uint64_t, PageBackup::kPageBytes / kWordBytes>;
  using Maps = std::vector<Map*>;  ///< by page; null where nothing was touched
  struct Bytes {
    const Buffer* buffer = nullptr;
    PageBackup::Pages* backup = nullptr;
    Maps read, written;
  };
  [[nodiscard]] Bytes& of(const Buffer& buffer, bool write);
  [[nodiscard]] std::uint64_t& word_at(Bytes& bytes, std::uint64_t at, bool write);
  void touch(Bytes& bytes, std::size_t page, bool write);
  [[nodiscard]] static bool shares_page(std::span<const Bytes* const> threads, std::size_t page);

  PageBackup& backup_;
  std::vector<Bytes> buffers_;
  std::array<std::size_t, 2> last_{};          ///< in buffers_, that was read and that was written last
  std::vector<std::unique_ptr<Map[]>> slabs_;  ///< what the maps lie in
  std::size_t slab_left_ = 0;                  ///< maps of the last slab that are not in use
};

}  // namespace bankloom::simt
