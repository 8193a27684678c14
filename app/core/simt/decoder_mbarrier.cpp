// mbarriers and the barrier of a cluster.

#include <algorithm>

#include "core/simt/decoder.h"
#include "core/simt/decoder_helpers.h"

namespace bankloom::simt {

/// Arrivals and transactions: atomic operations on the 64-bit object. They return the object before the operation; its
/// phase and pending count are the state of an arrival. (The parser turns the others into loads and stores.)
Result<Step> Decoder::mbarrier(const ptx::Instruction& instruction) {
  static constexpr Named<AtomicOp> kOps[] = {{".arrive", AtomicOp::mbarrier_arrive},
                                             {".arrive_drop", AtomicOp::mbarrier_drop},
                                             {".expect_tx", AtomicOp::mbarrier_expect},
                                             {".complete_tx", AtomicOp::mbarrier_complete}};
  const auto* const op = std::ranges::find_if(kOps, [&](const auto& named) { return instruction.has(named.word); });
  if (op == std::end(kOps)) return refuse("is not supported");
  const bool arrives = op->value == AtomicOp::mbarrier_arrive || op->value == AtomicOp::mbarrier_drop;
  MemoryDetail detail;
  AtomicDetail what;
  detail.op = AccessOp::atomic;
  what.type = ptx::Type::b64;
  detail.width = detail.element_bytes = 8;
  detail.has_memory_order = true;
  what.has_result = arrives;
  what.op = op->value;
  if (arrives && instruction.has(".expect_tx")) {
    what.op = arrives && op->value == AtomicOp::mbarrier_drop ? AtomicOp::mbarrier_drop_expect
                                                              : AtomicOp::mbarrier_arrive_expect;
  }
  const std::size_t where = arrives ? 1 : 0;
  TRY(const auto space, space_of_access(instruction.operands[where], space_of_instruction(instruction)));
  if (space != Space::shared && space != Space::generic) return refuse("needs an mbarrier in shared memory");
  detail.space = space;
  TRY(detail.address, address(instruction.operands[where]));
  if (arrives) {
    const bool remote = instruction.has(".shared::cluster");
    const ptx::Operand& state = instruction.operands[0];
    if (remote && state.kind != ptx::Operand::Kind::sink) {
      return refuse("returns a state, which exists for .shared::cta only");
    }
    TRY(what.results[0], data_operand(state, 8, ptx::Type::b64));
  }
  what.data[0].lane_bytes = 8;
  if (instruction.operands.size() > where + 1) {
    TRY(what.data[0], data_operand(instruction.operands[where + 1], 8, ptx::Type::u64));
  } else {
    what.data[0].ref = constants_.constant(1, 0, 8);
  }
  detail.what = what;
  return memory_step(instruction, detail);
}

/// In a cluster of one block, all threads synchronize at the wait; arriving does not wait.
Result<Step> Decoder::cluster_barrier(const ptx::Instruction& instruction) {
  Step step;
  if (current_.function->cluster_blocks > 1) return refuse("needs clusters of several blocks, which are not emulated");
  if (instruction.has(".arrive")) return step;
  BarrierDetail detail{
      .aligned = instruction.has(".aligned"), .of_cluster = true, .barrier = constants_.constant(kNamedBarriers, 0, 4)};
  step.effect = ptx::Effect::barrier;
  step.detail = append(current_.code->barriers, detail);
  return step;
}

}  // namespace bankloom::simt
