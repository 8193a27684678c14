#include "core/own/own_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/base/text_lines.h"
#include "core/own/cpp_lexer.h"

namespace bankloom::own {
namespace {

using Kind = TextToken::Kind;
constexpr std::string_view kHowToLaunch = "a launch is written `// launch: NAME<<<GRID, BLOCK>>>(ARGUMENTS)`";

bool is_open(const TextToken& token) { return token.is("(") || token.is("[") || token.is("{"); }

/// Behind the template arguments that open at `open`; `open` itself where they do not close before `last`.
std::size_t behind_angles(const std::vector<TextToken>& tokens, std::size_t open, std::size_t last) {
  int depth = 0;
  for (std::size_t at = open; at < last; ++at) {
    if (tokens[at].is(";") || tokens[at].is("{")) return open;
    if (tokens[at].is("(") || tokens[at].is("[")) at = closing(tokens, at);
    if (at >= last) return open;
    if (tokens[at].is("<")) ++depth;
    if (tokens[at].is(">") && --depth == 0) return at + 1;
  }
  return open;
}

/// Tokens as text, one blank where there were some.
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
  // A further comment behind it is none of its words.
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

  /// Behind alignas(16), __align__(16), __attribute__((...)), __launch_bounds__(256); `at` where there is none.
  [[nodiscard]] std::size_t behind_attribute(std::size_t at) const {
    constexpr std::array<std::string_view, 5> kAttributes = {"alignas", "__align__", "__attribute__",
                                                             "__launch_bounds__", "__maxnreg__"};
    const bool is_one = at + 1 < tokens_.size() && tokens_[at].kind == Kind::name && tokens_[at + 1].is("(") &&
                        std::find(kAttributes.begin(), kAttributes.end(), tokens_[at].text) != kAttributes.end();
    return is_one ? std::min(closing(tokens_, at + 1) + 1, tokens_.size()) : at;
  }

  void shared(std::size_t word) {
    std::size_t last = word;
    while (last < tokens_.size() && !tokens_[last].is(";")) {
      if (tokens_[last].is("{") || tokens_[last].is("(") || tokens_[last].is("[")) {
        last = closing(tokens_, last);
        continue;
      }
      if (tokens_[last].is("}")) return;
      ++last;
    }
    if (last >= tokens_.size()) return;
    SharedDeclaration found;
    found.line = tokens_[word].line;
    found.end = tokens_[last].begin + 1;
    found.at_file_scope = std::all_of(scopes_.begin(), scopes_.end(), [](bool is_namespace) { return is_namespace; });
    // What stands before the word belongs to the declaration too: extern, static, volatile, a type.
    std::size_t first = word;
    while (first > 0 && tokens_[first - 1].kind != Kind::punctuation) --first;
    std::string before;
    for (std::size_t at = first; at < word; ++at) add_type(found, at, before);
    std::size_t at = word + 1;
    while (at < last) {
      at = declarator(found, before, at, last);
      if (at < last) at += 1;  // the comma
    }
  }

  void add_type(SharedDeclaration& found, std::size_t at, std::string& type) const {
    const TextToken& token = tokens_[at];
    if (token.is("extern")) found.is_extern = true;
    if (token.is("extern") || token.is("static") || token.is("volatile") || token.kind == Kind::string) return;
    if (!type.empty() && token.kind == Kind::name && tokens_[at - 1].kind == Kind::name) type += ' ';
    type += token.text;
  }

  /// One declarator from `at`; where it ends: at its comma, or at `last`. `type` collects what precedes the first name.
  std::size_t declarator(SharedDeclaration& found, std::string& type, std::size_t at, std::size_t last) {
    for (; at < last; ++at) {
      const std::size_t behind = behind_attribute(at);
      if (behind != at) {
        at = behind - 1;
        continue;
      }
      if (tokens_[at].kind != Kind::name) {
        add_type(found, at, type);
        continue;
      }
      const bool ends = at + 1 >= last || tokens_[at + 1].is("[") || tokens_[at + 1].is(",") || tokens_[at + 1].is("=");
      if (ends) break;
      add_type(found, at, type);
      if (tokens_[at + 1].is("<")) {
        const std::size_t end = behind_angles(tokens_, at + 1, last);
        type += written(tokens_, at + 1, end);
        if (end > at + 1) at = end - 1;
      }
    }
    if (at >= last) return last;
    found.name = tokens_[at].text;
    found.type = type;
    found.extent.clear();
    found.row_begin = found.row_end = 0;
    ++at;
    while (at < last && tokens_[at].is("[")) {
      const std::size_t end = closing(tokens_, at);
      found.extent.push_back(written(tokens_, at + 1, std::min(end, last)));
      if (end < last) found.row_begin = tokens_[at].begin + 1;
      if (end < last) found.row_end = tokens_[end].begin;
      at = end + 1;
    }
    facts_.shared.push_back(found);
    while (at < last && !tokens_[at].is(",")) at = is_open(tokens_[at]) ? closing(tokens_, at) + 1 : at + 1;
    return std::min(at, last);
  }

  void kernel(std::size_t word) {
    // The name is what stands before the first parenthesis that is no attribute's.
    std::size_t at = word + 1;
    while (at + 1 < tokens_.size()) {
      const std::size_t behind = behind_attribute(at);
      if (behind != at) {
        at = behind;
        continue;
      }
      if (tokens_[at].is(";") || tokens_[at].is("{") || tokens_[at].is("}")) return;
      if (tokens_[at].kind == Kind::name && tokens_[at + 1].is("(")) break;
      ++at;
    }
    if (at + 1 >= tokens_.size()) return;
    KernelDeclaration found;
    found.name = tokens_[at].text;
    found.line = tokens_[at].line;
    for (std::size_t back = word; back > 0 && !tokens_[back - 1].is(";") && !tokens_[back - 1].is("}"); --back) {
      if (tokens_[back - 1].is("template")) {
        found.is_template = true;
        found.template_parameters = template_parameters(back);
      }
      if (tokens_[back - 1].is("{")) break;
    }
    const std::size_t end = closing(tokens_, at + 1);
    if (end >= tokens_.size()) return;
    std::size_t first = at + 2;
    for (std::size_t i = first; i <= end; ++i) {
      if (i < end && tokens_[i].is("<")) i = std::max(i, behind_angles(tokens_, i, end) - 1);
      if (i < end && is_open(tokens_[i])) i = closing(tokens_, i);
      if (i < end && !tokens_[i].is(",")) continue;
      if (i > first) found.parameters.push_back(parameter(first, i));
      first = i + 1;
    }
    const bool is_void = found.parameters.size() == 1 && found.parameters[0].type.empty();
    if (is_void && found.parameters[0].name == "void") found.parameters.clear();
    facts_.kernels.push_back(std::move(found));
  }

  /// The names in "<int N, class T = float>", which opens at `open`.
  [[nodiscard]] std::vector<std::string> template_parameters(std::size_t open) const {
    std::vector<std::string> names;
    const std::size_t last = behind_angles(tokens_, open, tokens_.size());
    std::string name;
    bool is_default = false;
    for (std::size_t at = open + 1; at < last; ++at) {
      if (tokens_[at].is("<")) at = std::max(at, behind_angles(tokens_, at, last) - 1);
      if (tokens_[at].is("=")) is_default = true;
      if (tokens_[at].kind == Kind::name && !is_default) name = tokens_[at].text;
      if (at + 1 < last && !tokens_[at].is(",")) continue;
      names.push_back(std::exchange(name, {}));
      is_default = false;
    }
    return names;
  }

  [[nodiscard]] ParameterDeclaration parameter(std::size_t first, std::size_t last) const {
    ParameterDeclaration found;
    for (std::size_t at = first; at < last; ++at) {
      if (tokens_[at].is("=")) last = at;
    }
    std::size_t name = last;
    while (name > first && tokens_[name - 1].kind != Kind::name) --name;
    if (name == first) return found;
    found.name = tokens_[name - 1].text;
    std::string type;
    for (std::size_t at = first; at + 1 < name; ++at) {
      if (tokens_[at].is("__restrict__") || tokens_[at].is("__restrict") || tokens_[at].is("__grid_constant__"))
        continue;
      const bool apart = !type.empty() && (tokens_[at].kind == Kind::name || tokens_[at].is("*")) &&
                         !type.ends_with(':') && !type.ends_with('<') && !type.ends_with('*');
      if (apart) type += ' ';
      type += tokens_[at].text;
    }
    if (name < last && tokens_[name].is("[")) type += " *";
    found.type = type;
    return found;
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
  std::string_view text = std::string_view(whole.text).substr(begin, length);
  const std::size_t first = std::min(text.find_first_not_of(kBlanks), text.size());
  text.remove_prefix(first);
  text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
  const std::size_t at = begin + first;
  return {std::string(text), whole.begin + at, whole.line, whole.column + static_cast<unsigned>(at)};
}

std::vector<Part> split_at_commas(const Part& text) {
  std::vector<Part> parts;
  const std::vector<TextToken> tokens = cut(text.text);
  if (tokens.empty()) return parts;
  std::size_t first = 0;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (is_open(tokens[at])) at = closing(tokens, at);
    if (at >= tokens.size()) break;
    // k<float, 4> is one part, a < b no template: the arguments must close.
    if (tokens[at].is("<") && at > 0 && tokens[at - 1].kind == Kind::name) {
      const std::size_t behind = behind_angles(tokens, at, tokens.size());
      if (behind > at) at = behind - 1;
    }
    if (!tokens[at].is(",")) continue;
    parts.push_back(part_of(text, first, tokens[at].begin - first));
    first = tokens[at].begin + 1;
  }
  parts.push_back(part_of(text, first, std::string::npos));
  return parts;
}

Result<LaunchText> parse_launch(const Part& text) {
  const std::size_t open = text.text.find("<<<");
  const std::size_t close = text.text.rfind(">>>");
  if (open == std::string::npos) return fail("the launch has no <<<; {}", kHowToLaunch);
  if (close == std::string::npos || close < open + 3) return fail("the launch has no >>>; {}", kHowToLaunch);
  LaunchText launch;
  launch.kernel = part_of(text, 0, open);
  if (launch.kernel.text.empty()) return fail("the launch names no kernel; {}", kHowToLaunch);
  launch.shape = split_at_commas(part_of(text, open + 3, close - open - 3));
  if (launch.shape.size() < 2) return fail("the launch needs a grid and a block between <<< and >>>; {}", kHowToLaunch);
  if (launch.shape.size() > 4) {
    return fail("the launch has {} values between <<< and >>>, and takes grid, block and bytes of shared memory; {}",
                launch.shape.size(), kHowToLaunch);
  }
  for (const Part& part : launch.shape) {
    if (part.text.empty()) return fail("a value is missing between <<< and >>>; {}", kHowToLaunch);
  }
  if (launch.shape.size() == 4) launch.shape.pop_back();  // the stream: there is one only
  Part rest = part_of(text, close + 3, std::string::npos);
  if (rest.text.ends_with(';')) rest = part_of(rest, 0, rest.text.size() - 1);
  if (rest.text.empty()) return launch;
  const std::vector<TextToken> tokens = cut(rest.text);
  if (!tokens.front().is("(") || closing(tokens, 0) + 1 != tokens.size()) {
    return fail("'{}' stands where the launch's arguments are expected, in parentheses; {}", rest.text, kHowToLaunch);
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

std::vector<std::string> names_in(const std::string& expression) {
  std::vector<std::string> names;
  for (const TextToken& token : cut(expression)) {
    if (token.kind != Kind::name) continue;
    std::string name(token.text);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

bool reads_like_prose(const std::string& text) {
  constexpr std::array<std::string_view, 9> kWords = {"sizeof", "unsigned", "signed", "long",   "short",
                                                      "const",  "int",      "char",   "alignof"};
  const std::vector<TextToken> tokens = cut(text);
  for (std::size_t at = 0; at + 1 < tokens.size(); ++at) {
    const bool word = tokens[at].kind == Kind::name || tokens[at].kind == Kind::number;
    const bool next = tokens[at + 1].kind == Kind::name || tokens[at + 1].kind == Kind::number;
    if (word && next && std::find(kWords.begin(), kWords.end(), tokens[at].text) == kWords.end()) return true;
  }
  return tokens.empty();
}

}  // namespace bankloom::own
