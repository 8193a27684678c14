// Why a number is missing or another than was modelled, in words.
#pragma once

#include "core/measure/reason.h"
#include "core/wording/text.h"

namespace bankloom {

/// Why something is missing or different: a clause without a full stop. Brief where the driver's own words do not help.
[[nodiscard]] Text reason_text(const Reason& reason, Length length = Length::full);

}  // namespace bankloom
