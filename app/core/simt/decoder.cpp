#include "core/simt/decoder.h"

#include <algorithm>
#include <bit>

#include "core/base/language.h"
#include "core/simt/address_origin.h"
#include "core/simt/address_space.h"
#include "core/simt/atomic_form.h"
#include "core/simt/code_flow.h"
#include "core/simt/decoder_helpers.h"
#include "core/simt/matrix_detail.h"
#include "core/simt/stored_updates.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

/// Extern functions that the emulator provides.
Builtin builtin_of(const ptx::Function& function) {
  if (!function.body.empty()) return Builtin::none;
  if (function.name == "vprintf") return Builtin::vprintf;
  if (function.name == "__assertfail") return Builtin::assertfail;
  return Builtin::none;
}

/// A literal as the bits of a value of that type, `lane_bytes` wide.
std::uint64_t literal_bits(const Operand& operand, ptx::Type type, unsigned lane_bytes) {
  double value = 0;
  bool is_float = true;
  switch (operand.type) {
    case ptx::Type::f32:
      value = std::bit_cast<float>(static_cast<std::uint32_t>(operand.bits));
      break;
    case ptx::Type::f64:
      value = std::bit_cast<double>(operand.bits);
      break;
    default:
      is_float = false;
  }
  if (!is_float) return operand.bits;
  const bool wants_double = type == ptx::Type::f64 || (type != ptx::Type::f32 && lane_bytes == 8);
  if (wants_double) return operand.type == ptx::Type::f64 ? operand.bits : std::bit_cast<std::uint64_t>(value);
  return operand.type == ptx::Type::f32 ? operand.bits : std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

}  // namespace

Decoder::Decoder(std::shared_ptr<const ptx::Module> module, std::uint64_t shared_gap)
    : module_(std::move(module)),
      program_(std::make_shared<Program>()),
      layout_(*module_, *program_),
      constants_(*program_),
      isa_(lane_isa()),
      origins_(*module_) {
  program_->module = module_;
  program_->shared_gap = shared_gap;
}

Result<std::shared_ptr<const Program>> Decoder::decode(const std::string& entry) {
  const ptx::Function* function = module_->find(entry);
  if (function == nullptr || !function->is_entry) {
    std::string names;
    for (const ptx::Function& known : module_->functions) {
      if (known.is_entry) names += fmt::format("{}{}", names.empty() ? std::string_view() : list_sign(), known.name);
    }
    return names.empty()
               ? fail("the PTX has no entry '{}': it has none at all, a kernel must be declared __global__", entry)
               : fail("the PTX has no entry '{}': choose one of {}", entry, names);
  }
  program_->entry = function;
  program_->entry_index = static_cast<std::uint32_t>(function - module_->functions.data());
  program_->functions.resize(module_->functions.size());
  layout_.find_reachable();
  TRY(layout_.place_variables());
  for (const std::uint32_t index : layout_.reachable()) {
    TRY(decode_function(index));
  }
  program_->constants.resize(align_up(program_->constants.size(), kRegisterAlignment));
  return std::shared_ptr<const Program>(program_);
}

unsigned Decoder::register_bytes(std::uint32_t index) const {
  const ptx::Type type = current_.function->registers[index].type;
  return type == ptx::Type::pred ? 0 : std::max(1u, ptx::type_bits(type) / 8);
}

/// Whether an operand names a place in the local memory of a device function's frame.
bool Decoder::lies_in_frame(const Operand& operand) const {
  if (current_.function->is_entry) return false;
  const bool is_address = operand.kind == Kind::address;
  if (operand.kind == Kind::local_variable || (is_address && operand.base == Operand::Base::local_variable)) {
    return current_.function->locals[operand.index].space == Space::local;
  }
  if (operand.kind == Kind::param || (is_address && operand.base == Operand::Base::param)) {
    return current_.code->parameters[operand.index].in_local;
  }
  if (operand.kind == Kind::result || (is_address && operand.base == Operand::Base::result)) {
    return current_.code->results[operand.index].in_local;
  }
  return false;
}

/// A register that holds the address `offset` bytes into the frame's local memory.
OperandRef Decoder::frame_address(std::uint64_t offset, unsigned lane_bytes) {
  const auto key = std::make_pair(offset, lane_bytes);
  if (const auto known = current_.frame_addresses.find(key); known != current_.frame_addresses.end()) {
    return known->second;
  }
  Code& code = *current_.code;
  const OperandRef ref{code.register_bytes, kRegisterFile};
  code.register_bytes += static_cast<std::uint32_t>(align_up(lane_bytes * kWarpSize, kRegisterAlignment));
  code.frame_addresses.push_back({ref.offset, lane_bytes, offset});
  current_.frame_addresses[key] = ref;
  return ref;
}

/// Address, within its space, of an operand that names a variable, parameter or function.
std::uint64_t Decoder::symbol_address(const Operand& operand) const {
  const auto offset = static_cast<std::uint64_t>(operand.offset);
  const auto of_base = [&](Operand::Base base) -> std::uint64_t {
    switch (base) {
      case Operand::Base::variable:
        return program_->variables[operand.index].address;
      case Operand::Base::local_variable:
        return current_.locals[operand.index];
      case Operand::Base::param:
        return current_.function->is_entry ? kLaunchParameterBase + current_.function->params[operand.index].offset
                                           : current_.code->parameters[operand.index].offset;
      case Operand::Base::result:
        return current_.code->results[operand.index].offset;
      default:
        return 0;
    }
  };
  switch (operand.kind) {
    case Kind::variable:
      return of_base(Operand::Base::variable) + offset;
    case Kind::local_variable:
      return of_base(Operand::Base::local_variable) + offset;
    case Kind::param:
      return of_base(Operand::Base::param) + offset;
    case Kind::result:
      return of_base(Operand::Base::result) + offset;
    case Kind::function:
      return kFunctionBase + 16 * std::uint64_t{operand.index};
    case Kind::address:
      return of_base(operand.base) + offset;
    default:
      return offset;
  }
}

Result<OperandRef> Decoder::operand(const Operand& operand, unsigned lane_bytes, ptx::Type literal) {
  if (lies_in_frame(operand)) {
    if (lane_bytes != 4 && lane_bytes != 8) return refuse("keeps an address in a register of the wrong width");
    return frame_address(symbol_address(operand), lane_bytes);
  }
  switch (operand.kind) {
    case Kind::sink:
      return current_.scratch;
    case Kind::reg:
      if (register_bytes(operand.index) != lane_bytes) {
        return refuse("has an operand '{}' of the wrong width", current_.function->registers[operand.index].name);
      }
      return current_.registers[operand.index];
    case Kind::immediate:
      return constants_.constant(literal_bits(operand, literal, lane_bytes), 0, lane_bytes);
    case Kind::special:
      if (is_clock(operand.special)) return refuse("reads a clock; only mov can do that here");
      if (operand.special == ptx::Special::reserved_smem_offset_0 ||
          operand.special == ptx::Special::reserved_smem_offset_1) {
        return refuse(
            "reads where reserved shared memory is, which is not emulated; cooperative groups keep there what a "
            "tile of more than 32 threads needs (tiled_partition<64>)");
      }
      return constants_.special(operand.special, lane_bytes);
    case Kind::variable:
    case Kind::local_variable:
    case Kind::param:
    case Kind::result:
    case Kind::function:
      if (lane_bytes != 4 && lane_bytes != 8) return refuse("keeps an address in a register of the wrong width");
      if ((operand.kind == Kind::variable && module_->variables[operand.index].space == Space::shared) ||
          (operand.kind == Kind::local_variable && current_.function->locals[operand.index].space == Space::shared))
        return constants_.shared_address(symbol_address(operand), lane_bytes);
      return constants_.constant(symbol_address(operand), 0, lane_bytes);
    default:
      return refuse("has an operand that is not supported there");
  }
}

Result<void> Decoder::decode_function(std::uint32_t index) {
  current_ = {};
  const ptx::Function& function = module_->functions[index];
  Code& code = program_->functions[index];
  code.function = &function;
  current_.function = &function;
  current_.code = &code;
  code.builtin = builtin_of(function);
  if (code.builtin != Builtin::none) return {};
  if (function.body.empty() && function.is_extern) {
    return fail(
        "PTX line {}: function '{}' is called but has no body here: "
        "only printf and assert are provided",
        function.ptx_line, function.name);
  }
  lay_out_registers();
  lay_out_parameters();
  current_.compared = compared_registers(function);
  code.steps.reserve(function.body.size() + 1);
  for (const ptx::Instruction& instruction : function.body) {
    current_.instruction = &instruction;
    TRY(auto step, decode_instruction(instruction));
    step.ptx_line = instruction.ptx_line;
    step.source_line = instruction.source_line;
    if (instruction.guard.present) {
      step.guarded = true;
      step.guard_negated = instruction.guard.negated;
      step.guard = current_.registers[instruction.guard.reg];
    }
    code.steps.push_back(step);
  }
  Step end;
  end.effect = ptx::Effect::ret;
  if (!function.body.empty()) {
    end.ptx_line = function.body.back().ptx_line;
    end.source_line = function.body.back().source_line;
  }
  code.steps.push_back(end);
  bound_shared_accesses();
  const Successors successors = successors_of(code);
  mark_reconvergence_points(code, successors);
  mark_atomic_forms(code, successors);
  // The frame of a called function is new each time; every block uses the entry's registers again.
  if (!function.is_entry) return {};
  for (const std::uint32_t r : unassigned_registers(function, successors)) {
    const unsigned bytes = register_bytes(r);
    code.zeroed.emplace_back(current_.registers[r].offset, bytes == 0 ? sizeof(LaneMask) : bytes * kWarpSize);
  }
  return {};
}

/// Sets the array bounds of accesses to shared memory, and those of the arguments of calls. If there is only one array,
/// its ends are those of the block's memory.
void Decoder::bound_shared_accesses() {
  if (program_->shared_arrays.size() < 2) return;
  Code& code = *current_.code;
  const FunctionOrigins& origins =
      origins_.of(static_cast<std::uint32_t>(current_.function - module_->functions.data()));
  code.inputs = origins.inputs;
  for (std::uint32_t s = 0; s < origins.accesses.size(); ++s) {
    const Step& step = code.steps[s];
    const ptx::Memory memory = ptx::traits_of(step.effect).memory;
    if (memory == ptx::Memory::none || memory == ptx::Memory::orders) continue;
    const bool is_fragment = step.effect == ptx::Effect::fragment_load || step.effect == ptx::Effect::fragment_store;
    (is_fragment ? code.fragments[step.detail]->memory : code.memory[step.detail]).bounds =
        layout_.bounds(origins.accesses[s]);
  }
  for (const auto& [s, arguments] : origins.arguments) {
    CallDetail& call = code.calls[code.steps[s].detail];
    for (const auto& [part, origin] : arguments) call.addresses[part] = layout_.bounds(origin);
  }
}

Result<std::shared_ptr<const Program>> decode(std::shared_ptr<const ptx::Module> module, const std::string& entry) {
  return Decoder(std::move(module)).decode(entry);
}

Result<std::shared_ptr<const Program>> decode_placed(std::shared_ptr<const ptx::Module> module,
                                                     const std::string& entry,
                                                     const std::vector<std::uint64_t>& places) {
  Decoder decoder(std::move(module));
  decoder.place_outside(places);
  return decoder.decode(entry);
}

Result<std::shared_ptr<const Program>> decode_with_gaps(std::shared_ptr<const ptx::Module> module,
                                                        const std::string& entry, std::uint64_t gap) {
  return Decoder(std::move(module), gap).decode(entry);
}

const ptx::Module& module_of(const Program& program) { return *program.module; }
const ptx::Function& entry_of(const Program& program) { return *program.entry; }
std::uint64_t static_shared_bytes(const Program& program) { return program.static_shared; }
const std::vector<SharedArray>& shared_arrays(const Program& program) { return program.shared_arrays; }

}  // namespace bankloom::simt
