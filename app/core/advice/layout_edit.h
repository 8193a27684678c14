// LayoutEdit: writes a layout into the text of a kernel that has no option for it: a padding as longer rows in its
// tile's declaration, a swizzle into every index of the tile. A run of the text then shows whether that is correct
// (advice.h).
//
// Not supported: arrays of one dimension (`extern T tile[]`, too), whose indices would have to change; swizzles of a
// tile that is used without both of its indices; declarations made by macros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/own/own_source.h"
#include "core/run/kernel_run.h"

namespace bankloom {

/// Why a layout cannot be written into the text.
enum class EditObstacle : std::uint8_t {
  none,
  no_indices,       ///< the tile is used without a row and a column, which a swizzle needs
  no_declaration,   ///< the tile's declaration was not found in the text
  no_rows,          ///< it has no rows
  part_of_element,  ///< the padding is not a whole number of declared elements
  fails,            ///< a run of the changed text faults, is wrong or conflicts
};

struct LayoutEdit {
  EditObstacle obstacle = EditObstacle::no_indices;
  std::optional<OwnSource> source;    ///< the changed text; set where there is no obstacle
  std::size_t begin = 0, length = 0;  ///< the new bytes in it
};

/// How a swizzle exchanges the columns of a row: column c of row r lies at c ^ (((r >> shift) % width) * chunk); a
/// negative shift is one to the left. `width` is a power of two.
struct ColumnXor {
  int shift = 0;
  std::uint64_t width = 1, chunk = 1;
};
/// The run's text with its tile's columns exchanged so, wherever it is indexed.
[[nodiscard]] LayoutEdit swizzled_text(const KernelRun& run, const ColumnXor& by);

/// The run's text with `padding` more elements in each row of its tile.
[[nodiscard]] LayoutEdit padded_text(const KernelRun& run, std::uint64_t more);

}  // namespace bankloom
