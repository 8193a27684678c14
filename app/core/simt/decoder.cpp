#include "core/simt/decoder.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/simt/address_origin.h"
#include "core/simt/address_space.h"
#include "core/simt/decoder_helpers.h"
#include "core/simt/matrix_detail.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

/// Extern functions that the emulator itself provides.
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
    : module_(std::move(module)), program_(std::make_shared<Program>()), isa_(lane_isa()), origins_(*module_) {
  program_->module = module_;
  program_->shared_gap = shared_gap;
}

Result<std::shared_ptr<const Program>> Decoder::decode(const std::string& entry) {
  const ptx::Function* function = module_->find(entry);
  if (function == nullptr || !function->is_entry) {
    std::string names;
    for (const ptx::Function& known : module_->functions) {
      if (known.is_entry) names += (names.empty() ? "" : ", ") + known.name;
    }
    return fail("the PTX has no entry '{}': {}", entry,
                names.empty() ? std::string("it has none at all, a kernel must be declared __global__")
                              : "choose one of " + names);
  }
  program_->entry = function;
  program_->entry_index = static_cast<std::uint32_t>(function - module_->functions.data());
  program_->functions.resize(module_->functions.size());
  TRY(find_reachable());
  TRY(place_variables());
  for (const std::uint32_t index : reachable_) {
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

OperandRef Decoder::constant(std::uint64_t low, std::uint64_t high, unsigned lane_bytes) {
  if (lane_bytes < 8 && lane_bytes != 0) low &= (std::uint64_t{1} << (8 * lane_bytes)) - 1;
  const auto key = std::make_tuple(low, high, lane_bytes);
  if (const auto known = constants_.find(key); known != constants_.end()) return known->second;
  std::vector<std::byte>& file = program_->constants;
  const auto offset = static_cast<std::uint32_t>(align_up(file.size(), kRegisterAlignment));
  file.resize(offset + std::max<std::size_t>(std::size_t{lane_bytes} * kWarpSize, sizeof(LaneMask)));
  const std::uint64_t value[2] = {low, high};
  if (lane_bytes == 0) {
    const LaneMask mask = low != 0 ? kAllLanes : 0;
    std::memcpy(file.data() + offset, &mask, sizeof mask);
  }
  for (std::size_t lane = 0; lane < kWarpSize && lane_bytes != 0; ++lane) {
    std::memcpy(file.data() + offset + lane * lane_bytes, value, lane_bytes);
  }
  const OperandRef ref{offset, kConstantFile};
  constants_[key] = ref;
  return ref;
}

OperandRef Decoder::special(ptx::Special special, unsigned lane_bytes) {
  const auto key = std::make_pair(special, lane_bytes);
  if (const auto known = specials_.find(key); known != specials_.end()) return known->second;
  using enum ptx::Special;
  std::uint32_t file = kConstantFile;
  switch (special) {
    case tid_x:
    case tid_y:
    case tid_z:
    case laneid:
    case warpid:
    case lanemask_eq:
    case lanemask_le:
    case lanemask_lt:
    case lanemask_ge:
    case lanemask_gt:
      file = kWarpFile;
      break;
    case ctaid_x:
    case ctaid_y:
    case ctaid_z:
    case clusterid_x:
    case clusterid_y:
    case clusterid_z:
      file = kBlockFile;
      break;
    default:
      break;
  }
  Program::LaunchConstant wanted;
  wanted.what = Program::LaunchConstant::What::special;
  wanted.special = special;
  wanted.file = file;
  wanted.lane_bytes = static_cast<std::uint8_t>(lane_bytes);
  const std::uint32_t bytes = std::max(64u, lane_bytes * kWarpSize);
  if (file == kConstantFile) {
    wanted.offset = static_cast<std::uint32_t>(align_up(program_->constants.size(), kRegisterAlignment));
    program_->constants.resize(wanted.offset + bytes);
  } else {
    std::uint32_t& size = file == kWarpFile ? program_->warp_file_bytes : program_->block_file_bytes;
    wanted.offset = size;
    size += static_cast<std::uint32_t>(align_up(bytes, kRegisterAlignment));
  }
  program_->launch_constants.push_back(wanted);
  const OperandRef ref{wanted.offset, file};
  specials_[key] = ref;
  return ref;
}

OperandRef Decoder::parameter(std::uint32_t offset, unsigned bytes, unsigned lane_bytes, bool sign_extend) {
  const auto key = std::make_tuple(offset, bytes, lane_bytes, sign_extend);
  if (const auto known = parameters_.find(key); known != parameters_.end()) return known->second;
  Program::LaunchConstant wanted;
  wanted.what = Program::LaunchConstant::What::parameter;
  wanted.lane_bytes = static_cast<std::uint8_t>(lane_bytes);
  wanted.parameter_offset = offset;
  wanted.parameter_bytes = static_cast<std::uint8_t>(bytes);
  wanted.sign_extend = sign_extend;
  return parameters_[key] = launch_constant(wanted);
}

/// Whether an operand stands for the address of a shared variable.
bool Decoder::names_shared(const Operand& operand) const {
  if (operand.kind == Kind::variable) return module_->variables[operand.index].space == Space::shared;
  return operand.kind == Kind::local_variable && current_.function->locals[operand.index].space == Space::shared;
}

/// The address that the kernel sees of a place in the block's own shared memory.
OperandRef Decoder::shared_address(std::uint64_t offset, unsigned lane_bytes) {
  const auto key = std::make_pair(offset, lane_bytes);
  if (const auto known = shared_constants_.find(key); known != shared_constants_.end()) return known->second;
  Program::LaunchConstant wanted;
  wanted.what = Program::LaunchConstant::What::shared_address;
  wanted.lane_bytes = static_cast<std::uint8_t>(lane_bytes);
  wanted.shared_offset = offset;
  return shared_constants_[key] = launch_constant(wanted);
}

/// Room for a constant that is the same in all blocks.
OperandRef Decoder::launch_constant(Program::LaunchConstant wanted) {
  wanted.offset = static_cast<std::uint32_t>(align_up(program_->constants.size(), kRegisterAlignment));
  program_->constants.resize(wanted.offset + std::max(64u, wanted.lane_bytes * kWarpSize));
  program_->launch_constants.push_back(wanted);
  return {wanted.offset, kConstantFile};
}

/// Address within its space that an operand naming a variable, parameter or function stands for.
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
      return constant(literal_bits(operand, literal, lane_bytes), 0, lane_bytes);
    case Kind::special:
      switch (operand.special) {
        case ptx::Special::clock:
        case ptx::Special::clock_hi:
        case ptx::Special::clock64:
        case ptx::Special::globaltimer:
        case ptx::Special::globaltimer_lo:
        case ptx::Special::globaltimer_hi:
          return refuse("reads a clock; only mov can do that here");
        default:
          return special(operand.special, lane_bytes);
      }
    case Kind::variable:
    case Kind::local_variable:
    case Kind::param:
    case Kind::result:
    case Kind::function:
      if (lane_bytes != 4 && lane_bytes != 8) return refuse("keeps an address in a register of the wrong width");
      if (names_shared(operand)) return shared_address(symbol_address(operand), lane_bytes);
      return constant(symbol_address(operand), 0, lane_bytes);
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
  find_compared_registers();
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
  const Successors successors = this->successors();
  finish_control_flow(successors);
  if (function.is_entry) find_zeroed_registers(successors);
  return {};
}

/// Tells accesses to shared memory the array that they belong to, and calls those of their arguments. Where there is
/// one array only, its ends are those of the block's memory.
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
    (is_fragment ? code.fragments[step.detail]->memory : code.memory[step.detail]).bounds = bounds(origins.accesses[s]);
  }
  for (const auto& [s, arguments] : origins.arguments) {
    CallDetail& call = code.calls[code.steps[s].detail];
    for (const auto& [part, origin] : arguments) call.addresses[part] = bounds(origin);
  }
}

SharedBounds Decoder::bounds(const AddressOrigin& origin) const {
  SharedBounds bounds;
  bounds.is_unknown = origin.mixed;
  bounds.inputs = origin.inputs;
  bounds.repeated = origin.repeated;
  if (origin.array == nullptr) return bounds;
  bounds.is_array = true;
  bounds.lowest = shared_addresses_.at(origin.array);
  const bool is_dynamic = origin.array->is_extern && origin.array->size == 0;
  bounds.highest = is_dynamic ? kNoLimit : bounds.lowest + origin.array->size;
  return bounds;
}

/// By step: where lanes may go on.
Successors Decoder::successors() const {
  const Code& code = *current_.code;
  const auto count = static_cast<std::uint32_t>(code.steps.size());
  Successors successors(count);
  for (std::uint32_t s = 0; s < count; ++s) {
    const Step& step = code.steps[s];
    std::vector<std::uint32_t>& next = successors[s];
    const ptx::Flow flow = ptx::traits_of(step.effect).flow;
    if (flow == ptx::Flow::parts) next = code.branches[step.detail].targets;
    if (flow == ptx::Flow::ends) next = {kExitNode};
    if (next.empty() || step.guarded) next.push_back(s + 1 < count ? s + 1 : kExitNode);
    std::sort(next.begin(), next.end());
    next.erase(std::unique(next.begin(), next.end()), next.end());
  }
  return successors;
}

/// Reconvergence points, and runs of lane steps between them.
void Decoder::finish_control_flow(const Successors& successors) {
  Code& code = *current_.code;
  const auto count = static_cast<std::uint32_t>(code.steps.size());
  const auto has_flow = [&](std::uint32_t s, ptx::Flow flow) {
    return ptx::traits_of(code.steps[s].effect).flow == flow;
  };
  // Steps at which a lane does nothing more than end: returns, and jumps to them (backward jumps are loops).
  std::vector<bool> ends(count, false), barriers(count, false), stop(count, false);
  for (std::uint32_t s = count; s-- > 0;) {
    const Step& step = code.steps[s];
    barriers[s] = has_flow(s, ptx::Flow::meets);
    if (step.guarded) continue;
    ends[s] =
        has_flow(s, ptx::Flow::ends) || (step.effect == ptx::Effect::branch && code.branches[step.detail].target > s &&
                                         ends[code.branches[step.detail].target]);
  }
  const std::vector<std::uint32_t> meets = meeting_points(successors, ends, barriers);
  for (std::uint32_t s = 0; s < count; ++s) {
    if (!has_flow(s, ptx::Flow::parts)) continue;
    BranchDetail& detail = code.branches[code.steps[s].detail];
    detail.reconverge = meets[s] == kExitNode ? kNoStep : meets[s];
    if (detail.reconverge != kNoStep) stop[detail.reconverge] = true;
  }
  for (std::uint32_t s = count; s-- > 0;) {
    Step& step = code.steps[s];
    if (step.effect != ptx::Effect::lane) continue;
    step.straight = 1 + (s + 1 < count && !stop[s + 1] ? code.steps[s + 1].straight : 0);
  }
}

/// Registers that need a zero: the frame of a called function is new each time, the entry's registers are used again by
/// every block.
void Decoder::find_zeroed_registers(const Successors& successors) {
  Code& code = *current_.code;
  const std::vector<ptx::Register>& registers = current_.function->registers;
  const auto zero = [&](std::uint32_t r) {
    const unsigned bytes = register_bytes(r);
    code.zeroed.emplace_back(current_.registers[r].offset, bytes == 0 ? sizeof(LaneMask) : bytes * kWarpSize);
  };
  // The analysis keeps a bit for each register at each instruction; for huge functions zeroing all is cheaper.
  constexpr std::uint64_t kAnalysisBits = 200'000'000;
  if (std::uint64_t{code.steps.size()} * registers.size() > kAnalysisBits) {
    for (std::uint32_t r = 0; r < registers.size(); ++r) zero(r);
    return;
  }
  std::vector<RegisterUse> uses(code.steps.size());
  for (std::size_t s = 0; s < current_.function->body.size(); ++s) {
    const ptx::Instruction& instruction = current_.function->body[s];
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
  for (const std::uint32_t r : maybe_unassigned(successors, uses, static_cast<std::uint32_t>(registers.size()))) {
    zero(r);
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
