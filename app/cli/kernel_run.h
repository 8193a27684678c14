// What a command says of a kernel that is compiled and run.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/machine/machine_model.h"
#include "core/report/run_report.h"
#include "core/run/kernel_run.h"
#include "core/simt/launch.h"

namespace bankloom::cli {

/// The compilers' messages but for notes, a line each, no more than a person reads.
[[nodiscard]] std::vector<std::string> message_lines(const std::vector<Diagnostic>& messages);
/// Those of a text that does not compile, and what was printed where no message could be read from it; of other errors
/// none.
[[nodiscard]] std::vector<std::string> message_lines(const Error& error);

/// Why there is no run of a kernel. Where its text does not compile, the sentence names the file as it was given and
/// says how many of the compiler's messages stand above it.
[[nodiscard]] Error told(Error error, const std::string& file);
template <class T>
[[nodiscard]] Result<T> told(Result<T> result, const std::string& file) {
  return std::move(result).map_error([&](Error error) { return told(std::move(error), file); });
}

}  // namespace bankloom::cli
