#include "core/own/main_function.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "core/own/own_lexer.h"

namespace bankloom {
namespace {

using own::TextToken;

/// Whether what `main` returns stands before it: `x = main(...)` and `thing.main()` are none.
bool is_type(const TextToken& token) {
  static constexpr std::array<std::string_view, 4> kTypes{"int", "void", "auto", "signed"};
  return token.kind == TextToken::Kind::name && std::find(kTypes.begin(), kTypes.end(), token.text) != kTypes.end();
}

/// The token behind the bracket that closes what opens at `open`; the end where it does not close.
std::size_t behind_brackets(const std::vector<TextToken>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    if (tokens[at].is("(")) ++depth;
    if (tokens[at].is(")") && --depth == 0) return at + 1;
  }
  return tokens.size();
}

}  // namespace

bool has_main(std::string_view text) {
  std::vector<TextToken> tokens = own::cut(text);
  std::erase_if(tokens, [](const TextToken& token) {
    return token.kind == TextToken::Kind::comment || token.kind == TextToken::Kind::directive;
  });
  for (std::size_t at = 1; at + 1 < tokens.size(); ++at) {
    if (!tokens[at].is("main") || !tokens[at + 1].is("(") || !is_type(tokens[at - 1])) continue;
    // A declaration is no definition; `try`, `noexcept` and "-> int" may stand before its body.
    for (std::size_t next = behind_brackets(tokens, at + 1); next < tokens.size(); ++next) {
      if (tokens[next].is("{")) return true;
      if (tokens[next].is(";") || tokens[next].is(",") || tokens[next].is(")")) break;
    }
  }
  return false;
}

}  // namespace bankloom
