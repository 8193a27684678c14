// What commands print about a kernel that does not compile.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"

namespace bankloom::cli {

/// The compilers' messages except notes, a line each, at most 50.
[[nodiscard]] std::vector<std::string> message_lines(const std::vector<Diagnostic>& messages);
/// The messages about a text that does not compile, or the compilers' output if it has none; empty for other errors.
[[nodiscard]] std::vector<std::string> message_lines(const Error& error);

/// The error, which for a text that does not compile names the file as it was given, and how many errors of the
/// compiler are printed above it.
[[nodiscard]] Error told(Error error, const std::string& file);
template <class T>
[[nodiscard]] Result<T> told(Result<T> result, const std::string& file) {
  return std::move(result).map_error([&](Error error) { return told(std::move(error), file); });
}

}  // namespace bankloom::cli
