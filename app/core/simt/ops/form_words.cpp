#include "core/simt/ops/form_words.h"

#include <string_view>

#include "core/simt/ops/bind_errors.h"

namespace bankloom::simt {

namespace {

struct NamedRounding {
  std::string_view word;
  Rounding rounding;
  bool to_integral;
};
constexpr NamedRounding kRoundings[] = {
    {".rn", Rounding::nearest, false}, {".rz", Rounding::zero, false},  {".rm", Rounding::down, false},
    {".rp", Rounding::up, false},      {".rna", Rounding::away, false}, {".rni", Rounding::nearest, true},
    {".rzi", Rounding::zero, true},    {".rmi", Rounding::down, true},  {".rpi", Rounding::up, true},
};

struct NamedFlag {
  std::string_view word;
  bool FormWords::*flag;
};
constexpr NamedFlag kFlags[] = {
    {".approx", &FormWords::approx}, {".full", &FormWords::full},
    {".ftz", &FormWords::ftz},       {".sat", &FormWords::sat},
    {".NaN", &FormWords::nan},       {".xorsign", &FormWords::xorsign},
    {".relu", &FormWords::relu},     {".satfinite", &FormWords::satfinite},
};

/// In the order of Compare and of BoolOp, without their `none`.
constexpr std::string_view kCompares[] = {".eq", ".ne",  ".lt",  ".le",  ".gt",  ".ge",  ".lo",  ".ls",  ".hi",
                                          ".hs", ".equ", ".neu", ".ltu", ".leu", ".gtu", ".geu", ".num", ".nan"};
constexpr std::string_view kBoolOps[] = {".and", ".or", ".xor"};

/// 1-based position of a word in a list, 0 if it is missing.
template <std::size_t kCount>
std::uint8_t position(const std::string_view (&list)[kCount], std::string_view word) {
  for (std::size_t i = 0; i < kCount; ++i) {
    if (list[i] == word) return static_cast<std::uint8_t>(i + 1);
  }
  return 0;
}

bool read_word(std::string_view word, FormWords& out) {
  for (const NamedRounding& named : kRoundings) {
    if (named.word != word) continue;
    out.rounding = named.rounding;
    (named.to_integral ? out.to_integral : out.has_rounding) = true;
    return true;
  }
  for (const NamedFlag& named : kFlags) {
    if (named.word != word) continue;
    out.*named.flag = true;
    return true;
  }
  if (const std::uint8_t compare = position(kCompares, word); compare != 0) {
    out.compare = static_cast<Compare>(compare);
    return true;
  }
  if (const std::uint8_t combine = position(kBoolOps, word); combine != 0) {
    out.combine = static_cast<BoolOp>(combine);
    return true;
  }
  return false;
}

void shape_operand(BoundOp& op, std::size_t index, OperandShape shape) {
  if (index >= kMaxOperands) return;
  op.lane_bytes[index] = static_cast<std::uint8_t>(shape.bytes);
  op.literal[index] = shape.literal;
}

}  // namespace

FormWords read_words(const ptx::Instruction& instruction) {
  FormWords out;
  for (const ptx::Modifier& modifier : instruction.modifiers) {
    if (read_word(modifier.word, out)) continue;
    const ptx::Type type = ptx::type_from_name(modifier.word);
    if (type != ptx::Type::none && out.type_count < std::size(out.types)) out.types[out.type_count++] = type;
  }
  return out;
}

Result<BoundOp> bound_form(const ptx::Instruction& instruction, LaneHandler run,
                           std::initializer_list<OperandShape> operands, std::uint32_t immediate) {
  if (run == nullptr) return not_supported(instruction);
  BoundOp op;
  op.run = run;
  op.immediate = immediate;
  std::size_t index = 0;
  for (const OperandShape shape : operands) shape_operand(op, index++, shape);
  return op;
}

Result<BoundOp> bound_form(const ptx::Instruction& instruction, LaneHandler run, unsigned count, OperandShape operand,
                           std::uint32_t immediate) {
  if (run == nullptr) return not_supported(instruction);
  BoundOp op;
  op.run = run;
  op.immediate = immediate;
  for (std::size_t index = 0; index < count; ++index) shape_operand(op, index, operand);
  return op;
}

Result<BoundOp> bound_any_width(const ptx::Instruction& instruction, LaneHandler run,
                                std::initializer_list<OperandShape> operands, std::uint32_t immediate) {
  return bound_form(instruction, run, operands, immediate).map([&operands](BoundOp op) {
    for (std::size_t index = 0; index < operands.size() && index < kMaxOperands; ++index) op.any_width[index] = true;
    return op;
  });
}

}  // namespace bankloom::simt
