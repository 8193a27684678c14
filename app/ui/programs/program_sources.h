// The source files of a learner's program: their list, whether they have changed, and a digest.
//
// Not supported: headers that a macro names, files that a program reads at run time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace bankloom::ui {

/// How to build and run a program.
struct ProgramPlan {
  std::filesystem::path file;  ///< absolute; has main()
  std::string build;           ///< a command for the shell; empty: nvcc compiles the file
  std::string arguments;       ///< of the program, words as in a shell
  friend bool operator==(const ProgramPlan&, const ProgramPlan&) = default;
};

/// A file at the time when it was read.
struct FileStamp {
  std::filesystem::path file;
  std::filesystem::file_time_type time;
  std::uintmax_t bytes = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

struct ProgramSources {
  std::vector<FileStamp> files;  ///< the program's file first
  /// SHA-256 of the build command and of all files' names and contents; empty if they exceed kMostSourceBytes.
  std::string digest;
};

inline constexpr std::uintmax_t kMostSourceBytes = std::uintmax_t{64} << 20U;

/// Reads the file and the headers that it includes, directly or indirectly, from the including file's folder or the
/// repository. With a build command it reads all files of the folder and below, except compiled files and .git. This
/// can take a while.
[[nodiscard]] ProgramSources read_sources(const ProgramPlan& plan);

/// Whether all files still have the same time and size.
[[nodiscard]] bool are_as_read(const ProgramSources& sources);

}  // namespace bankloom::ui
