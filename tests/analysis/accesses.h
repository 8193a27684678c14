// Accesses and machines for the tests of the analysis.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/analysis/request_cost.h"
#include "core/machine/machine_model.h"

namespace bankloom::test {

inline const std::vector<MachineModel>& machines() {
  static const std::vector<MachineModel> all = [] {
    auto loaded = load_machines(std::string(BANKLOOM_SOURCE_DIR) + "/assets/machines");
    if (!loaded) throw std::runtime_error(loaded.error().message);
    return std::move(*loaded);
  }();
  return all;
}

inline MachineModel machine(const std::string& name) {
  auto found = find_machine(machines(), name);
  if (!found) throw std::runtime_error(found.error().message);
  return std::move(*found);
}

/// An access whose lane l is at address(l).
template <class Address>
MemoryAccess access_at(Space space, AccessOp op, unsigned width, LaneMask active, Address address) {
  MemoryAccess access;
  access.space = space;
  access.op = op;
  access.width = static_cast<std::uint8_t>(width);
  access.active = active;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) access.addresses[lane] = static_cast<std::uint64_t>(address(lane));
  return access;
}

template <class Address>
MemoryAccess load_at(unsigned width, Address address, LaneMask active = kAllLanes) {
  return access_at(Space::shared, AccessOp::load, width, active, address);
}
template <class Address>
MemoryAccess store_at(unsigned width, Address address, LaneMask active = kAllLanes) {
  return access_at(Space::shared, AccessOp::store, width, active, address);
}
template <class Address>
MemoryAccess rows_at(unsigned matrices, Address address, LaneMask active = kAllLanes) {
  MemoryAccess access = access_at(Space::shared, AccessOp::ldmatrix, 16, active, address);
  access.matrices = static_cast<std::uint8_t>(matrices);
  return access;
}

inline unsigned wavefronts(const std::string& name, const MemoryAccess& access) {
  return count_request(machine(name), access).wavefronts;
}

}  // namespace bankloom::test
