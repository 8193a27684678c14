#include "core/session/syntax.h"

#include <algorithm>
#include <array>

#include "core/base/text_lines.h"

namespace bankloom {
namespace {

// Sorted, for binary search.
constexpr auto kKeywords = std::to_array<std::string_view>({"__align__",
                                                            "__constant__",
                                                            "__device__",
                                                            "__forceinline__",
                                                            "__global__",
                                                            "__grid_constant__",
                                                            "__host__",
                                                            "__inline__",
                                                            "__launch_bounds__",
                                                            "__managed__",
                                                            "__noinline__",
                                                            "__restrict__",
                                                            "__shared__",
                                                            "alignas",
                                                            "alignof",
                                                            "asm",
                                                            "auto",
                                                            "break",
                                                            "case",
                                                            "catch",
                                                            "class",
                                                            "concept",
                                                            "const",
                                                            "const_cast",
                                                            "constexpr",
                                                            "continue",
                                                            "decltype",
                                                            "default",
                                                            "delete",
                                                            "do",
                                                            "dynamic_cast",
                                                            "else",
                                                            "enum",
                                                            "explicit",
                                                            "extern",
                                                            "false",
                                                            "for",
                                                            "friend",
                                                            "goto",
                                                            "if",
                                                            "inline",
                                                            "mutable",
                                                            "namespace",
                                                            "new",
                                                            "noexcept",
                                                            "nullptr",
                                                            "operator",
                                                            "private",
                                                            "protected",
                                                            "public",
                                                            "register",
                                                            "reinterpret_cast",
                                                            "requires",
                                                            "return",
                                                            "sizeof",
                                                            "static",
                                                            "static_assert",
                                                            "static_cast",
                                                            "struct",
                                                            "switch",
                                                            "template",
                                                            "this",
                                                            "throw",
                                                            "true",
                                                            "try",
                                                            "typedef",
                                                            "typename",
                                                            "union",
                                                            "using",
                                                            "virtual",
                                                            "volatile",
                                                            "while"});
constexpr auto kTypes = std::to_array<std::string_view>(
    {"__half", "__half2",  "__nv_bfloat16", "bool",       "char",     "clock_t",  "dim3",      "double",  "double2",
     "float",  "float2",   "float3",        "float4",     "half",     "half2",    "int",       "int16_t", "int2",
     "int3",   "int32_t",  "int4",          "int64_t",    "int8_t",   "long",     "longlong2", "short",   "short2",
     "short4", "signed",   "size_t",        "uchar4",     "uint",     "uint16_t", "uint2",     "uint3",   "uint32_t",
     "uint4",  "uint64_t", "uint8_t",       "ulonglong2", "unsigned", "ushort2",  "void",      "wchar_t"});
constexpr auto kBuiltins = std::to_array<std::string_view>(
    {"blockDim", "blockIdx", "clock", "clock64", "gridDim", "max", "min", "printf", "threadIdx", "warpSize"});
static_assert(std::ranges::is_sorted(kKeywords) && std::ranges::is_sorted(kTypes) && std::ranges::is_sorted(kBuiltins));

bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool in_name(char c) { return starts_name(c) || is_digit(c); }

template <std::size_t N>
bool among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::binary_search(names, name);
}

TokenKind kind_of_name(std::string_view name, const std::set<std::string, std::less<>>& options) {
  if (options.contains(name)) return TokenKind::macro;
  if (among(kKeywords, name)) return TokenKind::keyword;
  if (among(kTypes, name)) return TokenKind::type;
  // Device functions by their naming: __syncthreads, __shfl_sync, atomicAdd. Reserved names have no other use here.
  if (among(kBuiltins, name) || name.starts_with("__") || name.starts_with("atomic")) return TokenKind::builtin;
  return TokenKind::text;
}

/// Cuts one line after another; a comment or a directive may go on into the next.
class Lexer {
 public:
  explicit Lexer(const std::set<std::string, std::less<>>& options) : options_(options) {}

  std::vector<Token> line(std::string_view text) {
    text_ = text;
    at_ = 0;
    tokens_.clear();
    bool directive = directive_goes_on_;
    bool blank_so_far = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (in_comment_ || starts("/*")) {
        take_comment();
      } else if (starts("//")) {
        add(text_.size() - at_, TokenKind::comment);
      } else if (c == '"' || c == '\'') {
        take_quoted(c);
      } else if (c == '#' && blank_so_far) {
        directive = true;
        take_directive_name();
      } else if (is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))) {
        take_number();
      } else if (starts_name(c)) {
        take_name(directive);
      } else {
        add(1, directive && c != ' ' && c != '\t' ? TokenKind::macro : TokenKind::text);
        if (c == ' ' || c == '\t') continue;
      }
      blank_so_far = false;
    }
    directive_goes_on_ = directive && text_.ends_with('\\');
    return tokens_;
  }

 private:
  [[nodiscard]] bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void add(std::size_t length, TokenKind kind) {
    if (!tokens_.empty() && tokens_.back().kind == kind) {
      tokens_.back().length += length;
    } else {
      tokens_.push_back({at_, length, kind});
    }
    at_ += length;
  }

  void take_comment() {
    const std::size_t from = in_comment_ ? at_ : at_ + 2;
    const std::size_t end = text_.find("*/", from);
    in_comment_ = end == std::string_view::npos;
    add((in_comment_ ? text_.size() : end + 2) - at_, TokenKind::comment);
  }

  void take_quoted(char quote) {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != quote) end += text_[end] == '\\' ? 2u : 1u;
    add(std::min(end + 1, text_.size()) - at_, TokenKind::string);
  }

  void take_directive_name() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) ++end;
    while (end < text_.size() && in_name(text_[end])) ++end;
    add(end - at_, TokenKind::macro);
  }

  void take_number() {
    // A preprocessing number: digits, letters, points, an exponent's sign, and ' between digits.
    const std::string_view exponents = starts("0x") ? "pP" : "eEpP";
    std::size_t end = at_ + 1;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool exponent = (c == '+' || c == '-') && exponents.find(text_[end - 1]) != std::string_view::npos;
      const bool separator = c == '\'' && end + 1 < text_.size() && in_name(text_[end + 1]);
      if (!in_name(c) && c != '.' && !exponent && !separator) break;
      ++end;
    }
    add(end - at_, TokenKind::number);
  }

  void take_name(bool directive) {
    std::size_t end = at_;
    while (end < text_.size() && in_name(text_[end])) ++end;
    const TokenKind kind = kind_of_name(text_.substr(at_, end - at_), options_);
    add(end - at_, directive && kind == TokenKind::text ? TokenKind::macro : kind);
  }

  const std::set<std::string, std::less<>>& options_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
  bool in_comment_ = false, directive_goes_on_ = false;
};

}  // namespace

std::vector<std::vector<Token>> tokenize(const std::vector<std::string>& lines,
                                         const std::set<std::string, std::less<>>& options) {
  Lexer lexer(options);
  std::vector<std::vector<Token>> tokens;
  tokens.reserve(lines.size());
  for (const std::string& line : lines) tokens.push_back(lexer.line(line));
  return tokens;
}

}  // namespace bankloom
