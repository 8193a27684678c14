// What a compiler says about a place of a text.
#pragma once

#include <cstdint>
#include <string>

namespace bankloom {

struct Diagnostic {
  enum class Severity : std::uint8_t { note, warning, error } severity = Severity::error;
  unsigned line = 0;    ///< 1-based, 0 where the compiler names none
  unsigned column = 0;  ///< 1-based, in bytes, 0 where the compiler names none
  std::string file;     ///< as it was given to the compiler; empty where the message is of none
  std::string text;     ///< the message alone
  friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// "square.cu:12:5: error: text".
[[nodiscard]] std::string diagnostic_line(const Diagnostic& diagnostic);

}  // namespace bankloom
