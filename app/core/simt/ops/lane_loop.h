// Turns a scalar function of one lane into a handler for a warp: loops over 32 lanes that the compiler vectorises.
//
// Everything here is inlined or static and is in the namespace of its instruction set (see lane_inline.h). For the same
// reason the code that runs per lane calls compiler built-ins rather than templates of the standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/simt/lane_op.h"
#include "core/simt/ops/lane_inline.h"

/// For `for (unsigned l = 0; l < kWarpSize; ++l)`: no iteration depends on another. True even if the destination is one
/// of the sources, because lane l reads and writes lane l only.
#ifdef __clang__
// Not every operation can be vectorised (64-bit products, say); that needs no warning.
#pragma clang diagnostic ignored "-Wpass-failed"
#define BANKLOOM_LANE_LOOP _Pragma("clang loop vectorize(assume_safety) unroll(disable)")
#else
#define BANKLOOM_LANE_LOOP _Pragma("GCC ivdep")
#endif

namespace bankloom::simt::BANKLOOM_LANE_ISA {

/// A predicate in the list of a handler's source or result types.
struct Predicate {};

/// The lanes of operand `index`, 64-byte aligned as lane_op.h promises.
template <class T>
[[nodiscard]] BANKLOOM_LANE_INLINE T* operand_lanes(const LaneContext& context, const LaneInstruction& instruction,
                                                    std::size_t index) {
  const OperandRef& ref = instruction.operands.begin()[index];
  return static_cast<T*>(
      __builtin_assume_aligned(reinterpret_cast<T*>(context.files.begin()[ref.file] + ref.offset), 64));
}

/// The mask of operand `index`, a predicate.
[[nodiscard]] BANKLOOM_LANE_INLINE LaneMask& operand_predicate(const LaneContext& context,
                                                               const LaneInstruction& instruction, std::size_t index) {
  const OperandRef& ref = instruction.operands.begin()[index];
  return *reinterpret_cast<LaneMask*>(context.files.begin()[ref.file] + ref.offset);
}

/// The lanes in which the predicate source `index` holds, `!p` applied.
[[nodiscard]] BANKLOOM_LANE_INLINE LaneMask operand_condition(const LaneContext& context,
                                                              const LaneInstruction& instruction, std::size_t index) {
  const LaneMask flip = instruction.negated.begin()[index] ? kAllLanes : 0u;
  return operand_predicate(context, instruction, index) ^ flip;
}

/// lane_bits[l] == 1 << l: a table, because not every vector instruction set shifts each lane by its own amount.
alignas(64) static constexpr LaneMask lane_bits[kWarpSize] = {
    1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,  1u << 8,  1u << 9,  1u << 10,
    1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21,
    1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};

/// Whether lane l of a mask is set, in a form that vectorises.
[[nodiscard]] BANKLOOM_LANE_INLINE bool lane_of(LaneMask mask, unsigned l) { return (mask & lane_bits[l]) != 0; }

/// The mask of the lanes for which `test(l)` holds.
template <class Test>
[[nodiscard]] BANKLOOM_LANE_INLINE LaneMask collect_lanes(Test test) {
  LaneMask mask = 0;
  BANKLOOM_LANE_LOOP
  for (unsigned l = 0; l < kWarpSize; ++l) mask |= test(l) ? lane_bits[l] : 0u;
  return mask;
}

/// Writes a predicate result for the lanes in exec.
BANKLOOM_LANE_INLINE void store_predicate(LaneMask& destination, LaneMask value, LaneMask exec) {
  destination = (destination & ~exec) | (value & exec);
}

/// An unsigned integer of a lane's size, for moves that ignore the value.
template <std::size_t kBytes>
using LaneBits = std::conditional_t<
    kBytes == 8, std::uint64_t,
    std::conditional_t<kBytes == 4, std::uint32_t, std::conditional_t<kBytes == 2, std::uint16_t, std::uint8_t>>>;

/// Runs `handler` for a part of the warp: for all lanes, then restores the lanes outside exec. Operand 0 is the
/// destination, kBytes wide per lane. One copy per width serves all handlers, so that each handler has one loop; CC and
/// the division-by-zero mask are corrected in the same way.
template <std::size_t kBytes>
__attribute__((noinline)) static void run_masked(LaneContext& context, const LaneInstruction& instruction,
                                                 LaneMask exec, LaneHandler handler) {
  using T = LaneBits<kBytes>;
  T* destination = operand_lanes<T>(context, instruction, 0);
  alignas(64) T before[kWarpSize];
  BANKLOOM_LANE_LOOP
  for (unsigned l = 0; l < kWarpSize; ++l) before[l] = destination[l];
  const LaneMask carry = context.carry;
  const LaneMask division_by_zero = context.division_by_zero;
  handler(context, instruction, kAllLanes);
  BANKLOOM_LANE_LOOP
  for (unsigned l = 0; l < kWarpSize; ++l) destination[l] = lane_of(exec, l) ? destination[l] : before[l];
  store_predicate(context.carry, carry, ~exec);
  context.division_by_zero = division_by_zero | (context.division_by_zero & exec);
}

/// Source operand of type T (or Predicate): the argument of Op::apply for lane l.
template <class T>
struct Source {
  const T* lanes;
  BANKLOOM_LANE_INLINE Source(const LaneContext& context, const LaneInstruction& instruction, std::size_t index)
      : lanes(operand_lanes<const T>(context, instruction, index)) {}
  BANKLOOM_LANE_INLINE T operator[](unsigned l) const { return lanes[l]; }
};
template <>
struct Source<Predicate> {
  LaneMask mask;
  BANKLOOM_LANE_INLINE Source(const LaneContext& context, const LaneInstruction& instruction, std::size_t index)
      : mask(operand_condition(context, instruction, index)) {}
  BANKLOOM_LANE_INLINE bool operator[](unsigned l) const { return lane_of(mask, l); }
};

/// Stores `value(l)` of every lane into operand 0: R's lanes, or a predicate if R is Predicate (then the value is a
/// bool). `handler` is the calling handler itself, which run_masked() runs again if exec is a part of the warp.
template <class R, bool kBlends = false, class Value>
BANKLOOM_LANE_INLINE void store_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec,
                                      LaneHandler handler, Value value) {
  if constexpr (std::is_same_v<R, Predicate>) {
    store_predicate(operand_predicate(context, instruction, 0), collect_lanes(value), exec);
  } else {
    if (exec != kAllLanes) [[unlikely]] {
      if constexpr (!kBlends) {
        return run_masked<sizeof(R)>(context, instruction, exec, handler);
      } else {
        R* const destination = operand_lanes<R>(context, instruction, 0);
        BANKLOOM_LANE_LOOP
        for (unsigned l = 0; l < kWarpSize; ++l) destination[l] = lane_of(exec, l) ? value(l) : destination[l];
        return;
      }
    }
    R* const destination = operand_lanes<R>(context, instruction, 0);
    BANKLOOM_LANE_LOOP
    for (unsigned l = 0; l < kWarpSize; ++l) destination[l] = value(l);
  }
}

/// d = apply(a, b, ...) of every lane, with a, b, ... from the sources.
template <class R, bool kBlends, class Apply, class... Sources>
BANKLOOM_LANE_INLINE void apply_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec,
                                      LaneHandler handler, Apply apply, Sources... sources) {
  store_lanes<R, kBlends>(context, instruction, exec, handler,
                          [apply, sources...](unsigned l) { return apply(sources[l]...); });
}

/// The handler of d = Op::apply(a, b, ...), operand 0 being d. R is the type of d, Sources those of a, b, ...; each may
/// be Predicate. Op::apply is `static BANKLOOM_LANE_INLINE R apply(A a, ...)`; a Predicate is passed as bool.
template <class Op, class R, class... Sources>
static void each_lane(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const auto run = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    apply_lanes<R, std::is_base_of_v<Blended, Op>>(
        context, instruction, exec, &each_lane<Op, R, Sources...>, [](auto... values) { return Op::apply(values...); },
        Source<Sources>(context, instruction, kIndex + 1)...);
  };
  run(std::index_sequence_for<Sources...>{});
}

/// The same for an operation with parameters fixed when the instruction is bound: Op is constructed from the
/// instruction's immediate, once for all lanes, and `apply` is a const member.
template <class Op, class R, class... Sources>
static void each_lane_configured(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const Op op(instruction.immediate);
  const auto run = [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    apply_lanes<R, std::is_base_of_v<Blended, Op>>(
        context, instruction, exec, &each_lane_configured<Op, R, Sources...>,
        [op](auto... values) { return op.apply(values...); }, Source<Sources>(context, instruction, kIndex + 1)...);
  };
  run(std::index_sequence_for<Sources...>{});
}

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
