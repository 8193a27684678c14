// Result<T>: a value, or an Error that says in one sentence what is wrong and what to do.
//
// An expected mistake of a user (a misspelt option, a missing file) is a value, never an exception: a function that can
// meet one returns a Result, and the compiler warns if that is ignored.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "core/base/diagnostic.h"

namespace bankloom {

/// What a caller needs to know about an error without reading its sentence.
enum class ErrorCode : std::uint8_t {
  general,
  cancelled,         ///< it was asked to end; nothing is wrong
  does_not_compile,  ///< the compilers refused the text, and `details` or `output` say why
};

/// What went wrong, as a sentence for the user.
struct Error {
  std::string message;  ///< one sentence: what is wrong, where, what to do; no trailing newline
  ErrorCode code = ErrorCode::general;
  std::vector<Diagnostic> details{};  ///< places of a text that are wrong: the compilers' messages, or its own
  std::string output{};               ///< what the compilers printed, where no message could be read from it
  [[nodiscard]] bool is_cancelled() const { return code == ErrorCode::cancelled; }
};

template <class T>
using Result = tl::expected<T, Error>;

/// An Error to be returned instead of a value.
using Failure = tl::unexpected<Error>;

/// The part of fail() that is not inlined.
[[nodiscard]] Failure fail_formatted(fmt::string_view format, fmt::format_args args);

/// `return fail("no kernel '{}'", name);`
template <class... Args>
[[nodiscard]] Failure fail(fmt::format_string<Args...> format, Args&&... args) {
  return fail_formatted(format, fmt::make_format_args(args...));
}

/// Passes an existing error on to the caller: an Error, or another type of error.
template <class E = Error>
[[nodiscard]] tl::unexpected<E> fail_with(E error) {
  return tl::unexpected<E>(std::move(error));
}

}  // namespace bankloom

// TRY returns the error of an expression that has no value:
//
//     TRY(const auto settings, read_settings(path));   // settings is the value
//     TRY(options.size, read_size(text));              // or it is assigned
//     TRY(check(settings));                            // for its check alone
//
// The value is moved out of the Result: TRY(list.emplace_back(), read_entry()) appends one only on success. With a
// declaration it makes two statements, so that an `if` around it needs braces.
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration takes none.
#define TRY(first, ...) BANKLOOM_TRY_CHOOSE(__VA_OPT__(DECLARE, ) ALONE, )(first __VA_OPT__(, ) __VA_ARGS__)
#define BANKLOOM_TRY_CHOOSE(form, ...) BANKLOOM_TRY_##form
#define BANKLOOM_TRY_ALONE(expression) \
  if (auto&& tried = (expression); !tried) return ::bankloom::fail_with(std::forward<decltype(tried)>(tried).error())
#define BANKLOOM_TRY_DECLARE(declaration, ...) \
  BANKLOOM_TRY_DECLARE_AS(BANKLOOM_TRY_NAME(__LINE__), declaration, __VA_ARGS__)
#define BANKLOOM_TRY_DECLARE_AS(tried, declaration, ...)              \
  auto tried = (__VA_ARGS__);                                         \
  if (!tried) return ::bankloom::fail_with(std::move(tried).error()); \
  declaration = *std::move(tried)
#define BANKLOOM_TRY_NAME(line) BANKLOOM_TRY_NAME_OF(line)
#define BANKLOOM_TRY_NAME_OF(line) tried_##line
// NOLINTEND(bugprone-macro-parentheses)
