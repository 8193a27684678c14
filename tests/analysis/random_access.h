// Random accesses, and the machines that they are tried on.
#pragma once

#include <random>
#include <vector>

#include "accesses.h"

namespace bankloom::test {

inline std::vector<MachineModel> tried_machines() {
  std::vector<MachineModel> all = machines();
  for (const char* const name : {"didactic:1", "didactic:7", "didactic:33", "didactic:64"}) {
    all.push_back(machine(name));
  }
  return all;
}

inline MemoryAccess random_access(std::mt19937_64& random) {
  MemoryAccess access;
  access.space = random() % 4 == 0 ? Space::global : Space::shared;
  access.op = static_cast<AccessOp>(random() % (access.space == Space::global ? 4 : kAccessOps));
  const bool matrix = access.op == AccessOp::ldmatrix || access.op == AccessOp::stmatrix;
  access.width = static_cast<std::uint8_t>(matrix ? 16U : 1U << random() % 5);
  access.matrices = static_cast<std::uint8_t>(matrix ? 1U << random() % 3 : 0U);
  const LaneMask masks[] = {kAllLanes, static_cast<LaneMask>(random()), 0x0000ffff, 0x0ff0, 0x55555555, 0x20};
  access.active = masks[random() % std::size(masks)];
  access.warp = static_cast<std::uint32_t>(random() % 32);
  const auto pattern = static_cast<unsigned>(random() % 6);
  const std::uint64_t base = random() % 4096 * 16;
  const std::uint64_t stride = random() % 70;
  const std::uint64_t spread = std::uint64_t{1} << random() % 12;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    std::uint64_t element = 0;
    switch (pattern) {
      case 0:
        element = lane * stride;
        break;
      case 1:
        element = random() % spread;
        break;
      case 2:
        element = (lane & ~(1U << stride % 3)) * (stride % 5);
        break;
      case 3:
        element = lane % 16 * stride + lane / 16;
        break;
      case 4:
        element = (31 - lane) * stride;
        break;
      default:
        element = lane ^ (stride % 32);
        break;
    }
    access.addresses[lane] = base + element * access.width;
  }
  return access;
}

}  // namespace bankloom::test
