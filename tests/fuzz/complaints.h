// What is asked of every error message.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "inputs.h"

namespace bankloom::fuzz {

/// An error is one line, and names the file where it is about one.
[[nodiscard]] inline Complaint check_error(const Error& error, std::string_view file = {}) {
  const std::string& text = error.message;
  if (text.empty()) return "an error without a message";
  if (text.find('\n') != std::string::npos) return fmt::format("an error of several lines: {}", text);
  if (text.find(file) == std::string::npos) return fmt::format("an error that does not name its file: {}", text);
  return {};
}

}  // namespace bankloom::fuzz
