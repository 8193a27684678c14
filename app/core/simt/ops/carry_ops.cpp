// Carry chains (PTX ISA, "Extended-Precision Integer Arithmetic Instructions"). Semantics: scalar_carry.h.
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_carry.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;
using U32 = std::uint32_t;
using S32 = std::int32_t;
using U64 = std::uint64_t;
using S64 = std::int64_t;

/// Source of the carry-in: the first instruction of a chain adds nothing (add.cc, mad.cc) or, since a subtraction is
/// the addition of the complement, one (sub.cc).
enum class CarryIn : std::uint8_t { clear, set, condition_code };

template <CarryIn kIn>
BANKLOOM_LANE_INLINE LaneMask carry_in(const LaneContext& context) {
  if constexpr (kIn == CarryIn::condition_code) return context.carry;
  return kIn == CarryIn::set ? kAllLanes : 0u;
}

/// The carry and the value of every lane; kOut: CC.CF is written.
template <class Op, class U, bool kOut, class... Sources>
BANKLOOM_LANE_INLINE void carry_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec,
                                      LaneHandler handler, LaneMask in, Sources... sources) {
  // Before the store: the destination may be one of the sources.
  if constexpr (kOut) {
    context.carry =
        collect_lanes([in, sources...](unsigned l) { return Op::carry_out(sources[l]..., lane_of(in, l)); });
  }
  store_lanes<U>(context, instruction, exec, handler,
                 [in, sources...](unsigned l) { return Op::value(sources[l]..., lane_of(in, l)); });
}

/// d = Op::value(a, b, carry-in) or Op::value(a, b, c, carry-in), U's lanes. For a part of the warp, run_masked()
/// restores the other lanes' registers and CC.CF.
template <class Op, class U, CarryIn kIn, bool kOut, std::size_t... kSource>
void with_carry(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const LaneHandler self = &with_carry<Op, U, kIn, kOut, kSource...>;
  if (exec != kAllLanes) return run_masked<sizeof(U)>(context, instruction, exec, self);
  carry_lanes<Op, U, kOut>(context, instruction, exec, self, carry_in<kIn>(context),
                           Source<U>(context, instruction, kSource)...);
}

template <template <class> class Op, CarryIn kIn, bool kOut>
LaneHandler sum_handler(Type type) {
  return for_type<U32, S32, U64, S64>(
      type, []<class T>(Tag<T>) -> LaneHandler { return &with_carry<Op<Unsigned<T>>, Unsigned<T>, kIn, kOut, 1, 2>; });
}

/// add, sub with .cc; addc, subc with and without.
template <template <class> class Op, CarryIn kIn>
Result<BoundOp> bind_sum(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  LaneHandler handler = nullptr;
  if (instruction.has(".cc")) {
    handler = sum_handler<Op, kIn, true>(type);
  } else if constexpr (kIn == CarryIn::condition_code) {
    handler = sum_handler<Op, kIn, false>(type);
  }
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes});
}

template <template <class> class Mul, CarryIn kIn, bool kOut>
LaneHandler mad_handler(Type type) {
  return for_type<U32, S32, U64, S64>(type, []<class T>(Tag<T>) -> LaneHandler {
    return &with_carry<MadWithCarry<Mul<T>, T>, Unsigned<T>, kIn, kOut, 1, 2, 3>;
  });
}

/// mad with .cc; madc with and without.
template <CarryIn kIn>
Result<BoundOp> bind_mad(const Instruction& instruction, Operands) {
  const Type type = nth_type(instruction);
  const bool high = instruction.has(".hi");
  if (!high && !instruction.has(".lo")) return not_supported(instruction);
  LaneHandler handler = nullptr;
  if (instruction.has(".cc")) {
    handler = high ? mad_handler<MulHi, kIn, true>(type) : mad_handler<MulLo, kIn, true>(type);
  } else if constexpr (kIn == CarryIn::condition_code) {
    handler = high ? mad_handler<MulHi, kIn, false>(type) : mad_handler<MulLo, kIn, false>(type);
  }
  const std::uint8_t bytes = lane_bytes_of(type);
  return bound_or_not_supported(instruction, handler, {bytes, bytes, bytes, bytes});
}

constexpr LaneOpEntry kEntries[] = {
    {"add", &bind_sum<AddWithCarry, CarryIn::clear>},
    {"addc", &bind_sum<AddWithCarry, CarryIn::condition_code>},
    {"sub", &bind_sum<SubWithCarry, CarryIn::set>},
    {"subc", &bind_sum<SubWithCarry, CarryIn::condition_code>},
    {"mad", &bind_mad<CarryIn::clear>},
    {"madc", &bind_mad<CarryIn::condition_code>},
};

}  // namespace

std::span<const LaneOpEntry> carry_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
