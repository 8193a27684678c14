#include "core/own/own_lexer.h"

#include <algorithm>
#include <string>

namespace bankloom::own {
namespace {

using Kind = TextToken::Kind;

bool digit(char c) { return c >= '0' && c <= '9'; }
bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80U;
}
bool goes_on(char c) { return begins_word(c) || digit(c); }

class Cutter {
 public:
  explicit Cutter(std::string_view text) : text_(text) {}

  std::vector<TextToken> run() {
    bool blank_so_far = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
        blank_so_far = true;
        continue;
      }
      if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\\') {
        ++at_;
        continue;
      }
      const bool first = blank_so_far;
      if (looking_at("//")) {
        take(end_of_line(), Kind::comment);
        continue;
      }
      if (looking_at("/*")) {
        take(end_of_block(at_), Kind::comment);
        continue;
      }
      blank_so_far = false;
      if (c == '#' && first) {
        take(end_of_directive(), Kind::directive);
      } else if (c == '"' || c == '\'') {
        take(end_of_quoted(at_), Kind::string);
      } else if (digit(c) || (c == '.' && at_ + 1 < text_.size() && digit(text_[at_ + 1]))) {
        take(end_of_number(), Kind::number);
      } else if (begins_word(c)) {
        std::size_t end = at_;
        while (end < text_.size() && goes_on(text_[end])) ++end;
        const std::string_view word = text_.substr(at_, end - at_);
        if (end < text_.size() && text_[end] == '"' && word.ends_with('R')) {
          take(end_of_raw(end), Kind::string);
        } else {
          take(end, Kind::name);
        }
      } else {
        take(at_ + 1, Kind::punctuation);
      }
    }
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] bool looking_at(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void take(std::size_t end, Kind kind) {
    end = std::min(end, text_.size());
    const std::string_view text = text_.substr(at_, end - at_);
    tokens_.push_back({kind, at_, line_, text});
    line_ += static_cast<unsigned>(std::count(text.begin(), text.end(), '\n'));
    at_ = end;
  }

  /// Whether the line end at `newline` is continued by a backslash.
  [[nodiscard]] bool continued(std::size_t newline) const {
    std::size_t before = newline;
    if (before > 0 && text_[before - 1] == '\r') --before;
    return before > 0 && text_[before - 1] == '\\';
  }

  [[nodiscard]] std::size_t end_of_line() const {
    for (std::size_t end = text_.find('\n', at_); end != std::string_view::npos; end = text_.find('\n', end + 1)) {
      if (!continued(end)) return end;
    }
    return text_.size();
  }

  [[nodiscard]] std::size_t end_of_block(std::size_t from) const {
    const std::size_t end = text_.find("*/", from + 2);
    return end == std::string_view::npos ? text_.size() : end + 2;
  }

  [[nodiscard]] std::size_t end_of_quoted(std::size_t from) const {
    std::size_t end = from + 1;
    while (end < text_.size() && text_[end] != text_[from]) {
      // A string that does not end ends with its line: the compiler will say so.
      if (text_[end] == '\n') return end;
      end += text_[end] == '\\' ? 2U : 1U;
    }
    return end + 1;
  }

  [[nodiscard]] std::size_t end_of_raw(std::size_t quote) const {
    const std::size_t open = text_.find('(', quote);
    if (open == std::string_view::npos) return end_of_quoted(quote);
    std::string close(")");
    close.append(text_.substr(quote + 1, open - quote - 1)).append("\"");
    const std::size_t end = text_.find(close, open);
    return end == std::string_view::npos ? text_.size() : end + close.size();
  }

  [[nodiscard]] std::size_t end_of_number() const {
    std::size_t end = at_ + 1;
    while (end < text_.size()) {
      const char c = text_[end];
      const char before = text_[end - 1];
      const bool sign = (c == '+' || c == '-') && (before == 'e' || before == 'E' || before == 'p' || before == 'P') &&
                        !looking_at("0x") && !looking_at("0X");
      const bool separator = c == '\'' && end + 1 < text_.size() && goes_on(text_[end + 1]);
      if (!goes_on(c) && c != '.' && !sign && !separator) break;
      ++end;
    }
    return end;
  }

  /// A directive goes to the end of its line; a comment in it may go on, and one of a line ends it.
  [[nodiscard]] std::size_t end_of_directive() const {
    std::size_t end = at_;
    while (end < text_.size()) {
      const std::string_view rest = text_.substr(end);
      if (rest.starts_with("/*")) {
        end = end_of_block(end);
      } else if (rest.front() == '"') {
        end = end_of_quoted(end);
      } else if (rest.starts_with("//") || (rest.front() == '\n' && !continued(end))) {
        // A comment is one of its own: a launch may be written behind a definition.
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

}  // namespace bankloom::own
