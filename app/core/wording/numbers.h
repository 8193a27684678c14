// Numbers as text, each kind in one form everywhere.
#pragma once

#include <cstdint>

#include "core/base/dim3.h"
#include "core/base/lane_mask.h"
#include "core/wording/text.h"

namespace bankloom {

/// Wavefronts, sectors or transactions per request: "32.0", "1.5", "1.25" (two decimals only where needed).
[[nodiscard]] Text ratio_text(double ratio);
/// A part of a whole: "80 %", "12.5 %".
[[nodiscard]] Text percent_text(double part);
/// A number of any size, without an exponent if possible: "16,383", "-0.25", "1234567.5".
[[nodiscard]] Text plain_number_text(double value);
/// A measured value in three digits or more: "123", "12.3", "1.23", "0.123", "0".
[[nodiscard]] Text figure_text(double value);
/// Decimals of figure_text(), which a spread takes from its value.
[[nodiscard]] int figure_decimals(double value);
[[nodiscard]] Text figure_text(double value, int decimals);
/// "1 byte", "1,024 bytes".
[[nodiscard]] Text bytes_text(std::uint64_t bytes);
/// "32 × 16" or "4 × 2 × 3": the extents up to the last that is not 1, at least x. Files and terminals, which get ASCII
/// only, have an "x" between them.
[[nodiscard]] Text extent_text(const Dim3& extent, std::string_view times = "×");
/// "all 32 lanes", "12 lanes", "lane 5": for a sentence that does not name them.
[[nodiscard]] Text lanes_text(LaneMask lanes);
/// "lane 3", "lanes 1, 7 and 9", "lanes 0-15", "9 lanes": short enough to read aloud.
[[nodiscard]] Text named_lanes_text(LaneMask lanes);

}  // namespace bankloom
