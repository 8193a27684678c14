// A learner's own build (make, CMake, a script), with an nvcc that makes programs for our CUDA runtime.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>

#include "program/compile.h"

namespace bankloom::program {

struct OwnBuildSettings {
  std::string program;  ///< a folder, the executable that the build makes, or a source file in the same folder
  std::string command;  ///< for /bin/sh, in a copy of the folder
  std::vector<HostFolder> folders{};  ///< that the build sees
  std::chrono::milliseconds time_limit{600'000};
  int interrupt = -1;  ///< see interrupt.h
};

/// Copies the program's folder to `folder`/copy without compiled files, runs the command there, kept apart
/// (confined_tool.h), and finds the executable: the one that `program` names, else the only one. The learner's folder
/// is not changed.
[[nodiscard]] Result<BuiltProgram> run_own_build(const Toolchain& toolchain, const OwnBuildSettings& settings,
                                                 const std::filesystem::path& folder);

/// The folder that the build copies and that the program may write to.
[[nodiscard]] std::filesystem::path folder_of_build(const std::string& program);

}  // namespace bankloom::program
