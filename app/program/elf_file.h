// What an executable asks of the system, read from its dynamic section (System V ABI, "Dynamic Section").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace bankloom::program {

/// Names of the libraries that the system loads with it (DT_NEEDED); none for one that is linked statically. Errors: it
/// cannot be read, or is no ELF file of 64 bits.
[[nodiscard]] Result<std::vector<std::string>> needed_libraries(const std::filesystem::path& file);
/// The same of a file's bytes; `name` is what errors call it.
[[nodiscard]] Result<std::vector<std::string>> needed_libraries_of(std::string bytes, const std::string& name);

/// Whether it begins as an ELF file or an archive of such does: something that a compiler made.
[[nodiscard]] bool is_compiled_file(const std::filesystem::path& file);

}  // namespace bankloom::program
