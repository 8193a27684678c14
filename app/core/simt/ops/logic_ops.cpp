// Logic, shifts and byte permutation (PTX ISA, "Logic and Shift Instructions" and "Data Movement and Conversion
// Instructions: prmt"). Semantics: scalar_bits.h.
#include "core/base/language.h"
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_bits.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;
using U16 = std::uint16_t;
using U32 = std::uint32_t;
using U64 = std::uint64_t;

// Predicates: all lanes are one mask, so the operation on one lane's bit is done on all 32 at once.

template <template <class> class Op>
void predicate_binary(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const LaneMask value =
      Op<U32>::apply(operand_condition(context, instruction, 1), operand_condition(context, instruction, 2));
  store_predicate(operand_predicate(context, instruction, 0), value, exec);
}
void predicate_not(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  store_predicate(operand_predicate(context, instruction, 0), ~operand_condition(context, instruction, 1), exec);
}

template <template <class> class Op>
Result<BoundOp> bind_binary(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const std::uint8_t bytes = lane_bytes_of(type);
  LaneHandler handler = nullptr;
  if (type == Type::pred) handler = &predicate_binary<Op>;
  if (type == Type::b16) handler = &each_lane<Op<U16>, U16, U16, U16>;
  if (type == Type::b32) handler = &each_lane<Op<U32>, U32, U32, U32>;
  if (type == Type::b64) handler = &each_lane<Op<U64>, U64, U64, U64>;
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes});
}

template <template <class> class Op>
Result<BoundOp> bind_unary(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const std::uint8_t bytes = lane_bytes_of(type);
  LaneHandler handler = nullptr;
  if (type == Type::pred && instruction.opcode() == "not") handler = &predicate_not;
  if (type == Type::b16) handler = &each_lane<Op<U16>, U16, U16>;
  if (type == Type::b32) handler = &each_lane<Op<U32>, U32, U32>;
  if (type == Type::b64) handler = &each_lane<Op<U64>, U64, U64>;
  return bound_or_not_supported(instruction, handler, {bytes, bytes});
}

// lop3 with .BoolOp has the operands d, p, a, b, c, table, q. Bit 8 of its immediate chooses .and rather than .or.
constexpr std::size_t kLop3Predicate = 1;
constexpr std::size_t kLop3FirstSource = 2;
constexpr std::size_t kLop3Condition = 6;
constexpr std::uint32_t kLop3And = 0x100;

/// d of lop3 with .BoolOp.
void lop3_value(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const Lop3 op(instruction.immediate & 0xffu);
  const Source<U32> a(context, instruction, kLop3FirstSource);
  const Source<U32> b(context, instruction, kLop3FirstSource + 1);
  const Source<U32> c(context, instruction, kLop3FirstSource + 2);
  store_lanes<U32>(context, instruction, exec, &lop3_value,
                   [op, a, b, c](unsigned l) { return op.apply(a[l], b[l], c[l]); });
}

/// p, then d, which may be a source's register.
void lop3_with_predicate(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const Lop3 op(instruction.immediate & 0xffu);
  const Source<U32> a(context, instruction, kLop3FirstSource);
  const Source<U32> b(context, instruction, kLop3FirstSource + 1);
  const Source<U32> c(context, instruction, kLop3FirstSource + 2);
  const LaneMask condition = operand_condition(context, instruction, kLop3Condition);
  const LaneMask nonzero = collect_lanes([op, a, b, c](unsigned l) { return op.apply(a[l], b[l], c[l]) != 0; });
  const bool conjunction = (instruction.immediate & kLop3And) != 0;
  store_predicate(operand_predicate(context, instruction, kLop3Predicate),
                  conjunction ? nonzero & condition : nonzero | condition, exec);
  lop3_value(context, instruction, exec);
}

Result<BoundOp> bind_lop3(const Instruction& instruction, Operands operands) {
  const bool with_predicate = instruction.has(".or") || instruction.has(".and");
  const std::size_t table_index = with_predicate ? kLop3FirstSource + 3 : 4;
  if (operands.size() <= table_index) return not_supported(instruction);
  const OperandInfo& table = operands[table_index];
  if (table.kind != OperandInfo::Kind::immediate || table.bits > 0xffu) {
    return bind_failure(instruction, message("the look-up table must be an integer constant from 0 to 255"));
  }
  const auto bits = static_cast<std::uint32_t>(table.bits);
  if (!with_predicate) return bound(&each_lane_configured<Lop3, U32, U32, U32, U32>, {4, 4, 4, 4, 4}, bits);
  return bound(&lop3_with_predicate, {4, 0, 4, 4, 4, 4, 0}, bits | (instruction.has(".and") ? kLop3And : 0u));
}

Result<BoundOp> bind_shl(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const std::uint8_t bytes = lane_bytes_of(type);
  LaneHandler handler = nullptr;
  if (bytes == 2) handler = &each_lane<Shl<U16>, U16, U16, U32>;
  if (bytes == 4) handler = &each_lane<Shl<U32>, U32, U32, U32>;
  if (bytes == 8) handler = &each_lane<Shl<U64>, U64, U64, U32>;
  return bound_or_not_supported(instruction, handler, {bytes, bytes, 4});
}

Result<BoundOp> bind_shr(const Instruction& instruction, Operands) {
  const Type type = bits_as_unsigned(nth_type(instruction));
  const std::uint8_t bytes = lane_bytes_of(type);
  const LaneHandler handler =
      for_integer(type, []<class T>(Tag<T>) -> LaneHandler { return &each_lane<Shr<T>, T, T, U32>; });
  return bound_or_not_supported(instruction, handler, {bytes, bytes, 4});
}

template <template <ShiftMode> class Op>
LaneHandler funnel_handler(bool wrap) {
  return wrap ? &each_lane<Op<ShiftMode::wrap>, U32, U32, U32, U32>
              : &each_lane<Op<ShiftMode::clamp>, U32, U32, U32, U32>;
}
Result<BoundOp> bind_shf(const Instruction& instruction, Operands) {
  const bool wrap = instruction.has(".wrap");
  return bound(instruction.has(".l") ? funnel_handler<FunnelLeft>(wrap) : funnel_handler<FunnelRight>(wrap),
               {4, 4, 4, 4});
}

template <PermuteMode kMode>
constexpr LaneHandler permute_handler = &each_lane<Permute<kMode>, U32, U32, U32, U32>;

Result<BoundOp> bind_prmt(const Instruction& instruction, Operands) {
  LaneHandler handler = permute_handler<PermuteMode::index>;
  if (instruction.has(".f4e")) handler = permute_handler<PermuteMode::f4e>;
  if (instruction.has(".b4e")) handler = permute_handler<PermuteMode::b4e>;
  if (instruction.has(".rc8")) handler = permute_handler<PermuteMode::rc8>;
  if (instruction.has(".ecl")) handler = permute_handler<PermuteMode::ecl>;
  if (instruction.has(".ecr")) handler = permute_handler<PermuteMode::ecr>;
  if (instruction.has(".rc16")) handler = permute_handler<PermuteMode::rc16>;
  return bound(handler, {4, 4, 4, 4});
}

constexpr LaneOpEntry kEntries[] = {
    {"and", &bind_binary<And>},  {"or", &bind_binary<Or>}, {"xor", &bind_binary<Xor>}, {"not", &bind_unary<Not>},
    {"cnot", &bind_unary<Cnot>}, {"lop3", &bind_lop3},     {"shl", &bind_shl},         {"shr", &bind_shr},
    {"shf", &bind_shf},          {"prmt", &bind_prmt},
};

}  // namespace

std::span<const LaneOpEntry> logic_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
