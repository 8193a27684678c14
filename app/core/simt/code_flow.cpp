#include "core/simt/code_flow.h"

#include <algorithm>
#include <numeric>

#include "core/simt/decoder_helpers.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

}  // namespace

/// Successors, by step.
Successors successors_of(const Code& code) {
  const auto count = static_cast<std::uint32_t>(code.steps.size());
  Successors successors(count);
  for (std::uint32_t s = 0; s < count; ++s) {
    const Step& step = code.steps[s];
    std::vector<std::uint32_t>& next = successors[s];
    const ptx::Flow flow = ptx::traits_of(step.effect).flow;
    if (flow == ptx::Flow::diverges) next = code.branches[step.detail].targets;
    if (flow == ptx::Flow::ends) next = {kExitNode};
    if (next.empty() || step.guarded) next.push_back(s + 1 < count ? s + 1 : kExitNode);
    std::ranges::sort(next);
    next.erase(std::unique(next.begin(), next.end()), next.end());
  }
  return successors;
}

/// Finds reconvergence points, and the numbers of lane steps between them.
void mark_reconvergence_points(Code& code, const Successors& successors) {
  const auto count = static_cast<std::uint32_t>(code.steps.size());
  const auto has_flow = [&](std::uint32_t s, ptx::Flow flow) {
    return ptx::traits_of(code.steps[s].effect).flow == flow;
  };
  // Steps at which a lane does nothing but exit: returns, and jumps to them (backward jumps are loops).
  std::vector<bool> ends(count, false), barriers(count, false), stop(count, false);
  for (std::uint32_t s = count; s-- > 0;) {
    const Step& step = code.steps[s];
    barriers[s] = has_flow(s, ptx::Flow::synchronizes);
    if (step.guarded) continue;
    ends[s] =
        has_flow(s, ptx::Flow::ends) || (step.effect == ptx::Effect::branch && code.branches[step.detail].target > s &&
                                         ends[code.branches[step.detail].target]);
  }
  const std::vector<std::uint32_t> points = reconvergence_points(successors, ends, barriers);
  for (std::uint32_t s = 0; s < count; ++s) {
    if (!has_flow(s, ptx::Flow::diverges)) continue;
    BranchDetail& detail = code.branches[code.steps[s].detail];
    detail.reconverge = points[s] == kExitNode ? kNoStep : points[s];
    if (detail.reconverge != kNoStep) stop[detail.reconverge] = true;
  }
  for (std::uint32_t s = count; s-- > 0;) {
    Step& step = code.steps[s];
    if (step.effect != ptx::Effect::lane) continue;
    step.straight_line_steps = 1 + (s + 1 < count && !stop[s + 1] ? code.steps[s + 1].straight_line_steps : 0);
  }
}

std::vector<std::uint32_t> unassigned_registers(const ptx::Function& function, const Successors& successors) {
  // The analysis keeps a bit for each register at each instruction; for huge functions all registers count as
  // unassigned.
  constexpr std::uint64_t kAnalysisBits = 200'000'000;
  const auto count = static_cast<std::uint32_t>(function.registers.size());
  if (std::uint64_t{successors.size()} * count > kAnalysisBits) {
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0u);
    return all;
  }
  std::vector<RegisterUse> uses(successors.size());
  for (std::size_t s = 0; s < function.body.size(); ++s) {
    const ptx::Instruction& instruction = function.body[s];
    RegisterUse& use = uses[s];
    if (instruction.guard.present) use.reads.push_back(instruction.guard.reg);
    for (const Operand& whole : instruction.operands) {
      const bool is_written = instruction.form->writes_first && &whole == instruction.operands.data();
      const auto visit = [&](const Operand& part) {
        if (part.kind == Kind::reg && is_written) {
          if (!instruction.guard.present) use.writes.push_back(part.index);
        } else if (part.kind == Kind::reg || (part.kind == Kind::address && part.base == Operand::Base::reg)) {
          use.reads.push_back(part.index);
        }
      };
      visit(whole);
      each_operand(whole.elements, visit);
    }
  }
  return maybe_unassigned(successors, uses, count);
}

}  // namespace bankloom::simt
