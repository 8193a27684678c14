// Every figure of every lesson.
#pragma once

#include <filesystem>
#include <string>

#include "cli/command.h"

namespace bankloom::cli {

/// Writes FOLDER/LESSON/KERNEL-FIGURE.ENDING for each kernel and figure that suits it, and FOLDER/LESSON/FIGURE.ENDING
/// for those of a whole lesson, by as many processes as there are cores; the bytes are the same from run to run.
/// `ending`: "svg", "pdf" or "png". Errors: another ending, a folder that cannot be made, a figure that cannot be
/// drawn.
[[nodiscard]] Result<Outcome> export_all(const std::filesystem::path& folder, const std::string& ending,
                                         const Context& context);

}  // namespace bankloom::cli
