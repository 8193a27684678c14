#include "core/simt/cooperative_run.h"

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "core/simt/address_space.h"
#include "core/simt/block_results.h"
#include "core/simt/block_runner.h"

namespace bankloom::simt {
namespace {

/// The number of blocks that an H200 holds at once: 132 multiprocessors with 32 each.
constexpr std::uint64_t kMostBlocks = 132 * std::uint64_t{32};
/// Units of global memory that all blocks together watch for races: a gigabyte of records.
constexpr std::size_t kMostWatched = std::size_t{1} << 26u;

class CooperativeRun {
 public:
  CooperativeRun(const Program& program, LaunchMemory& memory, const LaunchConfig& config)
      : memory_(memory), config_(config), recorders_(config.record.enabled ? config.grid.count() : 0) {
    if (config.observer != nullptr) sink_ = config.observer->make_sink();
    const std::uint64_t blocks = config.grid.count();
    for (std::uint64_t b = 0; b < blocks; ++b) {
      runners_.push_back(std::make_unique<BlockRunner>(program, memory, config, nullptr));
      runners_.back()->watch_at_most(kMostWatched / blocks);
    }
    ended_.assign(runners_.size(), false);
  }

  [[nodiscard]] Result<RunResult> run() {
    begin();
    while (unfinished_ != 0 && !launch_ended_) {
      const Pass pass = run_pass();
      if (pass == Pass::cancelled) return cancelled_run(*config_.control);
      if (pass == Pass::works) {
        watch(false);
      } else if (!resolve_standstill()) {
        break;
      }
    }
    return finish();
  }

 private:
  enum class Pass : std::uint8_t { works, all_wait, cancelled };

  void begin() {
    const RecordOptions& record = config_.record;
    for (std::size_t b = 0; b < runners_.size(); ++b) {
      const bool chosen = b >= record.first_block && b - record.first_block < record.block_count;
      TraceRecorder* const recorder = record.enabled ? &recorders_[b] : nullptr;
      runners_[b]->begin(b, {recorder, sink_.get(), !chosen, record.max_accesses / runners_.size()});
    }
    unfinished_ = runners_.size();
  }

  /// Gives each block that has not ended a turn.
  [[nodiscard]] Pass run_pass() {
    bool all_wait = true;
    for (std::size_t turn = 0; turn < runners_.size() && !launch_ended_; ++turn) {
      const std::size_t b = config_.backwards ? runners_.size() - 1 - turn : turn;
      if (ended_[b]) continue;
      const BlockRunner::Turn how = runners_[b]->advance();
      if (how == BlockRunner::Turn::cancelled) return Pass::cancelled;
      if (printed_.size() < kMaxPrinted) printed_ += std::exchange(runners_[b]->printed(), std::string());
      all_wait = all_wait && how == BlockRunner::Turn::waits;
      if (how == BlockRunner::Turn::ended) end_block(b);
    }
    return all_wait ? Pass::all_wait : Pass::works;
  }

  void end_block(std::size_t block) {
    ended_[block] = true;
    --unfinished_;
    // The others may wait for something that this block should have done.
    launch_ended_ = runners_[block]->finish() != BlockRunner::End::done;
    if (config_.control != nullptr) config_.control->add_done();
  }

  void watch(bool watches) {
    if (std::exchange(watches_, watches) == watches) return;
    for (const std::unique_ptr<BlockRunner>& runner : runners_) runner->watch_standstill(watches);
    changes_ = changes();
  }
  [[nodiscard]] std::uint64_t changes() const {
    std::uint64_t sum = 0;
    for (const std::unique_ptr<BlockRunner>& runner : runners_) sum += runner->changes();
    return sum;
  }

  /// Handles the state in which all blocks wait. Returns whether execution can continue: the others see what a block
  /// changed before it began to wait in their next turns, which are watched.
  [[nodiscard]] bool resolve_standstill() {
    if (!watches_) {
      watch(true);
      return true;
    }
    const std::uint64_t now = changes();
    if (std::exchange(changes_, now) != now) return true;
    watch(false);
    for (std::size_t b = 0; b < runners_.size(); ++b) {
      if (!ended_[b] && runners_[b]->release_lanes()) return true;
    }
    const std::uint64_t missing = missing_blocks();
    for (std::size_t b = 0; b < runners_.size(); ++b) {
      if (!ended_[b]) runners_[b]->report_waiting(missing, runners_.size());
    }
    return false;
  }

  /// Number of blocks that have not arrived at the grid's barrier while others have; 0 if none waits there.
  [[nodiscard]] std::uint64_t missing_blocks() const {
    const Buffer& barrier = memory_.module.back();
    std::uint32_t word = 0;
    std::memcpy(&word, barrier.bytes.data() + sizeof word, sizeof word);
    // Each block adds 1, except the first one: it adds 2^31 minus the number of the others, so that the last one flips
    // the highest bit.
    constexpr std::uint32_t kHalf = 0x8000'0000u;
    const std::uint32_t arrived = word & (kHalf - 1);
    const auto blocks = static_cast<std::uint32_t>(runners_.size());
    if (arrived == 0) return 0;
    return arrived < blocks ? blocks - arrived : kHalf - arrived;
  }

  [[nodiscard]] RunResult finish() {
    ResultMerger merger(config_.record.max_accesses);
    for (std::size_t b = 0; b < runners_.size(); ++b) {
      if (!ended_[b]) static_cast<void>(runners_[b]->finish());
      BlockResults results;
      if (config_.record.enabled) results.trace = recorders_[b].finish();
      results.faults = std::move(runners_[b]->faults());
      results.statistics = runners_[b]->take_statistics();
      if (b == 0) results.printed = std::move(printed_);
      merger.add(std::move(results));
    }
    if (config_.observer != nullptr) config_.observer->take(std::move(sink_));
    return merger.finish(runners_.size());
  }

  const LaunchMemory& memory_;
  const LaunchConfig& config_;
  std::vector<TraceRecorder> recorders_;  ///< by block
  std::unique_ptr<AccessSink> sink_;
  std::vector<std::unique_ptr<BlockRunner>> runners_;  ///< by block
  std::vector<bool> ended_;
  std::size_t unfinished_ = 0;
  bool launch_ended_ = false;  ///< by a trap, or by a block that did not end
  bool watches_ = false;       ///< a standstill is being checked
  std::uint64_t changes_ = 0;
  std::string printed_;  ///< in the order of turns
};

}  // namespace

Failure cancelled_run(RunControl& control) {
  control.end_cancelled();
  return fail_with({message("the run was cancelled after {} of {} blocks, so there is no result", control.blocks_done(),
                            control.blocks()),
                    ErrorCode::cancelled});
}

Result<RunResult> run_cooperative(const Program& program, LaunchMemory& memory, const LaunchConfig& config) {
  const std::uint64_t blocks = config.grid.count();
  if (blocks > kMostBlocks) {
    return fail(
        "a cooperative launch of {} blocks is too large: all have to be on the device at once, and at most {} can be",
        blocks, kMostBlocks);
  }
  TRY(check_private_bytes(program, config.block, blocks));
  if (config.control != nullptr) config.control->start(blocks);
  Buffer barrier;
  barrier.name = message("the grid's barrier");
  barrier.address = kGridBarrierBase;
  barrier.bytes = std::vector<std::byte>(kGridBarrierBytes);
  memory.module.push_back(std::move(barrier));
  return CooperativeRun(program, memory, config).run();
}

}  // namespace bankloom::simt
