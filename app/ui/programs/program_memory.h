// ProgramMemory: what the state folder keeps about learners' programs: contents that the user allowed to run, the last
// build command and arguments of a file, the shapes of its buffers.
//
// Every window reads the file before it writes the whole of it, so that windows share it. Errors of writing are
// ignored: the question is asked again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "ui/programs/program_sources.h"

namespace bankloom::ui {

/// A buffer of a kernel in a program.
struct BufferName {
  std::filesystem::path file;
  std::string kernel, buffer;
};

class ProgramMemory {
 public:
  /// An empty path keeps nothing.
  explicit ProgramMemory(std::filesystem::path state = {}) : state_(std::move(state)) {}

  /// Whether the user allowed these contents to run (ProgramSources::digest).
  [[nodiscard]] bool allows(const std::string& digest) const;
  void allow(const std::string& digest);

  /// The file with its last build command and arguments, empty at first.
  [[nodiscard]] ProgramPlan plan_of(const std::filesystem::path& file) const;
  void remember(const ProgramPlan& plan);

  /// The known elements in a row of a kernel's buffers, by the buffers' names.
  [[nodiscard]] std::map<std::string, std::uint64_t> columns_of_all(const std::filesystem::path& file,
                                                                    const std::string& kernel) const;
  void set_columns(const BufferName& buffer, std::uint64_t columns);

 private:
  std::filesystem::path state_;
};

}  // namespace bankloom::ui
