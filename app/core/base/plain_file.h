// Files that a stranger may have put there.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "core/base/result.h"

namespace bankloom {

/// The content of a file: not of a pipe or a device, at which a reader would wait, or read without end. `follows`:
/// through links, too. Errors: it does not exist, is no file, cannot be read, is larger than `most` bytes.
[[nodiscard]] Result<std::string> read_plain_file(const std::filesystem::path& file, std::size_t most,
                                                  bool follows = true);

/// Errors: the file that is to be written is a link to another one, to none or to a device, which whoever made it
/// chose. Those of the system (/dev/stdout) are none of these.
[[nodiscard]] Result<void> check_no_link(const std::filesystem::path& file);

/// Errors: the name, or that of a folder above, has what steers a terminal or ends a line: reports that name it would
/// say what its maker wants.
[[nodiscard]] Result<void> check_name(const std::filesystem::path& file);

}  // namespace bankloom
