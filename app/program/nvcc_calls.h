// How a learner's own build calls nvcc: our wrapper (own_build.h) records each call, from which we know how to compile
// a changed text of a source.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/compile/compiler.h"

namespace bankloom::program {

struct NvccCall {
  std::filesystem::path folder;    ///< the working folder
  std::vector<std::string> words;  ///< after "nvcc"
};

/// Lines for a script of /bin/sh that record its call in a file of the folder, which exists.
[[nodiscard]] std::string recording_lines(const std::filesystem::path& folder);

/// The calls recorded in a folder, in the order of their files' names.
[[nodiscard]] std::vector<NvccCall> recorded_calls(const std::filesystem::path& folder);

/// A folder and the copy of it that was built.
struct BuildCopy {
  std::filesystem::path copy, original;
};

/// A build for each source file that the call compiles, with paths in the original folder. It has all options that can
/// change the result, by their short names, also those in option files; it lacks outputs, options for the linker or the
/// assembler only, and those that our wrapper replaces.
[[nodiscard]] std::vector<ProgramBuild> builds_of(const NvccCall& call, const BuildCopy& place);

/// The build of a source file; null if no call compiles it.
[[nodiscard]] const ProgramBuild* build_for(const std::vector<ProgramBuild>& builds, const std::string& file);

}  // namespace bankloom::program
