// What the binders of the lane operations share: reading an instruction's modifiers, and making the result.
//
// Defined in bind_errors.cpp, which is compiled once for every processor: a binder is compiled for each vector
// instruction set, and the Result and text functions behind these would otherwise be emitted there (see lane_inline.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "core/simt/lane_op.h"

namespace bankloom::simt {

/// The n-th modifier that is a type, as written (cvt.rn.f16.s32: f16, s32); none if there are fewer.
[[nodiscard]] ptx::Type nth_type(const ptx::Instruction& instruction, std::size_t n = 0);

/// The unsigned integer type of a bit type's size (b32: u32); other types are unchanged.
[[nodiscard]] ptx::Type bits_as_unsigned(ptx::Type type);

/// Bytes per lane of a type: 0 for predicates.
[[nodiscard]] std::uint8_t lane_bytes_of(ptx::Type type);

/// The result of a binder: a handler, and the bytes per lane of each flattened operand (0: a predicate).
[[nodiscard]] Result<BoundOp> bound(LaneHandler run, std::initializer_list<std::uint8_t> lane_bytes,
                                    std::uint32_t immediate = 0);

/// The same for a handler that may be nullptr, if there is none for the instruction's types: then the error.
[[nodiscard]] Result<BoundOp> bound_or_not_supported(const ptx::Instruction& instruction, LaneHandler run,
                                                     std::initializer_list<std::uint8_t> lane_bytes,
                                                     std::uint32_t immediate = 0);

/// The error of an instruction without a handler: "add.rn.f128 is not supported".
[[nodiscard]] Result<BoundOp> not_supported(const ptx::Instruction& instruction);

/// An error with a reason: "lop3: the look-up table must be an integer from 0 to 255".
[[nodiscard]] Result<BoundOp> bind_failure(const ptx::Instruction& instruction, std::string_view reason);

}  // namespace bankloom::simt
