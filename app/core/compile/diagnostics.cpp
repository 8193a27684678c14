#include "core/compile/diagnostics.h"

#include <array>
#include <cctype>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>

#include "core/base/language.h"
#include "core/base/readable.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

using Severity = Diagnostic::Severity;

struct SeverityWord {
  std::string_view word;
  Severity severity;
};

// Longest first if one word ends in another, lower case: the front end writes "warning", the back end "Warning".
constexpr std::array<SeverityWord, 7> kSeverityWords{{{"catastrophic error", Severity::error},
                                                      {"internal error", Severity::error},
                                                      {"fatal error", Severity::error},
                                                      {"error", Severity::error},
                                                      {"warning", Severity::warning},
                                                      {"remark", Severity::note},
                                                      {"note", Severity::note}}};

bool starts_with_any_case(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(text[i])) != lower[i]) return false;
  }
  return true;
}

std::size_t count_digits(std::string_view text) {
  std::size_t count = 0;
  while (count < text.size() && text[count] >= '0' && text[count] <= '9') ++count;
  return count;
}

/// "error: text" or "warning #177-D: text": the severity and the text; nothing for other words.
std::optional<Diagnostic> parse_severity(std::string_view text) {
  for (const auto& [word, severity] : kSeverityWords) {
    if (!starts_with_any_case(text, word)) continue;
    std::string_view rest = text.substr(word.size());
    if (rest.starts_with(" #")) {
      rest.remove_prefix(2);
      const std::size_t digits = count_digits(rest);
      if (digits == 0) return std::nullopt;
      rest.remove_prefix(digits);
      if (rest.starts_with("-D")) rest.remove_prefix(2);
    }
    if (!rest.starts_with(": ")) return std::nullopt;
    Diagnostic diagnostic;
    diagnostic.severity = severity;
    diagnostic.text = rest.substr(2);
    // The advice is an option of the compiler that cannot be given here; what nvcc would advise helps.
    const std::size_t advice = diagnostic.text.find(" in JIT mode. Consider using -default-device flag");
    if (advice != std::string::npos) {
      diagnostic.text.resize(advice);
      diagnostic.text += " here: write __device__ before it";
    }
    return diagnostic;
  }
  return std::nullopt;
}

/// The head line of a message, with or without a place; nothing if the line is none.
std::optional<Diagnostic> parse_head(std::string_view line, unsigned last_line) {
  // "FILE(LINE): severity: text". The file's name may contain parentheses, so every "(" is tried.
  for (std::size_t open = line.find('('); open != std::string_view::npos; open = line.find('(', open + 1)) {
    const std::string_view after = line.substr(open + 1);
    const std::size_t digits = count_digits(after);
    if (open == 0 || digits == 0 || !after.substr(digits).starts_with("): ")) continue;
    std::optional<Diagnostic> diagnostic = parse_severity(after.substr(digits + 3));
    if (!diagnostic) continue;
    // A number too large for the type leaves line 0, "none".
    const std::string_view number = after.substr(0, digits);
    std::from_chars(number.data(), number.data() + number.size(), diagnostic->line);
    diagnostic->file = line.substr(0, open);
    return diagnostic;
  }
  // A message about the end has no line: "At end of source: error: expected a \"}\"".
  constexpr std::string_view kEnd = "At end of source: ";
  if (line.starts_with(kEnd)) {
    std::optional<Diagnostic> diagnostic = parse_severity(line.substr(kEnd.size()));
    if (!diagnostic) return std::nullopt;
    diagnostic->text += " at the end of the text";
    diagnostic->line = last_line;
    return diagnostic;
  }
  constexpr std::string_view kProgram = "nvrtc: ";
  // The closing hint "Remark: The warnings can be suppressed with ..." has the form of a message but is about options.
  if (line.starts_with("Remark: ")) return std::nullopt;
  return parse_severity(line.starts_with(kProgram) ? line.substr(kProgram.size()) : line);
}

bool is_caret(std::string_view line) { return trim(line) == "^"; }

/// Source lines and their carets are shifted right by two blanks.
constexpr std::size_t kSourceIndent = 2;

void append_line(std::string& text, std::string_view line) {
  const std::string_view trimmed = trim(line);
  if (trimmed.empty()) return;
  text += '\n';
  text += trimmed;
}

}  // namespace

std::vector<Diagnostic> parse_diagnostics(std::string_view log, unsigned last_line) {
  const std::vector<std::string> lines = split_lines(log);
  std::vector<Diagnostic> diagnostics;
  for (std::size_t i = 0; i < lines.size();) {
    std::optional<Diagnostic> diagnostic = parse_head(lines[i], last_line);
    ++i;
    if (!diagnostic) continue;
    // The body: more of the message, the source line with its caret, then context. It is indented and ends at an empty
    // line or at the next message.
    std::size_t end = i;
    while (end < lines.size() && (lines[end].starts_with(' ') || lines[end].starts_with('\t'))) ++end;
    for (std::size_t k = i; k < end; ++k) {
      if (k + 1 < end && is_caret(lines[k + 1])) continue;  // the source line
      if (is_caret(lines[k])) {
        const std::size_t caret = lines[k].find('^');
        if (k > i && caret >= kSourceIndent && diagnostic->column == 0) {
          diagnostic->column = static_cast<unsigned>(caret - kSourceIndent + 1);
        }
        continue;
      }
      append_line(diagnostic->text, lines[k]);
    }
    // A text names its files as it likes (#line).
    diagnostic->file = readable(diagnostic->file);
    diagnostics.push_back(std::move(*diagnostic));
    i = end;
  }
  return diagnostics;
}

Result<std::shared_ptr<const CompileResult>> only_compiled(Result<std::shared_ptr<const CompileResult>> result,
                                                           const std::string& name) {
  if (!result || (*result)->ok) return result;
  Error error{message("{} does not compile", name), ErrorCode::does_not_compile, (*result)->diagnostics};
  for (Diagnostic& one : error.details) {
    if (one.file.empty()) one.file = name;
  }
  if (error.details.empty()) error.output = (*result)->log;
  return fail_with(std::move(error));
}

}  // namespace bankloom
