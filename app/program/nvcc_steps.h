// The two steps in which nvcc makes PTX of a program: the host's preprocessor, and cicc, which compiles. nvcc itself
// says how it would call them (nvcc --dryrun); called so by ourselves they can be given other files, and what is the
// same for every text (the headers, preprocessed) is made once.
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
  /// Asks nvcc how it would compile a program to PTX for a virtual architecture ("compute_90"); what the steps write
  /// beside goes to `folder`. Errors: it does not say it, or not in a way that is understood.
  [[nodiscard]] static Result<NvccSteps> ask(const Toolchain& toolchain, const std::vector<std::string>& options,
                                             const std::string& architecture, const std::filesystem::path& folder);

  /// A call of the preprocessor; `more`: further options.
  [[nodiscard]] ToolCall preprocess(const std::filesystem::path& from, const std::filesystem::path& to,
                                    const std::string& more = {}) const;
  /// A call of the host's compiler that preprocesses with the macros of a file alone, without headers or definitions.
  [[nodiscard]] ToolCall preprocess_with(const std::filesystem::path& macros, const std::filesystem::path& from,
                                         const std::filesystem::path& to) const;
  /// A call of cicc, from preprocessed text to PTX.
  [[nodiscard]] ToolCall compile(const std::filesystem::path& from, const std::filesystem::path& to) const;

 private:
  std::string settings_;  ///< "NAME=VALUE; export NAME; ..." for /bin/sh
  std::string host_compiler_;
  std::string preprocess_, compile_;  ///< without input and output
};

/// Reads what `nvcc --dryrun -ptx` prints: lines of "#$ NAME=VALUE" and "#$ COMMAND", the commands as for /bin/sh. For
/// tests.
struct DryRun {
  std::vector<std::string> settings, commands;
};
[[nodiscard]] DryRun read_dry_run(const std::string& printed);

/// The text in single quotes for /bin/sh.
[[nodiscard]] std::string shell_quoted(const std::string& text);

}  // namespace bankloom::program
