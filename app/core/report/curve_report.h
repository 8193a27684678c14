// Curves as text, JSON and CSV. Every number has its origin.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/measure/curve.h"
#include "core/report/text_format.h"

namespace bankloom::report {

using Curves = std::vector<Curve>;

/// A table a curve: a row a place on the axis, a column a line.
[[nodiscard]] std::string to_text(const Curves& curves, const TextStyle& style);
/// [{"name":..., "lines":[{"label":..., "points":[{"at":8, "value":375.1, "modelled":null}]}]}]; a missing value is
/// null, and a sentence says why.
[[nodiscard]] nlohmann::ordered_json to_json(const Curves& curves);
/// One record a point, with a header.
[[nodiscard]] std::string to_csv(const Curves& curves);

}  // namespace bankloom::report
