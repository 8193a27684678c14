// set, setp, selp, slct (PTX ISA, "Comparison and Selection Instructions").
//
// Every comparison is one of five tests, perhaps with exchanged operands, perhaps with an inverted outcome.
// BoundOp::immediate says which, and how the outcome is used.
#include "core/simt/ops/form_words.h"
#include "core/simt/ops/lane_tables.h"
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
constexpr unsigned kTestAt = 8;                   ///< index in kTests, 8 bits
constexpr unsigned kValueAt = 16;                 ///< set: index in kTrueValues, 4 bits

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
template <class Reader>
struct Tests {
  static constexpr Tested of(Test test) {
    switch (test) {
      case Test::equal:
        return {&compare_simple<Reader, Test::equal>, &compare_only<Reader, Test::equal>};
      case Test::less:
        return {&compare_simple<Reader, Test::less>, &compare_only<Reader, Test::less>};
      case Test::less_equal:
        return {&compare_simple<Reader, Test::less_equal>, &compare_only<Reader, Test::less_equal>};
      case Test::different:
        return {&compare_simple<Reader, Test::different>, &compare_only<Reader, Test::different>};
      case Test::ordered:
        break;
    }
    return {&compare_simple<Reader, Test::ordered>, &compare_only<Reader, Test::ordered>};
  }
};

/// How a type's lanes are read; for a packed type, the two halves one after the other.
enum class Reading : std::uint8_t {
  u16,
  s16,
  u32,
  s32,
  u64,
  s64,
  f32,
  f32_ftz,
  f64,
  f16,
  f16_ftz,
  bf16,
  f16x2_low,
  f16x2_high,
  f16x2_ftz_low,
  f16x2_ftz_high,
  bf16x2_low,
  bf16x2_high,
  count,
  none,
};

template <class Reader>
constexpr void fill(Tested* row) {
  for (unsigned test = 0; test < kTestCount; ++test) row[test] = Tests<Reader>::of(static_cast<Test>(test));
}
struct TestTable {
  Tested rows[kTestCount * static_cast<unsigned>(Reading::count)] = {};
};
constexpr TestTable make_tests() {
  TestTable table;
  const auto row = [&table](Reading reading) { return &table.rows[kTestCount * static_cast<unsigned>(reading)]; };
  fill<Plain<std::uint16_t>>(row(Reading::u16));
  fill<Plain<std::int16_t>>(row(Reading::s16));
  fill<Plain<std::uint32_t>>(row(Reading::u32));
  fill<Plain<std::int32_t>>(row(Reading::s32));
  fill<Plain<std::uint64_t>>(row(Reading::u64));
  fill<Plain<std::int64_t>>(row(Reading::s64));
  fill<SingleLane<false>>(row(Reading::f32));
  fill<SingleLane<true>>(row(Reading::f32_ftz));
  fill<DoubleLane>(row(Reading::f64));
  fill<HalfLane<F16, false>>(row(Reading::f16));
  fill<HalfLane<F16, true>>(row(Reading::f16_ftz));
  fill<HalfLane<BF16, false>>(row(Reading::bf16));
  fill<PackedHalf<F16, false, 0>>(row(Reading::f16x2_low));
  fill<PackedHalf<F16, false, 16>>(row(Reading::f16x2_high));
  fill<PackedHalf<F16, true, 0>>(row(Reading::f16x2_ftz_low));
  fill<PackedHalf<F16, true, 16>>(row(Reading::f16x2_ftz_high));
  fill<PackedHalf<BF16, false, 0>>(row(Reading::bf16x2_low));
  fill<PackedHalf<BF16, false, 16>>(row(Reading::bf16x2_high));
  return table;
}
constexpr TestTable kTests = make_tests();

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
BANKLOOM_LANE_INLINE const Tested& test_of(const LaneInstruction& instruction, unsigned part) {
  return kTests.rows[((instruction.immediate >> kTestAt) & 0xffu) + kTestCount * part];
}

/// setp p{|q}, a, b{, c}: p the combined outcome, q the combined opposite.
void compare_combined(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const unsigned first = (instruction.immediate & kHasSecond) != 0 ? 2 : 1;
  const LaneMask condition = condition_of(context, instruction, first + 2);
  const LaneMask outcome = test_of(instruction, 0).only(context, instruction, first);
  store_predicate(operand_predicate(context, instruction, 0), combined(instruction.immediate, outcome, condition),
                  exec);
  if (first == 2) {
    store_predicate(operand_predicate(context, instruction, 1), combined(instruction.immediate, ~outcome, condition),
                    exec);
  }
}

/// setp p{|q} of packed types: p of the low halves, q of the high ones.
void compare_packed(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const unsigned first = (instruction.immediate & kHasSecond) != 0 ? 2 : 1;
  const LaneMask condition = condition_of(context, instruction, first + 2);
  const LaneMask low = test_of(instruction, 0).only(context, instruction, first);
  const LaneMask high = test_of(instruction, 1).only(context, instruction, first);
  store_predicate(operand_predicate(context, instruction, 0), combined(instruction.immediate, low, condition), exec);
  if (first == 2) {
    store_predicate(operand_predicate(context, instruction, 1), combined(instruction.immediate, high, condition), exec);
  }
}

/// What set writes if the comparison holds: all ones, or 1.0.
enum class TrueValue : std::uint32_t { ones, f32, f16, bf16, short_ones };
constexpr std::uint32_t kTrueValues[] = {0xffff'ffffu, F32::one, F16::one, BF16::one, 0xffffu};

template <class R>
void set_lanes(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const LaneMask outcome = combined(instruction.immediate, test_of(instruction, 0).only(context, instruction, 1),
                                    condition_of(context, instruction, 3));
  const R value = static_cast<R>(kTrueValues[(instruction.immediate >> kValueAt) & 15u]);
  store_lanes<R>(context, instruction, exec, &set_lanes<R>,
                 [outcome, value](unsigned l) { return lane_of(outcome, l) ? value : R{0}; });
}
void set_packed(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const LaneMask condition = condition_of(context, instruction, 3);
  const LaneMask low =
      combined(instruction.immediate, test_of(instruction, 0).only(context, instruction, 1), condition);
  const LaneMask high =
      combined(instruction.immediate, test_of(instruction, 1).only(context, instruction, 1), condition);
  const std::uint32_t value = kTrueValues[(instruction.immediate >> kValueAt) & 15u];
  store_lanes<std::uint32_t>(context, instruction, exec, &set_packed, [low, high, value](unsigned l) {
    return (lane_of(low, l) ? value : 0u) | (lane_of(high, l) ? value << 16 : 0u);
  });
}

// Choice of the handler.

struct Reduced {
  bool valid = false;
  Test test = Test::equal;
  std::uint32_t flags = 0;
};
/// A comparison operator as one of the tests. For floats, the ordered operators are false if an operand is a NaN (`ne`
/// too), the unordered ones true (PTX ISA, "Floating Point Comparisons").
Reduced reduce(Compare compare, bool is_float) {
  switch (compare) {
    case Compare::eq:
      return {true, Test::equal, 0};
    case Compare::ne:
      return is_float ? Reduced{true, Test::different, 0} : Reduced{true, Test::equal, kInvert};
    case Compare::lt:
      return {true, Test::less, 0};
    case Compare::le:
      return {true, Test::less_equal, 0};
    case Compare::gt:
      return {true, Test::less, kExchange};
    case Compare::ge:
      return {true, Test::less_equal, kExchange};
    case Compare::lo:
      return {!is_float, Test::less, 0};
    case Compare::ls:
      return {!is_float, Test::less_equal, 0};
    case Compare::hi:
      return {!is_float, Test::less, kExchange};
    case Compare::hs:
      return {!is_float, Test::less_equal, kExchange};
    case Compare::equ:
      return {is_float, Test::different, kInvert};
    case Compare::neu:
      return {is_float, Test::equal, kInvert};
    case Compare::ltu:
      return {is_float, Test::less_equal, kExchange | kInvert};
    case Compare::leu:
      return {is_float, Test::less, kExchange | kInvert};
    case Compare::gtu:
      return {is_float, Test::less_equal, kInvert};
    case Compare::geu:
      return {is_float, Test::less, kInvert};
    case Compare::num:
      return {is_float, Test::ordered, 0};
    case Compare::nan:
      return {is_float, Test::ordered, kInvert};
    case Compare::none:
      break;
  }
  return {};
}

Reading reading_of(Type type, bool ftz) {
  switch (type) {
    case Type::b16:
    case Type::u16:
      return Reading::u16;
    case Type::s16:
      return Reading::s16;
    case Type::b32:
    case Type::u32:
      return Reading::u32;
    case Type::s32:
      return Reading::s32;
    case Type::b64:
    case Type::u64:
      return Reading::u64;
    case Type::s64:
      return Reading::s64;
    case Type::f32:
      return ftz ? Reading::f32_ftz : Reading::f32;
    case Type::f64:
      return Reading::f64;
    case Type::f16:
      return ftz ? Reading::f16_ftz : Reading::f16;
    case Type::bf16:
      return Reading::bf16;
    case Type::f16x2:
      return ftz ? Reading::f16x2_ftz_low : Reading::f16x2_low;
    case Type::bf16x2:
      return Reading::bf16x2_low;
    default:
      return Reading::none;
  }
}

constexpr bool is_packed(Type type) { return type == Type::f16x2 || type == Type::bf16x2; }

/// A comparison as bound: the part of the immediate that setp and set share, and the operands' shape.
struct Bound {
  bool valid = false;
  std::uint32_t immediate = 0;
  const Tested* tested = nullptr;
  OperandShape operand;
};
Bound bind_comparison(Type type, const FormWords& words, bool has_condition) {
  Bound out;
  const Reading reading = reading_of(type, words.ftz);
  if (reading == Reading::none) return out;
  const bool is_float = reading >= Reading::f32;
  const Reduced reduced = reduce(words.compare, is_float);
  if (!reduced.valid || has_condition != (words.combine != BoolOp::none)) return out;
  const unsigned index = kTestCount * static_cast<unsigned>(reading) + static_cast<unsigned>(reduced.test);
  out.valid = true;
  out.immediate = reduced.flags | (has_condition ? kHasCondition : 0u) |
                  (static_cast<std::uint32_t>(words.combine) << kCombineAt) | (index << kTestAt);
  out.tested = &kTests.rows[index];
  out.operand = {ptx::type_bits(type) / 8, is_float && !is_packed(type) ? type : Type::none};
  return out;
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
  LaneHandler handler = bound.tested->simple;
  if (is_packed(words.types[0])) {
    handler = &compare_packed;
  } else if (has_second || has_condition) {
    handler = &compare_combined;
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
  const bool packed = is_packed(words.types[1]);
  const Bound bound = bind_comparison(words.types[1], words, operands.size() == 4);
  LaneHandler handler = nullptr;
  TrueValue value = TrueValue::ones;
  switch (to) {
    case Type::u32:
    case Type::s32:
      handler = packed ? &set_packed : &set_lanes<std::uint32_t>;
      value = packed ? TrueValue::short_ones : TrueValue::ones;
      break;
    case Type::u16:
    case Type::s16:
      handler = packed ? nullptr : &set_lanes<std::uint16_t>;
      value = TrueValue::short_ones;
      break;
    case Type::f32:
      handler = packed ? nullptr : &set_lanes<std::uint32_t>;
      value = TrueValue::f32;
      break;
    case Type::f16:
    case Type::bf16:
      handler = packed ? nullptr : &set_lanes<std::uint16_t>;
      value = to == Type::f16 ? TrueValue::f16 : TrueValue::bf16;
      break;
    case Type::f16x2:
    case Type::bf16x2:
      handler = packed ? &set_packed : nullptr;
      value = to == Type::f16x2 ? TrueValue::f16 : TrueValue::bf16;
      break;
    default:
      break;
  }
  if (!bound.valid) handler = nullptr;
  const std::uint32_t immediate = bound.immediate | (static_cast<std::uint32_t>(value) << kValueAt);
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

template <class T>
LaneHandler pick_slct(Type by, bool ftz) {
  if (by == Type::s32) return ftz ? nullptr : &ternary<SelectBySign<T>, T, T, T, std::int32_t>;
  if (by != Type::f32) return nullptr;
  return ftz ? &ternary<SelectByFloat<T, true>, T, T, T, std::uint32_t>
             : &ternary<SelectByFloat<T, false>, T, T, T, std::uint32_t>;
}

/// Type of a literal among the values that selp and slct choose from.
Type literal_of(Type type) { return type == Type::f32 || type == Type::f64 ? type : Type::none; }

Result<BoundOp> bind_selp(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const Type type = read_words(instruction).types[0];
  LaneHandler handler = nullptr;
  const unsigned bytes = ptx::type_bits(type) / 8;
  switch (bytes) {
    case 2:
      handler = &ternary<Select<std::uint16_t>, std::uint16_t, std::uint16_t, std::uint16_t, Predicate>;
      break;
    case 4:
      handler = &ternary<Select<std::uint32_t>, std::uint32_t, std::uint32_t, std::uint32_t, Predicate>;
      break;
    case 8:
      handler = &ternary<Select<std::uint64_t>, std::uint64_t, std::uint64_t, std::uint64_t, Predicate>;
      break;
    default:
      break;
  }
  const OperandShape shape{bytes, literal_of(type)};
  return bound_form(instruction, handler, {shape, shape, shape, {0, Type::none}});
}

Result<BoundOp> bind_slct(const ptx::Instruction& instruction, std::span<const OperandInfo>) {
  const FormWords words = read_words(instruction);
  if (words.type_count != 2) return bound_form(instruction, nullptr, {});
  LaneHandler handler = nullptr;
  const unsigned bytes = ptx::type_bits(words.types[0]) / 8;
  switch (bytes) {
    case 2:
      handler = pick_slct<std::uint16_t>(words.types[1], words.ftz);
      break;
    case 4:
      handler = pick_slct<std::uint32_t>(words.types[1], words.ftz);
      break;
    case 8:
      handler = pick_slct<std::uint64_t>(words.types[1], words.ftz);
      break;
    default:
      break;
  }
  const OperandShape shape{bytes, literal_of(words.types[0])};
  return bound_form(instruction, handler, {shape, shape, shape, {4, literal_of(words.types[1])}});
}

constexpr LaneOpEntry kEntries[] = {
    {"setp", &bind_setp}, {"set", &bind_set}, {"selp", &bind_selp}, {"slct", &bind_slct}};

}  // namespace

std::span<const LaneOpEntry> compare_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
