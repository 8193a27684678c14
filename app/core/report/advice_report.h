// Advice as text, JSON and CSV. Every number is modelled: computed from emulated accesses by the machine's rules.
#pragma once

#include <string>

#include "core/advice/advice.h"
#include "core/base/json.h"
#include "core/report/text_format.h"

namespace bankloom::report {

/// A page for a student: the kernel as it is, the two answers, and what was tried.
[[nodiscard]] std::string to_text(const Advice& advice, const TextStyle& style);
[[nodiscard]] nlohmann::ordered_json to_json(const Advice& advice);
/// One record for each layout that was tried, with a header.
[[nodiscard]] std::string to_csv(const Advice& advice);

}  // namespace bankloom::report
