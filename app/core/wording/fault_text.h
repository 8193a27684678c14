// What is said of a fault of a run.
#pragma once

#include <cstddef>
#include <vector>

#include "core/simt/fault.h"
#include "core/wording/text.h"

namespace bankloom {

/// "race", "out of bounds", "endless loop": a kind as a headline.
[[nodiscard]] Text fault_kind_text(simt::FaultKind kind);
/// What happened, who did it and where: one sentence without its full stop.
[[nodiscard]] Text fault_text(const simt::Fault& fault);
/// The same of one of several, with how many more there are.
[[nodiscard]] Text fault_text(const std::vector<simt::Fault>& faults, std::size_t shown);
/// The same with how often it happened.
[[nodiscard]] Text counted_fault_text(const simt::Fault& fault);

}  // namespace bankloom
