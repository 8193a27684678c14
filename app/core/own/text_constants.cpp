#include "core/own/text_constants.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/catalog/expression.h"
#include "core/own/cpp_lexer.h"

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

/// "int A = 1, B = 2", of constants; functions and initialisers in braces are left out.
void read_constants(const std::vector<TextToken>& tokens, const TokenRange& declaration, Definitions& found) {
  for (const TokenRange& one : at_commas(tokens, declaration)) {
    std::size_t equals = one.first;
    while (equals < one.last && !tokens[equals].is("=")) {
      if (tokens[equals].is("{") || tokens[equals].is("(")) return;
      ++equals;
    }
    if (equals == one.first || equals + 1 >= one.last || tokens[equals + 1].is("=")) continue;
    if (tokens[equals - 1].kind != Kind::name) continue;
    found.emplace_back(tokens[equals - 1].text, expression_at(tokens, equals + 1, one.last));
  }
}

/// "A = 1, B", of an enum.
void read_enumerators(const std::vector<TextToken>& tokens, const TokenRange& list, Definitions& found) {
  std::string next = "0";
  for (const TokenRange& one : at_commas(tokens, list)) {
    if (one.first == one.last || tokens[one.first].kind != Kind::name) return;
    const std::string name(tokens[one.first].text);
    if (one.first + 1 < one.last) next = expression_at(tokens, one.first + 2, one.last);
    found.emplace_back(name, next);
    next = name + " + 1";
  }
}

Definitions definitions_in(const std::string& text) {
  Definitions found;
  for (const TextToken& token : cut(text)) {
    if (token.kind == Kind::directive) read_define(token.text, found);
  }
  const std::vector<TextToken> tokens = cut_code(text);
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    const auto next = [&](std::string_view mark, std::size_t most) {
      std::size_t end = at + 1;
      while (end < std::min(at + most, tokens.size()) && !tokens[end].is(mark)) ++end;
      return end < std::min(at + most, tokens.size()) ? end : tokens.size();
    };
    if (tokens[at].is("const") || tokens[at].is("constexpr")) {
      read_constants(tokens, {at + 1, next(";", tokens.size())}, found);
    } else if (tokens[at].is("enum")) {
      const std::size_t open = next("{", 6);
      read_enumerators(tokens, {open + 1, closing(tokens, open)}, found);
    }
  }
  return found;
}

/// An expression in the catalogue's notation: numbers without suffixes, sizeof as a number.
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
  // Each may use others, in any order.
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
