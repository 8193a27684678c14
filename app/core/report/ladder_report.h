// A ladder as text, JSON and CSV. Every number carries where it comes from.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/measure/ladder.h"
#include "core/report/text_format.h"

namespace bankloom::report {

/// The page for a student.
[[nodiscard]] std::string to_text(const Ladder& ladder, const Catalog& catalog, const TextStyle& style);
/// {"lesson":..., "bar":{...}, "rows":[{"kernel":..., "time":{...}, "of_baseline":...}]}; what is missing is null, with
/// a sentence beside it.
[[nodiscard]] nlohmann::ordered_json to_json(const Ladder& ladder);
/// One record a row, with a header.
[[nodiscard]] std::string to_csv(const Ladder& ladder);

}  // namespace bankloom::report
