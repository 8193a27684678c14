// mma and wmma -> steps.
#include <array>

#include "core/simt/decoder.h"
#include "core/simt/decoder_helpers.h"
#include "core/simt/matrix_detail.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

constexpr Named<MatrixType> kTypes[] = {
    {".f16", MatrixType::f16},   {".bf16", MatrixType::bf16}, {".tf32", MatrixType::tf32}, {".e4m3", MatrixType::e4m3},
    {".e5m2", MatrixType::e5m2}, {".f64", MatrixType::f64},   {".s8", MatrixType::s8},     {".u8", MatrixType::u8},
    {".s4", MatrixType::s4},     {".u4", MatrixType::u4},     {".b1", MatrixType::b1},     {".f32", MatrixType::f32},
    {".s32", MatrixType::s32}};

/// The types among the modifiers, in their order.
std::vector<MatrixType> types_of(const ptx::Instruction& instruction) {
  std::vector<MatrixType> types;
  for (const ptx::Modifier& modifier : instruction.modifiers) {
    for (const Named<MatrixType>& type : kTypes) {
      if (type.word == modifier.word) types.push_back(type.value);
    }
  }
  return types;
}

/// ".m16n8k16" among the modifiers.
MatrixShape shape_of(const ptx::Instruction& instruction) {
  MatrixShape shape;
  for (const ptx::Modifier& modifier : instruction.modifiers) {
    const std::string_view word = modifier.word;
    if (word.size() < 7 || word[1] != 'm' || word[2] < '0' || word[2] > '9') continue;
    unsigned* part = nullptr;
    for (const char c : word.substr(1)) {
      if (c == 'm') {
        part = &shape.m;
      } else if (c == 'n') {
        part = &shape.n;
      } else if (c == 'k') {
        part = &shape.k;
      } else if (part != nullptr) {
        *part = *part * 10 + static_cast<unsigned>(c - '0');
      }
    }
  }
  return shape;
}

Rounding rounding_of(const ptx::Instruction& instruction) {
  const std::string_view word = instruction.modifier(".rnd");
  return word == ".rz"   ? Rounding::zero
         : word == ".rm" ? Rounding::down
         : word == ".rp" ? Rounding::up
                         : Rounding::nearest;
}

MultiplyDetail::Math math_of(MatrixType type, bool quad_pair) {
  using Math = MultiplyDetail::Math;
  switch (type) {
    case MatrixType::f16:
      return quad_pair ? Math::quad_pair : Math::fused;
    case MatrixType::bf16:
    case MatrixType::tf32:
      return Math::fused;
    case MatrixType::e4m3:
    case MatrixType::e5m2:
      return Math::converted;
    case MatrixType::f64:
      return Math::f64;
    case MatrixType::b1:
      return Math::bits;
    default:
      return Math::integer;
  }
}

std::string_view layout_word(const ptx::Instruction& instruction, std::string_view slot, std::string_view otherwise) {
  const std::string_view word = instruction.modifier(slot);
  return word.empty() ? otherwise : word;
}

}  // namespace

/// The registers of a fragment whose layout is known.
Result<void> Decoder::fragment_registers(const Operand& operand, Fragment& fragment) {
  const FragmentLayout& layout = fragment.layout;
  if (operand.kind != Kind::vector || operand.elements.size() != layout.registers ||
      layout.registers > kFragmentRegisters) {
    return refuse("has a fragment that is not of {} registers", layout.registers);
  }
  for (unsigned r = 0; r < layout.registers; ++r) {
    TRY(auto data, data_operand(operand.elements[r], layout.register_bytes, ptx::Type::b32));
    if (!data.sink && data.lane_bytes != layout.register_bytes) return refuse("has a register of the wrong width");
    fragment.registers[r] = data;
  }
  return {};
}

Result<Step> Decoder::multiply(const ptx::Instruction& instruction) {
  MultiplyDetail detail;
  detail.shape = shape_of(instruction);
  const bool wmma = instruction.opcode() == "wmma";
  const std::vector<MatrixType> types = types_of(instruction);
  // wmma with f16 operands names the accumulators alone.
  const bool named = types.size() == 4;
  detail.d.type = types.front();
  detail.c.type = types.back();
  detail.a.type = named ? types[1] : MatrixType::f16;
  detail.b.type = named ? types[2] : MatrixType::f16;
  const bool quad_pair = !wmma && detail.a.type == MatrixType::f16 && detail.shape.m == 8;
  detail.math = math_of(detail.a.type, quad_pair);
  detail.at_once = wmma && detail.a.type == MatrixType::tf32 ? 4 : detail.shape.k;
  detail.saturate = instruction.has(".satfinite");
  detail.exclusive_or = instruction.has(".xor");
  detail.rounding = rounding_of(instruction);
  const bool a_columns = layout_word(instruction, ".alayout", ".row") == ".col";
  const bool b_rows = layout_word(instruction, ".blayout", ".col") == ".row";
  const std::array<Fragment*, 4> fragments = {&detail.d, &detail.a, &detail.b, &detail.c};
  constexpr std::array kRoles = {MatrixRole::accumulator, MatrixRole::a, MatrixRole::b, MatrixRole::accumulator};
  for (std::size_t o = 0; o < fragments.size(); ++o) {
    Fragment& fragment = *fragments[o];
    const Operand& operand = instruction.operands[o];
    fragment.layout = quad_pair ? quad_pair_layout(kRoles[o], fragment.type, o == 1 ? a_columns : b_rows)
                                : fragment_layout(detail.shape, kRoles[o], fragment.type,
                                                  static_cast<unsigned>(operand.elements.size()));
    TRY(fragment_registers(operand, fragment));
  }
  Step step;
  step.effect = ptx::Effect::multiply;
  step.detail = append(current_.code->multiplies, std::make_shared<const MultiplyDetail>(std::move(detail)));
  return step;
}

Result<Step> Decoder::fragment(const ptx::Instruction& instruction) {
  FragmentDetail detail;
  detail.store = instruction.form->effect == ptx::Effect::fragment_store;
  const MatrixShape shape = shape_of(instruction);
  MatrixRole role = MatrixRole::accumulator;
  for (const ptx::Modifier& modifier : instruction.modifiers) {
    if (modifier.word == ".a") role = MatrixRole::a;
    if (modifier.word == ".b") role = MatrixRole::b;
    if (modifier.word == ".col") detail.by_columns = true;
  }
  const Operand& registers = instruction.operands[detail.store ? 1 : 0];
  const Operand& where = instruction.operands[detail.store ? 0 : 1];
  Fragment& fragment = detail.fragment;
  fragment.type = types_of(instruction).front();
  fragment.layout = fragment_layout(shape, role, fragment.type, static_cast<unsigned>(registers.elements.size()));
  TRY(fragment_registers(registers, fragment));
  detail.minors = detail.by_columns ? fragment.layout.rows : fragment.layout.columns;
  MemoryDetail& memory = detail.memory;
  memory.what = FragmentPartDetail{};
  memory.op = detail.store ? AccessOp::store : AccessOp::load;
  memory.space = space_of_instruction(instruction);
  TRY(memory.address, address(where));
  if (instruction.operands.size() > 2) {
    detail.has_stride = true;
    TRY(detail.stride, operand(instruction.operands[2], 4, ptx::Type::u32));
  }
  detail.requests = fragment_requests(detail, role, memory.space == Space::shared);
  Step step;
  step.effect = instruction.form->effect;
  step.detail = append(current_.code->fragments, std::make_shared<FragmentDetail>(std::move(detail)));
  return step;
}

}  // namespace bankloom::simt
