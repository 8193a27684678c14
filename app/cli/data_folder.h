// Finds the program's data (kernels/, assets/) and reads it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/catalog/catalog.h"
#include "core/machine/machine_model.h"

namespace bankloom::cli {

/// The folder with kernels/ and assets/machines/, the first of:
///   1. the environment variable BANKLOOM_DATA (then nothing else)
///   2. ../share/bankloom from the folder of the executable (an installation)
///   3. the folders above the executable (a build folder)
[[nodiscard]] Result<std::filesystem::path> find_data_folder(const std::filesystem::path& executable);

/// The folder of translations for this very executable; empty where there is no data.
[[nodiscard]] std::filesystem::path languages_folder();
/// Where the lessons' PTX lies for a machine without NVRTC, whether it is there or not; empty without a data folder.
[[nodiscard]] std::filesystem::path pack_file(const std::filesystem::path& executable);

[[nodiscard]] Result<Catalog> load_catalog_of(const Context& context);
[[nodiscard]] Result<std::vector<MachineModel>> load_machines_of(const Context& context);
/// Errors: an unknown name; the message offers the nearest.
[[nodiscard]] Result<MachineModel> load_machine_of(const Context& context, const std::string& name);

}  // namespace bankloom::cli
