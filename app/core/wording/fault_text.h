// What is said of a fault of a run.
#pragma once

#include "core/simt/fault.h"
#include "core/wording/text.h"

namespace bankloom {

/// "race", "out of bounds", "endless loop": a kind as a headline.
[[nodiscard]] Text fault_kind_text(simt::FaultKind kind);
/// What happened, who did it and where: one sentence without its full stop.
[[nodiscard]] Text fault_text(const simt::Fault& fault);

}  // namespace bankloom
