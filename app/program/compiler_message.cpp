#include "program/compiler_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <regex>
#include <utility>

#include "core/base/readable.h"
#include "core/base/text_lines.h"

namespace bankloom::program {
namespace {

using Severity = Diagnostic::Severity;

Severity severity_of(const std::string& word) {
  if (word.find("warning") != std::string::npos) return Severity::warning;
  return word.find("error") != std::string::npos ? Severity::error : Severity::note;
}

unsigned number_of(const std::string& digits) {
  constexpr std::size_t kMostDigits = 9;
  return digits.empty() || digits.size() > kMostDigits ? 0 : static_cast<unsigned>(std::stoul(digits));
}

/// The message that a line begins; nothing if it begins none.
std::optional<Diagnostic> parse_line(const std::string& line) {
  // The front end: square.cu(12): error: text; with a number: warning #177-D: text.
  static const std::regex front(
      R"(^(.+)\((\d+)\): (catastrophic error|error|warning|note|remark)(?: #[0-9A-Za-z-]+)?: (.*)$)");
  // The host compiler: square.cu:12:5: fatal error: text.
  static const std::regex host(R"(^(.+?):(\d+)(?::(\d+))?: (fatal error|error|warning|note): (.*)$)");
  // nvcc and the assembler: nvcc fatal   : text; ptxas square.ptx, line 5; error : text.
  static const std::regex tool(
      R"(^(nvcc|ptxas|nvlink|cicc|cudafe\+\+|collect2)(?:\S*)\s*:?\s*(fatal|error|warning|info)\s*: (.*)$)");
  // The assembler, of the PTX that it was given: ptxas square.ptx, line 5; error   : text.
  static const std::regex assembler(R"(^ptxas .*, line (\d+); (fatal|error|warning)\s*: (.*)$)");
  // The linker names objects in temporary folders: only what it misses is of interest.
  static const std::regex linker(R"(^.*: (undefined reference to .*|cannot find .*|multiple definition of .*)$)");
  std::smatch match;
  if (std::regex_match(line, match, front)) {
    return Diagnostic{severity_of(match[3]), number_of(match[2]), 0, match[1], match[4]};
  }
  if (std::regex_match(line, match, host)) {
    return Diagnostic{severity_of(match[4]), number_of(match[2]), number_of(match[3]), match[1], match[5]};
  }
  if (std::regex_match(line, match, tool)) {
    // Its own messages already say why the linker failed.
    if (match[1] == "collect2") return std::nullopt;
    const Severity severity = match[2] == "fatal" ? Severity::error : severity_of(match[2]);
    return Diagnostic{severity, 0, 0, "", fmt::format("{}: {}", match[1].str(), match[3].str())};
  }
  if (std::regex_match(line, match, assembler)) {
    const Severity severity = match[2] == "fatal" ? Severity::error : severity_of(match[2]);
    return Diagnostic{severity, 0, 0, "", fmt::format("ptxas, line {}: {}", match[1].str(), match[3].str())};
  }
  if (std::regex_match(line, match, linker)) return Diagnostic{Severity::error, 0, 0, "", match[1]};
  return std::nullopt;
}

}  // namespace

std::vector<Diagnostic> parse_messages(const std::string& printed) {
  // std::regex needs a stack frame for each character.
  constexpr std::size_t kMostLine = 2000;
  std::vector<Diagnostic> messages;
  for (const auto& line : split_lines(printed)) {
    auto message = parse_line(line.substr(0, kMostLine));
    if (message) {
      // A text names its files as it likes (#line), and says what it likes (#warning).
      message->file = readable(message->file);
      message->text = readable(message->text);
    }
    if (message && std::ranges::find(messages, *message) == messages.end()) {
      messages.push_back(std::move(*message));
    }
  }
  return messages;
}

std::string missing_header(const std::vector<Diagnostic>& messages) {
  static const std::regex host(R"(^(.+): No such file or directory$)");
  static const std::regex clang(R"(^'(.+)' file not found$)");
  static const std::regex front(R"re(^cannot open source file "(.+)".*$)re");
  for (const auto& message : messages) {
    if (message.severity != Severity::error || message.line == 0) continue;
    std::smatch match;
    for (const auto* pattern : {&host, &clang, &front}) {
      if (std::regex_match(message.text, match, *pattern)) return match[1];
    }
  }
  return {};
}

bool complains_of_old_names(const std::vector<Diagnostic>& messages) {
  static const std::regex undefined(
      R"re(^identifier "__(shfl|shfl_up|shfl_down|shfl_xor|ballot|any|all)" is undefined.*$)re");
  static const std::regex deprecated(R"re(^function "__(ballot|any|all)" was declared deprecated.*$)re");
  return std::ranges::any_of(messages, [](const Diagnostic& message) {
    return std::regex_match(message.text, undefined) || std::regex_match(message.text, deprecated);
  });
}

bool misses_main(const std::vector<Diagnostic>& messages) {
  return std::ranges::any_of(messages, [](const Diagnostic& message) {
    return message.text.starts_with("undefined reference to") && message.text.find("main'") != std::string::npos &&
           message.text.size() < std::string_view("undefined reference to `main'  ").size();
  });
}

}  // namespace bankloom::program
