// Runs a kernel on the CPU, warp by warp, as the SIMT execution model prescribes, and records what it does.
//
// Modelled: lanes in lockstep, divergence with reconvergence at the immediate post-dominator, barriers,
// all state spaces, atomics, cross-lane instructions. Blocks run in the order of their linear index (or on several
// cores with the same results in the same order).
// Not modelled: time, caches, the order in which a GPU interleaves warps and blocks, clusters. A block of a launch runs
// to its end before the next one, so that one that waits for a later one never ends (an endless loop); only the blocks
// of a cooperative launch take turns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/ptx/module.h"
#include "core/simt/fault.h"
#include "core/simt/memory.h"
#include "core/simt/run_control.h"
#include "core/trace/access_observer.h"
#include "core/trace/trace.h"

namespace bankloom::simt {

/// A kernel ready to run: one entry of a module, decoded. Immutable, shared by runs and threads.
class Program;

/// Decodes an entry. Errors: no such entry (names those there are), an instruction that is not supported (with its
/// line and text).
[[nodiscard]] Result<std::shared_ptr<const Program>> decode(std::shared_ptr<const ptx::Module> module,
                                                            const std::string& entry);

/// decode() for a module whose .global and .const variables lie in memory that outlives a launch, at these addresses
/// (by index in Module::variables; those of other spaces are ignored). That memory is among what run() is given.
[[nodiscard]] Result<std::shared_ptr<const Program>> decode_placed(std::shared_ptr<const ptx::Module> module,
                                                                   const std::string& entry,
                                                                   const std::vector<std::uint64_t>& places);

/// What a .global or .const variable of a module holds before the first launch, with the addresses that are in it:
/// `places` as for decode_placed().
[[nodiscard]] std::vector<std::byte> initial_contents(const ptx::Module& module, std::size_t variable,
                                                      const std::vector<std::uint64_t>& places);

/// The module that a program was decoded from, and its entry.
[[nodiscard]] const ptx::Module& module_of(const Program& program);
[[nodiscard]] const ptx::Function& entry_of(const Program& program);
/// Bytes of static shared memory that the entry declares (and that functions it calls declare).
[[nodiscard]] std::uint64_t static_shared_bytes(const Program& program);

/// A shared array that the entry, or a function it calls, uses.
struct SharedArray {
  std::string name;           ///< as the PTX has it: mangled where it is declared in a function
  std::uint64_t address = 0;  ///< in the block's shared memory
  std::uint64_t bytes = 0;    ///< 0 where it is dynamic
  bool is_dynamic = false;
};
[[nodiscard]] const std::vector<SharedArray>& shared_arrays(const Program& program);

/// What a parameter of the entry is given.
struct KernelArgument {
  bool is_buffer = false;
  std::size_t buffer = 0;        ///< index in GlobalMemory; its device address is passed
  std::vector<std::byte> bytes;  ///< a scalar or structure, as long as the parameter
};

struct RecordOptions {
  bool enabled = true;
  /// Blocks (linear index) to record: first, first + count. Everything by default.
  std::uint64_t first_block = 0;
  std::uint64_t block_count = ~std::uint64_t{0};
  /// Records kept at most; further ones are counted as clipped.
  std::uint64_t max_accesses = 16'000'000;
};

struct LaunchConfig {
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t max_shared_bytes = 232'448;  ///< per block: 227 KiB on cc 9.0 (CUDA C++ Programming Guide, table
                                             ///< "Technical Specifications per Compute Capability")
  /// Bytes at the start of shared memory that the system keeps to itself, so that the block's own lie behind them:
  /// 1,024 on cc 8.x and later (PTX ISA, "Special Registers: %reserved_smem_offset_begin"; an H200 places the first
  /// array at shared address 1024). Only addresses as the kernel sees them count them: those of accesses and faults are
  /// offsets in the block's own shared memory. Who reaches into them is told so; the manual leaves open what happens,
  /// and an H200 reads zeros.
  std::uint32_t shared_reserved_bytes = 1024;
  std::vector<KernelArgument> arguments;  ///< in the order of the entry's parameters
  RecordOptions record;
  /// When a block counts as endless (FaultKind::endless_loop). A loop whose turns change nothing is found at once,
  /// whatever the budgets; one that counts, or waits for what never comes while it writes, ends with them, after a
  /// second or two: a block may execute so many warp-level instructions, and make so many warp-level accesses to
  /// memory, which take some ten times as long. Blocks that end do with a thousandth of it (a tile of 32 x 32 with some
  /// instructions per element, in a matrix of any size), and both are counted, not timed, so that a run can be
  /// repeated.
  std::uint64_t instruction_budget = 100'000'000;
  std::uint64_t access_budget = 10'000'000;
  /// Instructions that blocks which used up theirs may have executed together: a grid of thousands of them would not
  /// end either. The block that reaches it, as it stands the first one, is the last one of the launch.
  std::uint64_t endless_budget = 100'000'000;
  /// A launch of more work is sampled (BlockPlan says how, and in what work is counted), unless its blocks may wait for
  /// each other: the results are those of a part of the grid. 0: all blocks are executed.
  std::uint64_t most_work = 0;
  /// All blocks are there at a time and take turns, on one host thread, so that they can meet (grid.sync() of CUDA's
  /// cooperative groups). Never sampled.
  bool is_cooperative = false;
  unsigned threads = 1;  ///< host threads; 0: one for each core
  bool backwards =
      false;  ///< the blocks, and the warps of a block, take their turns in reverse order, on one host thread
  AccessObserver* observer = nullptr;  ///< is shown every access of every block, recorded or not; may be nullptr
  RunControl* control = nullptr;       ///< tells how far the run is and takes the wish to end it; may be nullptr
};

/// How much was executed.
struct RunStatistics {
  std::uint64_t warp_instructions = 0;    ///< instructions issued, one for a whole warp
  std::uint64_t thread_instructions = 0;  ///< the same weighted with the number of active lanes
  std::uint64_t accesses = 0;             ///< of warps, to memory
  std::uint64_t matrix_products = 0;      ///< mma and wmma.mma, of warps
  std::uint64_t blocks = 0;
  /// Of these, blocks that reached more global memory than is watched for races (see ShadowMemory).
  std::uint64_t blocks_watched_in_part = 0;
};

struct RunResult {
  Trace trace;
  std::vector<Fault> faults;  ///< one per kind and source line, in order of occurrence
  std::string printed;        ///< what printf wrote
  RunStatistics statistics;
  std::uint64_t chosen_blocks = 0;  ///< of the grid, those that were to be executed: all, or a sample
};

/// Runs all blocks. An error (not a fault) is a launch that cannot be made: a block of more than 1,024 threads, an
/// empty grid, too much shared memory, arguments that do not fit the parameters; or one that was cancelled
/// (RunControl::cancelled() says so), after which the memory's contents are those of no run.
[[nodiscard]] Result<RunResult> run(const Program& program, GlobalMemory& memory, const LaunchConfig& config);

/// Checks the arguments without running: the same errors as run().
[[nodiscard]] Result<void> check_launch(const Program& program, const LaunchConfig& config);

}  // namespace bankloom::simt
