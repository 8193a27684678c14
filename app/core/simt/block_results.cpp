#include "core/simt/block_results.h"

#include <algorithm>
#include <utility>

#include "core/simt/block_runner.h"
#include "core/trace/trace_recorder.h"

namespace bankloom::simt {
namespace {

/// The first `keep` accesses of a trace; the others count as clipped.
Trace shorten(const Trace& trace, std::uint64_t keep) {
  TraceRecorder recorder;
  MemoryAccess access;
  Dim3 block{0, 0, 0};
  for (std::size_t i = 0; i < keep; ++i) {
    trace.read(i, access);
    if (i == 0 || !(access.block == block)) recorder.begin_block(access.block);
    block = access.block;
    TraceRecorder::AccessHeader header{.warp = access.warp,
                                       .source_line = access.source_line,
                                       .ptx_line = access.ptx_line,
                                       .instruction = access.instruction,
                                       .space = access.space,
                                       .op = access.op,
                                       .width = access.width,
                                       .matrices = access.matrices,
                                       .is_volatile = access.is_volatile,
                                       .active = access.active};
    recorder.record(header, access.addresses.data(), access.values.data());
  }
  recorder.clip(trace.size() - keep + trace.clipped_accesses());
  recorder.keep_meetings(trace);
  return recorder.finish();
}

}  // namespace

void ResultMerger::add(BlockResults results) {
  const std::uint64_t room = max_accesses_ - accesses_;
  accesses_ += std::min<std::uint64_t>(room, results.trace.size());
  traces_.push_back(results.trace.size() > room ? shorten(results.trace, room) : std::move(results.trace));
  faults_.append(results.faults);
  if (printed_.size() < kMaxPrinted) printed_ += results.printed;
  statistics_.warp_instructions += results.statistics.warp_instructions;
  statistics_.thread_instructions += results.statistics.thread_instructions;
  statistics_.accesses += results.statistics.accesses;
  statistics_.matrix_products += results.statistics.matrix_products;
  statistics_.blocks += results.statistics.blocks;
  statistics_.blocks_watched_in_part += results.statistics.blocks_watched_in_part;
}

RunResult ResultMerger::finish(std::uint64_t chosen_blocks) {
  RunResult result;
  result.trace = TraceRecorder::merge(std::move(traces_));
  result.faults = faults_.faults();
  if (printed_.size() > kMaxPrinted) printed_.resize(kMaxPrinted);
  result.printed = std::move(printed_);
  result.statistics = statistics_;
  result.chosen_blocks = chosen_blocks;
  return result;
}

}  // namespace bankloom::simt
