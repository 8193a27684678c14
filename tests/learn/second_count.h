// What shared memory of compute capability 9.0 charges for a request, counted a second time: by the rules as they were
// measured, and by nothing of the program's.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace second {

/// One request to shared memory: a load or a store of 1, 2, 4, 8 or 16 bytes a lane.
struct Request {
  bool is_load = true;
  unsigned width = 4;
  std::uint32_t active = 0;                 ///< a bit a lane
  std::array<std::uint64_t, 32> address{};  ///< bytes; those of inactive lanes mean nothing
};

unsigned wavefronts(const Request& request);
unsigned conflicts(const Request& request);
/// That of the first byte.
unsigned bank(const Request& request, unsigned lane);
/// Ascending: those with another word of a bank that the lane needs, served with it.
std::vector<unsigned> conflicting(const Request& request, unsigned lane);

}  // namespace second
