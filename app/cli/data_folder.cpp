#include "cli/data_folder.h"

#include <system_error>

#include "cli/terminal.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/compile/pack.h"

namespace bankloom::cli {
namespace {

/// build/<preset>/app/bankloom is three folders below the source tree; one more for other layouts.
constexpr int kFoldersAbove = 4;

bool has_data(const std::filesystem::path& folder) {
  std::error_code error;
  return std::filesystem::is_directory(folder / "kernels", error) &&
         std::filesystem::is_directory(folder / "assets" / "machines", error);
}

}  // namespace

Result<std::filesystem::path> find_data_folder(const std::filesystem::path& executable) {
  if (auto given = environment("BANKLOOM_DATA"); !given.empty()) {
    if (has_data(given)) return given;
    return fail("the folder '{}', which BANKLOOM_DATA names, has no kernels/ and assets/machines/; correct or unset it",
                given);
  }
  std::filesystem::path folder = executable.parent_path();
  if (!folder.empty()) {
    auto installed = folder.parent_path() / "share" / "bankloom";
    if (has_data(installed)) return installed;
    for (int i = 0; i < kFoldersAbove && folder.has_relative_path(); ++i) {
      folder = folder.parent_path();
      if (has_data(folder)) return folder;
    }
  }
  return fail(
      "the folders kernels/ and assets/machines/ were not found near the program; "
      "set BANKLOOM_DATA to the folder that has them");
}

std::filesystem::path languages_folder() {
  const auto data = find_data_folder(executable_path());
  return data ? *data / kLanguageFolder : std::filesystem::path();
}

std::filesystem::path pack_file(const std::filesystem::path& executable) {
  const auto folder = find_data_folder(executable);
  return folder ? *folder / kPackFile : std::filesystem::path();
}

Result<Catalog> load_catalog_of(const Context& context) {
  TRY(const auto folder, find_data_folder(context.executable));
  return load_catalog(folder / "kernels");
}

Result<std::vector<MachineModel>> load_machines_of(const Context& context) {
  TRY(const auto folder, find_data_folder(context.executable));
  return load_machines(folder / "assets" / "machines");
}

Result<MachineModel> load_machine_of(const Context& context, const std::string& name) {
  TRY(const auto machines, load_machines_of(context));
  return find_machine(machines, name);
}

}  // namespace bankloom::cli
