// The catalogue and the machines as a list, for people and for programs.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/catalog/catalog.h"
#include "core/machine/machine_model.h"
#include "core/report/text_format.h"

namespace bankloom::report {

/// {"lessons":[{"name":...,"kernels":[{"kernel":...,"options":[...]}]}],"machines":[{"name":...,"facts":[...]}]}
[[nodiscard]] nlohmann::ordered_json catalog_to_json(const Catalog& catalog, const std::vector<MachineModel>& machines);

/// Lessons with their kernels and options, then the machines with their facts and where those come from.
[[nodiscard]] std::string catalog_to_text(const Catalog& catalog, const std::vector<MachineModel>& machines,
                                          const TextStyle& style);

}  // namespace bankloom::report
