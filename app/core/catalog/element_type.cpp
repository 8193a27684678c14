#include "core/catalog/element_type.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "core/base/result.h"

namespace bankloom {
namespace {

struct ElementType {
  std::string_view word;
  ptx::Type type;
};

constexpr std::array kElementTypes = {
    ElementType{"i8", ptx::Type::s8},   ElementType{"u8", ptx::Type::u8},   ElementType{"i16", ptx::Type::s16},
    ElementType{"u16", ptx::Type::u16}, ElementType{"i32", ptx::Type::s32}, ElementType{"u32", ptx::Type::u32},
    ElementType{"i64", ptx::Type::s64}, ElementType{"u64", ptx::Type::u64}, ElementType{"f32", ptx::Type::f32},
    ElementType{"f64", ptx::Type::f64},
};

/// The first value that is no Integer; the others are stored.
template <class Integer>
std::optional<std::int64_t> store_integers(std::span<const std::int64_t> values, std::byte* bytes) {
  bool fit = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    fit &= std::in_range<Integer>(values[i]);
    const auto element = static_cast<Integer>(values[i]);
    std::memcpy(bytes + i * sizeof element, &element, sizeof element);
  }
  if (fit) return std::nullopt;
  return *std::find_if_not(values.begin(), values.end(),
                           [](std::int64_t value) { return std::in_range<Integer>(value); });
}

/// Every value of an expression has at most 53 bits, so a double holds it exactly; a float need not.
template <class Real>
std::optional<std::int64_t> store_reals(std::span<const std::int64_t> values, std::int64_t divisor, std::byte* bytes) {
  const auto exact = [](std::int64_t value) {
    return static_cast<double>(static_cast<Real>(value)) == static_cast<double>(value);
  };
  bool fit = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<double>(values[i]);
    // The quotient of two integers, rounded to double and then to float, is the one rounded to float at once.
    const auto element = static_cast<Real>(divisor == 1 ? value : value / static_cast<double>(divisor));
    fit &= exact(values[i]);
    std::memcpy(bytes + i * sizeof element, &element, sizeof element);
  }
  if (fit) return std::nullopt;
  return *std::find_if_not(values.begin(), values.end(), exact);
}

/// Halves: a sign, an exponent, `fraction` bits. Whole numbers only.
template <unsigned fraction, int bias>
std::optional<std::int64_t> store_halves(std::span<const std::int64_t> values, std::byte* bytes) {
  std::optional<std::int64_t> wrong;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto magnitude = static_cast<std::uint64_t>(values[i] < 0 ? -values[i] : values[i]);
    std::uint16_t half = 0;
    if (magnitude != 0) {
      const auto exponent = static_cast<unsigned>(std::bit_width(magnitude)) - 1;
      const bool shifted = exponent > fraction;
      const std::uint64_t digits = shifted ? magnitude >> (exponent - fraction) : magnitude << (fraction - exponent);
      const bool exact = !shifted || (digits << (exponent - fraction)) == magnitude;
      if ((!exact || exponent > static_cast<unsigned>(bias)) && !wrong) wrong = values[i];
      half = static_cast<std::uint16_t>(((exponent + static_cast<unsigned>(bias)) << fraction) |
                                        (digits & ((1U << fraction) - 1)) | (values[i] < 0 ? 0x8000U : 0U));
    }
    std::memcpy(bytes + i * sizeof half, &half, sizeof half);
  }
  return wrong;
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

std::optional<std::int64_t> store_elements(ptx::Type type, std::span<const std::int64_t> values, std::int64_t divisor,
                                           std::byte* bytes) {
  switch (type) {
    case ptx::Type::s8:
      return store_integers<std::int8_t>(values, bytes);
    case ptx::Type::u8:
      return store_integers<std::uint8_t>(values, bytes);
    case ptx::Type::s16:
      return store_integers<std::int16_t>(values, bytes);
    case ptx::Type::u16:
      return store_integers<std::uint16_t>(values, bytes);
    case ptx::Type::s32:
      return store_integers<std::int32_t>(values, bytes);
    case ptx::Type::u32:
      return store_integers<std::uint32_t>(values, bytes);
    case ptx::Type::s64:
      return store_integers<std::int64_t>(values, bytes);
    case ptx::Type::u64:
      return store_integers<std::uint64_t>(values, bytes);
    case ptx::Type::f32:
      return store_reals<float>(values, divisor, bytes);
    case ptx::Type::f64:
      return store_reals<double>(values, divisor, bytes);
    case ptx::Type::f16:
      return store_halves<10, 15>(values, bytes);
    case ptx::Type::bf16:
      return store_halves<7, 127>(values, bytes);
    default:
      return values.empty() ? std::nullopt : std::optional(values.front());
  }
}

std::string does_not_fit(ptx::Type type, std::int64_t value) {
  for (const auto& entry : kElementTypes) {
    if (entry.type == type) return fmt::format("{} does not fit in an element of type {}", value, entry.word);
  }
  if (type == ptx::Type::f16 || type == ptx::Type::bf16) {
    return fmt::format("{} does not fit in an element of type {}", value, type == ptx::Type::f16 ? "f16" : "bf16");
  }
  return fmt::format("elements of this type are not supported; take one of {}", element_type_words());
}

}  // namespace bankloom
