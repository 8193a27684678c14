// The two steps from a program to PTX in nvcc: the host's preprocessor, then the compiler cicc. nvcc --dryrun prints
// their commands; by running them ourselves we can give them other files, and preprocess headers once for many texts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "program/tool.h"
#include "program/toolchain.h"

namespace bankloom::program {

class NvccSteps {
 public:
  /// Asks nvcc how it compiles a program to PTX for a virtual architecture ("compute_90"); intermediate files go to
  /// `folder`. Errors: nvcc refuses the options, or its output is not understood.
  [[nodiscard]] static Result<NvccSteps> ask(const Toolchain& toolchain, const std::vector<std::string>& options,
                                             const std::string& architecture, const std::filesystem::path& folder);

  /// A call of the preprocessor with additional options `more`.
  [[nodiscard]] ToolCall preprocess(const std::filesystem::path& from, const std::filesystem::path& to,
                                    const std::string& more = {}) const;
  /// A call of the host compiler that preprocesses only with the macros of a file, without headers or definitions.
  [[nodiscard]] ToolCall preprocess_with(const std::filesystem::path& macros, const std::filesystem::path& from,
                                         const std::filesystem::path& to) const;
  /// A call of cicc, from preprocessed text to PTX.
  [[nodiscard]] ToolCall compile(const std::filesystem::path& from, const std::filesystem::path& to) const;

 private:
  std::string settings_;  ///< "NAME=VALUE; export NAME; ..." for /bin/sh
  std::string host_compiler_;
  std::string preprocess_, compile_;  ///< without input and output
};

/// The lines "#$ NAME=VALUE" and "#$ COMMAND" (for /bin/sh) of `nvcc --dryrun -ptx`. For tests.
struct DryRun {
  std::vector<std::string> settings, commands;
};
[[nodiscard]] DryRun read_dry_run(const std::string& printed);

/// The text in single quotes for /bin/sh.
[[nodiscard]] std::string shell_quoted(const std::string& text);

}  // namespace bankloom::program
