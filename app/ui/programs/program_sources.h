// The files that a learner's program is made of: which they are, whether they are as they were, and a digest of them.
//
// Not supported: headers that a macro names, files that a program reads while it runs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace bankloom::ui {

/// A program and how it is to be built and called.
struct ProgramPlan {
  std::filesystem::path file;  ///< absolute; has main()
  std::string build;           ///< a command for the shell; empty: nvcc compiles the file
  std::string arguments;       ///< what the program is given, words as in a shell
  friend bool operator==(const ProgramPlan&, const ProgramPlan&) = default;
};

/// A file as it was when it was read.
struct FileStamp {
  std::filesystem::path file;
  std::filesystem::file_time_type time;
  std::uintmax_t bytes = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

struct ProgramSources {
  std::vector<FileStamp> files;  ///< in the order in which they were found, the program's file first
  /// SHA-256 of the build command and of all files' names and contents; empty where they are too much to be read.
  std::string digest;
};

/// Bytes that the sources of a program have at most.
inline constexpr std::uintmax_t kMostSourceBytes = std::uintmax_t{64} << 20U;

/// Reads the file and the headers that it includes, directly or not, as far as they lie beside what includes them, in
/// its folder or in the repository around it. With a build command all files of its folder and below, but what
/// compilers made and what git keeps. Takes a while in large folders.
[[nodiscard]] ProgramSources read_sources(const ProgramPlan& plan);

/// Whether no file has another time or size than when it was read; opens none.
[[nodiscard]] bool are_as_read(const ProgramSources& sources);

/// Words as a shell would take them: parted by blanks, quotes and backslashes keep blanks in them. A quote that does
/// not end goes on to the end.
[[nodiscard]] std::vector<std::string> split_words(std::string_view typed);

}  // namespace bankloom::ui
