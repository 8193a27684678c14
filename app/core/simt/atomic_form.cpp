#include "core/simt/atomic_form.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/simt/program.h"
#include "core/simt/uniform_registers.h"

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

/// Whether ptxas knows the operand to be that number: a literal, or a register that nothing but a move of it writes.
bool is_constant(const ptx::Function& function, const Operand& operand, std::uint32_t number) {
  const auto is_number = [number](const Operand& literal) {
    return literal.kind == Kind::immediate && static_cast<std::uint32_t>(literal.bits) == number;
  };
  if (operand.kind != Kind::reg) return is_number(operand);
  bool moved = false, other = false;
  for (const ptx::Instruction& one : function.body) {
    if (one.operands.empty() || !names(one.operands[0], operand.index) || one.operands[0].kind == Kind::address)
      continue;
    (one.form->effect == ptx::Effect::move && is_number(one.operands[1]) ? moved : other) = true;
  }
  return moved && !other;
}

/// What an atomic on shared memory comes to.
struct Form {
  AccessOp whole_warp, part_of_warp;
};

class Forms {
 public:
  Forms(const Code& code, const Successors& successors) : function_(*code.function), registers_(code, successors) {}

  [[nodiscard]] Form of(const ptx::Instruction& instruction, Space space) const {
    const bool has_result = instruction.form->effect == ptx::Effect::atomic;
    const std::string_view op = instruction.modifier(".op");
    const auto always = [](AccessOp form) { return Form{form, form}; };
    if (op == ".cas") return always(AccessOp::compare_swap);
    if (needs_loop(instruction)) {
      return always(space == Space::generic ? AccessOp::generic_update_loop : AccessOp::update_loop);
    }
    const AccessOp plain = has_result ? AccessOp::atomic : AccessOp::reduction;
    const Operand& address = instruction.operands[has_result ? 1 : 0];
    const Operand& value = instruction.operands[has_result ? 2 : 1];
    // An inc that never starts over at 0 is an add of 1.
    const bool is_increment = op == ".inc" && is_constant(function_, value, 0xffffffffu);
    const bool adds = op == ".add" || is_increment;
    if (has_result && is_result_used(function_, instruction)) {
      if (!adds || !registers_.has_one_value(address)) return always(plain);
      return {AccessOp::merged, registers_.has_one_value(value) ? AccessOp::merged : plain};
    }
    constexpr std::array<std::string_view, 5> kOthers = {".min", ".max", ".and", ".or", ".xor"};
    const bool merges = adds || std::ranges::find(kOthers, op) != kOthers.end();
    if (merges && registers_.has_one_value(address)) return always(AccessOp::merged);
    // Through generic addresses of the lanes nothing is merged.
    const bool adds_one =
        is_increment || (adds && instruction.type() == ptx::Type::u32 && is_constant(function_, value, 1));
    return always(adds_one && space == Space::shared ? AccessOp::increment : plain);
  }

 private:
  const ptx::Function& function_;
  UniformRegisters registers_;
};

}  // namespace

void mark_atomic_forms(Code& code, const Successors& successors) {
  std::optional<Forms> forms;
  for (std::size_t i = 0; i < code.function->body.size(); ++i) {
    const ptx::Effect effect = code.steps[i].effect;
    if (effect != ptx::Effect::atomic && effect != ptx::Effect::reduction) continue;
    MemoryDetail& detail = code.memory[code.steps[i].detail];
    if (detail.space != Space::shared && detail.space != Space::generic) continue;
    if (!forms) forms.emplace(code, successors);
    const Form form = forms->of(code.function->body[i], detail.space);
    detail.op = form.whole_warp;
    std::get<AtomicDetail>(detail.what).part_of_warp = form.part_of_warp;
  }
}

}  // namespace bankloom::simt
