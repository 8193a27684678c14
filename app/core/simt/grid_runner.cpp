#include "core/simt/grid_runner.h"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <condition_variable>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "core/simt/address_space.h"
#include "core/simt/block_plan.h"
#include "core/simt/block_results.h"
#include "core/simt/block_runner.h"
#include "core/simt/block_sharing.h"
#include "core/simt/cooperative_run.h"
#include "core/simt/matrix_detail.h"

namespace bankloom::simt {
namespace {

/// The most blocks that a thread takes at once, and the most chunks per thread whose results may wait to be joined.
constexpr std::uint64_t kMaxChunkBlocks = 16;
constexpr std::uint64_t kChunksAhead = 16;
/// Limit of memory for all threads' maps of shared bytes: on many cores and gigabytes fewer threads run.
constexpr std::uint64_t kMostSharingBytes = std::uint64_t{1} << 30;

/// Blocks that may wait for each other are all executed; so is a launch in reverse order, which is compared.
BlockPlan plan_of(const Program& program, const LaunchConfig& config) {
  const bool samples = !program.reads_flags && !config.backwards;
  return {config.grid.count(), samples ? config.most_work : 0};
}

/// Whether so many blocks that used up their budget end the launch.
bool is_too_much(const LaunchConfig& config, std::uint64_t budgets_used) {
  if (budgets_used == 0) return false;
  const std::uint64_t budget = std::max<std::uint64_t>(1, config.instruction_budget);
  return budgets_used > config.endless_budget / budget || budgets_used * budget >= config.endless_budget;
}

/// The largest number of bytes, at most 4, that divides the size of all accesses to global memory.
unsigned unit_bytes_of(const Program& program) {
  unsigned unit = 4;
  for (const Code& code : program.functions) {
    for (const MemoryDetail& detail : code.memory) {
      if (detail.space == Space::global || detail.space == Space::generic)
        unit = std::min<unsigned>(unit, detail.width);
    }
    for (const std::shared_ptr<FragmentDetail>& fragment : code.fragments) {
      for (const FragmentRequest& request : fragment->requests) unit = std::min<unsigned>(unit, request.width);
    }
  }
  return unit;
}

/// One host thread with its state for block after block.
class Worker {
 public:
  /// `sharing` may be nullptr.
  Worker(const Program& program, LaunchMemory& memory, const LaunchConfig& config, BlockSharing* sharing)
      : program_(program),
        config_(config),
        sink_(config.observer != nullptr ? config.observer->make_sink() : nullptr),
        runner_(program, memory, config, sharing) {}

  /// Runs the blocks of a span; at most `room` of their accesses are kept.
  [[nodiscard]] BlockResults run(const BlockSpan& span, std::uint64_t room) {
    BlockResults result;
    const RecordOptions& record = config_.record;
    runner_.set_blocks_missing(span.behind_gap && program_.orders_blocks);
    for (std::uint64_t b = 0; b < span.count && !result.ended; ++b) {
      const std::uint64_t block = span.at(config_.backwards ? span.count - 1 - b : b);
      const bool chosen = block >= record.first_block && block - record.first_block < record.block_count;
      const BlockRunner::End how =
          runner_.run(block, {record.enabled ? &recorder_ : nullptr, sink_.get(), !chosen, room});
      if (how == BlockRunner::End::cancelled) {
        result.cancelled = true;
        break;
      }
      if (how == BlockRunner::End::budget_used) ++result.budgets_used;
      budgets_used_ += how == BlockRunner::End::budget_used ? 1 : 0;
      result.ended = how == BlockRunner::End::trap || is_too_much(config_, budgets_used_);
      if (config_.control != nullptr) config_.control->add_done();
    }
    result.trace = recorder_.finish();
    result.faults = std::exchange(runner_.faults(), FaultLog());
    result.printed = std::exchange(runner_.printed(), std::string());
    result.statistics = runner_.take_statistics();
    return result;
  }
  [[nodiscard]] std::unique_ptr<AccessSink> take_sink() { return std::move(sink_); }

 private:
  const Program& program_;
  const LaunchConfig& config_;
  std::unique_ptr<AccessSink> sink_;
  BlockRunner runner_;
  TraceRecorder recorder_;
  std::uint64_t budgets_used_ = 0;
};

/// Runs the blocks of a launch in chunks on several threads and joins the results of the chunks in order.
class ParallelRun {
 public:
  ParallelRun(const Program& program, LaunchMemory& memory, const LaunchConfig& config, unsigned threads,
              PageBackup& backup)
      : plan_(plan_of(program, config)),
        left_(config.grid.count()),
        threads_(threads),
        config_(config),
        all_executed_(threads),
        merger_(config.record.max_accesses) {
    for (unsigned t = 0; t < threads; ++t) {
      sharing_.push_back(std::make_unique<BlockSharing>(backup, unit_bytes_of(program)));
      workers_.push_back(std::make_unique<Worker>(program, memory, config, sharing_.back().get()));
    }
  }

  enum class Outcome : std::uint8_t { complete, in_order_needed, cancelled };

  /// complete: `result` is that of a run in order. in_order_needed: it may not be, because a block shares memory with
  /// another thread's, or ends the launch when later blocks may have run already.
  [[nodiscard]] Outcome run(RunResult& result) {
    std::vector<std::thread> threads;
    try {
      for (std::size_t t = 1; t < workers_.size(); ++t) {
        threads.emplace_back([this, t] { work(t); });
      }
    } catch (const std::system_error&) {
      // The system has no more threads, or no memory for their stacks: one is enough.
      do_without(workers_.size() - 1 - threads.size());
    }
    work(0);
    for (std::thread& thread : threads) thread.join();
    if (problem_) std::rethrow_exception(problem_);
    if (cancelled_) return Outcome::cancelled;
    if (stopped_ || shared_) return Outcome::in_order_needed;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      if (config_.observer != nullptr) config_.observer->take(worker->take_sink());
    }
    result = merger_.finish(plan_.planned());
    return Outcome::complete;
  }

 private:
  /// One thread: executes blocks, then checks its part of what all threads have accessed.
  void work(std::size_t thread) {
    guarded([&] {
      // A thread's chunks ascend, so that its blocks see each other's writes as in a run in order.
      while (const std::optional<Chunk> chunk = take_chunk()) {
        keep(*chunk, workers_[thread]->run(chunk->span, config_.record.max_accesses - room_used_.load()));
      }
      sharing_[thread]->finish();
    });
    all_executed_.arrive_and_wait();
    if (stopped_) return;
    guarded([&] {
      if (BlockSharing::conflict(sharing_, thread, sharing_.size())) shared_ = true;
    });
  }

  /// Stops all, as so many threads are not there to arrive.
  void do_without(std::size_t missing) {
    {
      const std::scoped_lock lock(mutex_);
      stopped_ = true;
    }
    merged_one_.notify_all();
    for (; missing != 0; --missing) all_executed_.arrive_and_drop();
  }

  /// Does the work of a thread; an exception stops all.
  template <class Work>
  void guarded(const Work& work) {
    try {
      work();
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      problem_ = std::current_exception();
      stopped_ = true;
      merged_one_.notify_all();
    }
  }

  struct Chunk {
    std::uint64_t number = 0;
    BlockSpan span;
  };

  /// The next chunk. Waits if it is too far ahead of the merged ones, whose results would pile up, or if it depends on
  /// their work. Chunks become small towards the end, so that the threads finish together.
  [[nodiscard]] std::optional<Chunk> take_chunk() {
    std::unique_lock lock(mutex_);
    const std::uint64_t window = threads_ * kChunksAhead;
    merged_one_.wait(lock,
                     [&] { return stopped_ || plan_.is_done() || (next_ < merged_ + window && plan_.is_known()); });
    if (stopped_ || plan_.is_done()) return std::nullopt;
    const std::uint64_t most = std::clamp<std::uint64_t>(left_ / (4 * threads_), 1, kMaxChunkBlocks);
    Chunk chunk{next_++, plan_.take(most)};
    const std::uint64_t end = chunk.span.at(chunk.span.count - 1) + 1;
    left_ = (config_.grid.count() - end) / chunk.span.stride;
    if (config_.control != nullptr) config_.control->set_blocks(plan_.planned());
    return chunk;
  }

  void keep(const Chunk& chunk, BlockResults result) {
    const std::scoped_lock lock(mutex_);
    cancelled_ = cancelled_ || result.cancelled;
    budgets_used_ += result.budgets_used;
    if (result.ended || result.cancelled || is_too_much(config_, budgets_used_)) stopped_ = true;
    finished_.emplace(chunk.number, std::move(result));
    for (auto first = finished_.begin(); first != finished_.end() && first->first == merged_;
         first = finished_.begin()) {
      plan_.add(first->second.statistics.blocks, work_of(first->second.statistics));
      merger_.add(std::move(first->second));
      finished_.erase(first);
      ++merged_;
    }
    room_used_ = merger_.accesses();
    merged_one_.notify_all();
  }

  BlockPlan plan_;
  std::uint64_t left_ = 0;  ///< blocks that have not been given out, approximately
  std::uint64_t threads_ = 1;
  const LaunchConfig& config_;
  std::vector<std::unique_ptr<BlockSharing>> sharing_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::barrier<> all_executed_;
  std::mutex mutex_;
  std::condition_variable merged_one_;
  std::uint64_t next_ = 0, merged_ = 0;  ///< chunks given out, chunks merged
  std::map<std::uint64_t, BlockResults> finished_;
  std::atomic<std::uint64_t> room_used_{0};  ///< accesses kept by the merged chunks
  ResultMerger merger_;
  std::uint64_t budgets_used_ = 0;
  std::atomic<bool> stopped_ = false, shared_ = false;
  bool cancelled_ = false;
  std::exception_ptr problem_;
};

/// Number of host threads for a launch.
unsigned threads_for(const Program& program, const LaunchMemory& memory, const LaunchConfig& config) {
  // If blocks may communicate, their order is part of the result.
  if (program.orders_blocks || config.backwards) return 1;
  const std::uint64_t wanted = config.threads != 0 ? config.threads : std::max(1u, std::thread::hardware_concurrency());
  std::uint64_t bytes = 0;
  for (std::size_t b = 0; b < memory.global->size(); ++b) bytes += memory.global->buffer(b).bytes.size();
  const std::uint64_t per_thread = std::max<std::uint64_t>(1, BlockSharing::most_bytes(bytes));
  const std::uint64_t most = std::max<std::uint64_t>(2, kMostSharingBytes / per_thread);
  // Large local arrays and many registers of all threads of a block, for each of our threads.
  const std::uint64_t own = std::max<std::uint64_t>(1, private_bytes(program, config.block));
  const std::uint64_t room = std::max<std::uint64_t>(1, kMostPrivateBytes / own);
  return static_cast<unsigned>(std::min({wanted, most, config.grid.count(), room}));
}

/// Runs the blocks of a launch on one host thread.
Result<RunResult> run_in_order(const Program& program, LaunchMemory& memory, const LaunchConfig& config) {
  Worker worker(program, memory, config, nullptr);
  BlockPlan plan = plan_of(program, config);
  ResultMerger merger(config.record.max_accesses);
  for (bool ended = false; !plan.is_done() && !ended;) {
    const BlockSpan span = plan.take(config.grid.count());
    if (config.control != nullptr) config.control->set_blocks(plan.planned());
    BlockResults results = worker.run(span, config.record.max_accesses - merger.accesses());
    if (results.cancelled) return cancelled_run(*config.control);
    plan.add(results.statistics.blocks, work_of(results.statistics));
    ended = results.ended;
    merger.add(std::move(results));
  }
  if (config.observer != nullptr) config.observer->take(worker.take_sink());
  return merger.finish(plan.planned());
}

}  // namespace

std::vector<std::byte> initial_contents(const ptx::Module& module, std::size_t variable,
                                        const std::vector<std::uint64_t>& places) {
  const ptx::Variable& declared = module.variables[variable];
  std::vector<std::byte> bytes = declared.initial;
  bytes.resize(declared.size);
  for (const ptx::Variable::Relocation& relocation : declared.relocations) {
    std::uint64_t address = 0;
    if (relocation.is_function) {
      address = kFunctionBase + 16 * std::uint64_t{relocation.variable};
    } else {
      address = places[relocation.variable];
      if (relocation.generic) address += window_of(module.variables[relocation.variable].space);
    }
    address += static_cast<std::uint64_t>(relocation.addend);
    const std::size_t width = std::min<std::size_t>(relocation.bytes, sizeof address);
    if (relocation.at + width <= bytes.size()) std::memcpy(bytes.data() + relocation.at, &address, width);
  }
  return bytes;
}

std::vector<Buffer> make_module_memory(const Program& program) {
  const ptx::Module& module = *program.module;
  std::vector<Buffer> buffers;
  if (program.variables_outside) return buffers;
  std::vector<std::uint64_t> places;
  places.reserve(program.variables.size());
  for (const PlacedVariable& variable : program.variables) places.push_back(variable.address);
  for (std::size_t v = 0; v < module.variables.size(); ++v) {
    const ptx::Variable& variable = module.variables[v];
    if (places[v] < kModuleBase || (variable.space != Space::global && variable.space != Space::constant)) continue;
    Buffer buffer{.name = variable.name, .address = places[v], .bytes = initial_contents(module, v, places)};
    buffers.push_back(std::move(buffer));
  }
  return buffers;
}

Result<RunResult> run_grid(const Program& program, LaunchMemory& memory, const LaunchConfig& config) {
  const std::uint64_t blocks = config.grid.count();
  if (config.is_cooperative) {
    memory.module = make_module_memory(program);
    return run_cooperative(program, memory, config);
  }
  const unsigned threads = threads_for(program, memory, config);
  if (config.control != nullptr) config.control->start(blocks);
  memory.module = make_module_memory(program);
  if (threads > 1) {
    PageBackup backup(*memory.global);
    RunResult result;
    switch (ParallelRun(program, memory, config, threads, backup).run(result)) {
      case ParallelRun::Outcome::complete:
        return result;
      case ParallelRun::Outcome::cancelled:
        return cancelled_run(*config.control);
      case ParallelRun::Outcome::in_order_needed:
        break;
    }
    backup.restore();
    memory.module = make_module_memory(program);
    if (config.control != nullptr) config.control->start(blocks);
  }
  return run_in_order(program, memory, config);
}

}  // namespace bankloom::simt
