#include "cli/kernel_run.h"

#include <algorithm>

#include "core/base/text_lines.h"
#include "core/wording/numbers.h"

namespace bankloom::cli {
namespace {

std::string_view severity_name(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::note:
      return "note";
    case Diagnostic::Severity::warning:
      return "warning";
    case Diagnostic::Severity::error:
      return "error";
  }
  return "error";
}

std::string diagnostic_line(const Diagnostic& diagnostic, const std::string& file) {
  std::string line = diagnostic.file.empty() ? file : diagnostic.file;
  if (diagnostic.line != 0) line += fmt::format(":{}", diagnostic.line);
  if (diagnostic.column != 0) line += fmt::format(":{}", diagnostic.column);
  return line + fmt::format(": {}: {}", severity_name(diagnostic.severity), diagnostic.text);
}

/// The problem of a text that does not compile.
Problem does_not_compile(const std::string& name, const std::vector<Diagnostic>& diagnostics, const std::string& log) {
  std::vector<std::string> lines;
  std::size_t errors = 0;
  for (const auto& diagnostic : diagnostics) {
    lines.push_back(diagnostic_line(diagnostic, name));
    errors += diagnostic.severity == Diagnostic::Severity::error ? 1 : 0;
  }
  if (lines.empty()) lines = split_lines(log);
  return Problem(
      std::move(lines),
      Error{errors == 0 ? fmt::format("{} does not compile; the compiler's own words stand above", name)
                        : fmt::format("{} does not compile ({} above)", name, plural(errors, "# error|# errors"))});
}

}  // namespace

Attempt<std::shared_ptr<const CompileResult>> compile_or_explain(Compiler& compiler, const CompileRequest& request) {
  TRY(auto compiled, compiler.compile(request));
  if (compiled->ok) return compiled;
  return tl::unexpected<Problem>(does_not_compile(request.name, compiled->diagnostics, compiled->log));
}

Problem problem_of(const RunFailure& failure, const std::string& file) {
  if (failure.diagnostics.empty() && failure.log.empty()) return failure.error;
  // What an own text says of its launch may be wrong where the text itself compiles: the sentence has the line.
  if (failure.line != 0) return failure.error;
  return does_not_compile(file, failure.diagnostics, failure.log);
}

}  // namespace bankloom::cli
