// The catalogue and the machines as a list, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/catalog/catalog.h"
#include "core/machine/machine_model.h"
#include "core/report/text_format.h"

namespace bankloom::report {

struct CatalogReport {
  Catalog catalog;
  std::vector<MachineModel> machines;
};

/// {"lessons":[{"name":...,"kernels":[{"kernel":...,"options":[...]}]}],"machines":[{"name":...,"facts":[...]}]}
[[nodiscard]] nlohmann::ordered_json to_json(const CatalogReport& report);

/// Lessons with their kernels and options, then the machines with their facts and where those come from.
[[nodiscard]] std::string to_text(const CatalogReport& report, const TextStyle& style);

}  // namespace bankloom::report
