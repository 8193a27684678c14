// Memory instructions: PTX -> MemoryDetail.

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include "core/simt/address_space.h"
#include "core/simt/decoder.h"
#include "core/simt/decoder_helpers.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

/// Elements of .v2, .v4, .v8; 1 where there is no vector.
unsigned vector_length(const ptx::Instruction& instruction) {
  if (instruction.has(".v2")) return 2;
  if (instruction.has(".v4")) return 4;
  if (instruction.has(".v8")) return 8;
  return 1;
}

bool is_signed(ptx::Type type) {
  return type == ptx::Type::s8 || type == ptx::Type::s16 || type == ptx::Type::s32 || type == ptx::Type::s64;
}

constexpr auto kAtomicOps = std::to_array<Named<AtomicOp>>({{".add", AtomicOp::add},
                                                            {".inc", AtomicOp::inc},
                                                            {".dec", AtomicOp::dec},
                                                            {".min", AtomicOp::min},
                                                            {".max", AtomicOp::max},
                                                            {".and", AtomicOp::bit_and},
                                                            {".or", AtomicOp::bit_or},
                                                            {".xor", AtomicOp::bit_xor},
                                                            {".exch", AtomicOp::exch},
                                                            {".cas", AtomicOp::cas}});

/// Whether it shows how often an instruction with such a value was done to what it is computed from; nothing where the
/// result does not depend on that alone.
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

/// The space that a memory instruction reaches. Where it names a variable and no space, the variable's (as ptxas 13.0
/// compiles it, seen on an H200: the offset in shared or local memory is no generic address); it refuses others than
/// the variable's, constants and parameters among the unnamed ones.
Result<Space> Decoder::space_of_access(const ptx::Instruction& instruction, const Operand& where) const {
  return space_of_access(where, space_of_instruction(instruction));
}

Result<Space> Decoder::space_of_access(const Operand& where, Space written) const {
  if (where.kind != Kind::address) return written;
  Space named = Space::param;
  std::string_view name;
  switch (where.base) {
    case Operand::Base::none:
    case Operand::Base::reg:
      return written;
    case Operand::Base::variable:
      named = module_->variables[where.index].space;
      name = module_->variables[where.index].name;
      break;
    case Operand::Base::local_variable:
      named = current_.function->locals[where.index].space;
      name = current_.function->locals[where.index].name;
      break;
    case Operand::Base::param:
      name = current_.function->params[where.index].name;
      break;
    case Operand::Base::result:
      name = current_.function->returns[where.index].name;
      break;
  }
  const bool is_generic = named == Space::global || named == Space::shared || named == Space::local;
  if (written == named || (written == Space::generic && is_generic)) return named;
  return refuse("names '{}', which lies in .{}{}", name, space_name(named),
                written == Space::generic ? "; the instruction is to say so" : ", not in the space that it reaches");
}

Result<void> Decoder::address(const Operand& operand, std::uint8_t& base_bytes, OperandRef& base,
                              std::uint64_t& offset) {
  offset = symbol_address(operand);
  base_bytes = 0;
  if (lies_in_frame(operand)) {
    base_bytes = 8;
    base = frame_address(0, 8);
    return {};
  }
  if (operand.kind == Kind::address && operand.base == Operand::Base::none) {
    base_bytes = 8;  // an address like one in a register: names alone stand for offsets in shared memory
    base = constant(0, 0, 8);
    return {};
  }
  if (operand.kind != Kind::address || operand.base != Operand::Base::reg) return {};
  base_bytes = static_cast<std::uint8_t>(register_bytes(operand.index));
  if (base_bytes != 4 && base_bytes != 8) return refuse("has an address register that is neither 32 nor 64 bits wide");
  base = current_.registers[operand.index];
  return {};
}

/// A register (or literal) that data of element_bytes moves to or from.
Result<DataOperand> Decoder::data_operand(const Operand& operand, unsigned element_bytes, ptx::Type literal) {
  DataOperand data;
  data.sink = operand.kind == Kind::sink;
  const unsigned bytes = operand.kind == Kind::reg ? register_bytes(operand.index) : element_bytes;
  if (bytes < element_bytes) return refuse("has a register that is narrower than the data");
  TRY(auto ref, this->operand(operand, bytes, literal));
  data.ref = ref;
  data.lane_bytes = static_cast<std::uint8_t>(bytes);
  return data;
}

/// The registers whose value an atomic cas compares, itself or after it was moved: the loop that makes an atomic
/// function of a cas reads the old value plainly (CUDA C++ Programming Guide, "Atomic Functions", atomicAdd() of
/// double).
void Decoder::find_compared_registers() {
  const ptx::Function& function = *current_.function;
  std::vector<bool>& compared = current_.compared;
  compared.assign(function.registers.size(), false);
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
}

/// Whether a store writes back what was loaded from the same place before, changed in a way that counts how often it
/// was done (added to, multiplied; not or-ed, and-ed, or the larger of two): `h[i] += 1`. Looked at are the
/// instructions before it, from its value back to a load with the same address operand. Where the lanes meet in
/// between, or the accesses are volatile, a warp may well mean to write one value together.
bool Decoder::stores_update(const ptx::Instruction& store) const {
  static constexpr std::size_t kFar = 64;
  const Operand &where = store.operands[0], &what = store.operands[1];
  if (what.kind != Kind::reg || where.kind != Kind::address || store.has(".volatile")) return false;
  std::set<std::uint32_t> wanted{what.index};
  bool counts = false;
  const std::vector<ptx::Instruction>& body = current_.function->body;
  const auto end = static_cast<std::size_t>(&store - body.data());
  for (std::size_t at = end; at > 0 && end - at < kFar && !wanted.empty();) {
    const ptx::Instruction& before = body[--at];
    const ptx::Flow flow = ptx::traits_of(before.form->effect).flow;
    if (flow == ptx::Flow::meets || flow == ptx::Flow::calls) return false;
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

Result<Step> Decoder::load_store(const ptx::Instruction& instruction) {
  const bool store = instruction.form->effect == ptx::Effect::store;
  MemoryDetail detail;
  detail.kind = store ? MemoryKind::store : MemoryKind::load;
  detail.op = store ? AccessOp::store : AccessOp::load;
  TRY(const auto space, space_of_access(instruction, instruction.operands[store ? 0 : 1]));
  detail.space = space;
  detail.type = instruction.type();
  detail.element_bytes = static_cast<std::uint8_t>(ptx::type_bits(detail.type) / 8);
  detail.elements = static_cast<std::uint8_t>(vector_length(instruction));
  const unsigned width = unsigned{detail.element_bytes} * detail.elements;
  if (width > 16) return refuse("moves {} bytes per lane; more than 16 need compute capability 10.0", width);
  detail.width = static_cast<std::uint8_t>(width);
  detail.sign_extend = is_signed(detail.type);
  detail.is_ordered = instruction.has(".relaxed") || instruction.has(".acquire") || instruction.has(".release") ||
                      instruction.has(".mmio");
  detail.is_volatile = detail.is_ordered || instruction.has(".volatile");
  const Operand& data_register = instruction.operands[0];
  detail.is_compared = !store && data_register.kind == Kind::reg && current_.compared[data_register.index];
  detail.is_update = store && stores_update(instruction);
  const Operand& where = instruction.operands[store ? 0 : 1];
  const Operand& what = instruction.operands[store ? 1 : 0];
  const std::size_t parts = what.kind == Kind::vector ? what.elements.size() : 1;
  if (parts != detail.elements) return refuse("has a vector of {} elements where {} are moved", parts, detail.elements);
  for (std::size_t e = 0; e < parts; ++e) {
    TRY(auto data,
        data_operand(what.kind == Kind::vector ? what.elements[e] : what, detail.element_bytes, detail.type));
    detail.data[e] = data;
  }
  TRY(address(where, detail.address_bytes, detail.address, detail.offset));
  Step step;
  // A parameter whose address the function takes lies in local memory, also where it is named.
  if (detail.space == Space::param && lies_in_frame(where)) detail.space = Space::local;
  if (detail.space != Space::param) {
    step.effect = instruction.form->effect;
    step.detail = append(current_.code->memory, detail);
    return step;
  }
  const bool own_parameter = where.kind == Kind::address && where.base == Operand::Base::param;
  const bool own_result = where.kind == Kind::address && where.base == Operand::Base::result;
  const bool plain = !store && own_parameter && current_.function->is_entry && detail.elements == 1;
  if (plain && !detail.data[0].sink && detail.element_bytes <= 8) {
    // The launch's parameters are constants of the launch.
    const std::uint64_t offset = detail.offset - kLaunchParameterBase;
    const ptx::Parameter& last = current_.function->params.back();
    if (offset + detail.element_bytes > last.offset + last.size) return refuse("reads past the kernel's parameters");
    step.effect = ptx::Effect::lane;
    step.lane.operands[0] = detail.data[0].ref;
    step.lane.operands[1] = parameter(static_cast<std::uint32_t>(offset), detail.element_bytes,
                                      detail.data[0].lane_bytes, detail.sign_extend);
    step.lane.run = isa_.table.move_handler(detail.data[0].lane_bytes);
    return step;
  }
  // Parameters and results of the .reg kind are registers already.
  const bool in_register =
      !current_.function->is_entry && ((own_parameter && current_.code->parameters[where.index].in_register) ||
                                       (own_result && current_.code->results[where.index].in_register));
  if (in_register) return refuse("addresses a parameter that is held in a register");
  step.effect = instruction.form->effect;
  step.detail = append(current_.code->memory, detail);
  return step;
}

Result<Step> Decoder::atomic(const ptx::Instruction& instruction) {
  const bool has_result = instruction.form->effect == ptx::Effect::atomic;
  MemoryDetail detail;
  detail.kind = MemoryKind::atomic;
  detail.op = has_result ? AccessOp::atomic : AccessOp::reduction;
  TRY(const auto space, space_of_access(instruction, instruction.operands[has_result ? 1 : 0]));
  if (space == Space::local) return refuse("is atomic, which local memory does not need");
  detail.space = space;
  detail.type = instruction.type();
  detail.element_bytes = static_cast<std::uint8_t>(ptx::type_bits(detail.type) / 8);
  detail.elements = static_cast<std::uint8_t>(vector_length(instruction));
  const unsigned width = unsigned{detail.element_bytes} * detail.elements;
  if (width > 16) return refuse("updates {} bytes per lane; more than 16 are not supported", width);
  detail.width = static_cast<std::uint8_t>(width);
  detail.has_result = has_result;
  detail.is_ordered = instruction.has(".acquire") || instruction.has(".release") || instruction.has(".acq_rel");
  const auto* const op = std::find_if(kAtomicOps.begin(), kAtomicOps.end(),
                                      [&](const auto& named) { return named.word == instruction.modifier(".op"); });
  if (op == kAtomicOps.end()) return refuse("is not supported");
  detail.atomic = op->value;
  std::size_t next = 0;
  const auto element = [](const Operand& whole, std::size_t e) -> const Operand& {
    return whole.kind == Kind::vector ? whole.elements[e] : whole;
  };
  // Only ld, st and cvt allow registers wider than the type (PTX ISA, "Operand Size Exceeding Instruction-Type Size").
  const auto exact_operand = [&](const Operand& what) -> Result<DataOperand> {
    auto data = data_operand(what, detail.element_bytes, detail.type);
    if (data && data->lane_bytes != detail.element_bytes) return refuse("has a register that is wider than the data");
    return data;
  };
  const auto fits = [&](const Operand& whole) {
    return (whole.kind == Kind::vector ? whole.elements.size() : 1) == detail.elements;
  };
  if (has_result) {
    const Operand& result = instruction.operands[next++];
    for (std::size_t e = 0; e < detail.elements; ++e) {
      if (result.kind == Kind::sink) {
        detail.results[e].sink = true;
        continue;
      }
      if (!fits(result)) return refuse("has a result of the wrong length");
      TRY(auto data, exact_operand(element(result, e)));
      detail.results[e] = data;
    }
  }
  TRY(address(instruction.operands[next++], detail.address_bytes, detail.address, detail.offset));
  const Operand& source = instruction.operands[next++];
  if (!fits(source)) return refuse("has a source of the wrong length");
  for (std::size_t e = 0; e < detail.elements; ++e) {
    TRY(auto data, exact_operand(element(source, e)));
    detail.data[e] = data;
  }
  if (detail.atomic == AtomicOp::cas) {
    TRY(auto data, operand(instruction.operands[next], detail.element_bytes, detail.type));
    detail.replacement = data;
  }
  Step step;
  step.effect = instruction.form->effect;
  step.detail = append(current_.code->memory, detail);
  return step;
}

Result<Step> Decoder::matrix(const ptx::Instruction& instruction) {
  const bool store = instruction.form->effect == ptx::Effect::matrix_store;
  MemoryDetail detail;
  detail.kind = store ? MemoryKind::stmatrix : MemoryKind::ldmatrix;
  detail.op = store ? AccessOp::stmatrix : AccessOp::ldmatrix;
  TRY(const auto space, space_of_access(instruction, instruction.operands[store ? 0 : 1]));
  detail.space = space;
  detail.width = 16;
  detail.element_bytes = 4;
  const std::string_view number = instruction.modifier(".num");
  detail.elements = number == ".x4" ? 4 : number == ".x2" ? 2 : 1;
  detail.transpose = instruction.has(".trans");
  const Operand& registers = instruction.operands[store ? 1 : 0];
  const std::size_t parts = registers.kind == Kind::vector ? registers.elements.size() : 1;
  if (parts != detail.elements) return refuse("has {} registers for {} matrices", parts, detail.elements);
  for (std::size_t e = 0; e < parts; ++e) {
    TRY(auto data, data_operand(registers.kind == Kind::vector ? registers.elements[e] : registers, 4, ptx::Type::b32));
    detail.data[e] = data;
  }
  TRY(address(instruction.operands[store ? 0 : 1], detail.address_bytes, detail.address, detail.offset));
  Step step;
  step.effect = instruction.form->effect;
  step.detail = append(current_.code->memory, detail);
  return step;
}

Result<Step> Decoder::async_copy(const ptx::Instruction& instruction) {
  MemoryDetail detail;
  detail.kind = MemoryKind::async_copy;
  detail.op = AccessOp::load;
  detail.space = Space::shared;
  const std::uint64_t size = instruction.operands[2].bits;
  const bool bypass = instruction.has(".cg");
  if (size != 16 && (bypass || (size != 4 && size != 8))) {
    return refuse("copies {} bytes; cp.async copies {}", size, bypass ? "16" : "4, 8 or 16");
  }
  detail.width = detail.element_bytes = static_cast<std::uint8_t>(size);
  for (const std::size_t place : {std::size_t{0}, std::size_t{1}}) {
    const Space wanted = place == 0 ? Space::shared : Space::global;
    TRY(space_of_access(instruction.operands[place], wanted));
  }
  TRY(address(instruction.operands[0], detail.address_bytes, detail.address, detail.offset));
  TRY(address(instruction.operands[1], detail.source_bytes_width, detail.source, detail.source_offset));
  const bool has_policy = instruction.has(".L2::cache_hint");
  const std::size_t extra = instruction.operands.size() - 3 - (has_policy ? 1 : 0);
  if (extra != 0) {
    const Operand& last = instruction.operands[3];
    const bool is_predicate = last.kind == Kind::reg && register_bytes(last.index) == 0;
    TRY(auto ref, operand(last, is_predicate ? 0 : 4, ptx::Type::u32));
    detail.has_ignore_source = is_predicate;
    detail.has_source_size = !is_predicate;
    detail.ignore_source_negated = last.negated;
    (is_predicate ? detail.ignore_source : detail.source_size) = ref;
  }
  Step step;
  step.effect = instruction.form->effect;
  step.detail = append(current_.code->memory, detail);
  return step;
}

}  // namespace bankloom::simt
