#include "core/own/type_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "core/own/own_text.h"

namespace bankloom::own {
namespace {

using ptx::Type;

struct NamedType {
  std::string_view name;
  Type part;
  unsigned part_bytes;
};

/// Names of one word; those of several are put in this form first.
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

/// "uint" of "unsigned int", "longlong" of "long long int": what is left of a type's words without qualifiers.
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

std::string trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

}  // namespace

ElementInfo element_named(std::string_view type) {
  std::string name = one_word(type);
  std::uint64_t parts = 1;
  const auto find = [&] {
    return std::find_if(kScalars.begin(), kScalars.end(), [&](const NamedType& one) { return one.name == name; });
  };
  auto found = find();
  if (found == kScalars.end() && !name.empty() && name.back() >= '1' && name.back() <= '4') {
    parts = static_cast<std::uint64_t>(name.back() - '0');
    name.pop_back();
    found = find();
    // half2 and __nv_bfloat162 are types as float2 is; int_t4 is none.
    if (name.ends_with("_t")) found = kScalars.end();
  }
  if (found == kScalars.end()) return {};
  return {parts * found->part_bytes, found->part, found->part_bytes};
}

std::string pointed_type(std::string_view type) {
  const std::size_t star = type.rfind('*');
  if (star == std::string_view::npos) return {};
  std::string bare = trimmed(type.substr(0, star));
  for (const std::string_view word : {"const", "volatile"}) {
    if (bare.starts_with(std::string(word) + " ")) bare = trimmed(bare.substr(word.size()));
    if (bare.ends_with(" " + std::string(word))) bare = trimmed(bare.substr(0, bare.size() - word.size()));
  }
  return bare;
}

std::vector<std::string> signature_types(const std::string& written) {
  // The list that ends the name: parentheses stand in template arguments and in "(anonymous namespace)", too.
  if (!written.ends_with(')')) return {};
  int depth = 0;
  std::size_t open = written.size();
  while (open > 0) {
    --open;
    if (written[open] == ')') ++depth;
    if (written[open] == '(' && --depth == 0) break;
  }
  const std::string list = written.substr(open + 1, written.size() - open - 2);
  std::vector<std::string> types;
  for (const Part& part : split_at_commas({list, 0, 1, 1})) types.push_back(part.text);
  if (types.size() == 1 && types.front() == "void") types.clear();
  return types;
}

std::vector<std::string> template_arguments(const std::string& name) {
  const std::size_t open = name.find('<');
  if (open == std::string::npos || !name.ends_with('>')) return {};
  std::vector<std::string> arguments;
  for (const Part& part : split_at_commas({name.substr(open + 1, name.size() - open - 2), 0, 1, 1})) {
    arguments.push_back(part.text);
  }
  return arguments;
}

}  // namespace bankloom::own
