// The libraries that an executable needs, from its dynamic section (System V ABI, "Dynamic Section"), and its
// functions.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace bankloom::program {

/// Names of the libraries that the system loads with the executable (DT_NEEDED); none if it is linked statically.
/// Errors: the file cannot be read, or is no 64-bit ELF executable.
[[nodiscard]] Result<std::vector<std::string>> needed_libraries(const std::filesystem::path& file);
/// The same from a file's bytes; errors call it `name`.
[[nodiscard]] Result<std::vector<std::string>> needed_libraries_of(std::string bytes, const std::string& name);

enum class Symbols : std::uint8_t {
  for_others,  ///< what other libraries may call
  all,         ///< also what has hidden visibility or is static, which the linker makes local
};
/// The functions that an executable or a library defines, by their names in its tables of symbols; none if it cannot be
/// read.
[[nodiscard]] std::vector<std::string> defined_functions(const std::filesystem::path& file, Symbols which);

/// Whether a file was made by a compiler: it begins like an ELF file or an archive.
[[nodiscard]] bool is_compiled_file(const std::filesystem::path& file);

}  // namespace bankloom::program
