// Counting, finding, reversing and moving bits (PTX ISA, "Integer Arithmetic Instructions: popc" to "bmsk").
// Semantics: scalar_bits.h.
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_bits.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;
using U32 = std::uint32_t;
using U64 = std::uint64_t;
using S32 = std::int32_t;
using S64 = std::int64_t;

/// popc, clz: the count has 32 bits for both widths.
template <template <class> class Op>
Result<BoundOp> bind_count(const Instruction& instruction, Operands) {
  const std::uint8_t bytes = lane_bytes_of(nth_type(instruction));
  LaneHandler handler = nullptr;
  if (bytes == 4) handler = &each_lane<Op<U32>, U32, U32>;
  if (bytes == 8) handler = &each_lane<Op<U64>, U32, U64>;
  return bound_or_not_supported(instruction, handler, {4, bytes});
}

Result<BoundOp> bind_bfind(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const bool is_shift = instruction.has(".shiftamt");
  const LaneHandler handler = for_type<U32, S32, U64, S64>(type, [is_shift]<class T>(Tag<T>) -> LaneHandler {
    return is_shift ? &each_lane<Bfind<T, true>, U32, T> : &each_lane<Bfind<T, false>, U32, T>;
  });
  return bound_or_not_supported(instruction, handler, {4, lane_bytes_of(type)});
}

Result<BoundOp> bind_fns(const Instruction&, Operands) {
  return bound(&each_lane<Fns, U32, U32, U32, S32>, {4, 4, 4, 4});
}

Result<BoundOp> bind_brev(const Instruction& instruction, Operands) {
  const std::uint8_t bytes = lane_bytes_of(nth_type(instruction));
  LaneHandler handler = nullptr;
  if (bytes == 4) handler = &each_lane<Brev<U32>, U32, U32>;
  if (bytes == 8) handler = &each_lane<Brev<U64>, U64, U64>;
  return bound_or_not_supported(instruction, handler, {bytes, bytes});
}

Result<BoundOp> bind_bfe(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const std::uint8_t bytes = lane_bytes_of(type);
  const LaneHandler handler = for_type<U32, S32, U64, S64>(
      type, []<class T>(Tag<T>) -> LaneHandler { return &each_lane<Bfe<T>, T, T, U32, U32>; });
  return bound_or_not_supported(instruction, handler, {bytes, bytes, 4, 4});
}

Result<BoundOp> bind_bfi(const Instruction& instruction, Operands) {
  const std::uint8_t bytes = lane_bytes_of(nth_type(instruction));
  LaneHandler handler = nullptr;
  if (bytes == 4) handler = &each_lane<Bfi<U32>, U32, U32, U32, U32, U32>;
  if (bytes == 8) handler = &each_lane<Bfi<U64>, U64, U64, U64, U32, U32>;
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes, 4, 4});
}

Result<BoundOp> bind_bmsk(const Instruction& instruction, Operands) {
  return bound(instruction.has(".wrap") ? &each_lane<Bmsk<ShiftMode::wrap>, U32, U32, U32>
                                        : &each_lane<Bmsk<ShiftMode::clamp>, U32, U32, U32>,
               {4, 4, 4});
}

template <class T>
LaneHandler szext_handler(bool wrap) {
  return wrap ? &each_lane<Szext<T, ShiftMode::wrap>, T, T, U32> : &each_lane<Szext<T, ShiftMode::clamp>, T, T, U32>;
}
Result<BoundOp> bind_szext(const Instruction& instruction, Operands) {
  const bool wrap = instruction.has(".wrap");
  return bound(nth_type(instruction) == Type::s32 ? szext_handler<S32>(wrap) : szext_handler<U32>(wrap), {4, 4, 4});
}

constexpr LaneOpEntry kEntries[] = {
    {"popc", &bind_count<Popc>}, {"clz", &bind_count<Clz>}, {"bfind", &bind_bfind},
    {"fns", &bind_fns},          {"brev", &bind_brev},      {"bfe", &bind_bfe},
    {"bfi", &bind_bfi},          {"bmsk", &bind_bmsk},      {"szext", &bind_szext},
};

}  // namespace

std::span<const LaneOpEntry> bit_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
