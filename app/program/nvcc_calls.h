// How a learner's own build calls nvcc: every call is written down by the wrapper that takes nvcc's place
// (own_build.h), and read as what is needed to compile a changed text of one of its sources in the same way.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/compile/compiler.h"

namespace bankloom::program {

struct NvccCall {
  std::filesystem::path folder;    ///< in which it was made
  std::vector<std::string> words;  ///< behind "nvcc"
};

/// Lines for /bin/sh that write the call of the script they stand in to a new file of the folder, which is there.
[[nodiscard]] std::string recording_lines(const std::filesystem::path& folder);

/// The calls that were written to a folder, in the order of their files' names.
[[nodiscard]] std::vector<NvccCall> recorded_calls(const std::filesystem::path& folder);

/// A folder and the copy of it that was built.
struct BuildCopy {
  std::filesystem::path copy, original;
};

/// A build for each source file that the call compiles, with paths in the original folder: folders for headers,
/// definitions, and all options that may change what becomes of the text; without outputs, what only the linker or the
/// assembler takes, and what our wrapper replaces. Files of options are read.
[[nodiscard]] std::vector<ProgramBuild> builds_of(const NvccCall& call, const BuildCopy& place);

/// The build of a source file; none where it was given to no call.
[[nodiscard]] const ProgramBuild* build_for(const std::vector<ProgramBuild>& builds, const std::string& file);

}  // namespace bankloom::program
