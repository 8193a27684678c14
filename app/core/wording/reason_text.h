// Reasons in words: why a number is missing, or differs from the model.
#pragma once

#include "core/measure/reason.h"
#include "core/wording/text.h"

namespace bankloom {

/// A clause without a full stop. Brief leaves out a driver's message.
[[nodiscard]] Text reason_text(const Reason& reason, Length length = Length::full);

}  // namespace bankloom
