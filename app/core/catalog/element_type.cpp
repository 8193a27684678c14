#include "core/catalog/element_type.h"

#include <array>
#include <bit>
#include <utility>

namespace bankloom {
namespace {

struct ElementType {
  std::string_view word;
  ptx::Type type;
  std::size_t bytes;
};

constexpr std::array kElementTypes = {
    ElementType{"i8", ptx::Type::s8, 1},   ElementType{"u8", ptx::Type::u8, 1},   ElementType{"i16", ptx::Type::s16, 2},
    ElementType{"u16", ptx::Type::u16, 2}, ElementType{"i32", ptx::Type::s32, 4}, ElementType{"u32", ptx::Type::u32, 4},
    ElementType{"i64", ptx::Type::s64, 8}, ElementType{"u64", ptx::Type::u64, 8}, ElementType{"f32", ptx::Type::f32, 4},
    ElementType{"f64", ptx::Type::f64, 8},
};

void append_bits(std::vector<std::byte>& bytes, std::uint64_t bits, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) bytes.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xffu));
}

template <class Integer>
bool fits(std::int64_t value) {
  return std::in_range<Integer>(value);
}

bool fits(ptx::Type type, std::int64_t value) {
  switch (type) {
    case ptx::Type::s8:
      return fits<std::int8_t>(value);
    case ptx::Type::u8:
      return fits<std::uint8_t>(value);
    case ptx::Type::s16:
      return fits<std::int16_t>(value);
    case ptx::Type::u16:
      return fits<std::uint16_t>(value);
    case ptx::Type::s32:
      return fits<std::int32_t>(value);
    case ptx::Type::u32:
      return fits<std::uint32_t>(value);
    case ptx::Type::s64:
      return true;
    case ptx::Type::u64:
      return value >= 0;
    case ptx::Type::f32:
      return static_cast<double>(static_cast<float>(value)) == static_cast<double>(value);
    case ptx::Type::f64:
      return true;  // an expression's value has at most 53 bits
    default:
      return false;
  }
}

}  // namespace

std::optional<ptx::Type> element_type_from_word(std::string_view word) {
  for (const auto& entry : kElementTypes) {
    if (entry.word == word) return entry.type;
  }
  return std::nullopt;
}

std::string element_type_words() {
  std::string words;
  for (const auto& entry : kElementTypes) words.append(words.empty() ? "" : ", ").append(entry.word);
  return words;
}

std::size_t element_bytes(ptx::Type type) {
  for (const auto& entry : kElementTypes) {
    if (entry.type == type) return entry.bytes;
  }
  return 0;
}

Result<void> append_element(std::vector<std::byte>& bytes, ptx::Type type, std::int64_t value) {
  for (const auto& entry : kElementTypes) {
    if (entry.type != type) continue;
    if (!fits(type, value)) return fail("{} does not fit in an element of type {}", value, entry.word);
    if (type == ptx::Type::f32) {
      append_bits(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)), entry.bytes);
    } else if (type == ptx::Type::f64) {
      append_bits(bytes, std::bit_cast<std::uint64_t>(static_cast<double>(value)), entry.bytes);
    } else {
      append_bits(bytes, static_cast<std::uint64_t>(value), entry.bytes);
    }
    return {};
  }
  return fail("elements of this type are not supported; take one of {}", element_type_words());
}

}  // namespace bankloom
