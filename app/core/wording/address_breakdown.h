// AddressBreakdown: how an address becomes element, byte, word and bank, with the numbers filled in, and its bits.
// A pure function of the tile's shape and the machine's banks. The steps are those of a row-major array, not how the
// compiler computed the address.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/explanation.h"
#include "core/base/space.h"
#include "core/machine/machine_model.h"
#include "core/run/kernel_run.h"

namespace bankloom {

/// The meaning of a part of a line, for its colour.
enum class TextTone : std::uint8_t {
  plain,
  row,   ///< the row within a bank, or the line of global memory
  bank,  ///< the bank, or the sector
  byte,  ///< the byte within the word or the sector
};

/// What a number of a line stands for in the picture, where it can be lit.
enum class Stands : std::uint8_t { nowhere, row, column, word, bank };

struct TonedText {
  std::string text;
  TextTone tone = TextTone::plain;
  bool bits = false;  ///< binary digits, shown apart from their neighbours
  Stands stands = Stands::nowhere;
  friend bool operator==(const TonedText&, const TonedText&) = default;
};

/// One step: "word = 9 × (32 + 0) + 0 = 288".
using TonedLine = std::vector<TonedText>;

struct AddressBreakdown {
  std::string title;                             ///< "tile[9][0]", "lane 9 · tile[9][0]"
  std::vector<TonedLine> steps;                  ///< in order, each from the one before
  std::optional<TileGeometry::Element> element;  ///< of the tile, that rows, columns and words of the lines are of
  std::optional<unsigned> lane;                  ///< whose address it is
  std::optional<TonedLine>
      bits;  ///< "byte 1152 = 0000 1001 | 00000 | 00"; nothing where the number of banks is not a power of two
  std::optional<TonedLine> legend;  ///< the names of the groups of bits; set where `bits` is
  std::uint64_t first_bank = 0;     ///< shared memory: bank of the first byte
};

/// The address of a tile's element; `element.column` may lie in the padding. `swizzle`: nothing where the tile has
/// none.
[[nodiscard]] AddressBreakdown cell_breakdown(const MachineModel& machine, const TileGeometry& tile,
                                              const TileGeometry::Element& element,
                                              const std::optional<TileSwizzle>& swizzle = std::nullopt);

/// An element of a buffer in global memory.
struct GlobalElement {
  std::string buffer;            ///< the parameter's name
  std::uint64_t index = 0;       ///< of the element
  unsigned element_bytes = 4;    ///< 1, 2, 4, 8 or 16
  std::uint64_t buffer_address;  ///< device address of the buffer's first byte
};

/// The address that a lane accesses: `bytes` (1 to 16) from `address` on. Shared addresses in `tile` begin with row and
/// column, others with the byte; global ones have line and sector, counted from the buffer's beginning where `global`
/// is known and the buffer is aligned to lines.
[[nodiscard]] AddressBreakdown lane_breakdown(const MachineModel& machine, const TileGeometry* tile, Space space,
                                              unsigned lane, std::uint64_t address, unsigned bytes,
                                              const std::optional<GlobalElement>& global = std::nullopt,
                                              const std::optional<TileSwizzle>& swizzle = std::nullopt);
/// The element of a run's buffers at a device address; nothing where there is none.
[[nodiscard]] std::optional<GlobalElement> global_element(const KernelRun& run, std::uint64_t address);

/// A line as text, with " | " between groups of bits.
[[nodiscard]] std::string breakdown_text(const TonedLine& line);

}  // namespace bankloom
