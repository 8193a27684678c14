// A compiler's message about a place in a text.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace bankloom {

struct Diagnostic {
  enum class Severity : std::uint8_t { note, warning, error } severity = Severity::error;
  unsigned line = 0;    ///< 1-based, 0 if the compiler names none
  unsigned column = 0;  ///< 1-based, in bytes, 0 if the compiler names none
  std::string file;     ///< as given to the compiler; empty if the message names none
  std::string text;     ///< the message alone
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

inline constexpr std::array<std::string_view, 3> kSeverityNames{"note", "warning", "error"};

/// "square.cu:12:5: error: text".
[[nodiscard]] std::string diagnostic_line(const Diagnostic& diagnostic);

}  // namespace bankloom
