#include "cli/kernel_run.h"

#include <algorithm>
#include <iterator>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/wording/text.h"

namespace bankloom::cli {

std::vector<std::string> message_lines(const std::vector<Diagnostic>& messages) {
  constexpr std::size_t kMostLines = 50;
  std::vector<std::string> lines;
  for (const Diagnostic& message : messages) {
    if (message.severity == Diagnostic::Severity::note) continue;
    lines.push_back(diagnostic_line(message));
    if (lines.size() == kMostLines) {
      lines.push_back(bankloom::message("... ({} messages)", messages.size()));
      break;
    }
  }
  return lines;
}

std::vector<std::string> message_lines(const Error& error) {
  if (error.code != ErrorCode::does_not_compile) return {};
  auto lines = message_lines(error.details);
  std::ranges::move(split_lines(error.output), std::back_inserter(lines));
  return lines;
}

Error told(Error error, const std::string& file) {
  if (error.code != ErrorCode::does_not_compile) return error;
  const auto errors = std::ranges::count(error.details, Diagnostic::Severity::error, &Diagnostic::severity);
  error.message = errors == 0 ? message("{} does not compile; the compiler's messages are above", file)
                              : message("{} does not compile ({} above)", file,
                                        plural(static_cast<std::size_t>(errors), "# error|# errors"));
  return error;
}

}  // namespace bankloom::cli
