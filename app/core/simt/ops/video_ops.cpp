// Video instructions (PTX ISA, "Scalar Video Instructions", "SIMD Video Instructions"). Semantics: scalar_video.h.
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_loop.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/scalar_video.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;
using U32 = std::uint32_t;

struct NamedComparison {
  const char* word;
  VideoOp op;
};
constexpr NamedComparison kComparisons[] = {{".eq", VideoOp::eq}, {".ne", VideoOp::ne}, {".lt", VideoOp::lt},
                                            {".le", VideoOp::le}, {".gt", VideoOp::gt}, {".ge", VideoOp::ge}};

/// The comparison of vset, vset2, vset4.
VideoOp comparison_of(const Instruction& instruction) {
  for (const NamedComparison& comparison : kComparisons) {
    if (has_word(instruction, comparison.word)) return comparison.op;
  }
  return VideoOp::eq;
}

bool is_signed(const Instruction& instruction, std::size_t type_index) {
  return nth_type(instruction, type_index) == Type::s32;
}

std::uint32_t selector_of(const OperandInfo& operand) { return static_cast<std::uint32_t>(operand.selector); }

// Scalar instructions. Operands: d, a, b or d, a, b, c.

template <VideoOp kOp>
LaneHandler scalar_handler(bool has_c) {
  return has_c ? &configured_ternary<ScalarVideo<kOp>, U32, U32, U32, U32>
               : &configured_binary<ScalarVideo<kOp>, U32, U32, U32>;
}
LaneHandler scalar_comparison_handler(VideoOp op, bool has_c) {
  switch (op) {
    case VideoOp::ne:
      return scalar_handler<VideoOp::ne>(has_c);
    case VideoOp::lt:
      return scalar_handler<VideoOp::lt>(has_c);
    case VideoOp::le:
      return scalar_handler<VideoOp::le>(has_c);
    case VideoOp::gt:
      return scalar_handler<VideoOp::gt>(has_c);
    case VideoOp::ge:
      return scalar_handler<VideoOp::ge>(has_c);
    default:
      return scalar_handler<VideoOp::eq>(has_c);
  }
}

/// `first_type` is the index of atype among the types: 1 if dtype precedes it, 0 for vset, which is unsigned.
Result<BoundOp> bind_scalar(const Instruction& instruction, Operands operands, LaneHandler handler,
                            std::size_t first_type) {
  const bool has_c = operands.size() > 3;
  ScalarVideoOptions options;
  options.d_selector = selector_of(operands[0]);
  options.a_selector = selector_of(operands[1]);
  options.b_selector = selector_of(operands[2]);
  options.d_signed = first_type > 0 && is_signed(instruction, 0);
  options.a_signed = is_signed(instruction, first_type);
  options.b_signed = is_signed(instruction, first_type + 1);
  options.saturate = has_word(instruction, ".sat");
  options.wrap = has_word(instruction, ".wrap");
  if (has_word(instruction, ".add")) options.secondary = VideoSecondary::add;
  if (has_word(instruction, ".min")) options.secondary = VideoSecondary::min;
  if (has_word(instruction, ".max")) options.secondary = VideoSecondary::max;
  if (has_c) return bound(handler, {4, 4, 4, 4}, options.packed());
  return bound(handler, {4, 4, 4}, options.packed());
}

template <VideoOp kOp>
Result<BoundOp> bind_arithmetic(const Instruction& instruction, Operands operands) {
  return bind_scalar(instruction, operands, scalar_handler<kOp>(operands.size() > 3), 1);
}
Result<BoundOp> bind_vset(const Instruction& instruction, Operands operands) {
  return bind_scalar(instruction, operands, scalar_comparison_handler(comparison_of(instruction), operands.size() > 3),
                     0);
}

Result<BoundOp> bind_vmad(const Instruction& instruction, Operands operands) {
  const OperandInfo* const operand = operands.data();
  VideoMadOptions options;
  options.a_selector = selector_of(operand[1]);
  options.b_selector = selector_of(operand[2]);
  options.a_signed = is_signed(instruction, 1);
  options.b_signed = is_signed(instruction, 2);
  options.product_negated = operand[1].negated != operand[2].negated;
  options.c_negated = operand[3].negated;
  options.plus_one = has_word(instruction, ".po");
  options.saturate = has_word(instruction, ".sat");
  if (has_word(instruction, ".shr7")) options.scale = 7;
  if (has_word(instruction, ".shr15")) options.scale = 15;
  if (options.product_negated && options.c_negated) {
    return bind_failure(instruction, "either the product or c may be negated, not both");
  }
  return bound(&configured_ternary<VideoMad, U32, U32, U32, U32>, {4, 4, 4, 4}, options.packed());
}

// SIMD instructions. Operands: d, a, b, c.

template <VideoOp kOp, unsigned kElements>
LaneHandler simd_handler(bool accumulate) {
  return accumulate ? &configured_ternary<SimdVideo<kOp, kElements, true>, U32, U32, U32, U32>
                    : &configured_ternary<SimdVideo<kOp, kElements, false>, U32, U32, U32, U32>;
}
template <unsigned kElements>
LaneHandler simd_comparison_handler(VideoOp op, bool accumulate) {
  switch (op) {
    case VideoOp::ne:
      return simd_handler<VideoOp::ne, kElements>(accumulate);
    case VideoOp::lt:
      return simd_handler<VideoOp::lt, kElements>(accumulate);
    case VideoOp::le:
      return simd_handler<VideoOp::le, kElements>(accumulate);
    case VideoOp::gt:
      return simd_handler<VideoOp::gt, kElements>(accumulate);
    case VideoOp::ge:
      return simd_handler<VideoOp::ge, kElements>(accumulate);
    default:
      return simd_handler<VideoOp::eq, kElements>(accumulate);
  }
}

/// The source elements that a selector names, 3 bits each, the result's lowest element first; `first` and the following
/// ones if there is no selector (.h10, .h32; .b3210, .b7654).
template <unsigned kElements>
std::uint32_t elements_of(const ptx::Operand& operand, unsigned first) {
  std::uint32_t elements = 0;
  for (unsigned i = 0; i < kElements; ++i) {
    const std::uint32_t element =
        operand.simd_parts.size() == kElements ? operand.simd_parts[kElements - 1 - i] : first + i;
    elements |= element << (3 * i);
  }
  return elements;
}

template <unsigned kElements>
Result<BoundOp> bind_simd(const Instruction& instruction, LaneHandler handler, std::size_t first_type) {
  const ptx::Operand* const operand = instruction.operands.data();
  SimdVideoOptions options;
  options.a_elements = elements_of<kElements>(operand[1], 0);
  options.b_elements = elements_of<kElements>(operand[2], kElements);
  if (operand[0].simd_parts.empty()) options.mask = (1u << kElements) - 1u;
  for (const std::uint8_t element : operand[0].simd_parts) options.mask |= 1u << element;
  options.d_signed = first_type > 0 && is_signed(instruction, 0);
  options.a_signed = is_signed(instruction, first_type);
  options.b_signed = is_signed(instruction, first_type + 1);
  options.saturate = has_word(instruction, ".sat");
  if (options.saturate && has_word(instruction, ".add")) {
    return bind_failure(instruction, ".sat and .add exclude each other");
  }
  return bound(handler, {4, 4, 4, 4}, options.packed());
}

template <VideoOp kOp, unsigned kElements>
Result<BoundOp> bind_simd_arithmetic(const Instruction& instruction, Operands) {
  return bind_simd<kElements>(instruction, simd_handler<kOp, kElements>(has_word(instruction, ".add")), 1);
}
template <unsigned kElements>
Result<BoundOp> bind_simd_vset(const Instruction& instruction, Operands) {
  return bind_simd<kElements>(
      instruction, simd_comparison_handler<kElements>(comparison_of(instruction), has_word(instruction, ".add")), 0);
}

constexpr LaneOpEntry kEntries[] = {
    {"vadd", &bind_arithmetic<VideoOp::add>},
    {"vsub", &bind_arithmetic<VideoOp::sub>},
    {"vabsdiff", &bind_arithmetic<VideoOp::absolute_difference>},
    {"vmin", &bind_arithmetic<VideoOp::min>},
    {"vmax", &bind_arithmetic<VideoOp::max>},
    {"vshl", &bind_arithmetic<VideoOp::shift_left>},
    {"vshr", &bind_arithmetic<VideoOp::shift_right>},
    {"vset", &bind_vset},
    {"vmad", &bind_vmad},
    {"vadd2", &bind_simd_arithmetic<VideoOp::add, 2>},
    {"vsub2", &bind_simd_arithmetic<VideoOp::sub, 2>},
    {"vavrg2", &bind_simd_arithmetic<VideoOp::average, 2>},
    {"vabsdiff2", &bind_simd_arithmetic<VideoOp::absolute_difference, 2>},
    {"vmin2", &bind_simd_arithmetic<VideoOp::min, 2>},
    {"vmax2", &bind_simd_arithmetic<VideoOp::max, 2>},
    {"vset2", &bind_simd_vset<2>},
    {"vadd4", &bind_simd_arithmetic<VideoOp::add, 4>},
    {"vsub4", &bind_simd_arithmetic<VideoOp::sub, 4>},
    {"vavrg4", &bind_simd_arithmetic<VideoOp::average, 4>},
    {"vabsdiff4", &bind_simd_arithmetic<VideoOp::absolute_difference, 4>},
    {"vmin4", &bind_simd_arithmetic<VideoOp::min, 4>},
    {"vmax4", &bind_simd_arithmetic<VideoOp::max, 4>},
    {"vset4", &bind_simd_vset<4>},
};

}  // namespace

std::span<const LaneOpEntry> video_ops() { return kEntries; }

}  // namespace bankloom::simt::BANKLOOM_LANE_ISA
