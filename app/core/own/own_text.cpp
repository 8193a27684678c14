#include "core/own/own_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/own/cpp_lexer.h"

namespace bankloom::own {
namespace {

using Kind = TextToken::Kind;
std::string how_to_launch() { return message("a launch is written `// launch: NAME<<<GRID, BLOCK>>>(ARGUMENTS)`"); }

bool is_open(const TextToken& token) { return token.is("(") || token.is("[") || token.is("{"); }

/// Tokens as text, one blank if there were some.
std::string written(const std::vector<TextToken>& tokens, std::size_t first, std::size_t last) {
  std::string text;
  for (std::size_t at = first; at < last; ++at) {
    if (at > first && tokens[at].begin > tokens[at - 1].begin + tokens[at - 1].text.size()) text += ' ';
    text += tokens[at].text;
  }
  return text;
}

unsigned column_at(std::string_view text, std::size_t at) {
  const std::size_t newline = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
  return static_cast<unsigned>(newline == std::string_view::npos ? at + 1 : at - newline);
}

std::optional<Remark> remark_of(std::string_view text, const TextToken& comment) {
  std::size_t begin = comment.begin + 2;
  std::size_t end = comment.begin + comment.text.size();
  if (comment.text.starts_with("/*") && comment.text.ends_with("*/")) end -= 2;
  if (end <= begin || text.substr(begin, end - begin).find('\n') != std::string_view::npos) return std::nullopt;
  begin = std::min(text.find_first_not_of(kBlanks, begin), end);
  std::size_t colon = begin;
  while (colon < end && (std::isalnum(static_cast<unsigned char>(text[colon])) != 0 || text[colon] == '_')) ++colon;
  if (colon == begin || colon >= end || text[colon] != ':' || (colon + 1 < end && text[colon + 1] == ':')) {
    return std::nullopt;
  }
  Remark remark;
  remark.word = text.substr(begin, colon - begin);
  // Another comment may follow.
  if (comment.text.starts_with("//")) end = std::min(end, text.find("//", colon));
  const Part whole{std::string(text.substr(colon + 1, end - colon - 1)), colon + 1, comment.line,
                   column_at(text, colon + 1)};
  remark.rest = part_of(whole, 0, whole.text.size());
  return remark;
}

/// Finds declarations among the tokens that are neither comments nor directives.
class Finder {
 public:
  Finder(std::vector<TextToken> tokens, TextFacts& facts) : tokens_(std::move(tokens)), facts_(facts) {}

  void run() {
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      const TextToken& token = tokens_[at];
      if (token.is("{")) scopes_.push_back(opens_namespace(at));
      if (token.is("}") && !scopes_.empty()) scopes_.pop_back();
      if (token.is("__shared__")) shared(at);
      if (token.is("__global__")) kernel(at);
      if (token.is("threadIdx") && at + 2 < tokens_.size() && tokens_[at + 2].is("y")) facts_.uses_y = true;
    }
  }

 private:
  /// Whether the brace at `open` is that of a namespace or of extern "C".
  [[nodiscard]] bool opens_namespace(std::size_t open) const {
    if (open >= 2 && tokens_[open - 1].kind == Kind::string && tokens_[open - 2].is("extern")) return true;
    std::size_t at = open;
    while (at > 0 && (tokens_[at - 1].kind == Kind::name || tokens_[at - 1].is(":"))) {
      --at;
      if (tokens_[at].is("namespace")) return true;
    }
    return false;
  }

  /// After alignas(16), __align__(16), __attribute__((...)), __launch_bounds__(256); `at` if there is none.
  [[nodiscard]] std::size_t after_attribute(std::size_t at) const {
    constexpr std::array<std::string_view, 5> kAttributes = {"alignas", "__align__", "__attribute__",
                                                             "__launch_bounds__", "__maxnreg__"};
    const bool is_one = at + 1 < tokens_.size() && tokens_[at].kind == Kind::name && tokens_[at + 1].is("(") &&
                        std::ranges::find(kAttributes, tokens_[at].text) != kAttributes.end();
    return is_one ? std::min(closing(tokens_, at + 1) + 1, tokens_.size()) : at;
  }

  /// The tokens of a type as text, without specifiers; with a blank where C++ needs or likes one.
  [[nodiscard]] std::string type_text(const TokenRange& range) const {
    constexpr std::array<std::string_view, 7> kNoPart = {"extern",       "static",     "volatile",         "__shared__",
                                                         "__restrict__", "__restrict", "__grid_constant__"};
    std::string type;
    for (std::size_t at = after_attribute(range.first); at < range.last; at = after_attribute(at + 1)) {
      const TextToken& token = tokens_[at];
      if (token.kind == Kind::string || std::ranges::find(kNoPart, token.text) != kNoPart.end()) continue;
      const bool may_stand_apart = token.kind == Kind::name || token.is("*");
      const bool is_apart = type.ends_with(',') || (may_stand_apart && !type.empty() && !type.ends_with(':') &&
                                                    !type.ends_with('<') && !type.ends_with('*'));
      if (is_apart) type += ' ';
      type += token.text;
    }
    return type;
  }

  void shared(std::size_t word) {
    std::size_t last = word;
    while (last < tokens_.size() && !tokens_[last].is(";")) {
      if (tokens_[last].is("}") || (last != word && tokens_[last].is("__shared__"))) return;
      last = (is_open(tokens_[last]) ? closing(tokens_, last) : last) + 1;
    }
    if (last >= tokens_.size()) return;
    SharedDeclaration found;
    found.line = tokens_[word].line;
    found.end = tokens_[last].begin + 1;
    found.at_file_scope = std::ranges::find(scopes_, false) == scopes_.end();
    // Words before it belong to the declaration, too: extern, static, volatile, a type.
    std::size_t first = word;
    while (first > 0 && tokens_[first - 1].kind != Kind::punctuation) --first;
    for (std::size_t at = first; at < last; ++at) found.is_extern = found.is_extern || tokens_[at].is("extern");
    bool is_first = true;
    for (const TokenRange& one : at_commas(tokens_, {word + 1, last})) {
      std::size_t name = one.first;
      while (name + 1 < one.last && !tokens_[name + 1].is("[") && !tokens_[name + 1].is("=")) {
        name = is_open(tokens_[name + 1]) ? closing(tokens_, name + 1) : name + 1;
      }
      if (name >= one.last || tokens_[name].kind != Kind::name) return;
      if (std::exchange(is_first, false)) found.type = type_text({first, name});
      add_array(found, {name, one.last});
    }
  }

  /// An array from its name on.
  void add_array(SharedDeclaration found, const TokenRange& declarator) {
    found.name = tokens_[declarator.first].text;
    for (std::size_t at = declarator.first + 1; at < declarator.last && tokens_[at].is("[");) {
      const std::size_t end = closing(tokens_, at);
      found.extent.push_back(written(tokens_, at + 1, std::min(end, declarator.last)));
      if (end < declarator.last) found.row_begin = tokens_[at].begin + 1;
      if (end < declarator.last) found.row_end = tokens_[end].begin;
      at = end + 1;
    }
    facts_.shared.push_back(std::move(found));
  }

  void kernel(std::size_t word) {
    // The name precedes the first parenthesis that is not an attribute's.
    std::size_t at = after_attribute(word + 1);
    while (at + 1 < tokens_.size() && (tokens_[at].kind != Kind::name || !tokens_[at + 1].is("("))) {
      if (tokens_[at].is(";") || tokens_[at].is("{") || tokens_[at].is("}")) return;
      // The last one of several is the kernel's.
      if (tokens_[at].is("__global__")) return;
      at = after_attribute(at + 1);
    }
    const std::size_t end = at + 1 < tokens_.size() ? closing(tokens_, at + 1) : tokens_.size();
    if (end >= tokens_.size()) return;
    KernelDeclaration found;
    found.name = tokens_[at].text;
    found.line = tokens_[at].line;
    for (std::size_t back = word; back > 0 && !tokens_[back - 1].is(";") && !tokens_[back - 1].is("}"); --back) {
      if (tokens_[back - 1].is("{")) break;
      if (!tokens_[back - 1].is("template")) continue;
      found.is_template = true;
      found.template_parameters.clear();
      const std::size_t close = after_angles(tokens_, back, tokens_.size());
      for (const TokenRange& one : at_commas(tokens_, {back + 1, close - 1})) {
        found.template_parameters.push_back(parameter(one).name);
      }
    }
    for (const TokenRange& one : at_commas(tokens_, {at + 2, end})) found.parameters.push_back(parameter(one));
    if (found.parameters.size() == 1 && found.parameters[0].name == "void") found.parameters.clear();
    facts_.kernels.push_back(std::move(found));
  }

  /// A parameter of a kernel or of a template: the last name before its default, and its type.
  [[nodiscard]] ParameterDeclaration parameter(const TokenRange& range) const {
    std::size_t last = range.first;
    while (last < range.last && !tokens_[last].is("=")) ++last;
    std::size_t name = last;
    while (name > range.first && tokens_[name - 1].kind != Kind::name) --name;
    if (name == range.first) return {};
    const bool is_array = name < last && tokens_[name].is("[");
    return {std::string(tokens_[name - 1].text), type_text({range.first, name - 1}) + (is_array ? " *" : "")};
  }

  std::vector<TextToken> tokens_;
  TextFacts& facts_;
  std::vector<bool> scopes_;  ///< of each open brace: whether it is a namespace's
};

}  // namespace

TextFacts read_text_facts(const std::string& text) {
  TextFacts facts;
  for (const TextToken& token : cut(text)) {
    if (token.kind != Kind::comment) continue;
    if (auto remark = remark_of(text, token)) facts.remarks.push_back(std::move(*remark));
  }
  Finder(cut_code(text), facts).run();
  return facts;
}

Part part_of(const Part& whole, std::size_t begin, std::size_t length) {
  const std::string_view part = std::string_view(whole.text).substr(begin, length);
  const std::size_t at = begin + std::min(part.find_first_not_of(kBlanks), part.size());
  return {std::string(trim(part)), whole.begin + at, whole.line, whole.column + static_cast<unsigned>(at)};
}

std::vector<Part> split_at_commas(const Part& text) {
  std::vector<Part> parts;
  const std::vector<TextToken> tokens = cut(text.text);
  for (const TokenRange& one : at_commas(tokens, {0, tokens.size()})) {
    const std::size_t begin = one.first == 0 ? 0 : tokens[one.first - 1].begin + 1;
    parts.push_back(
        part_of(text, begin, one.last == tokens.size() ? std::string::npos : tokens[one.last].begin - begin));
  }
  return parts;
}

Result<LaunchText> parse_launch(const Part& text) {
  const std::size_t open = text.text.find("<<<");
  const std::size_t close = text.text.rfind(">>>");
  if (open == std::string::npos) return fail("the launch has no <<<; {}", how_to_launch());
  if (close == std::string::npos || close < open + 3) return fail("the launch has no >>>; {}", how_to_launch());
  LaunchText launch;
  launch.kernel = part_of(text, 0, open);
  if (launch.kernel.text.empty()) return fail("the launch names no kernel; {}", how_to_launch());
  launch.shape = split_at_commas(part_of(text, open + 3, close - open - 3));
  if (launch.shape.size() < 2)
    return fail("the launch needs a grid and a block between <<< and >>>; {}", how_to_launch());
  if (launch.shape.size() > 4) {
    return fail("the launch has {} values between <<< and >>>, and takes grid, block and bytes of shared memory; {}",
                launch.shape.size(), how_to_launch());
  }
  for (const Part& part : launch.shape) {
    if (part.text.empty()) return fail("a value is missing between <<< and >>>; {}", how_to_launch());
  }
  if (launch.shape.size() == 4) launch.shape.pop_back();  // the stream: there is one only
  Part rest = part_of(text, close + 3, std::string::npos);
  if (rest.text.ends_with(';')) rest = part_of(rest, 0, rest.text.size() - 1);
  if (rest.text.empty()) return launch;
  const std::vector<TextToken> tokens = cut(rest.text);
  if (!tokens.front().is("(") || closing(tokens, 0) + 1 != tokens.size()) {
    return fail("'{}' is found where the launch's arguments are expected, in parentheses; {}", rest.text,
                how_to_launch());
  }
  launch.has_arguments = true;
  launch.arguments = split_at_commas(part_of(rest, 1, rest.text.size() - 2));
  return launch;
}

std::optional<BufferText> parse_buffer(const Part& text) {
  const std::vector<TextToken> tokens = cut(text.text);
  BufferText buffer;
  std::size_t at = 0;
  while (at < tokens.size() && (tokens[at].kind == Kind::name || tokens[at].is(":"))) ++at;
  if (at == tokens.size() || !tokens[at].is("[")) return std::nullopt;
  buffer.type = part_of(text, 0, tokens[at].begin).text;
  while (at < tokens.size() && tokens[at].is("[")) {
    const std::size_t end = closing(tokens, at);
    if (end >= tokens.size()) return std::nullopt;
    buffer.extent.push_back(part_of(text, tokens[at].begin + 1, tokens[end].begin - tokens[at].begin - 1));
    if (buffer.extent.back().text.empty()) return std::nullopt;
    at = end + 1;
  }
  if (buffer.extent.size() > 2) return std::nullopt;
  if (at == tokens.size()) return buffer;
  if (!tokens[at].is("=") || at + 1 == tokens.size()) return std::nullopt;
  buffer.value = part_of(text, tokens[at].begin + 1, std::string::npos);
  return buffer;
}

bool is_name(const std::string& text) {
  const std::vector<TextToken> tokens = cut(text);
  return tokens.size() == 1 && tokens.front().kind == Kind::name && tokens.front().text == text;
}

const Remark* remark_on(const TextFacts& facts, const std::string& word) {
  const auto found = std::ranges::find(facts.remarks, word, &Remark::word);
  return word.empty() || found == facts.remarks.end() ? nullptr : &*found;
}

bool reads_like_prose(const std::string& text) {
  constexpr std::array<std::string_view, 9> kWords = {"sizeof", "unsigned", "signed", "long",   "short",
                                                      "const",  "int",      "char",   "alignof"};
  const std::vector<TextToken> tokens = cut(text);
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    const bool word = tokens[at].kind == Kind::name || tokens[at].kind == Kind::number;
    const bool next = tokens[at + 1].kind == Kind::name || tokens[at + 1].kind == Kind::number;
    if (word && next && std::ranges::find(kWords, tokens[at].text) == kWords.end()) return true;
  }
  return tokens.empty();
}

}  // namespace bankloom::own
