#include "core/simt/atomic_form.h"

#include <algorithm>

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

bool names(const Operand& operand, std::size_t reg) {
  if (operand.kind == Kind::vector) {
    return std::ranges::any_of(operand.elements, [&](const Operand& element) { return names(element, reg); });
  }
  const bool is_address = operand.kind == Kind::address && operand.base == Operand::Base::reg;
  return (operand.kind == Kind::reg || is_address) && operand.index == reg;
}

bool is_result_used(const ptx::Function& function, const ptx::Instruction& atomic) {
  const Operand& result = atomic.operands[0];
  if (result.kind == Kind::sink) return false;
  if (result.kind != Kind::reg) return true;
  return std::ranges::any_of(function.body, [&](const ptx::Instruction& other) {
    if (&other == &atomic) return false;
    return std::ranges::any_of(other.operands, [&](const Operand& operand) { return names(operand, result.index); });
  });
}

bool needs_loop(const ptx::Instruction& instruction) {
  const std::string_view op = instruction.modifier(".op");
  if (op == ".cas" || op == ".exch") return false;
  const ptx::Type type = instruction.type();
  return type == ptx::Type::f32 || ptx::type_bits(type) == 64 || instruction.has(".noftz");
}

/// Whether ptxas knows the operand to be 1: a literal, or a register that nothing but a move of 1 writes.
bool is_one(const ptx::Function& function, const Operand& operand) {
  if (operand.kind == Kind::immediate) return operand.bits == 1;
  if (operand.kind != Kind::reg) return false;
  bool moved = false, other = false;
  for (const ptx::Instruction& one : function.body) {
    if (one.operands.empty() || !names(one.operands[0], operand.index) || one.operands[0].kind == Kind::address)
      continue;
    const bool is_move = one.form->effect == ptx::Effect::move && one.operands[1].kind == Kind::immediate;
    (is_move && one.operands[1].bits == 1 ? moved : other) = true;
  }
  return moved && !other;
}

}  // namespace

AccessOp atomic_form(const ptx::Function& function, const ptx::Instruction& instruction, Space space) {
  const bool has_result = instruction.form->effect == ptx::Effect::atomic;
  const AccessOp plain = has_result ? AccessOp::atomic : AccessOp::reduction;
  if (space != Space::shared && space != Space::generic) return plain;
  if (instruction.modifier(".op") == ".cas") return AccessOp::compare_swap;
  if (needs_loop(instruction)) {
    return space == Space::generic ? AccessOp::generic_update_loop : AccessOp::update_loop;
  }
  // Through a generic address nothing is merged.
  if (space != Space::shared || instruction.modifier(".op") != ".add" || instruction.type() != ptx::Type::u32) {
    return plain;
  }
  return is_one(function, instruction.operands[has_result ? 2 : 1]) &&
                 !(has_result && is_result_used(function, instruction))
             ? AccessOp::increment
             : plain;
}

}  // namespace bankloom::simt
