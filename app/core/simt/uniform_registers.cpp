#include "core/simt/uniform_registers.h"

#include <algorithm>
#include <string_view>

#include "core/simt/decoder_helpers.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;
using ptx::Special;

/// Instructions visited for branches, about a second; in a function with more all values count as those of a lane.
constexpr std::uint64_t kMostWork = 300'000'000;

bool is_of_a_lane(Special special) {
  return (special >= Special::tid_x && special <= Special::tid_z) || special == Special::laneid ||
         special == Special::warpid || (special >= Special::lanemask_eq && special <= Special::lanemask_gt);
}

/// Whether ptxas calls code of its own for the instruction, whose results it takes for those of any call.
bool is_called(const ptx::Instruction& instruction) {
  const std::string_view opcode = instruction.opcode();
  if (opcode != "div" && opcode != "rem" && opcode != "rcp" && opcode != "sqrt") return false;
  const ptx::Type type = instruction.type();
  const bool is_quick = instruction.has(".approx") || instruction.has(".full");
  return type != ptx::Type::u32 && type != ptx::Type::s32 && (type != ptx::Type::f32 || !is_quick);
}

/// Visits the registers of an operand.
template <class Visit>
void each_register(const Operand& operand, const Visit& visit) {
  if (operand.kind == Kind::reg) visit(operand.index);
  each_operand(operand.elements, [&](const Operand& part) {
    if (part.kind == Kind::reg) visit(part.index);
  });
}

/// The instructions that lanes pass from `side` of a branch until they reconverge.
std::vector<std::uint32_t> passed(const Successors& successors, std::uint32_t side, std::uint32_t reconverge) {
  std::vector<bool> seen(successors.size(), false);
  std::vector<std::uint32_t> found;
  const auto visit = [&](std::uint32_t step) {
    if (step == kExitNode || step == reconverge || seen[step]) return;
    seen[step] = true;
    found.push_back(step);
  };
  visit(side);
  std::size_t visited = 0;
  while (visited < found.size()) {
    for (const std::uint32_t next : successors[found[visited++]]) visit(next);
  }
  return found;
}

}  // namespace

UniformRegisters::UniformRegisters(const Code& code, const Successors& successors)
    : code_(code),
      function_(*code.function),
      successors_(successors),
      differs_(function_.registers.size(), false),
      definitions_(function_.registers.size()) {
  for (const std::uint32_t parameter : function_.param_registers) differs_[parameter] = true;
  const auto size = static_cast<std::uint32_t>(function_.body.size());
  for (std::uint32_t i = 0; i < size; ++i) {
    const ptx::Instruction& instruction = function_.body[i];
    if (!instruction.form->writes_first) continue;
    each_register(instruction.operands[0], [&](std::uint32_t reg) { definitions_[reg].push_back(i); });
  }
  std::vector<bool> is_split(size, false);
  for (bool changed = true; changed && work_ <= kMostWork;) {
    changed = false;
    for (std::uint32_t i = 0; i < size; ++i) {
      const ptx::Instruction& instruction = function_.body[i];
      if (!differs(instruction)) continue;
      if (ptx::traits_of(instruction.form->effect).flow == ptx::Flow::diverges && !is_split[i]) {
        is_split[i] = true;
        changed |= split(i);
      }
      if (instruction.form->writes_first) changed |= mark(instruction.operands[0]);
    }
  }
  if (work_ > kMostWork) differs_.assign(differs_.size(), true);
}

bool UniformRegisters::has_one_value(const Operand& operand) const {
  const auto is_shared_by_lanes = [&] {
    const Space space = function_.locals[operand.index].space;
    return space != Space::local && space != Space::param;
  };
  switch (operand.kind) {
    case Kind::reg:
      return !differs_[operand.index];
    case Kind::special:
      return !is_of_a_lane(operand.special);
    case Kind::address:
      if (operand.base == Operand::Base::reg) return !differs_[operand.index];
      if (operand.base == Operand::Base::local_variable) return is_shared_by_lanes();
      return operand.base != Operand::Base::result && (operand.base != Operand::Base::param || function_.is_entry);
    case Kind::local_variable:
      return is_shared_by_lanes();
    case Kind::param:
      return function_.is_entry;
    case Kind::result:
      return false;
    default:
      return std::ranges::all_of(operand.elements, [&](const Operand& part) { return has_one_value(part); });
  }
}

/// Whether what an instruction writes, or the way that lanes take at it, may differ between lanes.
bool UniformRegisters::differs(const ptx::Instruction& instruction) const {
  if (instruction.guard.present && differs_[instruction.guard.reg]) return true;
  const std::string_view opcode = instruction.opcode();
  switch (instruction.form->effect) {
    case ptx::Effect::lane:
      if (is_called(instruction)) return true;
      // The carry is no operand.
      if (opcode == "addc" || opcode == "subc" || opcode == "madc") return true;
      break;
    case ptx::Effect::load:
      if (space_of_instruction(instruction) == Space::local) return true;
      break;
    case ptx::Effect::move:
    case ptx::Effect::convert_address:
    case ptx::Effect::test_space:
    case ptx::Effect::branch:
    case ptx::Effect::branch_indexed:
      break;
    default:
      return true;
  }
  const auto sources = instruction.operands.begin() + (instruction.form->writes_first ? 1 : 0);
  return !std::all_of(sources, instruction.operands.end(),
                      [&](const Operand& source) { return has_one_value(source); });
}

/// Returns whether it is new that the registers differ.
bool UniformRegisters::mark(const Operand& written) {
  bool is_new = false;
  each_register(written, [&](std::uint32_t reg) {
    is_new = is_new || !differs_[reg];
    differs_[reg] = true;
  });
  return is_new;
}

/// Whether lanes do nothing but exit from that instruction on.
bool UniformRegisters::ends(std::uint32_t at) const {
  while (at < code_.steps.size() && !code_.steps[at].guarded) {
    const Step& step = code_.steps[at];
    if (step.effect != ptx::Effect::branch) return ptx::traits_of(step.effect).flow == ptx::Flow::ends;
    const std::uint32_t target = code_.branches[step.detail].target;
    if (target <= at) return false;  // a loop
    at = target;
  }
  return at == kExitNode;
}

/// Marks the registers of which lanes that diverge at a branch may bring different definitions.
bool UniformRegisters::split(std::uint32_t branch) {
  const BranchDetail& detail = code_.branches[code_.steps[branch].detail];
  std::vector<std::uint64_t> sides(successors_.size(), 0);
  std::uint64_t side = 1;
  for (const std::uint32_t next : successors_[branch]) {
    for (const std::uint32_t step : passed(successors_, next, detail.reconverge)) sides[step] |= side;
    if (side << 1U != 0) side <<= 1U;
    work_ += successors_.size();
  }
  // Where some lanes exit and the others do not come back to ask again, ptxas writes an exit of these lanes instead.
  const bool is_exit = std::ranges::any_of(successors_[branch], [&](std::uint32_t next) { return ends(next); });
  if (is_exit && sides[branch] == 0 && successors_[branch].size() == 2) return false;
  bool is_new = false;
  for (std::size_t reg = 0; reg < definitions_.size(); ++reg) {
    const std::vector<std::uint32_t>& all = definitions_[reg];
    if (differs_[reg] || all.size() < 2) continue;
    if (std::ranges::all_of(all, [&](std::uint32_t at) { return sides[at] == sides[all.front()]; })) continue;
    differs_[reg] = is_new = true;
  }
  return is_new;
}

}  // namespace bankloom::simt
