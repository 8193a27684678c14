// A place in a sequence of tokens.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "core/base/result.h"
#include "core/ptx/lexer.h"

namespace bankloom::ptx {

class TokenCursor {
 public:
  /// The tokens end with Token::Kind::end and outlive the cursor.
  explicit TokenCursor(const std::vector<Token>& tokens) : tokens_(&tokens) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const {
    const std::size_t last = tokens_->size() - 1;
    return (*tokens_)[at_ + ahead < last ? at_ + ahead : last];
  }
  /// Returns the current token and moves past it (never past the end).
  const Token& take() {
    const Token& token = peek();
    if (at_ + 1 < tokens_->size()) ++at_;
    return token;
  }
  /// Moves past the current token if it is this punctuation.
  bool accept(std::string_view punctuation) {
    if (!peek().is(punctuation)) return false;
    take();
    return true;
  }
  bool accept_word(std::string_view word) {
    if (!peek().is_word(word)) return false;
    take();
    return true;
  }
  /// Moves past this punctuation, or says `where` it is expected: "after a type".
  [[nodiscard]] Result<void> expect(std::string_view punctuation, std::string_view where);
  /// Moves past an identifier, or says `what` is expected: "a label".
  [[nodiscard]] Result<std::string_view> expect_name(std::string_view what);
  [[nodiscard]] bool at_end() const { return peek().kind == Token::Kind::end; }
  [[nodiscard]] std::uint32_t line() const { return peek().line; }

 private:
  const std::vector<Token>* tokens_;
  std::size_t at_ = 0;
};

/// A token as a message quotes it: 'add', or "the end of the text".
[[nodiscard]] std::string describe(const Token& token);

/// The Error of a text that is wrong: a sentence that begins with the line.
template <class... Args>
[[nodiscard]] Failure fail_at(std::uint32_t line, fmt::format_string<Args...> format, Args&&... args) {
  return fail("line {}: {}", line, message(format, std::forward<Args>(args)...));
}

}  // namespace bankloom::ptx
