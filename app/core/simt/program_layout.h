// ProgramLayout: which functions and variables an entry needs, and the places of the variables.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/simt/address_space.h"
#include "core/simt/program.h"

namespace bankloom::simt {

class ProgramLayout {
 public:
  ProgramLayout(const ptx::Module& module, Program& program) : module_(module), program_(program) {}
  /// Puts the module's .global and .const variables at these addresses, by index; see decode_placed().
  void place_outside(std::vector<std::uint64_t> places) { places_ = std::move(places); }

  void find_reachable();
  [[nodiscard]] Result<void> place_variables();

  /// The functions that the entry may call, and the entry.
  [[nodiscard]] const std::vector<std::uint32_t>& reachable() const { return reachable_; }
  /// .local variables of the module, at the start of local memory.
  [[nodiscard]] std::uint64_t module_local_bytes() const { return module_local_bytes_; }
  [[nodiscard]] std::uint64_t shared_local(std::uint32_t function, std::uint32_t local) const {
    const auto known = shared_locals_.find({function, local});
    return known == shared_locals_.end() ? 0 : known->second;
  }
  [[nodiscard]] SharedBounds bounds(const AddressOrigin& origin) const;

 private:
  void find_ordering(const ptx::Instruction& instruction);
  [[nodiscard]] std::uint64_t place_shared(const ptx::Variable& variable);
  [[nodiscard]] Result<void> place_variable(std::size_t index);
  void list_shared_arrays();

  const ptx::Module& module_;
  Program& program_;
  std::vector<std::uint64_t> places_;
  std::vector<std::uint32_t> reachable_;
  std::vector<bool> variable_used_;
  std::uint64_t shared_end_ = 0, plain_end_ = 0;  ///< of the shared arrays placed so far, with and without gaps
  std::uint64_t global_end_ = kModuleBase, constant_end_ = kConstantBase;
  std::uint64_t module_local_bytes_ = 0;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> shared_locals_;  ///< (function, local) -> address
  std::map<const ptx::Variable*, std::uint64_t> shared_addresses_, plain_addresses_;
};

}  // namespace bankloom::simt
