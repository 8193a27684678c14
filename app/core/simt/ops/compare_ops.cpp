// set, setp, selp, slct (PTX ISA, "Comparison and Selection Instructions").
//
// Every comparison is one of five tests, perhaps with exchanged operands, perhaps with an inverted outcome.
// BoundOp::immediate says which, and how the outcome is used.
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/form_words.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_half.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {
namespace {

using ptx::Type;

// BoundOp::immediate.
constexpr std::uint32_t kExchange = 1u << 0;      ///< compare b with a
constexpr std::uint32_t kInvert = 1u << 1;        ///< the opposite outcome
constexpr std::uint32_t kHasSecond = 1u << 2;     ///< setp p|q
constexpr std::uint32_t kHasCondition = 1u << 3;  ///< a predicate c to combine with
constexpr unsigned kCombineAt = 4;                ///< BoolOp, 2 bits
constexpr unsigned kTestAt = 8;                   ///< Test, 3 bits
constexpr unsigned kReadingAt = 11;               ///< index in kReadings, 5 bits
constexpr unsigned kFormAt = 16;                  ///< set: index in kSetForms, 4 bits

/// `different` is a < b or b < a; `ordered` says that neither is a NaN; integers need only the first three.
enum class Test : std::uint8_t { equal, less, less_equal, different, ordered };
constexpr unsigned kTestCount = 5;

// How the lanes of a type are read. Lane: the contents of the register. Half-precision values are compared as f32.
template <class T>
struct Plain {
  using Lane = T;
  static BANKLOOM_LANE_INLINE T value(T x) { return x; }
};
template <bool kFtz>
struct SingleLane {
  using Lane = std::uint32_t;
  static BANKLOOM_LANE_INLINE float value(std::uint32_t x) { return as_f32(kFtz ? flush<F32>(x) : x); }
};
struct DoubleLane {
  using Lane = std::uint64_t;
  static BANKLOOM_LANE_INLINE double value(std::uint64_t x) { return as_f64(x); }
};
template <class F, bool kFtz>
BANKLOOM_LANE_INLINE float half_value(std::uint16_t x) {
  if constexpr (kFtz) x = flush<F>(x);
  return static_cast<float>(half_to_f64<F>(x));
}
template <class F, bool kFtz>
struct HalfLane {
  using Lane = std::uint16_t;
  static BANKLOOM_LANE_INLINE float value(std::uint16_t x) { return half_value<F, kFtz>(x); }
};
/// One half of a packed register, the low one for kShift = 0.
template <class F, bool kFtz, unsigned kShift>
struct PackedHalf {
  using Lane = std::uint32_t;
  static BANKLOOM_LANE_INLINE float value(std::uint32_t x) {
    return half_value<F, kFtz>(static_cast<std::uint16_t>(x >> kShift));
  }
};

// Never used for integers.
template <class T>
BANKLOOM_LANE_INLINE bool is_unordered(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    return false;
  } else {
    return __builtin_isunordered(a, b);
  }
}

template <class Reader, Test kTest>
BANKLOOM_LANE_INLINE LaneMask compare_lanes(const LaneContext& context, const LaneInstruction& instruction,
                                            unsigned first) {
  using Lane = typename Reader::Lane;
  const unsigned exchanged = (instruction.immediate & kExchange) != 0 ? 1u : 0u;
  const Lane* const a = operand_lanes<const Lane>(context, instruction, first + exchanged);
  const Lane* const b = operand_lanes<const Lane>(context, instruction, first + 1 - exchanged);
  const LaneMask invert = (instruction.immediate & kInvert) != 0 ? kAllLanes : 0u;
  return invert ^ collect_lanes([a, b](unsigned l) {
           const auto x = Reader::value(a[l]);
           const auto y = Reader::value(b[l]);
           if constexpr (kTest == Test::equal) return x == y;
           if constexpr (kTest == Test::less) return x < y;
           if constexpr (kTest == Test::less_equal) return x <= y;
           if constexpr (kTest == Test::different) return x < y || y < x;
           if constexpr (kTest == Test::ordered) return !is_unordered(x, y);
         });
}

/// setp p, a, b: the common case.
template <class Reader, Test kTest>
void compare_simple(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const LaneMask outcome = compare_lanes<Reader, kTest>(context, instruction, 1);
  store_predicate(operand_predicate(context, instruction, 0), outcome, exec);
}

/// The comparison alone, for handlers that use it otherwise; `first` is the operand index of a.
using Comparison = LaneMask (*)(const LaneContext& context, const LaneInstruction& instruction, unsigned first);
template <class Reader, Test kTest>
LaneMask compare_only(const LaneContext& context, const LaneInstruction& instruction, unsigned first) {
  return compare_lanes<Reader, kTest>(context, instruction, first);
}

struct Tested {
  LaneHandler simple;
  Comparison only;
};
template <class Reader, Test kTest>
constexpr Tested tested = {&compare_simple<Reader, kTest>, &compare_only<Reader, kTest>};

/// How a type's lanes are read, with all tests of it.
struct Reading {
  Type type;
  bool ftz;
  bool is_float;
  Tested tests[kTestCount];
};
template <class Reader>
constexpr Reading reading(Type type, bool ftz = false) {
  using Value = decltype(Reader::value(typename Reader::Lane{}));
  return {type,
          ftz,
          std::is_floating_point_v<Value>,
          {tested<Reader, Test::equal>, tested<Reader, Test::less>, tested<Reader, Test::less_equal>,
           tested<Reader, Test::different>, tested<Reader, Test::ordered>}};
}
/// A packed type has two entries, for the low halves and the high ones.
constexpr Reading kReadings[] = {
    reading<Plain<std::uint16_t>>(Type::u16),
    reading<Plain<std::int16_t>>(Type::s16),
    reading<Plain<std::uint32_t>>(Type::u32),
    reading<Plain<std::int32_t>>(Type::s32),
    reading<Plain<std::uint64_t>>(Type::u64),
    reading<Plain<std::int64_t>>(Type::s64),
    reading<SingleLane<false>>(Type::f32),
    reading<SingleLane<true>>(Type::f32, true),
    reading<DoubleLane>(Type::f64),
    reading<HalfLane<F16, false>>(Type::f16),
    reading<HalfLane<F16, true>>(Type::f16, true),
    reading<HalfLane<BF16, false>>(Type::bf16),
    reading<PackedHalf<F16, false, 0>>(Type::f16x2),
    reading<PackedHalf<F16, false, 16>>(Type::f16x2),
    reading<PackedHalf<F16, true, 0>>(Type::f16x2, true),
    reading<PackedHalf<F16, true, 16>>(Type::f16x2, true),
    reading<PackedHalf<BF16, false, 0>>(Type::bf16x2),
    reading<PackedHalf<BF16, false, 16>>(Type::bf16x2),
};

/// The outcome combined with the predicate source, if there is one.
BANKLOOM_LANE_INLINE LaneMask combined(std::uint32_t immediate, LaneMask outcome, LaneMask condition) {
  switch (static_cast<BoolOp>((immediate >> kCombineAt) & 3u)) {
    case BoolOp::conjunction:
      return outcome & condition;
    case BoolOp::disjunction:
      return outcome | condition;
    case BoolOp::exclusive:
      return outcome ^ condition;
    case BoolOp::none:
      break;
  }
  return outcome;
}
BANKLOOM_LANE_INLINE LaneMask condition_of(const LaneContext& context, const LaneInstruction& instruction,
                                           unsigned index) {
  return (instruction.immediate & kHasCondition) != 0 ? operand_condition(context, instruction, index) : 0u;
}
/// The test of the instruction; `part` is 1 for the high halves of a packed type.
BANKLOOM_LANE_INLINE Comparison test_of(const LaneInstruction& instruction, unsigned part) {
  return kReadings[((instruction.immediate >> kReadingAt) & 31u) + part]
      .tests[(instruction.immediate >> kTestAt) & 7u]
      .only;
}

/// setp p{|q}, a, b{, c}: p the combined outcome, q the combined opposite; of packed types p of the low halves, q of
/// the high ones.
template <bool kPacked>
void compare_combined(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const unsigned first = (instruction.immediate & kHasSecond) != 0 ? 2 : 1;
  const LaneMask condition = condition_of(context, instruction, first + 2);
  const LaneMask outcome = test_of(instruction, 0)(context, instruction, first);
  store_predicate(operand_predicate(context, instruction, 0), combined(instruction.immediate, outcome, condition),
                  exec);
  if (first == 2) {
    const LaneMask second = kPacked ? test_of(instruction, 1)(context, instruction, first) : ~outcome;
    store_predicate(operand_predicate(context, instruction, 1), combined(instruction.immediate, second, condition),
                    exec);
  }
}

/// A form of set by its result's type and whether the operands are packed: its handler, and what it writes if the
/// comparison holds, all ones or 1.0.
struct SetForm {
  Type to;
  bool packed;
  LaneHandler handler;
  std::uint32_t value;
};
template <class R>
void set_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec);
void set_packed(LaneContext& context, const LaneInstruction& instruction, LaneMask exec);
constexpr SetForm kSetForms[] = {
    {Type::u32, false, &set_lanes<std::uint32_t>, 0xffff'ffffu},
    {Type::s32, false, &set_lanes<std::uint32_t>, 0xffff'ffffu},
    {Type::u16, false, &set_lanes<std::uint16_t>, 0xffffu},
    {Type::s16, false, &set_lanes<std::uint16_t>, 0xffffu},
    {Type::f32, false, &set_lanes<std::uint32_t>, F32::one},
    {Type::f16, false, &set_lanes<std::uint16_t>, F16::one},
    {Type::bf16, false, &set_lanes<std::uint16_t>, BF16::one},
    {Type::u32, true, &set_packed, 0xffffu},
    {Type::s32, true, &set_packed, 0xffffu},
    {Type::f16x2, true, &set_packed, F16::one},
    {Type::bf16x2, true, &set_packed, BF16::one},
};
BANKLOOM_LANE_INLINE std::uint32_t true_value(const LaneInstruction& instruction) {
  return kSetForms[(instruction.immediate >> kFormAt) & 15u].value;
}

template <class R>
void set_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const LaneMask outcome = combined(instruction.immediate, test_of(instruction, 0)(context, instruction, 1),
                                    condition_of(context, instruction, 3));
  const R value = static_cast<R>(true_value(instruction));
  store_lanes<R>(context, instruction, exec, &set_lanes<R>,
                 [outcome, value](unsigned l) { return lane_of(outcome, l) ? value : R{0}; });
}
void set_packed(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const LaneMask condition = condition_of(context, instruction, 3);
  const LaneMask low = combined(instruction.immediate, test_of(instruction, 0)(context, instruction, 1), condition);
  const LaneMask high = combined(instruction.immediate, test_of(instruction, 1)(context, instruction, 1), condition);
  const std::uint32_t value = true_value(instruction);
  store_lanes<std::uint32_t>(context, instruction, exec, &set_packed, [low, high, value](unsigned l) {
    return (lane_of(low, l) ? value : 0u) | (lane_of(high, l) ? value << 16 : 0u);
  });
}

// Choice of the handler.

/// A comparison operator as one of the tests. For floats, the ordered operators are false if an operand is a NaN (`ne`
/// too), the unordered ones true (PTX ISA, "Floating Point Comparisons").
struct Reduction {
  Compare compare;
  bool of_integers, of_floats;
  Test test;
  std::uint32_t flags;
};
constexpr Reduction kReductions[] = {
    {Compare::eq, true, true, Test::equal, 0},
    {Compare::ne, true, false, Test::equal, kInvert},
    {Compare::ne, false, true, Test::different, 0},
    {Compare::lt, true, true, Test::less, 0},
    {Compare::le, true, true, Test::less_equal, 0},
    {Compare::gt, true, true, Test::less, kExchange},
    {Compare::ge, true, true, Test::less_equal, kExchange},
    {Compare::lo, true, false, Test::less, 0},
    {Compare::ls, true, false, Test::less_equal, 0},
    {Compare::hi, true, false, Test::less, kExchange},
    {Compare::hs, true, false, Test::less_equal, kExchange},
    {Compare::equ, false, true, Test::different, kInvert},
    {Compare::neu, false, true, Test::equal, kInvert},
    {Compare::ltu, false, true, Test::less_equal, kExchange | kInvert},
    {Compare::leu, false, true, Test::less, kExchange | kInvert},
    {Compare::gtu, false, true, Test::less_equal, kInvert},
    {Compare::geu, false, true, Test::less, kInvert},
    {Compare::num, false, true, Test::ordered, 0},
    {Compare::nan, false, true, Test::ordered, kInvert},
};

constexpr bool is_packed(Type type) { return type == Type::f16x2 || type == Type::bf16x2; }

/// A comparison as bound: the part of the immediate that setp and set share, and the operands' shape.
struct Bound {
  bool valid = false;
  std::uint32_t immediate = 0;
  LaneHandler simple = nullptr;
  OperandShape operand;
};
Bound bind_comparison(Type type, const FormWords& words, bool has_condition) {
  if (has_condition != (words.combine != BoolOp::none)) return {};
  for (std::uint32_t index = 0; index < std::size(kReadings); ++index) {
    const Reading& reading = kReadings[index];
    if (reading.type != bits_as_unsigned(type) || reading.ftz != words.ftz) continue;
    for (const Reduction& reduction : kReductions) {
      if (reduction.compare != words.compare) continue;
      if (!(reading.is_float ? reduction.of_floats : reduction.of_integers)) continue;
      const auto test = static_cast<std::uint32_t>(reduction.test);
      return {true,
              reduction.flags | (has_condition ? kHasCondition : 0u) |
                  (static_cast<std::uint32_t>(words.combine) << kCombineAt) | (test << kTestAt) | (index << kReadingAt),
              reading.tests[test].simple,
              {ptx::type_bits(type) / 8, reading.is_float && !is_packed(type) ? type : Type::none}};
    }
  }
  return {};
}

Result<BoundOp> bind_setp(const ptx::Instruction& instruction, std::span<const OperandInfo> operands) {
  const FormWords words = read_words(instruction);
  // p, a, b; p, q, a, b; p, a, b, c; p, q, a, b, c: with four, a boolean operator distinguishes c from q.
  const bool has_condition = words.combine != BoolOp::none;
  const std::size_t others = operands.size() - (has_condition ? 1 : 0);
  if (words.type_count != 1 || others < 3 || others > 4) return bound_form(instruction, nullptr, {});
  const bool has_second = others == 4;
  const Bound bound = bind_comparison(words.types[0], words, has_condition);
  if (!bound.valid) return bound_form(instruction, nullptr, {});
  LaneHandler handler = bound.simple;
  if (is_packed(words.types[0])) {
    handler = &compare_combined<true>;
  } else if (has_second || has_condition) {
    handler = &compare_combined<false>;
  }
  const std::uint32_t immediate = bound.immediate | (has_second ? kHasSecond : 0u);
  constexpr OperandShape kPredicate{0, Type::none};
  if (has_second) {
    return bound_form(instruction, handler, {kPredicate, kPredicate, bound.operand, bound.operand, kPredicate},
                      immediate);
  }
  return bound_form(instruction, handler, {kPredicate, bound.operand, bound.operand, kPredicate}, immediate);
}

Result<BoundOp> bind_set(const ptx::Instruction& instruction, std::span<const OperandInfo> operands) {
  const FormWords words = read_words(instruction);
  if (words.type_count != 2 || operands.size() < 3 || operands.size() > 4) {
    return bound_form(instruction, nullptr, {});
  }
  const Type to = words.types[0];
  const Bound bound = bind_comparison(words.types[1], words, operands.size() == 4);
  unsigned form = 0;
  while (form < std::size(kSetForms) &&
         (kSetForms[form].to != to || kSetForms[form].packed != is_packed(words.types[1]))) {
    ++form;
  }
  const LaneHandler handler = bound.valid && form < std::size(kSetForms) ? kSetForms[form].handler : nullptr;
  const std::uint32_t immediate = bound.immediate | (form << kFormAt);
  return bound_form(instruction, handler,
                    {{ptx::type_bits(to) / 8, Type::none}, bound.operand, bound.operand, {0, Type::none}}, immediate);
}

template <class T>
struct Select {
  static BANKLOOM_LANE_INLINE T apply(T a, T b, bool chosen) { return chosen ? a : b; }
};
/// slct: a where c >= 0; -0.0 counts as 0, and a NaN chooses b.
template <class T>
struct SelectBySign {
  static BANKLOOM_LANE_INLINE T apply(T a, T b, std::int32_t c) { return c >= 0 ? a : b; }
};
template <class T, bool kFtz>
struct SelectByFloat {
  static BANKLOOM_LANE_INLINE T apply(T a, T b, std::uint32_t c) {
    return as_f32(kFtz ? flush<F32>(c) : c) >= 0 ? a : b;
  }
};

/// Type of a literal among the values that selp and slct choose from.
Type literal_of(Type type) { return type == Type::f32 || type == Type::f64 ? type : Type::none; }

Result<BoundOp> bind_selp(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const Type type = read_words(instruction).types[0];
  const unsigned bytes = ptx::type_bits(type) / 8;
  const LaneHandler handler = for_value<2u, 4u, 8u>(bytes, []<unsigned kBytes>(Constant<kBytes>) -> LaneHandler {
    using T = LaneBits<kBytes>;
    return &each_lane<Select<T>, T, T, T, Predicate>;
  });
  const OperandShape shape{bytes, literal_of(type)};
  return bound_form(instruction, handler, {shape, shape, shape, {0, Type::none}});
}

Result<BoundOp> bind_slct(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  if (words.type_count != 2) return bound_form(instruction, nullptr, {});
  const Type by = words.types[1];
  const unsigned bytes = ptx::type_bits(words.types[0]) / 8;
  const LaneHandler handler = for_value<2u, 4u, 8u>(bytes, [&]<unsigned kBytes>(Constant<kBytes>) -> LaneHandler {
    using T = LaneBits<kBytes>;
    if (by == Type::s32) return words.ftz ? nullptr : &each_lane<SelectBySign<T>, T, T, T, std::int32_t>;
    if (by != Type::f32) return nullptr;
    return words.ftz ? &each_lane<SelectByFloat<T, true>, T, T, T, std::uint32_t>
                     : &each_lane<SelectByFloat<T, false>, T, T, T, std::uint32_t>;
  });
  const OperandShape shape{bytes, literal_of(words.types[0])};
  return bound_form(instruction, handler, {shape, shape, shape, {4, literal_of(by)}});
}

constexpr LaneOpEntry kEntries[] = {
    {"setp", &bind_setp}, {"set", &bind_set}, {"selp", &bind_selp}, {"slct", &bind_slct}};

}  // namespace

std::span<const LaneOpEntry> compare_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
