// One PTX instruction -> one Step.

#include <algorithm>
#include <array>

#include "core/simt/address_space.h"
#include "core/simt/decoder.h"
#include "core/simt/decoder_helpers.h"
#include "core/simt/lane_value.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

/// A lane handler for isspacep: whether each lane's generic address is in the space `immediate`.
void test_space(LaneContext& context, const LaneInstruction& instruction, LaneMask exec) {
  const auto* address = lanes<std::uint64_t>(context, instruction.operands[1]);
  LaneMask inside = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (space_of(address[lane]) == static_cast<Space>(instruction.immediate)) inside |= lane_bit(lane);
  }
  write_predicate(context, instruction.operands[0], inside, exec);
}

/// Step::detail of an async_wait.
std::uint32_t groups_left(const ptx::Instruction& instruction) {
  if (instruction.has(".commit_group")) return kCommitGroup;
  if (!instruction.has(".wait_group")) return kWaitAll;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(instruction.operands[0].bits, kWaitAll - 1));
}

struct CrossLaneMode {
  std::string_view opcode, modifier;
  CrossLaneOp op;
};
constexpr CrossLaneMode kModes[] = {
    {"vote", ".all", CrossLaneOp::vote_all},      {"vote", ".any", CrossLaneOp::vote_any},
    {"vote", ".uni", CrossLaneOp::vote_uni},      {"vote", ".ballot", CrossLaneOp::vote_ballot},
    {"match", ".any", CrossLaneOp::match_any},    {"match", ".all", CrossLaneOp::match_all},
    {"shfl", ".up", CrossLaneOp::shuffle_up},     {"shfl", ".down", CrossLaneOp::shuffle_down},
    {"shfl", ".bfly", CrossLaneOp::shuffle_bfly}, {"shfl", ".idx", CrossLaneOp::shuffle_idx},
    {"redux", ".add", CrossLaneOp::redux_add},    {"redux", ".min", CrossLaneOp::redux_min},
    {"redux", ".max", CrossLaneOp::redux_max},    {"redux", ".and", CrossLaneOp::redux_and},
    {"redux", ".or", CrossLaneOp::redux_or},      {"redux", ".xor", CrossLaneOp::redux_xor},
    {"activemask", "", CrossLaneOp::active_mask}, {"elect", "", CrossLaneOp::elect},
    {"bar", ".warp", CrossLaneOp::warp_sync}};

}  // namespace

Result<Step> Decoder::decode_instruction(const ptx::Instruction& instruction) {
  Step step;
  step.effect = instruction.form->effect;
  switch (step.effect) {
    case ptx::Effect::none:
    case ptx::Effect::fence:
    case ptx::Effect::ret:
    case ptx::Effect::exit:
    case ptx::Effect::trap:
      return step;
    case ptx::Effect::expanded:
      break;
    case ptx::Effect::lane:
      return lane_operation(instruction);
    case ptx::Effect::move:
      return mov(instruction);
    case ptx::Effect::convert_address:
      return cvta(instruction);
    case ptx::Effect::test_space:
      return isspacep(instruction);
    case ptx::Effect::load:
    case ptx::Effect::store:
      return load_store(instruction);
    case ptx::Effect::atomic:
    case ptx::Effect::reduction:
      return atomic(instruction);
    case ptx::Effect::mbarrier:
      return mbarrier(instruction);
    case ptx::Effect::matrix_load:
    case ptx::Effect::matrix_store:
      return matrix(instruction);
    case ptx::Effect::async_copy:
      return async_copy(instruction);
    case ptx::Effect::async_wait:
      step.detail = groups_left(instruction);
      return step;
    case ptx::Effect::fragment_load:
    case ptx::Effect::fragment_store:
      return fragment(instruction);
    case ptx::Effect::multiply:
      return multiply(instruction);
    case ptx::Effect::branch:
    case ptx::Effect::branch_indexed:
      return branch(instruction);
    case ptx::Effect::call:
      return call(instruction);
    case ptx::Effect::barrier:
      return barrier(instruction);
    case ptx::Effect::cluster_barrier:
      return cluster_barrier(instruction);
    case ptx::Effect::cross_lane:
      return cross_lane(instruction);
    case ptx::Effect::stack:
      return stack(instruction);
  }
  return refuse("is not supported");
}

/// What the binder of a lane operation needs to know of an operand.
OperandInfo Decoder::info_of(const Operand& operand) const {
  OperandInfo info{.negated = operand.negated, .selector = operand.selector, .bits = operand.bits};
  if (operand.kind == Kind::reg) {
    const unsigned bytes = register_bytes(operand.index);
    info.kind = bytes == 0 ? OperandInfo::Kind::predicate : OperandInfo::Kind::reg;
    info.type = current_.function->registers[operand.index].type;
    info.lane_bytes = static_cast<std::uint8_t>(bytes);
  } else if (operand.kind == Kind::sink) {
    info.kind = OperandInfo::Kind::sink;
  } else {
    info.kind = OperandInfo::Kind::immediate;
    info.type = operand.type;
  }
  return info;
}

Result<Step> Decoder::lane_operation(const ptx::Instruction& instruction) {
  std::array<OperandInfo, kMaxOperands> infos{};
  std::array<const Operand*, kMaxOperands> flat{};
  std::size_t count = 0;
  const auto add = [&](const Operand& operand) {
    if (count == kMaxOperands) return false;
    infos[count] = info_of(operand);
    flat[count++] = &operand;
    return true;
  };
  for (const Operand& whole : instruction.operands) {
    bool fits = true;
    if (whole.kind == Kind::pair || whole.kind == Kind::vector) {
      for (const Operand& part : whole.elements) fits = fits && add(part);
    } else {
      fits = add(whole);
    }
    if (!fits) return refuse("has more operands than are supported");
  }
  const std::span<const OperandInfo> operands(infos.data(), count);
  Error reason{};
  for (const auto& family : isa_.table.families) {
    for (const LaneOpEntry& entry : family) {
      if (entry.opcode != instruction.opcode()) continue;
      const Result<BoundOp> bound = entry.bind(instruction, operands);
      if (!bound) {
        reason = bound.error();
        continue;
      }
      Step step;
      step.effect = ptx::Effect::lane;
      step.lane.run = bound->run;
      step.lane.immediate = bound->immediate;
      for (std::size_t o = 0; o < count; ++o) {
        unsigned bytes = bound->lane_bytes[o];
        if (bound->any_width[o] && flat[o]->kind == Kind::reg) bytes = infos[o].lane_bytes;
        TRY(step.lane.operands[o], operand(*flat[o], bytes, bound->literal[o]));
        step.lane.lane_bytes[o] = static_cast<std::uint8_t>(bytes);
        step.lane.negated[o] = flat[o]->negated;
      }
      return step;
    }
  }
  if (reason.message.empty()) return refuse("is not supported");
  return refuse("is not supported: {}", reason.message);
}

/// A move that splits a register, or packs one.
Result<Step> Decoder::packed_move(const Operand& to, const Operand& from, unsigned bytes) {
  Step step;
  step.effect = ptx::Effect::lane;
  const bool unpacks = to.kind == Kind::vector, packs = from.kind == Kind::vector;
  const Operand& whole = unpacks ? from : to;
  const Operand& parts = unpacks ? to : from;
  const std::size_t count = parts.elements.size();
  if (whole.kind == Kind::vector || count + 1 > kMaxOperands || count == 0) {
    return refuse("moves between vectors, which is not supported");
  }
  const auto part_bytes = static_cast<unsigned>(bytes / count);
  std::size_t o = 0;
  const auto put = [&](const Operand& part, unsigned width) -> Result<void> {
    TRY(step.lane.operands[o], operand(part, width, ptx::Type::none));
    step.lane.lane_bytes[o++] = static_cast<std::uint8_t>(width);
    return {};
  };
  if (packs) {
    TRY(put(whole, bytes));
  }
  for (const Operand& part : parts.elements) {
    // A byte may be in a wider register.
    const unsigned width = part.kind == Kind::reg ? register_bytes(part.index) : part_bytes;
    if (width < part_bytes) return refuse("has an element of the wrong width");
    TRY(put(part, width));
  }
  if (unpacks) {
    TRY(put(whole, bytes));
  }
  step.lane.immediate = static_cast<std::uint32_t>(count);
  step.lane.run = packs ? isa_.table.pack : isa_.table.unpack;
  return step;
}

Result<Step> Decoder::mov(const ptx::Instruction& instruction) {
  Step step;
  step.effect = ptx::Effect::lane;
  const Operand& to = instruction.operands[0];
  const Operand& from = instruction.operands[1];
  const ptx::Type type = instruction.type();
  const unsigned bytes = type == ptx::Type::pred ? 0 : ptx::type_bits(type) / 8;
  if (to.kind == Kind::vector || from.kind == Kind::vector) return packed_move(to, from, bytes);
  TRY(step.lane.operands[0], operand(to, bytes, type));
  step.lane.lane_bytes[0] = static_cast<std::uint8_t>(bytes);
  if (from.kind == Kind::special && is_clock(from.special)) {
    step.effect = ptx::Effect::move;
    step.lane.immediate = static_cast<std::uint32_t>(from.special);
    return step;
  }
  TRY(step.lane.operands[1], operand(from, bytes, type));
  step.lane.negated[1] = from.negated;
  step.lane.run = isa_.table.move_handler(bytes);
  return step;
}

Result<Step> Decoder::cvta(const ptx::Instruction& instruction) {
  const bool to_space = instruction.has(".to");
  const unsigned bytes = instruction.has(".u32") ? 4 : 8;
  Step step;
  step.effect = ptx::Effect::lane;
  TRY(step.lane.operands[0], operand(instruction.operands[0], bytes, ptx::Type::none));
  TRY(step.lane.operands[1], operand(instruction.operands[1], bytes, ptx::Type::none));
  const std::uint64_t window = window_of(space_of_instruction(instruction));
  if (window != 0 && bytes == 4) return refuse("needs generic addresses of 32 bits; here they have 64");
  if (window == 0) {
    step.lane.run = isa_.table.move_handler(bytes);
    return step;
  }
  step.lane.operands[2] = constants_.constant(to_space ? ~window + 1 : window, 0, bytes);
  step.lane.run = isa_.table.offset;
  return step;
}

Result<Step> Decoder::isspacep(const ptx::Instruction& instruction) {
  Step step;
  step.effect = ptx::Effect::lane;
  TRY(step.lane.operands[0], operand(instruction.operands[0], 0, ptx::Type::none));
  TRY(step.lane.operands[1], operand(instruction.operands[1], 8, ptx::Type::none));
  step.lane.immediate = static_cast<std::uint32_t>(space_of_instruction(instruction));
  step.lane.run = test_space;
  return step;
}

Result<Step> Decoder::branch(const ptx::Instruction& instruction) {
  BranchDetail detail;
  Step step;
  step.effect = instruction.form->effect;
  if (step.effect == ptx::Effect::branch) {
    detail.target = instruction.operands[0].index;
    detail.targets = {detail.target};
  } else {
    TRY(detail.index, operand(instruction.operands[0], 4, ptx::Type::u32));
    detail.targets = current_.function->branch_tables[instruction.operands[1].index];
  }
  step.detail = append(current_.code->branches, detail);
  return step;
}

Result<CallDetail::Slot> Decoder::call_slot(const Operand& operand, const ptx::Parameter& parameter) {
  CallDetail::Slot slot;
  if (operand.kind == Kind::sink) return slot;
  slot.bytes = static_cast<std::uint32_t>(parameter.size);
  const bool in_memory =
      operand.kind == Kind::local_variable || operand.kind == Kind::param || operand.kind == Kind::result;
  if (in_memory) {
    if (current_.function->is_entry && operand.kind == Kind::param) {
      return refuse("passes a kernel parameter on unchanged, which is not supported");
    }
    slot.in_local = lies_in_frame(operand);
    slot.offset = static_cast<std::uint32_t>(symbol_address(operand));
    return slot;
  }
  slot.is_register = true;
  slot.lane_bytes = static_cast<std::uint8_t>(
      operand.kind == Kind::reg ? register_bytes(operand.index)
                                : std::min<std::uint64_t>(32, std::max<std::uint64_t>(1, parameter.size)));
  if (slot.lane_bytes == 0) return refuse("passes a predicate to a function or back, which is not emulated");
  if (slot.lane_bytes > 16) return refuse("has a constant for a parameter of {} bytes", parameter.size);
  if (slot.lane_bytes < parameter.size) return refuse("has an argument that is narrower than its parameter");
  TRY(slot.ref, this->operand(operand, slot.lane_bytes, parameter.type));
  return slot;
}

Result<Step> Decoder::call(const ptx::Instruction& instruction) {
  CallDetail detail;
  const Operand& callee = instruction.operands[1];
  const std::vector<ptx::Parameter>* parameters = nullptr;
  const std::vector<ptx::Parameter>* returns = nullptr;
  if (callee.kind == Kind::function) {
    const ptx::Function& function = module_->functions[callee.index];
    if (function.is_entry) return refuse("calls a kernel, which only the host can launch");
    detail.function = callee.index;
    parameters = &function.params;
    returns = &function.returns;
  } else {
    detail.indirect = true;
    TRY(detail.target, operand(callee, 8, ptx::Type::none));
    const Operand& shape = instruction.operands[3];
    if (shape.kind == Kind::prototype) {
      parameters = &current_.function->prototypes[shape.index].params;
      returns = &current_.function->prototypes[shape.index].returns;
    } else {
      const auto& table = current_.function->call_tables[shape.index];
      if (table.empty()) return refuse("calls through an empty table");
      parameters = &module_->functions[table[0]].params;
      returns = &module_->functions[table[0]].returns;
    }
  }
  const auto slots = [&](const Operand& list, const std::vector<ptx::Parameter>& shape,
                         std::vector<CallDetail::Slot>& into) -> Result<void> {
    if (list.elements.size() != shape.size()) {
      return refuse("has {} arguments or results where {} are declared", list.elements.size(), shape.size());
    }
    for (std::size_t i = 0; i < shape.size(); ++i) {
      TRY(auto slot, call_slot(list.elements[i], shape[i]));
      into.push_back(slot);
    }
    return {};
  };
  TRY(slots(instruction.operands[0], *returns, detail.results));
  TRY(slots(instruction.operands[2], *parameters, detail.arguments));
  Step step;
  step.effect = ptx::Effect::call;
  step.detail = append(current_.code->calls, detail);
  return step;
}

Result<Step> Decoder::barrier(const ptx::Instruction& instruction) {
  BarrierDetail detail;
  detail.aligned = instruction.opcode() == "bar" || instruction.has(".aligned");
  const std::vector<Operand>& operands = instruction.operands;
  std::size_t next = 0;
  if (instruction.has(".red")) {
    const std::string_view op = instruction.modifier(".op");
    detail.kind = op == ".popc" ? BarrierKind::red_popc : op == ".and" ? BarrierKind::red_and : BarrierKind::red_or;
    const unsigned bytes = detail.kind == BarrierKind::red_popc ? 4 : 0;
    TRY(detail.result.ref, operand(operands[next], bytes, ptx::Type::none));
    detail.result.lane_bytes = static_cast<std::uint8_t>(bytes);
    detail.result.sink = operands[next++].kind == Kind::sink;
    TRY(detail.predicate, operand(operands.back(), 0, ptx::Type::pred));
    detail.predicate_negated = operands.back().negated;
  } else if (instruction.has(".arrive")) {
    detail.kind = BarrierKind::arrive;
  }
  TRY(detail.barrier, operand(operands[next++], 4, ptx::Type::u32));
  const std::size_t end = operands.size() - (instruction.has(".red") ? 1 : 0);
  if (next < end) {
    detail.has_count = true;
    TRY(detail.count, operand(operands[next], 4, ptx::Type::u32));
  }
  Step step;
  step.effect = ptx::Effect::barrier;
  step.detail = append(current_.code->barriers, detail);
  return step;
}

Result<Step> Decoder::cross_lane(const ptx::Instruction& instruction) {
  using enum CrossLaneOp;
  CrossLaneDetail detail;
  const auto* const mode = std::ranges::find_if(kModes, [&](const CrossLaneMode& one) {
    return one.opcode == instruction.opcode() && (one.modifier.empty() || instruction.has(one.modifier));
  });
  if (mode == std::end(kModes)) return refuse("is not supported");
  detail.op = mode->op;
  detail.type = instruction.type();
  const std::vector<Operand>& operands = instruction.operands;
  std::size_t next = 0;
  const bool predicate_result = detail.op == vote_all || detail.op == vote_any || detail.op == vote_uni;
  if (detail.op != warp_sync) {
    const Operand& whole = operands[next++];
    const Operand& first = whole.kind == Kind::pair ? whole.elements[0] : whole;
    const unsigned bytes = predicate_result ? 0 : 4;
    TRY(auto ref, operand(first, bytes, ptx::Type::none));
    detail.result = {ref, static_cast<std::uint8_t>(bytes), first.kind == Kind::sink};
    if (whole.kind == Kind::pair && whole.elements[1].kind != Kind::sink) {
      detail.has_predicate_result = true;
      TRY(detail.predicate_result, operand(whole.elements[1], 0, ptx::Type::none));
    }
  }
  const bool is_vote = predicate_result || detail.op == vote_ballot;
  const bool is_shuffle =
      detail.op == shuffle_up || detail.op == shuffle_down || detail.op == shuffle_bfly || detail.op == shuffle_idx;
  const bool has_source = detail.op != warp_sync && detail.op != active_mask && detail.op != elect;
  if (has_source) {
    detail.source_is_predicate = is_vote;
    detail.source_negated = operands[next].negated;
    TRY(detail.a, operand(operands[next++], is_vote ? 0 : ptx::type_bits(detail.type) / 8,
                          is_vote ? ptx::Type::pred : detail.type));
  }
  if (is_shuffle) {
    TRY(detail.b, operand(operands[next++], 4, ptx::Type::u32));
    TRY(detail.c, operand(operands[next++], 4, ptx::Type::u32));
  }
  if (next < operands.size()) {
    detail.has_mask = true;
    TRY(detail.mask, operand(operands[next], 4, ptx::Type::u32));
  }
  Step step;
  step.effect = ptx::Effect::cross_lane;
  step.detail = append(current_.code->cross_lane, detail);
  return step;
}

Result<Step> Decoder::stack(const ptx::Instruction& instruction) {
  Step step;
  step.effect = ptx::Effect::stack;
  const std::string_view opcode = instruction.opcode();
  const unsigned bytes = ptx::type_bits(instruction.type()) / 8;
  step.lane.immediate = opcode == "alloca" ? 0 : opcode == "stacksave" ? 1 : 2;
  TRY(step.lane.operands[0], operand(instruction.operands[0], bytes, ptx::Type::none));
  step.lane.lane_bytes[0] = static_cast<std::uint8_t>(bytes);
  if (opcode == "alloca") {
    TRY(step.lane.operands[1], operand(instruction.operands[1], bytes, ptx::Type::u64));
    step.detail = instruction.operands.size() > 2 ? static_cast<std::uint32_t>(instruction.operands[2].bits) : 8;
  }
  return step;
}

}  // namespace bankloom::simt
