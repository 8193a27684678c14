// Runs a kernel on the CPU, warp by warp, as the SIMT execution model prescribes, and records its accesses.
//
// Modelled: lanes in lockstep, divergence with reconvergence at the immediate post-dominator, barriers, all state
// spaces, atomics, cross-lane instructions. Blocks run in the order of their linear index (or on several cores with the
// same results in the same order). Not modelled: time, caches, the order in which a GPU interleaves warps and blocks,
// clusters. A block runs to its end before the next one starts, so a block that waits for a later one never ends (an
// endless loop); only the blocks of a cooperative launch take turns.
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

/// Decodes an entry. Errors: there is no such entry (the error names the existing ones), an instruction is not
/// supported (with its line and text).
[[nodiscard]] Result<std::shared_ptr<const Program>> decode(std::shared_ptr<const ptx::Module> module,
                                                            const std::string& entry);

/// decode() for a module whose .global and .const variables are in memory that outlives a launch, at these addresses
/// (by index in Module::variables; those of other spaces are ignored). run() gets that memory with the buffers.
[[nodiscard]] Result<std::shared_ptr<const Program>> decode_placed(std::shared_ptr<const ptx::Module> module,
                                                                   const std::string& entry,
                                                                   const std::vector<std::uint64_t>& places);

/// The contents of a .global or .const variable of a module before the first launch, with the addresses in it: `places`
/// as for decode_placed().
[[nodiscard]] std::vector<std::byte> initial_contents(const ptx::Module& module, std::size_t variable,
                                                      const std::vector<std::uint64_t>& places);

/// The module and the entry that a program was decoded from.
[[nodiscard]] const ptx::Module& module_of(const Program& program);
[[nodiscard]] const ptx::Function& entry_of(const Program& program);
/// Bytes of static shared memory of the entry and of the functions it calls.
[[nodiscard]] std::uint64_t static_shared_bytes(const Program& program);

/// A shared array that the entry, or a function it calls, uses.
struct SharedArray {
  std::string name;           ///< as in the PTX: mangled if it is declared in a function
  std::uint64_t address = 0;  ///< in the block's shared memory
  std::uint64_t bytes = 0;    ///< 0 if it is dynamic
  bool is_dynamic = false;
  ptx::Type type = ptx::Type::none;         ///< as the PTX declares it; compilers declare all arrays as bytes
  std::vector<std::uint64_t> extents = {};  ///< likewise
};
[[nodiscard]] const std::vector<SharedArray>& shared_arrays(const Program& program);

/// The value of a parameter of the entry.
struct KernelArgument {
  bool is_buffer = false;
  std::size_t buffer = 0;        ///< index in GlobalMemory; its device address is passed
  std::vector<std::byte> bytes;  ///< a scalar or structure, as long as the parameter
};

struct RecordOptions {
  bool enabled = true;
  /// The blocks to record (linear index): first, first + count. By default all.
  std::uint64_t first_block = 0;
  std::uint64_t block_count = ~std::uint64_t{0};
  /// Limit of records kept; further accesses are counted as clipped.
  std::uint64_t max_accesses = 16'000'000;
};

struct LaunchConfig {
  Dim3 grid;
  Dim3 block;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t max_shared_bytes = 232'448;  ///< per block: 227 KiB on cc 9.0 (CUDA C++ Programming Guide, table
                                             ///< "Technical Specifications per Compute Capability")
  /// Bytes at the start of shared memory that the system reserves; the block's own memory follows them. 1,024 on cc 8.x
  /// and later (PTX ISA, "Special Registers: %reserved_smem_offset_begin"; an H200 places the first array at shared
  /// address 1024). Only addresses as the kernel sees them include these bytes: those of accesses and faults are
  /// offsets in the block's own shared memory. An access to the reserved bytes is a fault; the manual leaves open what
  /// happens, and an H200 reads zeros.
  std::uint32_t shared_reserved_bytes = 1024;
  std::vector<KernelArgument> arguments;  ///< in the order of the entry's parameters
  RecordOptions record;
  /// Limits after which a block counts as endless (FaultKind::endless_loop). A loop whose iterations change nothing is
  /// found at once, whatever the budgets. A loop that counts, or that writes while it waits in vain, ends with them
  /// after a second or two: the block may execute so many warp-level instructions, and make so many warp-level accesses
  /// to memory, which take some ten times as long. Blocks that end need a thousandth of it (a tile of 32 x 32 with some
  /// instructions per element, in a matrix of any size). Both are counted, not timed, so a run is repeatable.
  std::uint64_t instruction_budget = 100'000'000;
  std::uint64_t access_budget = 10'000'000;
  /// Limit of instructions that blocks which used up their budget may have executed together: a grid of thousands of
  /// them would not end either. The block that reaches it (by default the first one) is the last one of the launch.
  std::uint64_t endless_budget = 100'000'000;
  /// A launch of more work is sampled (see BlockPlan, which also says how work is counted), unless its blocks may wait
  /// for each other: its results are those of a part of the grid. 0: all blocks are executed.
  std::uint64_t most_work = 0;
  /// All blocks are resident at once and take turns, on one host thread, so that they can synchronize (grid.sync() of
  /// CUDA's cooperative groups). Never sampled.
  bool is_cooperative = false;
  unsigned threads = 1;  ///< host threads; 0: one per core
  bool backwards =
      false;  ///< the blocks, and the warps of a block, take their turns in reverse order, on one host thread
  /// False: two accesses of a warp race unless a barrier or bar.warp.sync orders them, as if its lanes went on alone.
  bool trusts_lockstep = true;
  AccessObserver* observer = nullptr;  ///< receives every access of every block, recorded or not; may be nullptr
  RunControl* control = nullptr;       ///< shows the progress of the run and can cancel it; may be nullptr
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
  std::uint64_t chosen_blocks = 0;  ///< of the grid, those to be executed: all, or a sample
};

/// Runs all blocks. An error (not a fault) is a launch that cannot be made: a block of more than 1,024 threads, an
/// empty grid, too much shared memory, arguments that do not fit the parameters; or a cancelled one
/// (RunControl::cancelled()), after which the contents of memory are undefined.
[[nodiscard]] Result<RunResult> run(const Program& program, GlobalMemory& memory, const LaunchConfig& config);

/// Bytes of the registers and local arrays of all threads of a block, in the entry's own frame.
[[nodiscard]] std::uint64_t private_bytes(const Program& program, const Dim3& block);
/// The most that those of all blocks may take that are executed at a time.
inline constexpr std::uint64_t kMostPrivateBytes = std::uint64_t{2} << 30U;

/// Whether those of so many blocks (not 0) have room: a text may declare millions of registers.
[[nodiscard]] Result<void> check_private_bytes(const Program& program, const Dim3& block, std::uint64_t blocks);

/// Checks the arguments without a run: the same errors as run().
[[nodiscard]] Result<void> check_launch(const Program& program, const LaunchConfig& config);

}  // namespace bankloom::simt
