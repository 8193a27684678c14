#include "core/simt/launch.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "core/simt/address_space.h"
#include "core/simt/block_runner.h"

namespace bankloom::simt {
namespace {

/// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr std::uint32_t kMaxThreadsPerBlock = 1024;
constexpr Dim3 kMaxBlock{1024, 1024, 64};
constexpr Dim3 kMaxGrid{2'147'483'647, 65'535, 65'535};

/// Blocks that a thread takes at a time; a chunk's results are joined in the order of the chunks.
constexpr std::uint64_t kChunkBlocks = 16;

/// Memory of the module's variables, initialised for this launch.
std::vector<Buffer> make_module_memory(const Program& program) {
  const ptx::Module& module = *program.module;
  std::vector<Buffer> buffers;
  for (std::size_t v = 0; v < module.variables.size(); ++v) {
    const ptx::Variable& variable = module.variables[v];
    const PlacedVariable& placed = program.variables[v];
    if (placed.address < kModuleBase || (variable.space != Space::global && variable.space != Space::constant))
      continue;
    Buffer buffer;
    buffer.name = variable.name;
    buffer.address = placed.address;
    buffer.bytes = variable.initial;
    buffer.bytes.resize(variable.size);
    for (const ptx::Variable::Relocation& relocation : variable.relocations) {
      std::uint64_t address = 0;
      if (relocation.is_function) {
        address = kFunctionBase + 16 * std::uint64_t{relocation.variable};
      } else {
        address = program.variables[relocation.variable].address;
        if (relocation.generic) address += window_of(module.variables[relocation.variable].space);
      }
      address += static_cast<std::uint64_t>(relocation.addend);
      const std::size_t bytes = std::min<std::size_t>(relocation.bytes, sizeof address);
      if (relocation.at + bytes <= buffer.bytes.size()) {
        std::memcpy(buffer.bytes.data() + relocation.at, &address, bytes);
      }
    }
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

std::vector<std::byte> make_parameters(const Program& program, const GlobalMemory& memory, const LaunchConfig& config) {
  const std::vector<ptx::Parameter>& parameters = program.entry->params;
  std::vector<std::byte> block;
  if (!parameters.empty()) block.resize(parameters.back().offset + parameters.back().size);
  for (std::size_t p = 0; p < parameters.size(); ++p) {
    const KernelArgument& argument = config.arguments[p];
    if (argument.is_buffer) {
      const std::uint64_t address = memory.buffer(argument.buffer).address;
      std::memcpy(block.data() + parameters[p].offset, &address, sizeof address);
    } else {
      std::copy(argument.bytes.begin(), argument.bytes.end(),
                block.begin() + static_cast<std::ptrdiff_t>(parameters[p].offset));
    }
  }
  return block;
}

/// What one chunk of blocks left behind.
struct ChunkResult {
  Trace trace;
  FaultLog faults;
  std::string printed;
  RunStatistics statistics;
  bool ended = false;  ///< by a trap: later chunks do not count
};

void add(RunStatistics& to, const RunStatistics& more) {
  to.warp_instructions += more.warp_instructions;
  to.thread_instructions += more.thread_instructions;
  to.blocks += more.blocks;
}

/// Runs blocks [first, end) on one thread.
ChunkResult run_blocks(const Program& program, LaunchMemory& memory, const LaunchConfig& config, std::uint64_t first,
                       std::uint64_t end) {
  ChunkResult result;
  BlockRunner runner(program, memory, config);
  TraceRecorder recorder;
  for (std::uint64_t block = first; block < end; ++block) {
    const bool chosen =
        block >= config.record.first_block && block - config.record.first_block < config.record.block_count;
    if (!runner.run(block, config.record.enabled ? &recorder : nullptr, !chosen)) {
      result.ended = true;
      break;
    }
  }
  result.trace = recorder.finish();
  result.faults = runner.faults();
  result.printed = std::move(runner.printed());
  result.statistics = runner.statistics();
  return result;
}

std::vector<ChunkResult> run_in_parallel(const Program& program, LaunchMemory& memory, const LaunchConfig& config,
                                         std::uint64_t blocks, unsigned threads) {
  const std::uint64_t chunks = (blocks + kChunkBlocks - 1) / kChunkBlocks;
  std::vector<ChunkResult> results(chunks);
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> first_ended{chunks};
  std::mutex mutex;
  std::exception_ptr problem;
  const auto work = [&] {
    try {
      for (;;) {
        const std::uint64_t chunk = next.fetch_add(1);
        if (chunk >= chunks || chunk > first_ended.load()) return;
        results[chunk] =
            run_blocks(program, memory, config, chunk * kChunkBlocks, std::min(blocks, (chunk + 1) * kChunkBlocks));
        if (!results[chunk].ended) continue;
        std::uint64_t known = first_ended.load();
        while (chunk < known && !first_ended.compare_exchange_weak(known, chunk)) {
        }
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      problem = std::current_exception();
      next = chunks;
    }
  };
  std::vector<std::thread> workers;
  for (unsigned t = 1; t < threads; ++t) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  if (problem) std::rethrow_exception(problem);
  results.resize(std::min(chunks, first_ended.load() + 1));
  return results;
}

}  // namespace

Result<void> check_launch(const Program& program, const LaunchConfig& config) {
  const Dim3& block = config.block;
  const Dim3& grid = config.grid;
  if (block.count() == 0 || grid.count() == 0) return fail("the grid and the block need at least one thread each way");
  if (block.count() > kMaxThreadsPerBlock) {
    return fail("a block of {} x {} x {} has {} threads, but a block can have {}: make it smaller", block.x, block.y,
                block.z, block.count(), kMaxThreadsPerBlock);
  }
  if (block.x > kMaxBlock.x || block.y > kMaxBlock.y || block.z > kMaxBlock.z) {
    return fail("a block of {} x {} x {} is larger than {} x {} x {}", block.x, block.y, block.z, kMaxBlock.x,
                kMaxBlock.y, kMaxBlock.z);
  }
  if (grid.x > kMaxGrid.x || grid.y > kMaxGrid.y || grid.z > kMaxGrid.z) {
    return fail("a grid of {} x {} x {} is larger than {} x {} x {}", grid.x, grid.y, grid.z, kMaxGrid.x, kMaxGrid.y,
                kMaxGrid.z);
  }
  const std::uint64_t shared = config.dynamic_shared_bytes == 0
                                   ? program.static_shared
                                   : program.dynamic_shared_offset() + config.dynamic_shared_bytes;
  if (shared > config.max_shared_bytes) {
    return fail("the block needs {} bytes of shared memory ({} static, {} dynamic), but the machine gives a block {}",
                shared, program.static_shared, config.dynamic_shared_bytes, config.max_shared_bytes);
  }
  const ptx::Function& entry = *program.entry;
  if (entry.max_threads != 0 && block.count() > entry.max_threads) {
    return fail("kernel '{}' is declared for blocks of at most {} threads, not {}", entry.name, entry.max_threads,
                block.count());
  }
  if (entry.has_required_block && !(entry.required_block == block)) {
    return fail("kernel '{}' is declared for blocks of {} x {} x {} threads only", entry.name, entry.required_block.x,
                entry.required_block.y, entry.required_block.z);
  }
  if (config.arguments.size() != entry.params.size()) {
    return fail("kernel '{}' has {} parameters, but {} arguments are given", entry.name, entry.params.size(),
                config.arguments.size());
  }
  for (std::size_t p = 0; p < entry.params.size(); ++p) {
    const KernelArgument& argument = config.arguments[p];
    const std::uint64_t given = argument.is_buffer ? 8 : argument.bytes.size();
    if (given != entry.params[p].size) {
      return fail("parameter {} of kernel '{}' has {} bytes, but the argument {} has {}", p, entry.name,
                  entry.params[p].size, argument.is_buffer ? "is a buffer, whose address" : "given", given);
    }
  }
  return {};
}

Result<RunResult> run(const Program& program, GlobalMemory& memory, const LaunchConfig& config) {
  if (auto checked = check_launch(program, config); !checked) return fail_with(checked.error());
  LaunchMemory launch;
  launch.global = &memory;
  launch.module = make_module_memory(program);
  launch.parameters = make_parameters(program, memory, config);
  const std::uint64_t blocks = config.grid.count();
  unsigned threads = config.threads != 0 ? config.threads : std::max(1u, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, (blocks + kChunkBlocks - 1) / kChunkBlocks));
  // Where blocks may speak with each other their order is part of the result.
  if (program.orders_blocks) threads = 1;
  std::vector<ChunkResult> chunks;
  if (threads <= 1) {
    chunks.push_back(run_blocks(program, launch, config, 0, blocks));
  } else {
    chunks = run_in_parallel(program, launch, config, blocks, threads);
  }
  RunResult result;
  FaultLog faults;
  std::vector<Trace> traces;
  for (ChunkResult& chunk : chunks) {
    faults.append(chunk.faults);
    result.printed += chunk.printed;
    add(result.statistics, chunk.statistics);
    traces.push_back(std::move(chunk.trace));
  }
  if (result.printed.size() > kMaxPrinted) result.printed.resize(kMaxPrinted);
  result.trace = TraceRecorder::merge(std::move(traces));
  result.faults = faults.faults();
  return result;
}

}  // namespace bankloom::simt
