#include "core/ptx/argument_spec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>
#include <system_error>

#include "core/base/files.h"

namespace bankloom::ptx {
namespace {

using nlohmann::ordered_json;

enum class Class : std::uint8_t { signed_integer, unsigned_integer, bits, floating };

struct ElementType {
  std::string_view name;
  Type type;
  std::size_t bytes;
  Class kind;
};

// Reports use the first name of a type.
constexpr ElementType kElementTypes[] = {{"i8", Type::s8, 1, Class::signed_integer},
                                         {"u8", Type::u8, 1, Class::unsigned_integer},
                                         {"b8", Type::b8, 1, Class::bits},
                                         {"i16", Type::s16, 2, Class::signed_integer},
                                         {"u16", Type::u16, 2, Class::unsigned_integer},
                                         {"b16", Type::b16, 2, Class::bits},
                                         {"i32", Type::s32, 4, Class::signed_integer},
                                         {"u32", Type::u32, 4, Class::unsigned_integer},
                                         {"b32", Type::b32, 4, Class::bits},
                                         {"i64", Type::s64, 8, Class::signed_integer},
                                         {"u64", Type::u64, 8, Class::unsigned_integer},
                                         {"b64", Type::b64, 8, Class::bits},
                                         {"f16", Type::f16, 2, Class::floating},
                                         {"bf16", Type::bf16, 2, Class::floating},
                                         {"f32", Type::f32, 4, Class::floating},
                                         {"f64", Type::f64, 8, Class::floating},
                                         {"s8", Type::s8, 1, Class::signed_integer},
                                         {"s16", Type::s16, 2, Class::signed_integer},
                                         {"s32", Type::s32, 4, Class::signed_integer},
                                         {"s64", Type::s64, 8, Class::signed_integer}};

/// Limit of an argument's buffer: the emulator holds it in host memory.
constexpr std::uint64_t kMaxBufferBytes = std::uint64_t{4} << 30;

const ElementType* find_type(Type type) {
  const auto* found = std::ranges::find(kElementTypes, type, &ElementType::type);
  return found == std::end(kElementTypes) ? nullptr : found;
}

/// The IEEE 754 layout of a floating-point type.
struct FloatFormat {
  unsigned exponent_bits;
  unsigned mantissa_bits;
};

FloatFormat float_format(Type type) {
  switch (type) {
    case Type::f16:
      return {5, 10};
    case Type::bf16:
      return {8, 7};
    case Type::f32:
      return {8, 23};
    default:
      return {11, 52};
  }
}

/// Rounds a finite double to the nearest value of a narrower format, ties to even; nothing if it overflows.
std::optional<std::uint64_t> narrow(double value, FloatFormat format) {
  const unsigned sign_shift = format.exponent_bits + format.mantissa_bits;
  const std::uint64_t sign = std::signbit(value) ? std::uint64_t{1} << sign_shift : 0;
  if (value == 0.0) return sign;
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  int exponent = std::ilogb(value);
  exponent = std::max(exponent, 1 - bias);
  // The value is scaled to an integer, in units of the last place of its binade (or of the subnormals); nearbyint
  // rounds ties to even in the default rounding mode. A carry out of the mantissa goes into the exponent, as it should.
  const double scaled = std::nearbyint(std::ldexp(std::fabs(value), static_cast<int>(format.mantissa_bits) - exponent));
  const auto mantissa = static_cast<std::uint64_t>(scaled);
  const std::uint64_t hidden = std::uint64_t{1} << format.mantissa_bits;
  const std::uint64_t magnitude =
      mantissa < hidden ? mantissa
                        : (static_cast<std::uint64_t>(exponent + bias) << format.mantissa_bits) + (mantissa - hidden);
  const std::uint64_t infinity = ((std::uint64_t{1} << format.exponent_bits) - 1) << format.mantissa_bits;
  if (magnitude >= infinity) return std::nullopt;
  return sign | magnitude;
}

/// The value of a bit pattern; every value of these formats is a double.
double widen(std::uint64_t bits, FloatFormat format) {
  const std::uint64_t hidden = std::uint64_t{1} << format.mantissa_bits;
  const std::uint64_t mantissa = bits & (hidden - 1);
  const std::uint64_t top = (std::uint64_t{1} << format.exponent_bits) - 1;
  const std::uint64_t exponent = (bits >> format.mantissa_bits) & top;
  const bool negative = (bits >> (format.exponent_bits + format.mantissa_bits)) & 1;
  double value = 0;
  if (exponent == top) {
    value = mantissa == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else {
    const int bias = (1 << (format.exponent_bits - 1)) - 1;
    const int shift = std::max(static_cast<int>(exponent), 1) - bias - static_cast<int>(format.mantissa_bits);
    value = std::ldexp(static_cast<double>(exponent == 0 ? mantissa : mantissa + hidden), shift);
  }
  return negative ? -value : value;
}

std::uint64_t load_bits(std::span<const std::byte> bytes, std::size_t count) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < count; ++i) bits |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return bits;
}

std::vector<std::byte> store_bits(std::uint64_t bits, std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(bits >> (8 * i));
  return bytes;
}

std::uint64_t width_mask(std::size_t bytes) {
  return bytes == 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * bytes)) - 1;
}

bool equal_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b; });
}

bool starts_as_hex(std::string_view text) { return text.starts_with("0x") || text.starts_with("0X"); }

std::string bit_range(const ElementType& type) {
  return fmt::format("0x{} to 0x{}", std::string(2 * type.bytes, '0'), std::string(2 * type.bytes, 'f'));
}

std::string integer_range(const ElementType& type) {
  const auto bits = static_cast<unsigned>(8 * type.bytes);
  if (type.kind == Class::unsigned_integer) return fmt::format("0 to {}", width_mask(type.bytes));
  if (type.kind == Class::bits) return bit_range(type);
  const auto maximum = static_cast<std::int64_t>(width_mask(type.bytes) >> 1);
  return bits == 64 ? fmt::format("{} to {}", std::numeric_limits<std::int64_t>::min(), maximum)
                    : fmt::format("{} to {}", -maximum - 1, maximum);
}

/// Hexadecimal digits after 0x as raw bits of the type.
Result<std::uint64_t> parse_bits(const ElementType& type, std::string_view text) {
  const std::string_view digits = text.substr(2);
  std::uint64_t bits = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
    return fail("'{}' is not a hexadecimal number", text);
  }
  if (error == std::errc::result_out_of_range || bits > width_mask(type.bytes)) {
    return fail("{} does not fit in {} ({})", text, type.name, bit_range(type));
  }
  return bits;
}

Result<std::uint64_t> parse_integer(const ElementType& type, std::string_view text) {
  if (starts_as_hex(text)) return parse_bits(type, text);
  const bool negative = text.starts_with('-');
  const std::string_view digits = negative || text.starts_with('+') ? text.substr(1) : text;
  std::uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude, 10);
  if (digits.empty() || error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
    return type.kind == Class::bits ? fail("'{}' is not an integer or hexadecimal number", text)
                                    : fail("'{}' is not an integer", text);
  }
  const std::uint64_t mask = width_mask(type.bytes);
  std::uint64_t limit = mask;  // bN takes both readings of its bits
  if (type.kind == Class::signed_integer) limit = negative ? (mask >> 1) + 1 : mask >> 1;
  if (type.kind == Class::unsigned_integer && negative) limit = 0;
  if (type.kind == Class::bits && negative) limit = (mask >> 1) + 1;
  if (error == std::errc::result_out_of_range || magnitude > limit) {
    return fail("{} does not fit in {} ({})", text, type.name, integer_range(type));
  }
  return (negative ? ~magnitude + 1 : magnitude) & mask;
}

/// Reads decimal or hexadecimal digits as T, rounded once. Values too small to hold become zero.
template <class T>
Result<T> parse_float_as(const ElementType& type, std::string_view text, std::string_view digits,
                         std::chars_format format) {
  T value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, format);
  if (error == std::errc::invalid_argument || end != digits.data() + digits.size()) {
    return fail("'{}' is not a number", text);
  }
  if (error == std::errc::result_out_of_range) {
    // from_chars does not distinguish too large from too small.
    const std::string copy = (format == std::chars_format::hex ? "0x" : "") + std::string(digits);
    if (std::strtold(copy.c_str(), nullptr) > 1.0L) return fail("{} is too large for {}", text, type.name);
    return T{0};
  }
  return value;
}

Result<std::uint64_t> parse_floating(const ElementType& type, std::string_view text) {
  const FloatFormat format = float_format(type.type);
  const bool negative = text.starts_with('-');
  std::string_view digits = negative || text.starts_with('+') ? text.substr(1) : text;
  const std::uint64_t sign =
      negative ? std::uint64_t{1} << (format.exponent_bits + format.mantissa_bits) : std::uint64_t{0};
  const std::uint64_t infinity = ((std::uint64_t{1} << format.exponent_bits) - 1) << format.mantissa_bits;
  if (equal_ignoring_case(digits, "inf") || equal_ignoring_case(digits, "infinity")) return sign | infinity;
  if (equal_ignoring_case(digits, "nan")) return sign | infinity | (std::uint64_t{1} << (format.mantissa_bits - 1));
  std::chars_format notation = std::chars_format::general;
  if (starts_as_hex(digits)) {
    if (digits.find_first_of("pP") == std::string_view::npos) {
      if (negative) return fail("'{}' is not a number: 0x... without an exponent is raw bits and has no sign", text);
      return parse_bits(type, digits);
    }
    notation = std::chars_format::hex;
    digits.remove_prefix(2);
  }
  // from_chars would accept a second sign.
  if (digits.empty() || digits.front() == '-' || digits.front() == '+' || (digits.front() | 0x20) == 'i' ||
      (digits.front() | 0x20) == 'n') {
    return fail("'{}' is not a number", text);
  }
  if (type.type == Type::f32) {
    TRY(const auto value, parse_float_as<float>(type, text, digits, notation));
    return sign | std::bit_cast<std::uint32_t>(value);
  }
  TRY(const auto value, parse_float_as<double>(type, text, digits, notation));
  if (type.type == Type::f64) return sign | std::bit_cast<std::uint64_t>(value);
  const auto bits = narrow(value, format);
  if (!bits) return fail("{} is too large for {}", text, type.name);
  return sign | *bits;
}

Result<std::uint64_t> parse_element(const ElementType& type, std::string_view text) {
  if (text.empty()) return fail("a value is missing");
  return type.kind == Class::floating ? parse_floating(type, text) : parse_integer(type, text);
}

Result<std::vector<std::byte>> read_values_file(const ElementType& type, const std::string& path) {
  if (path.empty()) return fail("a file name is missing after @");
  TRY(const auto content, read_file(path));
  if (content.empty()) return fail("'{}' is empty", path);
  if (content.size() % type.bytes != 0) {
    return fail("'{}' has {} bytes, which is not a multiple of the {} bytes of {}", path, content.size(), type.bytes,
                type.name);
  }
  std::vector<std::byte> bytes(content.size());
  std::transform(content.begin(), content.end(), bytes.begin(), [](char c) { return static_cast<std::byte>(c); });
  return bytes;
}

Result<std::vector<std::byte>> parse_values(const ElementType& type, std::string_view values) {
  if (values.starts_with('@')) return read_values_file(type, std::string(values.substr(1)));
  std::vector<std::byte> bytes;
  while (true) {
    const std::size_t comma = values.find(',');
    TRY(const auto bits, parse_element(type, values.substr(0, comma)));
    const auto element = store_bits(bits, type.bytes);
    bytes.insert(bytes.end(), element.begin(), element.end());
    if (comma == std::string_view::npos) return bytes;
    values.remove_prefix(comma + 1);
  }
}

Result<std::vector<std::byte>> zeros(const ElementType& type, std::string_view text) {
  if (text.starts_with('@')) {
    return fail("out takes a number of elements, not a file (inout takes a file)");
  }
  std::uint64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (text.empty() || error == std::errc::invalid_argument || end != text.data() + text.size()) {
    return fail("'{}' is not a number of elements (out:{}:16 is a buffer of 16 zeros)", text, type.name);
  }
  if (count == 0) return fail("a buffer needs at least one element");
  if (error == std::errc::result_out_of_range || count > kMaxBufferBytes / type.bytes) {
    return fail("{} elements of {} are more than the {} GiB that a buffer may have", text, type.name,
                kMaxBufferBytes >> 30);
  }
  return std::vector<std::byte>(count * type.bytes);
}

Result<ParsedArgument> parse_unlabelled(std::string_view spec) {
  ParsedArgument argument;
  std::string_view rest = spec;
  const std::size_t first_colon = rest.find(':');
  if (first_colon == std::string_view::npos) {
    return fail("it has the form TYPE:VALUE, in:TYPE:VALUES, out:TYPE:COUNT or inout:TYPE:VALUES");
  }
  const std::string_view first = rest.substr(0, first_colon);
  for (const auto kind : {ParsedArgument::Kind::in, ParsedArgument::Kind::out, ParsedArgument::Kind::inout}) {
    if (first == argument_kind_name(kind)) argument.kind = kind;
  }
  if (argument.is_buffer()) rest.remove_prefix(first_colon + 1);
  const std::size_t colon = rest.find(':');
  const std::string_view type_text = rest.substr(0, colon);
  const auto* type = find_type(element_type_from_name(type_text));
  if (type == nullptr) {
    return fail("'{}' is not a type (i8 u8 b8 i16 u16 b16 i32 u32 b32 i64 u64 b64 f16 bf16 f32 f64)", type_text);
  }
  if (colon == std::string_view::npos) {
    return argument.kind == ParsedArgument::Kind::out ? fail("the number of elements is missing after '{}'", spec)
                                                      : fail("values are missing after '{}'", spec);
  }
  rest.remove_prefix(colon + 1);
  TRY(auto bytes, argument.kind == ParsedArgument::Kind::out ? zeros(*type, rest) : parse_values(*type, rest));
  argument.type = type->type;
  argument.count = bytes.size() / type->bytes;
  argument.bytes = std::move(bytes);
  return argument;
}

/// The shortest decimal digits that round to these bits of a 16-bit format.
double shortest_decimal(double value, std::uint64_t bits, FloatFormat format) {
  const std::uint64_t mask = (std::uint64_t{1} << (format.exponent_bits + format.mantissa_bits + 1)) - 1;
  for (int precision = 0; precision < 17; ++precision) {
    std::array<char, 64> text{};
    const auto written =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific, precision);
    double candidate = 0;
    std::from_chars(text.data(), written.ptr, candidate);
    if (narrow(candidate, format) == (bits & mask)) return candidate;
  }
  return value;
}

/// A floating-point element as the double whose own shortest decimal is the element's.
double decimal_double(Type type, std::uint64_t bits) {
  if (type == Type::f64) return std::bit_cast<double>(bits);
  const double value = widen(bits, float_format(type));
  if (value == 0.0 || !std::isfinite(value)) return value;
  // A whole number is written in full: 65504, not the shorter 65500 that f16 rounds to it.
  constexpr double kExactIntegers = 9007199254740992.0;  // 2^53
  if (std::fabs(value) < kExactIntegers && std::trunc(value) == value) return value;
  if (type != Type::f32) return shortest_decimal(value, bits, float_format(type));
  std::array<char, 64> text{};
  const auto written = std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value));
  double result = 0;
  std::from_chars(text.data(), written.ptr, result);
  return result;
}

template <class Visit>
void for_each_element(Type type, std::span<const std::byte> bytes, Visit visit) {
  const std::size_t size = element_bytes(type);
  if (size == 0) return;
  for (std::size_t at = 0; at + size <= bytes.size(); at += size) visit(bytes.subspan(at, size));
}

}  // namespace

std::string_view argument_kind_name(ParsedArgument::Kind kind) {
  switch (kind) {
    case ParsedArgument::Kind::scalar:
      return "scalar";
    case ParsedArgument::Kind::in:
      return "in";
    case ParsedArgument::Kind::out:
      return "out";
    case ParsedArgument::Kind::inout:
      return "inout";
  }
  return "?";
}

Type element_type_from_name(std::string_view name) {
  const auto* found = std::ranges::find(kElementTypes, name, &ElementType::name);
  return found == std::end(kElementTypes) ? Type::none : found->type;
}

std::string_view element_type_name(Type type) {
  const auto* found = find_type(type);
  return found == nullptr ? std::string_view{} : found->name;
}

std::size_t element_bytes(Type type) {
  const auto* found = find_type(type);
  return found == nullptr ? 0 : found->bytes;
}

Result<std::vector<std::byte>> parse_value(Type type, std::string_view text) {
  const auto* found = find_type(type);
  if (found == nullptr) return fail("no values of this type can be written");
  TRY(const auto bits, parse_element(*found, text));
  return store_bits(bits, found->bytes);
}

Result<ParsedArgument> parse_argument(std::string_view spec) {
  auto argument = parse_unlabelled(spec);
  if (argument) return argument;
  constexpr std::size_t kShown = 60;
  const std::string shown = spec.size() > kShown ? std::string(spec.substr(0, kShown)) + "..." : std::string(spec);
  return fail("argument '{}' cannot be read: {}", shown, argument.error().message);
}

nlohmann::ordered_json value_to_json(Type type, std::span<const std::byte> bytes) {
  const auto* found = find_type(type);
  if (found == nullptr) return nullptr;
  const std::uint64_t bits = load_bits(bytes, found->bytes);
  if (found->kind == Class::floating) {
    const double value = decimal_double(type, bits);
    if (std::isfinite(value)) return value;
    if (std::isnan(value)) return "nan";
    return value > 0 ? "inf" : "-inf";
  }
  if (found->kind != Class::signed_integer) return bits;
  const std::uint64_t sign = (width_mask(found->bytes) >> 1) + 1;
  return static_cast<std::int64_t>((bits ^ sign) - sign);
}

std::string value_to_text(Type type, std::span<const std::byte> bytes) {
  const ordered_json value = value_to_json(type, bytes);
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  return value.dump();
}

std::string value_bits(Type type, std::span<const std::byte> bytes) {
  const std::size_t size = element_bytes(type);
  return fmt::format("0x{:0{}x}", load_bits(bytes, size), 2 * size);
}

nlohmann::ordered_json values_to_json(Type type, std::span<const std::byte> bytes) {
  ordered_json values = ordered_json::array();
  for_each_element(type, bytes, [&](auto element) { values.push_back(value_to_json(type, element)); });
  return values;
}

nlohmann::ordered_json bits_to_json(Type type, std::span<const std::byte> bytes) {
  ordered_json bits = ordered_json::array();
  for_each_element(type, bytes, [&](auto element) { bits.push_back(value_bits(type, element)); });
  return bits;
}

}  // namespace bankloom::ptx
