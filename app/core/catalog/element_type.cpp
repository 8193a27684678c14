#include "core/catalog/element_type.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "core/base/result.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

/// Stores the values that fit an Integer; returns the first that does not.
template <class Integer>
std::optional<std::int64_t> store_integers(std::span<const std::int64_t> values, std::int64_t /*divisor*/,
                                           std::byte* bytes) {
  bool fit = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    fit &= std::in_range<Integer>(values[i]);
    const auto element = static_cast<Integer>(values[i]);
    std::memcpy(bytes + i * sizeof element, &element, sizeof element);
  }
  if (fit) return std::nullopt;
  return *std::ranges::find_if_not(values, [](std::int64_t value) { return std::in_range<Integer>(value); });
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
    // Rounding the quotient to double and then to float gives the same as rounding it to float.
    const auto element = static_cast<Real>(divisor == 1 ? value : value / static_cast<double>(divisor));
    fit &= exact(values[i]);
    std::memcpy(bytes + i * sizeof element, &element, sizeof element);
  }
  if (fit) return std::nullopt;
  return *std::ranges::find_if_not(values, exact);
}

/// Halves: a sign, an exponent, `fraction` bits. Whole numbers only.
template <unsigned fraction, int bias>
std::optional<std::int64_t> store_halves(std::span<const std::int64_t> values, std::int64_t /*divisor*/,
                                         std::byte* bytes) {
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

struct ElementType {
  std::string_view name;
  ptx::Type type;
  std::optional<std::int64_t> (*store)(std::span<const std::int64_t> values, std::int64_t divisor, std::byte* bytes);
};

constexpr ElementType kElementTypes[] = {
    {"i8", ptx::Type::s8, store_integers<std::int8_t>},    {"u8", ptx::Type::u8, store_integers<std::uint8_t>},
    {"i16", ptx::Type::s16, store_integers<std::int16_t>}, {"u16", ptx::Type::u16, store_integers<std::uint16_t>},
    {"i32", ptx::Type::s32, store_integers<std::int32_t>}, {"u32", ptx::Type::u32, store_integers<std::uint32_t>},
    {"i64", ptx::Type::s64, store_integers<std::int64_t>}, {"u64", ptx::Type::u64, store_integers<std::uint64_t>},
    {"f32", ptx::Type::f32, store_reals<float>},           {"f64", ptx::Type::f64, store_reals<double>},
    {"f16", ptx::Type::f16, store_halves<10, 15>},         {"bf16", ptx::Type::bf16, store_halves<7, 127>}};
/// Those that kernel.json takes.
constexpr auto kWritten = std::span(kElementTypes).first<10>();

}  // namespace

std::optional<ptx::Type> element_type_named(std::string_view word) {
  const auto found = std::ranges::find(kWritten, word, &ElementType::name);
  return found == kWritten.end() ? std::nullopt : std::optional(found->type);
}

std::string element_type_names() {
  std::vector<std::string_view> names;
  for (const auto& entry : kWritten) names.push_back(entry.name);
  return join(names, list_sign());
}

std::optional<std::int64_t> store_elements(ptx::Type type, std::span<const std::int64_t> values, std::int64_t divisor,
                                           std::byte* bytes) {
  const auto* const found = std::ranges::find(kElementTypes, type, &ElementType::type);
  if (found != std::end(kElementTypes)) return found->store(values, divisor, bytes);
  return values.empty() ? std::nullopt : std::optional(values.front());
}

std::string does_not_fit(ptx::Type type, std::int64_t value) {
  const auto* const found = std::ranges::find(kElementTypes, type, &ElementType::type);
  if (found != std::end(kElementTypes)) {
    return message("{} does not fit in an element of type {}", value, found->name);
  }
  return message("elements of this type are not supported; take one of {}", element_type_names());
}

}  // namespace bankloom
