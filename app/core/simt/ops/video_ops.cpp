// Video instructions (PTX ISA, "Scalar Video Instructions", "SIMD Video Instructions"). Semantics: scalar_video.h.
#include "core/base/language.h"
#include "core/simt/ops/bind_errors.h"
#include "core/simt/ops/lane_tables.h"
#include "core/simt/ops/pick.h"
#include "core/simt/ops/scalar_video.h"

namespace bankloom::simt::BANKLOOM_LANE_ISA {

namespace {

using ptx::Instruction;
using ptx::Type;
using Operands = std::span<const OperandInfo>;
using U32 = std::uint32_t;

/// The comparison of vset, vset2, vset4.
VideoOp comparison_of(const Instruction& instruction) {
  constexpr std::string_view kWords[] = {".eq", ".ne", ".lt", ".le", ".gt", ".ge"};
  for (unsigned index = 0; index < std::size(kWords); ++index) {
    if (instruction.has(kWords[index])) return static_cast<VideoOp>(static_cast<unsigned>(VideoOp::eq) + index);
  }
  return VideoOp::eq;
}
template <class Make>
LaneHandler for_comparison(const Instruction& instruction, Make make) {
  using enum VideoOp;
  return for_value<eq, ne, lt, le, gt, ge>(comparison_of(instruction), make);
}

bool is_signed(const Instruction& instruction, std::size_t type_index) {
  return nth_type(instruction, type_index) == Type::s32;
}

std::uint32_t selector_of(const OperandInfo& operand) { return static_cast<std::uint32_t>(operand.selector); }

// Scalar instructions. Operands: d, a, b or d, a, b, c.

template <VideoOp kOp>
LaneHandler scalar_handler(bool has_c) {
  return has_c ? &each_lane_configured<ScalarVideo<kOp>, U32, U32, U32, U32>
               : &each_lane_configured<ScalarVideo<kOp>, U32, U32, U32>;
}

/// `first_type` is the index of atype among the types: 1 if dtype precedes it, 0 for vset, which is unsigned.
Result<BoundOp> bind_scalar(const Instruction& instruction, Operands operands, LaneHandler handler,
                            std::size_t first_type) {
  const bool has_c = operands.size() > 3;
  ScalarVideoOptions options{.a_selector = selector_of(operands[1]) & 7u,
                             .b_selector = selector_of(operands[2]) & 7u,
                             .d_selector = selector_of(operands[0]) & 7u,
                             .a_signed = is_signed(instruction, first_type),
                             .b_signed = is_signed(instruction, first_type + 1),
                             .d_signed = first_type > 0 && is_signed(instruction, 0),
                             .saturate = instruction.has(".sat"),
                             .wrap = instruction.has(".wrap")};
  if (instruction.has(".add")) options.secondary = VideoSecondary::add;
  if (instruction.has(".min")) options.secondary = VideoSecondary::min;
  if (instruction.has(".max")) options.secondary = VideoSecondary::max;
  if (has_c) return bound(handler, {4, 4, 4, 4}, to_immediate(options));
  return bound(handler, {4, 4, 4}, to_immediate(options));
}

template <VideoOp kOp>
Result<BoundOp> bind_arithmetic(const Instruction& instruction, Operands operands) {
  return bind_scalar(instruction, operands, scalar_handler<kOp>(operands.size() > 3), 1);
}
Result<BoundOp> bind_vset(const Instruction& instruction, Operands operands) {
  const bool has_c = operands.size() > 3;
  const auto make = [has_c]<VideoOp kOp>(Constant<kOp>) { return scalar_handler<kOp>(has_c); };
  return bind_scalar(instruction, operands, for_comparison(instruction, make), 0);
}

Result<BoundOp> bind_vmad(const Instruction& instruction, Operands operands) {
  const OperandInfo* const operand = operands.data();
  VideoMadOptions options{.a_selector = selector_of(operand[1]) & 7u,
                          .b_selector = selector_of(operand[2]) & 7u,
                          .a_signed = is_signed(instruction, 1),
                          .b_signed = is_signed(instruction, 2),
                          .product_negated = operand[1].negated != operand[2].negated,
                          .c_negated = operand[3].negated,
                          .plus_one = instruction.has(".po"),
                          .saturate = instruction.has(".sat")};
  if (instruction.has(".shr7")) options.scale = 7;
  if (instruction.has(".shr15")) options.scale = 15;
  if (options.product_negated && options.c_negated) {
    return bind_failure(instruction, message("either the product or c may be negated, not both"));
  }
  return bound(&each_lane_configured<VideoMad, U32, U32, U32, U32>, {4, 4, 4, 4}, to_immediate(options));
}

// SIMD instructions. Operands: d, a, b, c.

template <VideoOp kOp, unsigned kElements>
LaneHandler simd_handler(bool accumulate) {
  return accumulate ? &each_lane_configured<SimdVideo<kOp, kElements, true>, U32, U32, U32, U32>
                    : &each_lane_configured<SimdVideo<kOp, kElements, false>, U32, U32, U32, U32>;
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
  options.a_elements = elements_of<kElements>(operand[1], 0) & 0xfffu;
  options.b_elements = elements_of<kElements>(operand[2], kElements) & 0xfffu;
  std::uint32_t mask = operand[0].simd_parts.empty() ? (1u << kElements) - 1u : 0;
  for (const std::uint8_t element : operand[0].simd_parts) mask |= 1u << element;
  options.mask = mask & 15u;
  options.d_signed = first_type > 0 && is_signed(instruction, 0);
  options.a_signed = is_signed(instruction, first_type);
  options.b_signed = is_signed(instruction, first_type + 1);
  options.saturate = instruction.has(".sat");
  if (options.saturate && instruction.has(".add")) {
    return bind_failure(instruction, message(".sat and .add exclude each other"));
  }
  return bound(handler, {4, 4, 4, 4}, to_immediate(options));
}

template <VideoOp kOp, unsigned kElements>
Result<BoundOp> bind_simd_arithmetic(const Instruction& instruction, Operands) {
  return bind_simd<kElements>(instruction, simd_handler<kOp, kElements>(instruction.has(".add")), 1);
}
template <unsigned kElements>
Result<BoundOp> bind_simd_vset(const Instruction& instruction, Operands) {
  const bool accumulate = instruction.has(".add");
  const auto make = [accumulate]<VideoOp kOp>(Constant<kOp>) { return simd_handler<kOp, kElements>(accumulate); };
  return bind_simd<kElements>(instruction, for_comparison(instruction, make), 0);
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
