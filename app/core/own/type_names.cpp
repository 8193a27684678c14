#include "core/own/type_names.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "core/base/text_lines.h"
#include "core/own/own_text.h"

namespace bankloom::own {
namespace {

using ptx::Type;

struct NumberType {
  Type type;
  int kind, bytes;
  std::string_view name, fill;
};
constexpr std::array<NumberType, 12> kNumbers = {{
    {Type::s8, 1, 1, "signed char", "i % 128"},
    {Type::u8, 2, 1, "unsigned char", "i % 256"},
    {Type::s16, 1, 2, "short", "i % 32768"},
    {Type::u16, 2, 2, "unsigned short", "i % 65536"},
    {Type::s32, 1, 4, "int", "i"},
    {Type::u32, 2, 4, "unsigned", "i"},
    {Type::s64, 1, 8, "long long", "i"},
    {Type::u64, 2, 8, "unsigned long long", "i"},
    {Type::f32, 3, 4, "float", "i % 16777216"},
    {Type::f64, 3, 8, "double", "i"},
    {Type::f16, 4, 2, "__half", "i % 2048"},
    {Type::bf16, 5, 2, "__nv_bfloat16", "i % 256"},
}};

const NumberType* number_of(Type type) {
  const auto* const found = std::ranges::find(kNumbers, type, &NumberType::type);
  return found == kNumbers.end() ? nullptr : found;
}

struct NamedType {
  std::string_view name;
  Type part;
  unsigned part_bytes;
};

/// Names of one word, into which one_word() turns those of several.
constexpr std::array kScalars{
    NamedType{"bool", Type::u8, 1},           NamedType{"char", Type::s8, 1},       NamedType{"uchar", Type::u8, 1},
    NamedType{"int8_t", Type::s8, 1},         NamedType{"uint8_t", Type::u8, 1},    NamedType{"short", Type::s16, 2},
    NamedType{"ushort", Type::u16, 2},        NamedType{"int16_t", Type::s16, 2},   NamedType{"uint16_t", Type::u16, 2},
    NamedType{"int", Type::s32, 4},           NamedType{"uint", Type::u32, 4},      NamedType{"int32_t", Type::s32, 4},
    NamedType{"uint32_t", Type::u32, 4},      NamedType{"long", Type::s64, 8},      NamedType{"ulong", Type::u64, 8},
    NamedType{"longlong", Type::s64, 8},      NamedType{"ulonglong", Type::u64, 8}, NamedType{"int64_t", Type::s64, 8},
    NamedType{"uint64_t", Type::u64, 8},      NamedType{"size_t", Type::u64, 8},    NamedType{"float", Type::f32, 4},
    NamedType{"double", Type::f64, 8},        NamedType{"__half", Type::f16, 2},    NamedType{"half", Type::f16, 2},
    NamedType{"__nv_bfloat16", Type::bf16, 2}};

/// "uint" of "unsigned int", "longlong" of "long long int": a type's words without qualifiers.
std::string one_word(std::string_view type) {
  std::istringstream words{std::string(type)};
  std::string name;
  bool is_unsigned = false, has_int = false, has_sign = false;
  for (std::string word; words >> word;) {
    if (word == "const" || word == "volatile" || word == "struct" || word == "__restrict__") continue;
    if (word == "unsigned") {
      is_unsigned = true;
    } else if (word == "signed") {
      has_sign = true;
    } else if (word == "int") {
      has_int = true;
    } else {
      name += word;
    }
  }
  if (name.empty() && (has_int || is_unsigned || has_sign)) name = "int";
  return is_unsigned ? "u" + name : name;
}

std::vector<std::string> texts_at_commas(std::string list) {
  std::vector<std::string> texts;
  for (Part& part : split_at_commas({std::move(list), 0, 1, 1})) texts.push_back(std::move(part.text));
  return texts;
}

}  // namespace

ElementInfo drawable(const ElementInfo& info) {
  if (info.part != Type::none) return info;
  const std::uint64_t bytes = info.bytes == 0 ? 4 : info.bytes;
  if (bytes % 4 == 0) return {bytes, Type::u32, 4};
  return bytes % 2 == 0 ? ElementInfo{bytes, Type::u16, 2} : ElementInfo{bytes, Type::u8, 1};
}

ElementInfo element_of(std::int64_t bytes, std::int64_t kind, std::int64_t part_bytes) {
  const auto* const number = std::ranges::find_if(
      kNumbers, [&](const NumberType& one) { return one.kind == kind && one.bytes == part_bytes; });
  const bool is_number = number != kNumbers.end() && bytes % part_bytes == 0;
  return {static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0)), is_number ? number->type : Type::none,
          is_number ? static_cast<std::uint64_t>(part_bytes) : 0};
}

std::string_view cuda_name(Type element) {
  const NumberType* const number = number_of(element);
  return number == nullptr ? "" : number->name;
}

std::string_view usual_fill(Type element) {
  const NumberType* const number = number_of(element);
  return number == nullptr ? "i" : number->fill;
}

ElementInfo element_named(std::string_view type) {
  std::string name = one_word(type);
  std::uint64_t parts = 1;
  const NamedType* found = std::ranges::find(kScalars, name, &NamedType::name);
  if (found == kScalars.end() && !name.empty() && name.back() >= '1' && name.back() <= '4') {
    parts = static_cast<std::uint64_t>(name.back() - '0');
    name.pop_back();
    found = std::ranges::find(kScalars, name, &NamedType::name);
    // half2 and __nv_bfloat162 are types like float2; int_t4 is not.
    if (name.ends_with("_t")) found = kScalars.end();
  }
  if (found == kScalars.end()) return {};
  return {parts * found->part_bytes, found->part, found->part_bytes};
}

std::string pointed_type(std::string_view type) {
  const std::size_t star = type.rfind('*');
  if (star == std::string_view::npos) return {};
  std::string_view bare = trim(type.substr(0, star));
  for (const std::string_view word : {"const", "volatile"}) {
    if (bare.starts_with(std::string(word) + " ")) bare = trim(bare.substr(word.size()));
    if (bare.ends_with(" " + std::string(word))) bare = trim(bare.substr(0, bare.size() - word.size()));
  }
  return std::string(bare);
}

std::vector<std::string> signature_types(const std::string& written) {
  // The list at the end of the name: template arguments and "(anonymous namespace)" have parentheses, too.
  if (!written.ends_with(')')) return {};
  int depth = 0;
  std::size_t open = written.size();
  while (open > 0) {
    --open;
    if (written[open] == ')') ++depth;
    if (written[open] == '(' && --depth == 0) break;
  }
  std::vector<std::string> types = texts_at_commas(written.substr(open + 1, written.size() - open - 2));
  if (types.size() == 1 && types.front() == "void") types.clear();
  return types;
}

std::vector<std::string> template_arguments(const std::string& name) {
  const std::size_t open = name.find('<');
  if (open == std::string::npos || !name.ends_with('>')) return {};
  return texts_at_commas(name.substr(open + 1, name.size() - open - 2));
}

}  // namespace bankloom::own
