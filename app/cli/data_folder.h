// Where the program's data (kernels/, assets/) lies, and what is read from it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/catalog/catalog.h"
#include "core/machine/machine_model.h"
#include "core/run/kernel_run.h"

namespace bankloom::cli {

/// The folder that has kernels/ and assets/machines/. Looked for in this order:
///   1. the environment variable BANKLOOM_DATA (then nothing else is tried)
///   2. ../share/bankloom beside the folder of the executable (an installation)
///   3. the folders above the executable (a build folder within the source tree)
///   4. the source tree that the program was built from
[[nodiscard]] Result<std::filesystem::path> find_data_folder(const std::filesystem::path& executable);

[[nodiscard]] Result<Catalog> load_catalog_of(const Context& context);
[[nodiscard]] Result<std::vector<MachineModel>> load_machines_of(const Context& context);
/// The machine of that name. The error offers the nearest name.
[[nodiscard]] Result<MachineModel> load_machine_of(const Context& context, const std::string& name);

}  // namespace bankloom::cli
