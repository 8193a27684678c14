#include "core/own/launch_text.h"

#include <cstddef>
#include <vector>

#include "core/own/own_lexer.h"

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
      // Before a name only :: is a part of it: a type, `else` or a condition is none.
      const bool follows_name = first < at && tokens[first].kind == TextToken::Kind::name;
      if (follows_name ? !token.is(":") : token.kind != TextToken::Kind::name && !token.is(":") && !token.is(">"))
        break;
    }
    if (token.is(")")) ++parentheses;
    if (token.is("(")) --parentheses;
    // What is compared within parentheses is no list of arguments.
    if (parentheses == 0 && token.is(">")) ++angles;
    if (parentheses == 0 && token.is("<")) --angles;
    if (angles < 0 || parentheses < 0) break;
  }
  return first;
}

/// Behind the bracket that opens at `open`; tokens.size() where it does not close.
std::size_t behind(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    if (tokens[at].is("(")) ++depth;
    if (tokens[at].is(")") && --depth == 0) return at + 1;
  }
  return tokens.size();
}

}  // namespace

std::string launch_text_at(const std::string& text, unsigned line) {
  Tokens tokens = cut(text);
  std::erase_if(tokens, [](const TextToken& token) {
    return token.kind == TextToken::Kind::comment || token.kind == TextToken::Kind::directive;
  });
  for (std::size_t at = 1; at < tokens.size() && tokens[at].line <= line; ++at) {
    if (!is_three(tokens, at, "<")) continue;
    const std::size_t first = name_before(tokens, at);
    std::size_t close = at + 3;
    while (close < tokens.size() && !is_three(tokens, close, ">")) {
      close = tokens[close].is("(") ? behind(tokens, close) : close + 1;
    }
    close += 3;
    if (first == at || close >= tokens.size() || !tokens[close].is("(")) continue;
    const std::size_t last = behind(tokens, close) - 1;
    if (tokens[last].line < line || tokens[first].line > line) continue;
    return text.substr(tokens[first].begin, tokens[last].begin + 1 - tokens[first].begin);
  }
  return {};
}

}  // namespace bankloom::own
