#include "core/simt/launch.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/simt/address_space.h"
#include "core/simt/block_runner.h"
#include "core/simt/block_sharing.h"

namespace bankloom::simt {
namespace {

/// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
constexpr std::uint32_t kMaxThreadsPerBlock = 1024;
constexpr Dim3 kMaxBlock{1024, 1024, 64};
constexpr Dim3 kMaxGrid{2'147'483'647, 65'535, 65'535};

/// Blocks that a thread takes at a time at most, and chunks for each thread whose results may wait to be joined.
constexpr std::uint64_t kMaxChunkBlocks = 16;
constexpr std::uint64_t kChunksAhead = 16;

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

/// What a run of blocks in order left behind.
struct BlockResults {
  Trace trace;
  FaultLog faults;
  std::string printed;
  RunStatistics statistics;
  bool ended = false;  ///< by a trap: no later block counts
};

/// Runs blocks [first, end) on one thread.
BlockResults run_blocks(const Program& program, LaunchMemory& memory, const LaunchConfig& config, std::uint64_t first,
                        std::uint64_t end, BlockSharing* sharing) {
  BlockResults result;
  BlockRunner runner(program, memory, config, sharing);
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

/// The first `keep` accesses of a trace; the others count as clipped.
Trace shorten(const Trace& trace, std::uint64_t keep) {
  TraceRecorder recorder;
  MemoryAccess access;
  Dim3 block{0, 0, 0};
  for (std::size_t i = 0; i < keep; ++i) {
    trace.read(i, access);
    if (i == 0 || !(access.block == block)) recorder.begin_block(access.block);
    block = access.block;
    TraceRecorder::AccessHeader header;
    header.warp = access.warp;
    header.source_line = access.source_line;
    header.ptx_line = access.ptx_line;
    header.instruction = access.instruction;
    header.space = access.space;
    header.op = access.op;
    header.width = access.width;
    header.matrices = access.matrices;
    header.is_volatile = access.is_volatile;
    header.active = access.active;
    recorder.record(header, access.addresses.data(), access.values.data());
  }
  recorder.clip(trace.size() - keep + trace.clipped_accesses());
  return recorder.finish();
}

/// Joins the results of consecutive chunks of blocks into those of one run.
class Merger {
 public:
  explicit Merger(std::uint64_t max_accesses) : max_accesses_(max_accesses) {}
  void add(BlockResults chunk) {
    const std::uint64_t room = max_accesses_ - accesses_;
    accesses_ += std::min<std::uint64_t>(room, chunk.trace.size());
    traces_.push_back(chunk.trace.size() > room ? shorten(chunk.trace, room) : std::move(chunk.trace));
    faults_.append(chunk.faults);
    if (printed_.size() < kMaxPrinted) printed_ += chunk.printed;
    statistics_.warp_instructions += chunk.statistics.warp_instructions;
    statistics_.thread_instructions += chunk.statistics.thread_instructions;
    statistics_.blocks += chunk.statistics.blocks;
  }
  [[nodiscard]] std::uint64_t accesses() const { return accesses_; }
  [[nodiscard]] RunResult finish() {
    RunResult result;
    result.trace = TraceRecorder::merge(std::move(traces_));
    result.faults = faults_.faults();
    if (printed_.size() > kMaxPrinted) printed_.resize(kMaxPrinted);
    result.printed = std::move(printed_);
    result.statistics = statistics_;
    return result;
  }

 private:
  std::uint64_t max_accesses_ = 0, accesses_ = 0;
  std::vector<Trace> traces_;
  FaultLog faults_;
  std::string printed_;
  RunStatistics statistics_;
};

/// Runs the blocks of a launch in chunks on several threads and joins the chunks' results in order.
class ParallelRun {
 public:
  ParallelRun(const Program& program, LaunchMemory& memory, const LaunchConfig& config, unsigned threads)
      : program_(program),
        memory_(memory),
        config_(config),
        blocks_(config.grid.count()),
        chunk_blocks_(std::clamp<std::uint64_t>(blocks_ / (4 * std::uint64_t{threads}), 1, kMaxChunkBlocks)),
        chunks_((blocks_ + chunk_blocks_ - 1) / chunk_blocks_),
        window_(std::uint64_t{threads} * kChunksAhead),
        merger_(config.record.max_accesses) {
    for (unsigned t = 0; t < threads; ++t) sharing_.push_back(std::make_unique<BlockSharing>());
  }

  /// The results, or nothing where they are not sure to be those of a run in order: a block shares memory with another
  /// thread's, or ends the launch when later ones may have run already.
  [[nodiscard]] std::optional<RunResult> run() {
    std::vector<std::thread> workers;
    for (std::size_t t = 1; t < sharing_.size(); ++t) {
      workers.emplace_back([this, t] { work(*sharing_[t]); });
    }
    work(*sharing_[0]);
    for (std::thread& worker : workers) worker.join();
    if (problem_) std::rethrow_exception(problem_);
    if (stopped_ || BlockSharing::conflict(sharing_)) return std::nullopt;
    return merger_.finish();
  }

 private:
  void work(BlockSharing& sharing) {
    try {
      // A thread's chunks ascend, so that blocks of one thread see each other's writes as in a run in order.
      while (const std::optional<std::uint64_t> chunk = take_chunk()) {
        LaunchConfig config = config_;
        config.record.max_accesses -= room_used_.load();
        BlockResults result = run_blocks(program_, memory_, config, *chunk * chunk_blocks_,
                                         std::min(blocks_, (*chunk + 1) * chunk_blocks_), &sharing);
        keep(*chunk, std::move(result));
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      problem_ = std::current_exception();
      stopped_ = true;
      merged_one_.notify_all();
    }
  }

  /// The next chunk; waits where it is too far ahead of those that are merged, whose results would pile up.
  [[nodiscard]] std::optional<std::uint64_t> take_chunk() {
    std::unique_lock lock(mutex_);
    if (stopped_ || next_ == chunks_) return std::nullopt;
    const std::uint64_t chunk = next_++;
    merged_one_.wait(lock, [&] { return stopped_ || chunk < merged_ + window_; });
    if (stopped_) return std::nullopt;
    return chunk;
  }

  void keep(std::uint64_t chunk, BlockResults result) {
    const std::lock_guard lock(mutex_);
    if (result.ended) stopped_ = true;
    finished_.emplace(chunk, std::move(result));
    for (auto first = finished_.begin(); first != finished_.end() && first->first == merged_;
         first = finished_.begin()) {
      merger_.add(std::move(first->second));
      finished_.erase(first);
      ++merged_;
    }
    room_used_ = merger_.accesses();
    merged_one_.notify_all();
  }

  const Program& program_;
  LaunchMemory& memory_;
  const LaunchConfig& config_;
  std::uint64_t blocks_, chunk_blocks_, chunks_, window_;
  std::vector<std::unique_ptr<BlockSharing>> sharing_;  ///< by thread
  std::mutex mutex_;
  std::condition_variable merged_one_;
  std::uint64_t next_ = 0, merged_ = 0;  ///< chunks given out, chunks merged
  std::map<std::uint64_t, BlockResults> finished_;
  std::atomic<std::uint64_t> room_used_{0};  ///< accesses kept by the chunks that are merged
  Merger merger_;
  bool stopped_ = false;
  std::exception_ptr problem_;
};

}  // namespace

Result<void> check_launch(const Program& program, const LaunchConfig& config) {
  const Dim3& block = config.block;
  const Dim3& grid = config.grid;
  for (const std::uint32_t extent : {grid.x, grid.y, grid.z, block.x, block.y, block.z}) {
    if (extent == 0) {
      return fail(
          "a grid of {} x {} x {} blocks of {} x {} x {} threads is "
          "empty: each extent must be 1 at least",
          grid.x, grid.y, grid.z, block.x, block.y, block.z);
    }
  }
  if (block.x > kMaxBlock.x || block.y > kMaxBlock.y || block.z > kMaxBlock.z) {
    return fail(
        "a block of {} x {} x {} threads is larger than a block can "
        "be, {} x {} x {} with at most {} threads",
        block.x, block.y, block.z, kMaxBlock.x, kMaxBlock.y, kMaxBlock.z, kMaxThreadsPerBlock);
  }
  if (block.count() > kMaxThreadsPerBlock) {
    return fail(
        "a block of {} x {} x {} has {} threads, but a block can have "
        "{}: make it smaller",
        block.x, block.y, block.z, block.count(), kMaxThreadsPerBlock);
  }
  if (grid.x > kMaxGrid.x || grid.y > kMaxGrid.y || grid.z > kMaxGrid.z) {
    return fail("a grid of {} x {} x {} is larger than {} x {} x {}", grid.x, grid.y, grid.z, kMaxGrid.x, kMaxGrid.y,
                kMaxGrid.z);
  }
  const std::uint64_t shared = config.dynamic_shared_bytes == 0
                                   ? program.static_shared
                                   : program.dynamic_shared_offset() + config.dynamic_shared_bytes;
  if (shared > config.max_shared_bytes) {
    return fail(
        "the block needs {} bytes of shared memory ({} static, {} "
        "dynamic), but the machine gives a block {}",
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
      return fail(
          "parameter {} of kernel '{}' has {} bytes, but the argument "
          "{} has {}",
          p, entry.name, entry.params[p].size, argument.is_buffer ? "is a buffer, whose address" : "given", given);
    }
  }
  return {};
}

Result<RunResult> run(const Program& program, GlobalMemory& memory, const LaunchConfig& config) {
  if (auto checked = check_launch(program, config); !checked) return fail_with(checked.error());
  for (std::size_t a = 0; a < config.arguments.size(); ++a) {
    const KernelArgument& argument = config.arguments[a];
    if (argument.is_buffer && argument.buffer >= memory.size()) {
      return fail("argument {} of kernel '{}' is buffer {}, but there are {} buffers", a, program.entry->name,
                  argument.buffer, memory.size());
    }
  }
  LaunchMemory launch;
  launch.global = &memory;
  launch.module = make_module_memory(program);
  launch.parameters = make_parameters(program, memory, config);
  const std::uint64_t blocks = config.grid.count();
  unsigned threads = config.threads != 0 ? config.threads : std::max(1u, std::thread::hardware_concurrency());
  threads = static_cast<unsigned>(std::min<std::uint64_t>(threads, blocks));
  // Where blocks may speak with each other their order is part of the result.
  if (threads > 1 && !program.orders_blocks) {
    std::vector<std::vector<std::byte>> before;
    for (std::size_t b = 0; b < memory.size(); ++b) before.push_back(memory.buffer(b).bytes);
    if (std::optional<RunResult> result = ParallelRun(program, launch, config, threads).run()) {
      return std::move(*result);
    }
    for (std::size_t b = 0; b < memory.size(); ++b) memory.buffer(b).bytes = std::move(before[b]);
    launch.module = make_module_memory(program);
  }
  Merger merger(config.record.max_accesses);
  merger.add(run_blocks(program, launch, config, 0, blocks, nullptr));
  return merger.finish();
}

}  // namespace bankloom::simt
