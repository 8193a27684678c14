#include "core/ptx/token_cursor.h"

#include "core/base/language.h"

namespace bankloom::ptx {

std::string describe(const Token& token) {
  if (token.kind == Token::Kind::end) return message("the end of the text");
  constexpr std::size_t kLongest = 60;
  if (token.text.size() > kLongest) return fmt::format("'{}...'", token.text.substr(0, kLongest));
  return fmt::format("'{}'", token.text);
}

Result<void> TokenCursor::expect(std::string_view punctuation, std::string_view where) {
  if (accept(punctuation)) return {};
  return fail_at(line(), "expected '{}' {}, found {}", punctuation, translated(where), describe(peek()));
}

Result<std::string_view> TokenCursor::expect_name(std::string_view what) {
  if (peek().kind == Token::Kind::identifier) return take().text;
  return fail_at(line(), "expected {}, found {}", translated(what), describe(peek()));
}

}  // namespace bankloom::ptx
