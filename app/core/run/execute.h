// execute(): the only way to run a program: the machine's limits, the memory, the run with the costs of every access,
// and the checks that run it again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/base/result.h"
#include "core/machine/machine_model.h"
#include "core/simt/launch.h"

namespace bankloom {

/// The figures of a run of any program, its costs on one machine.
struct Execution {
  MachineModel machine;
  Dim3 grid, block;
  std::uint64_t shared_bytes = 0;         ///< per block, static and dynamic
  std::vector<std::string> source_lines;  ///< the text that the costs' lines count in; may be empty
  std::uint64_t first_recorded = 0;       ///< the first block whose accesses were kept, by its linear index
  std::uint64_t recorded_blocks = 0;      ///< the number of such blocks
  std::uint64_t cut_after = 0;            ///< accesses kept of a block that alone made more than are kept; else 0
  std::uint64_t chosen_blocks = 0;        ///< of the grid, those that were to be executed: all, or a sample
  bool is_part = false;                   ///< of a captured launch: another run follows with the whole
  KernelCost cost;                        ///< of all blocks, recorded or not
  std::vector<simt::Fault> faults;
  std::string printed;  ///< what printf wrote
  simt::RunStatistics statistics;

  /// Whether a part of the grid stands for the whole: costs are those of the executed blocks.
  [[nodiscard]] bool is_sample() const { return chosen_blocks < grid.count(); }
};

/// What a parameter of the entry is given.
struct Argument {
  std::string name;
  bool is_buffer = false;
  std::span<const std::byte> bytes;  ///< the buffer's contents before the run, or the scalar
};

/// Memory at an address that the caller chooses, before the run.
struct PlacedMemory {
  std::string name;
  std::uint64_t address = 0;
  std::span<const std::byte> bytes;
  bool is_variable = false;
};

struct Launch {
  std::string name;  ///< of what is run, for messages
  /// execute() sets its `arguments`, `max_shared_bytes`, `shared_reserved_bytes` and `observer`.
  simt::LaunchConfig config;
  std::vector<Argument> arguments;  ///< in the order of the entry's parameters
  /// All memory, by address, if the caller places it; then no argument is a buffer.
  std::vector<PlacedMemory> memory;
  std::uint64_t extra_bytes = 0;  ///< that the caller needs in addition to the buffers
};

/// A run with its data.
struct Executed {
  Execution figures;
  Trace trace;  ///< as LaunchConfig::record asks for it
  /// The buffers after the run, in the order of the arguments that are buffers, or of Launch::memory.
  simt::GlobalMemory memory;
};

/// Runs a program, adds up what the accesses of all its blocks cost on the machine, and runs it again to check for
/// accesses beyond arrays (check_arrays) and for results that depend on the order of threads (check_order). Failures:
/// the machine cannot launch it, there is too little memory for its buffers, it was cancelled.
[[nodiscard]] Result<Executed> execute(const simt::Program& program, Launch launch, const MachineModel& machine);

/// Refuses a run that needs more memory than is free. `available`: bytes; if unknown, nothing is refused.
[[nodiscard]] Result<void> check_memory(const std::string& name, std::uint64_t wanted,
                                        std::optional<std::uint64_t> available);

/// How two arrays of elements differ, bit for bit.
struct Difference {
  std::uint64_t count = 0;  ///< of elements that differ
  std::uint64_t first = 0;  ///< index of the first of them
};

/// Compares elements of `width` bytes; if `compared` is not empty, only those that it marks.
[[nodiscard]] Difference compare_elements(std::span<const std::byte> a, std::span<const std::byte> b, std::size_t width,
                                          const std::vector<bool>& compared = {});

}  // namespace bankloom
