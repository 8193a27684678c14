// The two steps from a program to PTX in nvcc: the host's preprocessor, then the compiler cicc. nvcc --dryrun prints
// their commands; by running them ourselves we can give them other files, and preprocess headers once for many texts.
// They run without a shell, kept apart (confined_tool.h).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "program/confined_tool.h"
#include "program/toolchain.h"

namespace bankloom::program {

class NvccSteps {
 public:
  /// Asks nvcc how it compiles a program to PTX for a virtual architecture ("compute_90"); the steps work in `folder`,
  /// one of the workplace, to which they may write. Errors: nvcc refuses the options, or its output is not understood.
  [[nodiscard]] static Result<NvccSteps> ask(const Toolchain& toolchain, const std::vector<std::string>& options,
                                             const std::string& architecture, const std::filesystem::path& folder,
                                             const Workplace& place);

  /// A call of the preprocessor with additional options `more`.
  [[nodiscard]] ToolCall preprocess(const std::filesystem::path& from, const std::filesystem::path& to,
                                    const std::vector<std::string>& more = {}) const;
  /// A call of the host compiler that preprocesses only with the macros of a file, without headers or definitions.
  [[nodiscard]] ToolCall preprocess_with(const std::filesystem::path& macros, const std::filesystem::path& from,
                                         const std::filesystem::path& to) const;
  /// A call of cicc, from preprocessed text to PTX.
  [[nodiscard]] ToolCall compile(const std::filesystem::path& from, const std::filesystem::path& to) const;

 private:
  [[nodiscard]] ToolCall call(std::vector<std::string> words) const;

  std::filesystem::path folder_;
  std::vector<std::string> settings_;              ///< "NAME=VALUE"
  std::vector<std::string> preprocess_, compile_;  ///< words without input and output
  std::vector<std::string> texts_;                 ///< options that the preprocessor alone gets
};

/// The lines "#$ NAME=VALUE" and "#$ COMMAND" (for /bin/sh) of `nvcc --dryrun -ptx`. For tests.
struct DryRun {
  std::vector<std::string> settings, commands;
};
[[nodiscard]] DryRun read_dry_run(const std::string& printed);

/// The words of such a command, whose quotes and $NAME are as nvcc writes them. For tests.
[[nodiscard]] std::vector<std::string> command_words(const std::string& command,
                                                     const std::vector<std::string>& settings);

/// The text in single quotes for /bin/sh.
[[nodiscard]] std::string shell_quoted(const std::string& text);

}  // namespace bankloom::program
