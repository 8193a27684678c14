// ProgramMemory: what is kept of learners' programs from one window to the next, in the state folder: which contents a
// person let run, how a file was built and called last, the shapes of its buffers.
//
// Every window reads the file anew before it writes it whole, so that two windows share it. What cannot be written is
// not remembered: the question is asked again then.
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
  /// `state`: empty where nothing is kept.
  explicit ProgramMemory(std::filesystem::path state = {}) : state_(std::move(state)) {}

  /// Whether a person let these contents run (ProgramSources::digest).
  [[nodiscard]] bool allows(const std::string& digest) const;
  void allow(const std::string& digest);

  /// The file with the build command and the arguments that it had last; none at first.
  [[nodiscard]] ProgramPlan plan_of(const std::filesystem::path& file) const;
  void remember(const ProgramPlan& plan);

  /// Elements in a row of a buffer; 0: nobody said.
  [[nodiscard]] std::uint64_t columns_of(const BufferName& buffer) const;
  /// Of all buffers of a kernel of which somebody said it, by their names.
  [[nodiscard]] std::map<std::string, std::uint64_t> columns_of_all(const std::filesystem::path& file,
                                                                    const std::string& kernel) const;
  void set_columns(const BufferName& buffer, std::uint64_t columns);

 private:
  std::filesystem::path state_;
};

}  // namespace bankloom::ui
