// Element types of kernel.json: the names, their PTX types, and the bytes of integers in them.
//
// f16 and bf16, of own kernels only, hold whole numbers; kernel.json does not take them.
// Not supported: f8 types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/ptx/argument_spec.h"
#include "core/ptx/module.h"

namespace bankloom {

/// "i32" -> Type::s32, likewise i8 u8 i16 u16 u32 i64 u64 f32 f64; nothing for others.
[[nodiscard]] std::optional<ptx::Type> element_type_named(std::string_view word);

/// The names that element_type_named() knows, separated by commas.
[[nodiscard]] std::string element_type_names();

using ptx::element_bytes;

/// Writes `values`, each divided by `divisor`, as little-endian elements to `bytes`, which has room for them. Only the
/// types f32 and f64 take a divisor other than 1; they round the quotient. Gives the first value that the type cannot
/// hold exactly (before dividing), if there is one.
[[nodiscard]] std::optional<std::int64_t> store_elements(ptx::Type type, std::span<const std::int64_t> values,
                                                         std::int64_t divisor, std::byte* bytes);

/// "300 does not fit in an element of type i8"
[[nodiscard]] std::string does_not_fit(ptx::Type type, std::int64_t value);

}  // namespace bankloom
