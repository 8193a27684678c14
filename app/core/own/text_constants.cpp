#include "core/own/text_constants.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/catalog/expression.h"
#include "core/own/cpp_lexer.h"
#include "core/own/type_names.h"

namespace bankloom::own {
namespace {

using Kind = TextToken::Kind;
using Definitions = std::vector<std::pair<std::string, std::string>>;  ///< names and expressions

std::string expression_at(const std::vector<TextToken>& tokens, std::size_t first, std::size_t last) {
  std::string text;
  for (; first < last; ++first) text += std::string(tokens[first].text) + " ";
  return text;
}

/// "#define NAME EXPRESSION", of macros without parameters.
void read_define(std::string_view directive, Definitions& found) {
  if (directive_word(directive) != "define") return;
  const auto tokens = cut_code(directive.substr(1));
  if (tokens.size() < 2 || tokens[1].kind != Kind::name) return;
  const bool has_parameters =
      tokens.size() > 2 && tokens[2].is("(") && tokens[2].begin == tokens[1].begin + tokens[1].text.size();
  if (!has_parameters) found.emplace_back(tokens[1].text, expression_at(tokens, 2, tokens.size()));
}

/// Behind the expression that begins at `at`: at the comma, semicolon or brace that ends it.
std::size_t expression_end(const std::vector<TextToken>& tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    const TextToken& token = tokens[at];
    if (depth == 0 && (token.is(",") || token.is(";") || token.is("}"))) return at;
    if (token.is("(") || token.is("[")) ++depth;
    if (token.is(")") || token.is("]")) --depth;
  }
  return at;
}

/// "const int A = 1, B = 2;" from behind its first word on.
void read_constant(const std::vector<TextToken>& tokens, std::size_t at, Definitions& found) {
  for (; at + 2 < tokens.size(); ++at) {
    if (tokens[at].is(";") || tokens[at].is("{") || tokens[at].is("(")) return;
    if (tokens[at].kind != Kind::name || !tokens[at + 1].is("=") || tokens[at + 2].is("=")) continue;
    const std::size_t end = expression_end(tokens, at + 2);
    found.emplace_back(tokens[at].text, expression_at(tokens, at + 2, end));
    at = end;
  }
}

/// "enum Name { A = 1, B };" from its brace on.
void read_enumerators(const std::vector<TextToken>& tokens, std::size_t open, Definitions& found) {
  std::string next = "0";
  for (std::size_t at = open + 1; at < tokens.size() && tokens[at].kind == Kind::name;) {
    const std::string name(tokens[at].text);
    std::size_t end = at + 1;
    if (end < tokens.size() && tokens[end].is("=")) {
      end = expression_end(tokens, end + 1);
      next = expression_at(tokens, at + 2, end);
    }
    found.emplace_back(name, next);
    next = name + " + 1";
    if (end >= tokens.size() || !tokens[end].is(",")) return;
    at = end + 1;
  }
}

Definitions definitions_in(const std::string& text) {
  Definitions found;
  for (const TextToken& token : cut(text)) {
    if (token.kind == Kind::directive) read_define(token.text, found);
  }
  const std::vector<TextToken> tokens = cut_code(text);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].is("const") || tokens[at].is("constexpr")) read_constant(tokens, at + 1, found);
    if (!tokens[at].is("enum")) continue;
    for (std::size_t open = at + 1; open < std::min(at + 6, tokens.size()); ++open) {
      if (!tokens[open].is("{")) continue;
      read_enumerators(tokens, open, found);
      break;
    }
  }
  return found;
}

/// The expression as those of the catalogue are written: numbers without suffixes, sizeof as a number.
std::string plain(const std::string& expression) {
  std::string text;
  for (const TextToken& token : cut(expression)) {
    std::string word(token.text);
    if (token.kind == Kind::number) {
      while (word.size() > 1 && std::string_view("uUlL").find(word.back()) != std::string_view::npos) word.pop_back();
      if (word.starts_with("0x") || word.starts_with("0X"))
        word = std::to_string(std::strtoull(word.c_str(), nullptr, 16));
    }
    const bool joins = text.empty() || (token.kind == Kind::punctuation && text.back() != ' ');
    text += joins ? word : " " + word;
  }
  for (std::size_t at = text.find("sizeof"); at != std::string::npos; at = text.find("sizeof", at + 1)) {
    const std::size_t open = text.find('(', at), close = text.find(')', at);
    if (open == std::string::npos || close == std::string::npos || close < open) break;
    const auto bytes = element_named(text.substr(open + 1, close - open - 1)).bytes;
    if (bytes == 0) break;
    text.replace(at, close + 1 - at, std::to_string(bytes));
  }
  return text;
}

}  // namespace

std::optional<std::int64_t> value_of(const std::string& expression, const TextConstants& constants) {
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
  for (const auto& [name, value] : constants) {
    names.push_back(name);
    values.push_back(value);
  }
  const auto parsed = Expression::parse(plain(expression), names);
  if (!parsed) return std::nullopt;
  const auto value = parsed->evaluate(values);
  return value ? std::optional(*value) : std::nullopt;
}

TextConstants constants_of(const std::string& text, const TextConstants& known) {
  TextConstants constants = known;
  std::set<std::string> ambiguous;
  Definitions left = definitions_in(text);
  // Each may use others, wherever they stand.
  for (bool has_more = true; has_more;) {
    has_more = false;
    std::erase_if(left, [&](const auto& definition) {
      const auto& [name, expression] = definition;
      if (known.contains(name) || ambiguous.contains(name)) return true;
      const auto value = value_of(expression, constants);
      if (!value) return false;
      const auto [entry, is_new] = constants.try_emplace(name, *value);
      has_more = has_more || is_new;
      if (!is_new && entry->second != *value) {
        ambiguous.insert(name);
        constants.erase(entry);
      }
      return true;
    });
  }
  return constants;
}

ArrayInfo array_declared(const SharedDeclaration& array, std::uint64_t bytes, const TextConstants& constants,
                         const std::map<std::string, std::string>& types) {
  ArrayInfo info;
  std::string type = array.type;
  if (const auto meant = types.find(type); meant != types.end()) type = meant->second;
  info.element = element_named(type);
  if (bytes == 0 || info.element.bytes == 0) return info;
  std::vector<std::uint64_t> extent;
  std::uint64_t product = info.element.bytes;
  std::size_t unknown = array.extent.size(), unknowns = 0;
  for (std::size_t level = 0; level < array.extent.size(); ++level) {
    const auto value = value_of(array.extent[level], constants);
    const bool is_known = value && *value > 0;
    extent.push_back(is_known ? static_cast<std::uint64_t>(*value) : 1);
    product *= extent.back();
    if (is_known) continue;
    unknown = level;
    ++unknowns;
  }
  if (unknowns > 1 || product == 0) return info;
  if (unknowns == 1) {
    if (bytes % product != 0) return info;
    extent[unknown] = bytes / product;
    product = bytes;
  }
  if (extent.empty()) extent.push_back(1);
  if (product == bytes) info.extent = std::move(extent);
  return info;
}

}  // namespace bankloom::own
