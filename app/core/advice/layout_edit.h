// LayoutEdit: a padding written into the text of a kernel that has no option for it: its tile's declaration with longer
// rows. Whether that is right, a run of the text says (advice.h).
//
// Not supported: swizzles, which change every index; rows that the declaration does not have (`extern T tile[]`, arrays
// of one dimension), for their indices in the text would have to change too; declarations made by macros.
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
  no_rows,          ///< it gives no rows
  part_of_element,  ///< the padding is no whole number of the elements that it declares
  fails,            ///< the text with it does not do: a run of it faults, is wrong or conflicts
};

struct LayoutEdit {
  EditObstacle obstacle = EditObstacle::not_a_padding;
  std::optional<OwnSource> source;    ///< the changed text; set where there is no obstacle
  std::size_t begin = 0, length = 0;  ///< bytes of it that are new
};

/// The text that was run, the rows of its tile longer by so many of the tile's elements.
[[nodiscard]] LayoutEdit padded_text(const KernelRun& run, std::uint64_t more);

}  // namespace bankloom
