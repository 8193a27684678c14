#include "core/ptx/lexer.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <string>

#include "core/base/language.h"

namespace bankloom::ptx {
namespace {

enum CharClass : std::uint8_t { kOther, kSpace, kDigit, kNameStart, kSigil };

// One look-up per character: this is the parser's innermost loop.
constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (const char c : {' ', '\t', '\r', '\n', '\f', '\v'}) classes[static_cast<unsigned char>(c)] = kSpace;
  for (char c = '0'; c <= '9'; ++c) classes[static_cast<unsigned char>(c)] = kDigit;
  for (char c = 'a'; c <= 'z'; ++c) classes[static_cast<unsigned char>(c)] = kNameStart;
  for (char c = 'A'; c <= 'Z'; ++c) classes[static_cast<unsigned char>(c)] = kNameStart;
  for (const char c : {'_', '$', '%'}) classes[static_cast<unsigned char>(c)] = kSigil;
  return classes;
}
constexpr std::array<std::uint8_t, 256> kClasses = make_classes();

std::uint8_t class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
bool is_name_char(char c) {
  const std::uint8_t k = class_of(c);
  return k == kDigit || k == kNameStart || (k == kSigil && c != '%');
}
int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  Result<std::vector<Token>> run() {
    if (text_.size() > kMaxTextBytes) {
      return fail("the PTX text has {} bytes; at most {} are read", text_.size(), kMaxTextBytes);
    }
    tokens_.reserve(text_.size() / 4 + 16);
    while (true) {
      TRY(skip_blank());
      if (at_ == text_.size()) break;
      TRY(next_token());
    }
    tokens_.push_back({.kind = Token::Kind::end, .line = line_, .text = text_.substr(text_.size())});
    return std::move(tokens_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  [[nodiscard]] Failure error(std::string_view message) const { return fail("line {}: {}", line_, message); }

  Result<void> skip_blank() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        ++at_;
      } else if (class_of(c) == kSpace) {
        ++at_;
      } else if (c == '/' && peek(1) == '/') {
        const std::size_t end = text_.find('\n', at_);
        at_ = end == std::string_view::npos ? text_.size() : end;
      } else if (c == '/' && peek(1) == '*') {
        TRY(skip_block_comment());
      } else {
        break;
      }
    }
    return {};
  }

  Result<void> skip_block_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) return error("a comment that starts with /* does not end");
    for (; at_ < end + 2; ++at_) {
      if (text_[at_] == '\n') ++line_;
    }
    return {};
  }

  void push(Token::Kind kind, std::size_t length, std::uint64_t bits = 0, bool is_unsigned = false) {
    tokens_.push_back(
        {.kind = kind, .is_unsigned = is_unsigned, .line = line_, .text = text_.substr(at_, length), .bits = bits});
    at_ += length;
  }

  Result<void> next_token() {
    const char c = text_[at_];
    switch (class_of(c)) {
      case kNameStart:
        return name();
      case kSigil:
        return is_name_char(peek(1)) || c == '_' || c == '$' ? name() : punctuation();
      case kDigit:
        return number();
      default:
        break;
    }
    if (c == '"') return string();
    if (c == '.') {
      // `.5` is a literal, `.2d` after a name a modifier.
      const bool after_name = at_ > 0 && is_name_char(text_[at_ - 1]);
      if (class_of(peek(1)) == kDigit && !after_name) return number();
      return word();
    }
    return punctuation();
  }

  Result<void> name() {
    std::size_t length = 1;
    while (is_name_char(peek(length))) ++length;
    push(Token::Kind::identifier, length);
    return {};
  }

  Result<void> word() {
    std::size_t length = 1;
    while (is_name_char(peek(length)) ||
           (peek(length) == ':' && peek(length + 1) == ':' && is_name_char(peek(length + 2)))) {
      length += peek(length) == ':' ? 2u : 1u;
    }
    if (length == 1) return error("a '.' that begins no directive and no modifier");
    push(Token::Kind::word, length);
    return {};
  }

  Result<void> string() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"' && text_[end] != '\n') end += text_[end] == '\\' ? 2u : 1u;
    if (end >= text_.size() || text_[end] != '"') return error("a string that does not end on its line");
    push(Token::Kind::string, end + 1 - at_);
    tokens_.back().text = tokens_.back().text.substr(1, tokens_.back().text.size() - 2);
    return {};
  }

  Result<void> number() {
    const char second = peek(1);
    if (peek() == '0' && (second == 'f' || second == 'F')) return float_bits(8, Token::Kind::float32);
    if (peek() == '0' && (second == 'd' || second == 'D')) return float_bits(16, Token::Kind::float64);
    if (peek() == '0' && (second == 'x' || second == 'X')) return integer(16, 2);
    if (peek() == '0' && (second == 'b' || second == 'B')) return integer(2, 2);
    std::size_t length = 0;
    while (class_of(peek(length)) == kDigit) ++length;
    const char c = peek(length);
    const bool exponent = c == 'e' || c == 'E';
    if (exponent || (c == '.' && class_of(peek(length + 1)) != kNameStart)) return decimal();
    return peek() == '0' && length > 1 ? integer(8, 1) : integer(10, 0);
  }

  Result<void> float_bits(std::size_t digits, Token::Kind kind) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const int value = digit_value(peek(2 + i));
      if (value >= 16)
        return error(
            message("a literal that starts with '{}' has {} hexadecimal digits", text_.substr(at_, 2), digits));
      bits = bits << 4 | static_cast<std::uint64_t>(value);
    }
    if (is_name_char(peek(2 + digits)))
      return error(message("a literal that starts with '{}' has {} hexadecimal digits", text_.substr(at_, 2), digits));
    push(kind, 2 + digits, bits);
    return {};
  }

  Result<void> integer(unsigned radix, std::size_t prefix) {
    std::size_t length = prefix;
    std::uint64_t value = 0;
    while (is_name_char(peek(length)) && peek(length) != 'U' && peek(length) != 'u') {
      const auto digit = static_cast<unsigned>(digit_value(peek(length)));
      if (digit >= radix) return error(message("'{}' is not an integer literal", literal_text()));
      if (value > (~std::uint64_t{0} - digit) / radix) {
        return error(message("the integer {} does not fit into 64 bits", literal_text()));
      }
      value = value * radix + digit;
      ++length;
    }
    const bool suffixed = peek(length) == 'U' || peek(length) == 'u';
    if (length == prefix && prefix == 2) return error(message("'{}' is not an integer literal", literal_text()));
    if (suffixed) ++length;
    if (is_name_char(peek(length))) return error(message("'{}' is not an integer literal", literal_text()));
    push(Token::Kind::integer, length, value, suffixed || (value >> 63) != 0);
    return {};
  }

  [[nodiscard]] std::string_view literal_text() const {
    std::size_t length = 0;
    while (is_name_char(peek(length))) ++length;
    return text_.substr(at_, length);
  }

  Result<void> decimal() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, code] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (code == std::errc::invalid_argument) return error("a malformed decimal literal");
    if (code == std::errc::result_out_of_range) {
      // from_chars leaves the value unchanged; strtod gives the infinity or the (sub)zero that C gives.
      value = std::strtod(std::string(begin, end).c_str(), nullptr);
    }
    if (end != text_.data() + text_.size() && is_name_char(*end)) return error("a malformed decimal literal");
    push(Token::Kind::float64, static_cast<std::size_t>(end - begin), std::bit_cast<std::uint64_t>(value));
    return {};
  }

  Result<void> punctuation() {
    static constexpr std::array<std::string_view, 8> kPairs = {"<<", ">>", "<=", ">=", "==", "!=", "&&", "||"};
    const std::string_view two = text_.substr(at_, 2);
    for (const std::string_view pair : kPairs) {
      if (two == pair) {
        push(Token::Kind::punctuation, 2);
        return {};
      }
    }
    const char c = text_[at_];
    if (std::string_view(",;:(){}[]<>=+-*/%&|^~!?@").find(c) == std::string_view::npos || c == '\0') {
      const auto byte = static_cast<unsigned char>(c);
      return error(byte >= 0x20 && byte < 0x7f ? message("the character '{}' does not belong in PTX", c)
                                               : message("the byte 0x{:02x} does not belong in PTX", byte));
    }
    push(Token::Kind::punctuation, 1);
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

Result<std::vector<Token>> tokenize(std::string_view text) { return Lexer(text).run(); }

}  // namespace bankloom::ptx
