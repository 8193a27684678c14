#include "core/own/cpp_lexer.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/text_lines.h"

namespace bankloom::own {
namespace {

using Kind = TextToken::Kind;

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80U;
}
bool is_in_word(char c) { return begins_word(c) || is_digit(c); }
bool is_quote(char c) { return c == '"' || c == '\''; }

bool is_string_prefix(std::string_view word) {
  constexpr std::array<std::string_view, 9> kPrefixes = {"L", "u", "U", "u8", "R", "LR", "uR", "UR", "u8R"};
  return std::ranges::find(kPrefixes, word) != kPrefixes.end();
}

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) { tokens_.reserve(text.size() / 3); }

  std::vector<TextToken> run() {
    bool begins_line = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        begins_line = begins_line || !is_continued(at_);
        ++line_;
        ++at_;
      } else if (c == ' ' || c == '\\' || kBlanks.find(c) != std::string_view::npos) {
        ++at_;
      } else if (c == '/' && looking_at("//")) {
        take(end_of_line(), Kind::comment);
      } else if (c == '/' && looking_at("/*")) {
        take(end_of_block(at_), Kind::comment);
      } else if (std::exchange(begins_line, false) && c == '#') {
        take(end_of_directive(), Kind::directive);
      } else if (is_quote(c)) {
        take(end_of_quoted(at_), Kind::string);
      } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
        take(end_of_number(), Kind::number);
      } else if (begins_word(c)) {
        take_word();
      } else {
        take(at_ + 1, Kind::punctuation);
      }
    }
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] bool looking_at(std::string_view what) const { return text_.compare(at_, what.size(), what) == 0; }

  void take(std::size_t end, Kind kind) {
    const std::string_view text = text_.substr(at_, end - at_);
    tokens_.push_back({kind, at_, line_, text});
    if (text.size() > 1) line_ += static_cast<unsigned>(std::count(text.begin(), text.end(), '\n'));
    at_ += text.size();
  }

  void take_word() {
    std::size_t end = at_;
    while (end < text_.size() && is_in_word(text_[end])) ++end;
    const bool is_prefix = end < text_.size() && is_quote(text_[end]) && is_string_prefix(text_.substr(at_, end - at_));
    take(is_prefix ? end_of_quoted(end) : end, is_prefix ? Kind::string : Kind::name);
  }

  /// Whether a backslash continues the line that ends at `newline`.
  [[nodiscard]] bool is_continued(std::size_t newline) const {
    std::size_t before = newline;
    if (before > 0 && text_[before - 1] == '\r') --before;
    return before > 0 && text_[before - 1] == '\\';
  }

  [[nodiscard]] std::size_t end_of_line() const {
    for (std::size_t end = text_.find('\n', at_); end != std::string_view::npos; end = text_.find('\n', end + 1)) {
      if (!is_continued(end)) return end;
    }
    return text_.size();
  }

  [[nodiscard]] std::size_t end_of_block(std::size_t from) const {
    const std::size_t end = text_.find("*/", from + 2);
    return end == std::string_view::npos ? text_.size() : end + 2;
  }

  /// An unterminated string ends with its line, as the compiler will report.
  [[nodiscard]] std::size_t end_of_quoted(std::size_t quote) const {
    std::size_t word = quote;
    while (word > 0 && is_in_word(text_[word - 1])) --word;
    const std::string_view prefix = text_.substr(word, quote - word);
    const std::size_t open =
        is_string_prefix(prefix) && prefix.ends_with('R') ? text_.find('(', quote) : std::string_view::npos;
    if (open != std::string_view::npos) {
      const std::string close = ")" + std::string(text_.substr(quote + 1, open - quote - 1)) + "\"";
      const std::size_t end = text_.find(close, open);
      return end == std::string_view::npos ? text_.size() : end + close.size();
    }
    std::size_t end = quote + 1;
    while (end < text_.size() && text_[end] != text_[quote]) {
      if (text_[end] == '\n' && !is_continued(end)) return end;
      end += text_[end] == '\\' ? 2U : 1U;
    }
    return end + 1;
  }

  /// A preprocessing number: digits, letters, points, an exponent's sign, and ' between digits.
  [[nodiscard]] std::size_t end_of_number() const {
    const std::string_view exponents = looking_at("0x") || looking_at("0X") ? "pP" : "eEpP";
    std::size_t end = at_ + 1;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool is_sign = (c == '+' || c == '-') && exponents.find(text_[end - 1]) != std::string_view::npos;
      const bool is_separator = c == '\'' && end + 1 < text_.size() && is_in_word(text_[end + 1]);
      if (!is_in_word(c) && c != '.' && !is_sign && !is_separator) break;
      ++end;
    }
    return end;
  }

  /// A directive ends with its line, or with a comment that ends later. A // comment is a token of its own, since a
  /// launch may be written after a definition.
  [[nodiscard]] std::size_t end_of_directive() const {
    std::size_t end = at_;
    while (end < text_.size()) {
      const std::string_view rest = text_.substr(end);
      if (rest.starts_with("/*")) {
        end = end_of_block(end);
      } else if (rest.front() == '"') {
        end = end_of_quoted(end);
      } else if (rest.starts_with("//") || (rest.front() == '\n' && !is_continued(end))) {
        return end;
      } else {
        ++end;
      }
    }
    return text_.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  unsigned line_ = 1;
  std::vector<TextToken> tokens_;
};

}  // namespace

std::vector<TextToken> cut(std::string_view text) { return Cutter(text).run(); }

std::vector<TextToken> cut_code(std::string_view text) {
  std::vector<TextToken> tokens = cut(text);
  std::erase_if(tokens,
                [](const TextToken& token) { return token.kind == Kind::comment || token.kind == Kind::directive; });
  return tokens;
}

std::size_t closing(const std::vector<TextToken>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    if (tokens[at].is("(") || tokens[at].is("[") || tokens[at].is("{")) ++depth;
    if ((tokens[at].is(")") || tokens[at].is("]") || tokens[at].is("}")) && --depth == 0) return at;
  }
  return tokens.size();
}

std::size_t after_angles(const std::vector<TextToken>& tokens, std::size_t open, std::size_t last) {
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

std::vector<TokenRange> at_commas(const std::vector<TextToken>& tokens, const TokenRange& range) {
  std::vector<TokenRange> parts;
  if (range.first >= range.last) return parts;
  std::size_t first = range.first;
  for (std::size_t at = range.first; at < range.last; ++at) {
    const TextToken& token = tokens[at];
    if (token.is("(") || token.is("[") || token.is("{")) at = std::min(closing(tokens, at), range.last - 1);
    // k<float, 4> is one part; in a < b no template arguments are closed.
    if (token.is("<") && at > 0 && tokens[at - 1].kind == Kind::name) {
      at = std::max(at + 1, after_angles(tokens, at, range.last)) - 1;
    }
    if (!tokens[at].is(",")) continue;
    parts.push_back({first, at});
    first = at + 1;
  }
  parts.push_back({first, range.last});
  return parts;
}

std::string_view directive_word(std::string_view directive) {
  const auto tokens = cut(directive.substr(1));
  return tokens.empty() || tokens.front().kind != Kind::name ? std::string_view() : tokens.front().text;
}

}  // namespace bankloom::own
