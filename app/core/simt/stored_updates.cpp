#include "core/simt/stored_updates.h"

#include <optional>
#include <set>
#include <utility>

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

/// Whether the result shows how often such an instruction was applied to its operand; nothing if the result does not
/// depend on that alone.
std::optional<bool> is_counted(ptx::Value value) {
  switch (value) {
    case ptx::Value::add:
    case ptx::Value::subtract:
    case ptx::Value::scale:
      return true;
    case ptx::Value::pass:
    case ptx::Value::negate:
      return false;
    case ptx::Value::none:
    case ptx::Value::load:
    case ptx::Value::divide:
    case ptx::Value::choose:
    case ptx::Value::other:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

std::vector<bool> compared_registers(const ptx::Function& function) {
  std::vector<bool> compared(function.registers.size(), false);
  bool grows = false;
  const auto add = [&](const Operand& operand) {
    if (operand.kind != Kind::reg || compared[operand.index]) return;
    compared[operand.index] = grows = true;
  };
  for (const ptx::Instruction& instruction : function.body) {
    if (instruction.form->effect == ptx::Effect::atomic && instruction.modifier(".op") == ".cas")
      add(instruction.operands[2]);
  }
  // Compilers move a value once or twice on its way into a loop.
  for (int moves = 0; moves < 4 && std::exchange(grows, false); ++moves) {
    for (const ptx::Instruction& instruction : function.body) {
      if (instruction.form->effect != ptx::Effect::move || instruction.operands[0].kind != Kind::reg) continue;
      if (compared[instruction.operands[0].index]) add(instruction.operands[1]);
    }
  }
  return compared;
}

bool stores_update(const ptx::Function& function, const ptx::Instruction& store) {
  static constexpr std::size_t kFar = 64;
  const Operand &where = store.operands[0], &what = store.operands[1];
  if (what.kind != Kind::reg || where.kind != Kind::address || store.has(".volatile")) return false;
  std::set<std::uint32_t> wanted{what.index};
  bool counts = false;
  const std::vector<ptx::Instruction>& body = function.body;
  const auto end = static_cast<std::size_t>(&store - body.data());
  for (std::size_t at = end; at > 0 && end - at < kFar && !wanted.empty();) {
    const ptx::Instruction& before = body[--at];
    const ptx::Flow flow = ptx::traits_of(before.form->effect).flow;
    if (flow == ptx::Flow::synchronizes || flow == ptx::Flow::calls) return false;
    if (before.operands.size() < 2 || before.operands[0].kind != Kind::reg) continue;
    if (wanted.erase(before.operands[0].index) == 0) continue;
    if (before.form->effect == ptx::Effect::load) {
      const Operand& from = before.operands[1];
      const bool same = from.kind == Kind::address && from.base == where.base && from.index == where.index &&
                        from.offset == where.offset;
      if (same && counts) return true;
      continue;
    }
    const std::optional<bool> counted = is_counted(before.form->value);
    if (!counted) continue;
    counts = counts || *counted;
    for (std::size_t source = 1; source < before.operands.size(); ++source) {
      if (before.operands[source].kind == Kind::reg) wanted.insert(before.operands[source].index);
    }
  }
  return false;
}

}  // namespace bankloom::simt
