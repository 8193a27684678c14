// A ladder as text, JSON and CSV. Every number has its origin.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/measure/ladder.h"
#include "core/report/text_format.h"

namespace bankloom::report {

/// The page for a student.
[[nodiscard]] std::string to_text(const Ladder& ladder, const Catalog& catalog, const TextStyle& style);
/// {"lesson":..., "bar":{...}, "rows":[{"kernel":..., "time":{...}, "of_baseline":...}]}; a missing value is null, and
/// a sentence says why.
[[nodiscard]] nlohmann::ordered_json to_json(const Ladder& ladder);
/// One record a row, with a header.
[[nodiscard]] std::string to_csv(const Ladder& ladder);

}  // namespace bankloom::report
