// Kernels made at random, which the emulator and a GPU must run with the same result, bit by bit.
//
// A seed gives a PTX text, a launch and an input, the same on every platform. The text has integer and floating-point
// arithmetic (only what the PTX manual defines to the bit: IEEE roundings, no approximations), branches and loops
// that part the lanes of a warp, nested; shared memory written and read with barriers between, in patterns with and
// without bank conflicts; atomics whose order cannot be told; shuffles, votes, matches and reductions where all lanes
// are together; local memory; calls. By construction there is no race, no read of what was not written, no access out
// of bounds, no division by zero, and an end: whatever fault the emulator reports is false.
//
// Not made: fences, asynchronous copies, cluster instructions, half precision, indirect branches and calls.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/simt/launch.h"

namespace bankloom::random {

inline constexpr const char* kEntry = "random_kernel";

/// Grows when a seed would give another kernel than before: results that were kept are then those of other kernels.
inline constexpr int kGeneration = 3;

struct RandomKernel {
  std::string ptx;  ///< a module with the entry kEntry(in, out), two pointers
  Dim3 grid, block;
  std::vector<std::byte> input;
  std::size_t output_bytes = 0;
};

[[nodiscard]] RandomKernel make_kernel(std::uint64_t seed);

/// FNV-1a, 64 bits, of an output's bytes.
[[nodiscard]] std::uint64_t output_hash(std::span<const std::byte> bytes);

struct Emulated {
  std::vector<std::byte> output;
  std::vector<simt::Fault> faults;
  simt::RunStatistics statistics;
};
/// Runs the kernel in the emulator. An error is a text that is refused, which is a mistake here or there.
[[nodiscard]] Result<Emulated> emulate(const RandomKernel& kernel);

}  // namespace bankloom::random
