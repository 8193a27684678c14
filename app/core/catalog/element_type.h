// Element types of kernel.json: the words, the PTX types behind them, and integers turned into their bytes.
//
// Not supported: f16 and bf16 (no kernel of the catalogue has such a parameter yet).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/ptx/module.h"

namespace bankloom {

/// "i32" -> Type::s32, likewise i8 u8 i16 u16 u32 i64 u64 f32 f64; nothing for another word.
[[nodiscard]] std::optional<ptx::Type> element_type_from_word(std::string_view word);

/// The words that element_type_from_word() knows, separated by commas.
[[nodiscard]] std::string element_type_words();

/// Bytes of one element of such a type.
[[nodiscard]] std::size_t element_bytes(ptx::Type type);

/// Appends `value` as one little-endian element. The error: a value that the type cannot hold exactly.
[[nodiscard]] Result<void> append_element(std::vector<std::byte>& bytes, ptx::Type type, std::int64_t value);

}  // namespace bankloom
