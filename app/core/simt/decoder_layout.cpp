// Places of registers and parameters.

#include <algorithm>

#include "core/simt/address_space.h"
#include "core/simt/decoder.h"
#include "core/simt/decoder_helpers.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

/// Which parameters and results of a device function have their address taken (by mov or cvta).
std::pair<std::vector<bool>, std::vector<bool>> addressed_parameters(const ptx::Function& function) {
  std::pair<std::vector<bool>, std::vector<bool>> found{std::vector<bool>(function.params.size()),
                                                        std::vector<bool>(function.returns.size())};
  for (const ptx::Instruction& instruction : function.body) {
    if (instruction.form->effect == ptx::Effect::call) continue;
    each_operand(instruction.operands, [&](const Operand& operand) {
      if (operand.kind == Kind::param) found.first[operand.index] = true;
      if (operand.kind == Kind::result) found.second[operand.index] = true;
    });
  }
  return found;
}

}  // namespace

void Decoder::lay_out_registers() {
  std::uint32_t offset = 0;
  const std::size_t count = current_.function->registers.size();
  current_.registers.resize(count);
  for (std::uint32_t r = 0; r < count; ++r) {
    const unsigned bytes = register_bytes(r);
    if (bytes != 0) {
      offset = static_cast<std::uint32_t>(align_up(offset, kRegisterAlignment));
      current_.registers[r] = {offset, kRegisterFile};
      offset += bytes * kWarpSize;
    }
  }
  for (std::uint32_t r = 0; r < count; ++r) {
    if (register_bytes(r) != 0) continue;
    current_.registers[r] = {offset, kRegisterFile};
    offset += sizeof(LaneMask);
  }
  offset = static_cast<std::uint32_t>(align_up(offset, kRegisterAlignment));
  current_.scratch = {offset, kRegisterFile};
  offset += 16 * kWarpSize;
  current_.code->register_bytes = static_cast<std::uint32_t>(align_up(offset, kRegisterAlignment));
}

void Decoder::lay_out_parameters() {
  const ptx::Function& function = *current_.function;
  Code& code = *current_.code;
  std::uint64_t offset = 0, local = function.is_entry ? layout_.module_local_bytes() : 0;
  const auto place = [&](const std::vector<ptx::Parameter>& parameters, const std::vector<std::uint32_t>& registers,
                         const std::vector<bool>& addressed, std::vector<Code::ParameterPlace>& places) {
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      Code::ParameterPlace found;
      found.bytes = static_cast<std::uint32_t>(parameters[i].size);
      if (i < registers.size()) {
        found.in_register = true;
        found.ref = current_.registers[registers[i]];
        found.lane_bytes = static_cast<std::uint8_t>(register_bytes(registers[i]));
        found.bytes = found.lane_bytes;
      } else if (addressed[i]) {
        found.in_local = true;
        local = align_up(local, std::max<std::uint64_t>(parameters[i].align, 16));
        found.offset = static_cast<std::uint32_t>(local);
        local += parameters[i].size;
      } else {
        offset = align_up(offset, std::max<std::uint64_t>(parameters[i].align, 8));
        found.offset = static_cast<std::uint32_t>(offset);
        offset += parameters[i].size;
      }
      places.push_back(found);
    }
  };
  if (!function.is_entry) {
    const auto [params, returns] = addressed_parameters(function);
    place(function.params, function.param_registers, params, code.parameters);
    place(function.returns, function.return_registers, returns, code.results);
  }
  current_.locals.assign(function.locals.size(), 0);
  const auto index = static_cast<std::uint32_t>(&function - module_->functions.data());
  for (std::uint32_t l = 0; l < function.locals.size(); ++l) {
    const ptx::Variable& variable = function.locals[l];
    switch (variable.space) {
      case Space::param:
        offset = align_up(offset, std::max<std::uint64_t>(variable.align, 8));
        current_.locals[l] = offset;
        offset += variable.size;
        break;
      case Space::local:
        local = align_up(local, std::max<std::uint64_t>(variable.align, 16));
        current_.locals[l] = local;
        local += variable.size;
        break;
      default:
        current_.locals[l] = layout_.shared_local(index, l);
    }
  }
  // What is larger is refused before it is used (launch.cpp, warp_control.cpp).
  constexpr std::uint64_t kMost = std::uint64_t{1} << 31U;
  code.parameter_bytes = static_cast<std::uint32_t>(std::min(align_up(offset, 16), kMost));
  code.local_bytes = static_cast<std::uint32_t>(std::min(local, kMost));
}

}  // namespace bankloom::simt
