#include "core/session/syntax.h"

#include <algorithm>
#include <array>

#include "core/base/text_lines.h"
#include "core/own/cpp_lexer.h"

namespace bankloom {
namespace {

// Sorted, for binary search.
constexpr std::array<std::string_view, 72> kKeywords = {"__align__",
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
                                                        "while"};
constexpr std::array<std::string_view, 44> kTypes = {
    "__half", "__half2",  "__nv_bfloat16", "bool",       "char",     "clock_t",  "dim3",      "double",  "double2",
    "float",  "float2",   "float3",        "float4",     "half",     "half2",    "int",       "int16_t", "int2",
    "int3",   "int32_t",  "int4",          "int64_t",    "int8_t",   "long",     "longlong2", "short",   "short2",
    "short4", "signed",   "size_t",        "uchar4",     "uint",     "uint16_t", "uint2",     "uint3",   "uint32_t",
    "uint4",  "uint64_t", "uint8_t",       "ulonglong2", "unsigned", "ushort2",  "void",      "wchar_t"};
constexpr auto kBuiltins = std::to_array<std::string_view>(
    {"blockDim", "blockIdx", "clock", "clock64", "gridDim", "max", "min", "printf", "threadIdx", "warpSize"});
static_assert(std::ranges::is_sorted(kKeywords) && std::ranges::is_sorted(kTypes) && std::ranges::is_sorted(kBuiltins));

template <std::size_t N>
bool among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::ranges::binary_search(names, name);
}

TokenKind kind_of_name(std::string_view name, const std::set<std::string, std::less<>>& options) {
  if (options.contains(name)) return TokenKind::macro;
  if (among(kKeywords, name)) return TokenKind::keyword;
  if (among(kTypes, name)) return TokenKind::type;
  // Device functions, known by their names: __syncthreads, __shfl_sync, atomicAdd. User code has no reserved names.
  if (among(kBuiltins, name) || name.starts_with("__") || name.starts_with("atomic")) return TokenKind::builtin;
  return TokenKind::text;
}

/// The kind of each byte of a text, or of a directive after its keyword, where names are macros.
void paint(std::string_view text, bool in_directive, const std::set<std::string, std::less<>>& options,
           TokenKind* kinds) {
  using Kind = own::TextToken::Kind;
  for (const own::TextToken& token : own::cut(text)) {
    TokenKind kind = TokenKind::text;
    if (token.kind == Kind::comment) kind = TokenKind::comment;
    if (token.kind == Kind::string) kind = TokenKind::string;
    if (token.kind == Kind::number) kind = TokenKind::number;
    if (token.kind == Kind::name) kind = kind_of_name(token.text, options);
    if (token.kind == Kind::directive || (in_directive && kind == TokenKind::text)) kind = TokenKind::macro;
    std::fill_n(kinds + token.begin, token.text.size(), kind);
    if (token.kind != Kind::directive) continue;
    const std::string_view word = own::directive_word(token.text);
    const std::size_t head = word.empty() ? 1 : static_cast<std::size_t>(word.data() - token.text.data()) + word.size();
    for (std::size_t at = head; at < token.text.size(); ++at) {
      if (kBlanks.find(token.text[at]) != std::string_view::npos) kinds[token.begin + at] = TokenKind::text;
    }
    paint(token.text.substr(head), true, options, kinds + token.begin + head);
  }
}

}  // namespace

std::vector<std::vector<Token>> tokenize(const std::vector<std::string>& lines,
                                         const std::set<std::string, std::less<>>& options) {
  const std::string text = join(lines, "\n");
  std::vector<TokenKind> kinds(text.size());
  paint(text, false, options, kinds.data());
  std::vector<std::vector<Token>> tokens;
  tokens.reserve(lines.size());
  std::size_t first = 0;
  for (const std::string& line : lines) {
    std::vector<Token>& row = tokens.emplace_back();
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t begin = at;
      const TokenKind kind = kinds[first + begin];
      while (at < line.size() && kinds[first + at] == kind) ++at;
      row.push_back({begin, at - begin, kind});
    }
    first += line.size() + 1;
  }
  return tokens;
}

}  // namespace bankloom
