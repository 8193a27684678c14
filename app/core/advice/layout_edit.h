// LayoutEdit: writes a padding into the text of a kernel that has no option for it: longer rows in its tile's
// declaration. A run of the text then shows whether that is correct (advice.h).
//
// Not supported: swizzles, which change every index; arrays of one dimension (`extern T tile[]`, too), whose indices
// would have to change; declarations made by macros.
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
  not_a_padding,    ///< it changes more than the declaration
  no_declaration,   ///< the tile's declaration was not found in the text
  no_rows,          ///< it has no rows
  part_of_element,  ///< the padding is not a whole number of declared elements
  fails,            ///< a run of the changed text faults, is wrong or conflicts
};

struct LayoutEdit {
  EditObstacle obstacle = EditObstacle::not_a_padding;
  std::optional<OwnSource> source;    ///< the changed text; set where there is no obstacle
  std::size_t begin = 0, length = 0;  ///< the new bytes in it
};

/// The run's text with `padding` more elements in each row of its tile.
[[nodiscard]] LayoutEdit padded_text(const KernelRun& run, std::uint64_t more);

}  // namespace bankloom
