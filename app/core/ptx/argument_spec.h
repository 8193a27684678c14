// Arguments of a kernel as a person writes them (`f32:1.5`, `in:i32:1,2,3`), and values as reports write them.
//
// The notation (see `bankloom emulate --help`):
//
//     TYPE:VALUES          a scalar, or with several values a structure passed by value
//     in:TYPE:VALUES       a buffer with these values
//     inout:TYPE:VALUES    the same, for a kernel that also writes to it
//     out:TYPE:COUNT       a buffer of COUNT zeros
//
// TYPE is i8 u8 b8 i16 u16 b16 i32 u32 b32 i64 u64 b64 f16 bf16 f32 f64 (s8 ... s64 are the same as i8 ... i64). VALUES
// is a list separated by commas, or @FILE: a file with the raw little-endian values. An integer is decimal or
// hexadecimal (0x...); a floating-point value is decimal (1.5, -2e-3), hexadecimal with an exponent (0x1.8p3), inf,
// nan, or its raw bits (0x3fc00000). bN holds raw bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom::ptx {

/// One argument of a kernel, its values as the bytes that the kernel sees.
struct ParsedArgument {
  enum class Kind : std::uint8_t { scalar, in, out, inout };
  Kind kind = Kind::scalar;
  Type type = Type::b32;         ///< i32 is s32
  std::size_t count = 0;         ///< elements; 1 for a plain scalar
  std::vector<std::byte> bytes;  ///< count elements, little-endian
  [[nodiscard]] bool is_buffer() const { return kind != Kind::scalar; }
};

/// "scalar", "in", "out", "inout".
[[nodiscard]] std::string_view argument_kind_name(ParsedArgument::Kind kind);

/// Reads one argument. Errors name the argument and the value: an unknown type, a value that is no number or does not
/// fit the type, a file that cannot be read or whose size is no multiple of the element's.
[[nodiscard]] Result<ParsedArgument> parse_argument(std::string_view spec);

/// One value of a type as its little-endian bytes; parse_argument() uses it for each value.
[[nodiscard]] Result<std::vector<std::byte>> parse_value(Type type, std::string_view text);

/// The type named "i32", "f16" ...; Type::none if the name is not in the list above.
[[nodiscard]] Type element_type_from_name(std::string_view name);

/// The name of an element type in arguments and reports: "i32" for s32; "" for types that no argument can have.
[[nodiscard]] std::string_view element_type_name(Type type);

/// Bytes of an element of one of these types; 0 for others.
[[nodiscard]] std::size_t element_bytes(Type type);

/// The element at bytes[0] as a JSON number: integers exactly; floating-point values as the shortest decimal that reads
/// back to the same value of that type (whole numbers below 2^53 in full); infinities and NaN, for which JSON has no
/// number, as the strings "inf", "-inf", "nan". `bytes` holds at least element_bytes(type) bytes.
[[nodiscard]] nlohmann::ordered_json value_to_json(Type type, std::span<const std::byte> bytes);

/// The same as text, for tables: "-1", "0.1", "inf".
[[nodiscard]] std::string value_to_text(Type type, std::span<const std::byte> bytes);

/// The element's bits, zero-padded to its width: "0x3f800000".
[[nodiscard]] std::string value_bits(Type type, std::span<const std::byte> bytes);

/// All elements of a buffer by value_to_json() and value_bits().
[[nodiscard]] nlohmann::ordered_json values_to_json(Type type, std::span<const std::byte> bytes);
[[nodiscard]] nlohmann::ordered_json bits_to_json(Type type, std::span<const std::byte> bytes);

}  // namespace bankloom::ptx
