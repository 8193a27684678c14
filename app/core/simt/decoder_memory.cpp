// Memory instructions: PTX -> MemoryDetail.

#include <algorithm>

#include "core/simt/address_space.h"
#include "core/simt/decoder.h"
#include "core/simt/decoder_helpers.h"
#include "core/simt/stored_updates.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

/// Elements of .v2, .v4, .v8; 1 without a vector.
unsigned vector_length(const ptx::Instruction& instruction) {
  if (instruction.has(".v2")) return 2;
  if (instruction.has(".v4")) return 4;
  if (instruction.has(".v8")) return 8;
  return 1;
}

const Operand& element_of(const Operand& whole, std::size_t element) {
  return whole.kind == Kind::vector ? whole.elements[element] : whole;
}

bool is_signed(ptx::Type type) {
  return type == ptx::Type::s8 || type == ptx::Type::s16 || type == ptx::Type::s32 || type == ptx::Type::s64;
}

constexpr Named<AtomicOp> kAtomicOps[] = {
    {".add", AtomicOp::add},   {".inc", AtomicOp::inc},     {".dec", AtomicOp::dec},   {".min", AtomicOp::min},
    {".max", AtomicOp::max},   {".and", AtomicOp::bit_and}, {".or", AtomicOp::bit_or}, {".xor", AtomicOp::bit_xor},
    {".exch", AtomicOp::exch}, {".cas", AtomicOp::cas}};

}  // namespace

/// The space of a memory instruction. If it names a variable and no space, the variable's (as ptxas 13.0 compiles it,
/// seen on an H200: the offset in shared or local memory is no generic address); it refuses other spaces than the
/// variable's, also constants and parameters without a named space.
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
  return written == Space::generic
             ? refuse("names '{}', which lies in .{}; the instruction must say so", name, space_name(named))
             : refuse("names '{}', which lies in .{}, not in the space that it accesses", name, space_name(named));
}

Result<AddressOperand> Decoder::address(const Operand& operand) {
  AddressOperand address;
  address.offset = symbol_address(operand);
  if (lies_in_frame(operand)) {
    address.bytes = 8;
    address.ref = frame_address(0, 8);
  } else if (operand.kind == Kind::address && operand.base == Operand::Base::none) {
    address.bytes = 8;  // an address as in a register: only names are offsets in shared memory
    address.ref = constants_.constant(0, 0, 8);
  } else if (operand.kind == Kind::address && operand.base == Operand::Base::reg) {
    const unsigned bytes = register_bytes(operand.index);
    if (bytes != 4 && bytes != 8) return refuse("has an address register that is neither 32 nor 64 bits wide");
    address.bytes = static_cast<std::uint8_t>(bytes);
    address.ref = current_.registers[operand.index];
  }
  return address;
}

/// A register (or literal) that data of element_bytes moves to or from.
Result<DataOperand> Decoder::data_operand(const Operand& operand, unsigned element_bytes, ptx::Type literal) {
  DataOperand data;
  data.sink = operand.kind == Kind::sink;
  const unsigned bytes = operand.kind == Kind::reg ? register_bytes(operand.index) : element_bytes;
  if (bytes < element_bytes) return refuse("has a register that is narrower than the data");
  TRY(data.ref, this->operand(operand, bytes, literal));
  data.lane_bytes = static_cast<std::uint8_t>(bytes);
  return data;
}

Result<Step> Decoder::load_store(const ptx::Instruction& instruction) {
  const bool store = instruction.form->effect == ptx::Effect::store;
  MemoryDetail detail;
  detail.op = store ? AccessOp::store : AccessOp::load;
  const Operand& where = instruction.operands[store ? 0 : 1];
  const Operand& what = instruction.operands[store ? 1 : 0];
  TRY(detail.space, space_of_access(where, space_of_instruction(instruction)));
  const ptx::Type type = instruction.type();
  detail.element_bytes = static_cast<std::uint8_t>(ptx::type_bits(type) / 8);
  detail.elements = static_cast<std::uint8_t>(vector_length(instruction));
  const unsigned width = unsigned{detail.element_bytes} * detail.elements;
  if (width > 16) return refuse("moves {} bytes per lane; more than 16 need compute capability 10.0", width);
  detail.width = static_cast<std::uint8_t>(width);
  detail.has_memory_order = instruction.has(".relaxed") || instruction.has(".acquire") || instruction.has(".release") ||
                            instruction.has(".mmio");
  detail.is_volatile = detail.has_memory_order || instruction.has(".volatile");
  const std::size_t parts = what.kind == Kind::vector ? what.elements.size() : 1;
  if (parts != detail.elements) return refuse("has a vector of {} elements where {} are moved", parts, detail.elements);
  DataOperands moved{};
  for (std::size_t e = 0; e < parts; ++e) {
    TRY(moved[e], data_operand(element_of(what, e), detail.element_bytes, type));
  }
  if (store) {
    detail.what = StoreDetail{moved, stores_update(*current_.function, instruction)};
  } else {
    const bool is_compared = what.kind == Kind::reg && current_.compared[what.index];
    detail.what = LoadDetail{moved, is_signed(type), is_compared};
  }
  TRY(detail.address, address(where));
  // A parameter whose address the function takes is in local memory, also where it is named.
  if (detail.space == Space::param && lies_in_frame(where)) detail.space = Space::local;
  if (detail.space == Space::param) {
    // The launch's parameters are constants of the launch.
    const bool own_parameter = where.kind == Kind::address && where.base == Operand::Base::param;
    const bool of_launch = !store && own_parameter && current_.function->is_entry;
    if (of_launch && detail.elements == 1 && !moved[0].sink && detail.element_bytes <= 8) {
      return launch_parameter(detail, moved[0], is_signed(type));
    }
    // Parameters and results of the .reg kind are registers.
    const bool own_result = where.kind == Kind::address && where.base == Operand::Base::result;
    const bool in_register =
        !current_.function->is_entry && ((own_parameter && current_.code->parameters[where.index].in_register) ||
                                         (own_result && current_.code->results[where.index].in_register));
    if (in_register) return refuse("addresses a parameter that is held in a register");
  }
  return memory_step(instruction, detail);
}

/// A load of a parameter of the launch.
Result<Step> Decoder::launch_parameter(const MemoryDetail& load, const DataOperand& to, bool sign_extend) {
  const std::uint64_t offset = load.address.offset - kLaunchParameterBase;
  const ptx::Parameter& last = current_.function->params.back();
  if (offset + load.element_bytes > last.offset + last.size) return refuse("reads past the kernel's parameters");
  Step step;
  step.effect = ptx::Effect::lane;
  step.lane.operands[0] = to.ref;
  step.lane.operands[1] =
      constants_.parameter(static_cast<std::uint32_t>(offset), load.element_bytes, to.lane_bytes, sign_extend);
  step.lane.run = isa_.table.move_handler(to.lane_bytes);
  return step;
}

Step Decoder::memory_step(const ptx::Instruction& instruction, const MemoryDetail& detail) const {
  Step step;
  step.effect = instruction.form->effect;
  step.detail = append(current_.code->memory, detail);
  return step;
}

Result<Step> Decoder::atomic(const ptx::Instruction& instruction) {
  const bool has_result = instruction.form->effect == ptx::Effect::atomic;
  MemoryDetail detail;
  AtomicDetail what;
  TRY(const auto space, space_of_access(instruction.operands[has_result ? 1 : 0], space_of_instruction(instruction)));
  if (space == Space::local) return refuse("is atomic, which local memory does not need");
  detail.op = has_result ? AccessOp::atomic : AccessOp::reduction;
  detail.space = space;
  what.type = instruction.type();
  detail.element_bytes = static_cast<std::uint8_t>(ptx::type_bits(what.type) / 8);
  detail.elements = static_cast<std::uint8_t>(vector_length(instruction));
  const unsigned width = unsigned{detail.element_bytes} * detail.elements;
  if (width > 16) return refuse("updates {} bytes per lane; more than 16 are not supported", width);
  detail.width = static_cast<std::uint8_t>(width);
  what.has_result = has_result;
  detail.has_memory_order = instruction.has(".acquire") || instruction.has(".release") || instruction.has(".acq_rel");
  const auto* const op =
      std::ranges::find_if(kAtomicOps, [&](const auto& named) { return named.word == instruction.modifier(".op"); });
  if (op == std::end(kAtomicOps)) return refuse("is not supported");
  what.op = op->value;
  std::size_t next = 0;
  // Only ld, st and cvt allow registers wider than the type (PTX ISA, "Operand Size Exceeding Instruction-Type Size").
  const auto exact_operand = [&](const Operand& operand) -> Result<DataOperand> {
    auto data = data_operand(operand, detail.element_bytes, what.type);
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
        what.results[e].sink = true;
        continue;
      }
      if (!fits(result)) return refuse("has a result of the wrong length");
      TRY(what.results[e], exact_operand(element_of(result, e)));
    }
  }
  TRY(detail.address, address(instruction.operands[next++]));
  const Operand& source = instruction.operands[next++];
  if (!fits(source)) return refuse("has a source of the wrong length");
  for (std::size_t e = 0; e < detail.elements; ++e) {
    TRY(what.data[e], exact_operand(element_of(source, e)));
  }
  if (what.op == AtomicOp::cas) {
    TRY(what.replacement, operand(instruction.operands[next], detail.element_bytes, what.type));
  }
  detail.what = what;
  return memory_step(instruction, detail);
}

Result<Step> Decoder::matrix(const ptx::Instruction& instruction) {
  const bool store = instruction.form->effect == ptx::Effect::matrix_store;
  MemoryDetail detail;
  MatrixDetail what;
  detail.op = store ? AccessOp::stmatrix : AccessOp::ldmatrix;
  TRY(detail.space, space_of_access(instruction.operands[store ? 0 : 1], space_of_instruction(instruction)));
  detail.width = 16;
  detail.element_bytes = 4;
  const std::string_view number = instruction.modifier(".num");
  detail.elements = number == ".x4" ? 4 : number == ".x2" ? 2 : 1;
  what.transpose = instruction.has(".trans");
  const Operand& registers = instruction.operands[store ? 1 : 0];
  const std::size_t parts = registers.kind == Kind::vector ? registers.elements.size() : 1;
  if (parts != detail.elements) return refuse("has {} registers for {} matrices", parts, detail.elements);
  for (std::size_t e = 0; e < parts; ++e) {
    TRY(what.data[e], data_operand(element_of(registers, e), 4, ptx::Type::b32));
  }
  TRY(detail.address, address(instruction.operands[store ? 0 : 1]));
  detail.what = what;
  return memory_step(instruction, detail);
}

Result<Step> Decoder::async_copy(const ptx::Instruction& instruction) {
  MemoryDetail detail;
  AsyncCopyDetail copy;
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
  TRY(detail.address, address(instruction.operands[0]));
  TRY(copy.source, address(instruction.operands[1]));
  const bool has_policy = instruction.has(".L2::cache_hint");
  const std::size_t extra = instruction.operands.size() - 3 - (has_policy ? 1 : 0);
  if (extra != 0) {
    const Operand& last = instruction.operands[3];
    const bool is_predicate = last.kind == Kind::reg && register_bytes(last.index) == 0;
    TRY(auto ref, operand(last, is_predicate ? 0 : 4, ptx::Type::u32));
    copy.has_ignore_source = is_predicate;
    copy.has_source_size = !is_predicate;
    copy.ignore_source_negated = last.negated;
    (is_predicate ? copy.ignore_source : copy.source_size) = ref;
  }
  detail.what = copy;
  return memory_step(instruction, detail);
}

}  // namespace bankloom::simt
