// AddressBreakdown: how an address is reckoned, with the numbers filled in: element, byte, word, bank, and the
// address's bits.
//
// Pure: made from the tile's shape and the machine's banks, so it can be read beside the kernel's text.
// Not told: how the compiler computed the address; the steps are those of a row-major array.
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

/// What a part of a line is about, for its colour.
enum class TextTone : std::uint8_t {
  plain,
  row,   ///< the row within a bank, or the line of global memory
  bank,  ///< the bank, or the sector
  byte,  ///< the byte within the word or the sector
};

struct TonedText {
  std::string text;
  TextTone tone = TextTone::plain;
  bool bits = false;  ///< binary digits, to be set apart from what stands beside them
  friend bool operator==(const TonedText&, const TonedText&) = default;
};

/// One step of the reckoning: "word = 9 × (32 + 0) + 0 = 288".
using TonedLine = std::vector<TonedText>;

struct AddressBreakdown {
  std::string title;              ///< "tile[9][0]", "lane 9 · tile[9][0]"
  std::vector<TonedLine> steps;   ///< in the order of reckoning
  std::optional<TonedLine> bits;  ///< "byte 1152 = 0000 1001 | 00000 | 00"; nothing where the banks are no power of two
  std::optional<TonedLine> legend;  ///< what the groups of bits are; set where `bits` is
  std::uint64_t first_bank = 0;     ///< shared memory: bank of the first byte
};

/// The address of a tile's element; `element.column` may lie in the padding. `swizzle`: how the tile is swizzled, where
/// it is.
[[nodiscard]] AddressBreakdown cell_breakdown(const MachineModel& machine, const TileGeometry& tile,
                                              const TileGeometry::Element& element,
                                              const std::optional<TileSwizzle>& swizzle = std::nullopt);

/// An element of a buffer in global memory, where it is known whose an address is.
struct GlobalElement {
  std::string buffer;            ///< the parameter's name
  std::uint64_t index = 0;       ///< of the element
  unsigned element_bytes = 4;    ///< 1, 2, 4, 8 or 16
  std::uint64_t buffer_address;  ///< device address of the buffer's first byte
};

/// The address that a lane accesses: `bytes` (1 to 16) from `address` on. Shared addresses within `tile` are told by
/// row and column, others from the byte on; global ones by line and sector, counted from the beginning of the buffer
/// where `global` is known and its buffer begins with a line, as buffers do.
[[nodiscard]] AddressBreakdown lane_breakdown(const MachineModel& machine, const TileGeometry* tile, Space space,
                                              unsigned lane, std::uint64_t address, unsigned bytes,
                                              const std::optional<GlobalElement>& global = std::nullopt,
                                              const std::optional<TileSwizzle>& swizzle = std::nullopt);
/// The element of a run's buffers at a device address, nothing where none lies there.
[[nodiscard]] std::optional<GlobalElement> global_element(const KernelRun& run, std::uint64_t address);

/// A line as text, groups of bits parted by " | ".
[[nodiscard]] std::string breakdown_text(const TonedLine& line);

}  // namespace bankloom
