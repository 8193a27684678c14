// Result<T>: a value, or an Error that says in one sentence what is wrong and what to do.
//
// An expected mistake of a user (a misspelt option, a file that is not there) is a value, never an
// exception: every function that can meet one returns a Result, and the compiler complains when it
// is ignored.
#pragma once

#include <fmt/format.h>

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace bankloom {

/// What went wrong, as a sentence for the person at the keyboard.
struct Error {
  std::string message;  ///< one sentence: what is wrong, where, what to do; no trailing newline
};

template <class T>
using Result = tl::expected<T, Error>;

/// An Error in the place of a value: `return fail("no kernel '{}'", name);`
template <class... Args>
[[nodiscard]] tl::unexpected<Error> fail(fmt::format_string<Args...> format, Args&&... args) {
  return tl::unexpected<Error>(Error{fmt::format(format, std::forward<Args>(args)...)});
}

/// Hands an existing error on to the caller.
[[nodiscard]] inline tl::unexpected<Error> fail_with(Error error) { return tl::unexpected<Error>(std::move(error)); }

}  // namespace bankloom
