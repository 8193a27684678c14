#include "core/own/host_text.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "core/own/cpp_lexer.h"

namespace bankloom::own {
namespace {

using Tokens = std::vector<TextToken>;

/// <<< and >>> are cut into single characters.
bool is_three(const Tokens& tokens, std::size_t at, std::string_view one) {
  return at + 2 < tokens.size() && tokens[at].is(one) && tokens[at + 1].is(one) && tokens[at + 2].is(one) &&
         tokens[at + 2].begin == tokens[at].begin + 2;
}

/// The first token of the kernel's name that ends before `at`: of k, ns::k, k<float, (1 > 0)>.
std::size_t name_before(const Tokens& tokens, std::size_t at) {
  std::size_t first = at;
  int angles = 0, parentheses = 0;
  for (; first > 0; --first) {
    const TextToken& token = tokens[first - 1];
    if (token.is(";") || token.is("{") || token.is("}")) break;
    if (angles == 0 && parentheses == 0) {
      // Before a name, only :: belongs to it; a type, `else` or a condition does not.
      const bool follows_name = first < at && tokens[first].kind == TextToken::Kind::name;
      if (follows_name ? !token.is(":") : token.kind != TextToken::Kind::name && !token.is(":") && !token.is(">"))
        break;
    }
    if (token.is(")")) ++parentheses;
    if (token.is("(")) --parentheses;
    // Comparisons within parentheses are no template arguments.
    if (parentheses == 0 && token.is(">")) ++angles;
    if (parentheses == 0 && token.is("<")) --angles;
    if (angles < 0 || parentheses < 0) break;
  }
  return first;
}

/// Whether it can precede a definition of main(), unlike `x = main(...)` and `thing.main()`.
bool is_type_of_main(const TextToken& token) {
  return token.is("int") || token.is("void") || token.is("auto") || token.is("signed");
}

}  // namespace

bool has_main(std::string_view text) {
  const Tokens tokens = cut_code(text);
  for (std::size_t at = 1; at + 1 < tokens.size(); ++at) {
    if (!tokens[at].is("main") || !tokens[at + 1].is("(") || !is_type_of_main(tokens[at - 1])) continue;
    // Not a declaration; `try`, `noexcept` and "-> int" may precede the body.
    for (std::size_t next = closing(tokens, at + 1) + 1; next < tokens.size(); ++next) {
      if (tokens[next].is("{")) return true;
      if (tokens[next].is(";") || tokens[next].is(",") || tokens[next].is(")")) break;
    }
  }
  return false;
}

std::string launch_text_at(const std::string& text, unsigned line) {
  const Tokens tokens = cut_code(text);
  for (std::size_t at = 1; at < tokens.size() && tokens[at].line <= line; ++at) {
    if (!is_three(tokens, at, "<")) continue;
    const std::size_t first = name_before(tokens, at);
    std::size_t close = at + 3;
    while (close < tokens.size() && !is_three(tokens, close, ">")) {
      close = (tokens[close].is("(") ? closing(tokens, close) : close) + 1;
    }
    close += 3;
    if (first == at || close >= tokens.size() || !tokens[close].is("(")) continue;
    const std::size_t last = std::min(closing(tokens, close), tokens.size() - 1);
    if (tokens[last].line < line || tokens[first].line > line) continue;
    return text.substr(tokens[first].begin, tokens[last].begin + 1 - tokens[first].begin);
  }
  return {};
}

}  // namespace bankloom::own
