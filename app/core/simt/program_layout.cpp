#include "core/simt/program_layout.h"

#include <algorithm>

#include "core/simt/decoder_helpers.h"

namespace bankloom::simt {
namespace {

using ptx::Operand;
using Kind = ptx::Operand::Kind;

bool is_dynamic(const ptx::Variable& variable) {
  return variable.space == Space::shared && variable.is_extern && variable.size == 0;
}

}  // namespace

/// Finds the functions that the entry may call, and the variables they name.
void ProgramLayout::find_reachable() {
  variable_used_.assign(module_.variables.size(), false);
  std::vector<bool> seen(module_.functions.size(), false);
  const auto reach = [&](std::uint32_t index) {
    if (seen[index]) return;
    seen[index] = true;
    reachable_.push_back(index);
  };
  reach(program_.entry_index);
  for (std::size_t next = 0; next < reachable_.size(); ++next) {  // NOLINT(modernize-loop-convert): it grows
    const ptx::Function& function = module_.functions[reachable_[next]];
    bool indirect = false;
    for (const ptx::Instruction& instruction : function.body) {
      const ptx::Effect effect = instruction.form->effect;
      if (effect == ptx::Effect::call && instruction.operands[1].kind != Kind::function) indirect = true;
      each_operand(instruction.operands, [&](const Operand& operand) {
        if (operand.kind == Kind::function) reach(operand.index);
        const bool names_variable = operand.kind == Kind::variable ||
                                    (operand.kind == Kind::address && operand.base == Operand::Base::variable);
        if (names_variable) variable_used_[operand.index] = true;
      });
      find_ordering(instruction);
    }
    if (indirect) {
      for (std::uint32_t i = 0; i < module_.functions.size(); ++i) {
        if (!module_.functions[i].is_entry && !module_.functions[i].body.empty()) reach(i);
      }
    }
  }
  // The targets of initialised variables are used as well.
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t v = 0; v < module_.variables.size(); ++v) {
      if (!variable_used_[v]) continue;
      for (const ptx::Variable::Relocation& relocation : module_.variables[v].relocations) {
        if (relocation.is_function || variable_used_[relocation.variable]) continue;
        variable_used_[relocation.variable] = changed = true;
      }
    }
  }
}

/// Notices an instruction that makes a block's behaviour depend on what other blocks did before.
void ProgramLayout::find_ordering(const ptx::Instruction& instruction) {
  const bool is_shared = instruction.has(".shared") || instruction.has(".shared::cta") ||
                         instruction.form->effect == ptx::Effect::mbarrier;
  const bool is_strong = instruction.has(".volatile") || instruction.has(".relaxed") || instruction.has(".acquire") ||
                         instruction.has(".release");
  switch (ptx::traits_of(instruction.form->effect).memory) {
    case ptx::Memory::none:
      return;
    case ptx::Memory::reads:
      if (is_strong && !is_shared) program_.reads_flags = program_.orders_blocks = true;
      return;
    case ptx::Memory::writes:
      if (is_strong && !is_shared) program_.orders_blocks = true;
      return;
    case ptx::Memory::updates:
      if (!is_shared) program_.orders_blocks = true;
      return;
    case ptx::Memory::orders:
      program_.has_fences = true;
      if (!instruction.has(".cta")) program_.orders_blocks = true;
  }
}

/// Gives every variable an address. Shared arrays are in the order of their declaration, those declared in functions
/// first, as on an H200 (which reserves 1,024 bytes in front of them).
Result<void> ProgramLayout::place_variables() {
  program_.variables.resize(module_.variables.size());
  program_.variables_outside = !places_.empty();
  for (const std::uint32_t f : reachable_) {
    const ptx::Function& function = module_.functions[f];
    for (std::uint32_t l = 0; l < function.locals.size(); ++l) {
      const ptx::Variable& local = function.locals[l];
      if (local.space == Space::shared && !is_dynamic(local)) shared_locals_[{f, l}] = place_shared(local);
    }
  }
  for (std::size_t v = 0; v < module_.variables.size(); ++v) {
    if (!variable_used_[v]) continue;
    TRY(place_variable(v));
  }
  program_.static_shared = shared_end_;
  list_shared_arrays();
  return {};
}

std::uint64_t ProgramLayout::place_shared(const ptx::Variable& variable) {
  const std::uint64_t address = align_up(shared_end_, variable.align);
  plain_end_ = align_up(plain_end_, variable.align);
  plain_addresses_[&variable] = plain_end_;
  plain_end_ += variable.size;
  shared_end_ = address + variable.size + program_.shared_gap;
  return address;
}

/// Gives a variable of the module an address, except for dynamic shared memory, which follows all others.
Result<void> ProgramLayout::place_variable(std::size_t index) {
  const ptx::Variable& variable = module_.variables[index];
  PlacedVariable& placed = program_.variables[index];
  if (variable.is_extern && variable.space != Space::shared) {
    return fail("PTX variable '{}' is declared extern, but nothing here defines it", variable.name);
  }
  if (is_dynamic(variable)) {
    program_.dynamic_shared_align = std::max<std::uint64_t>(program_.dynamic_shared_align, variable.align);
    return {};
  }
  if (variable.space != Space::shared && index < places_.size() && places_[index] != 0) {
    placed.address = places_[index];
    return {};
  }
  const auto place = [&](std::uint64_t& end, std::uint64_t align, std::uint64_t gap) {
    placed.address = align_up(end, std::max(variable.align, align));
    end = placed.address + variable.size + gap;
  };
  switch (variable.space) {
    case Space::shared:
      placed.address = place_shared(variable);
      break;
    case Space::constant:
      place(constant_end_, 256, 4096);
      break;
    case Space::global:
      place(global_end_, 256, 4096);
      break;
    case Space::local:
      place(module_local_bytes_, 16, 0);
      break;
    default:
      return fail("PTX variable '{}' in the {} space at module scope is not supported", variable.name,
                  space_name(variable.space));
  }
  return {};
}

/// Those of the module, then those of its functions; dynamic shared memory follows the others.
void ProgramLayout::list_shared_arrays() {
  const std::uint64_t dynamic = program_.dynamic_shared_offset();
  const std::uint64_t plain_dynamic = align_up(plain_end_, program_.dynamic_shared_align);
  const auto add = [&](const ptx::Variable& variable, std::uint64_t& address) {
    if (is_dynamic(variable)) address = dynamic;
    shared_addresses_[&variable] = address;
    program_.plain_addresses.push_back(is_dynamic(variable) ? plain_dynamic : plain_addresses_[&variable]);
    program_.shared_arrays.push_back(
        {variable.name, address, variable.size, is_dynamic(variable), variable.type, variable.extents});
  };
  for (std::size_t v = 0; v < module_.variables.size(); ++v) {
    const ptx::Variable& variable = module_.variables[v];
    if (variable_used_[v] && variable.space == Space::shared) add(variable, program_.variables[v].address);
  }
  for (const std::uint32_t f : reachable_) {
    const ptx::Function& function = module_.functions[f];
    for (std::uint32_t l = 0; l < function.locals.size(); ++l) {
      if (function.locals[l].space == Space::shared) add(function.locals[l], shared_locals_[{f, l}]);
    }
  }
}

/// The ends of the array that an address belongs to.
SharedBounds ProgramLayout::bounds(const AddressOrigin& origin) const {
  SharedBounds bounds{.inputs = origin.inputs, .repeated = origin.repeated, .is_unknown = origin.mixed};
  if (origin.array == nullptr) return bounds;
  bounds.is_array = true;
  bounds.lowest = shared_addresses_.at(origin.array);
  const bool is_dynamic = origin.array->is_extern && origin.array->size == 0;
  bounds.highest = is_dynamic ? kNoLimit : bounds.lowest + origin.array->size;
  return bounds;
}

}  // namespace bankloom::simt
