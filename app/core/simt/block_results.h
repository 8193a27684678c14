// BlockResults: what a run of blocks left behind, and how those of consecutive runs are joined into that of a launch.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/simt/fault_log.h"
#include "core/simt/launch.h"
#include "core/trace/trace.h"

namespace bankloom::simt {

struct BlockResults {
  Trace trace;
  FaultLog faults;
  std::string printed;
  RunStatistics statistics;
  std::uint64_t budgets_used = 0;  ///< blocks that used up theirs
  bool ended = false;              ///< by a trap, or by too many endless blocks: no later block counts
  bool cancelled = false;          ///< not all blocks ran
};

/// Joins the results of consecutive blocks into those of one run.
class ResultMerger {
 public:
  /// `max_accesses`: that are kept at most, the first ones.
  explicit ResultMerger(std::uint64_t max_accesses) : max_accesses_(max_accesses) {}
  void add(BlockResults results);
  [[nodiscard]] std::uint64_t accesses() const { return accesses_; }
  /// `chosen_blocks`: RunResult has it.
  [[nodiscard]] RunResult finish(std::uint64_t chosen_blocks);

 private:
  std::uint64_t max_accesses_ = 0, accesses_ = 0;
  std::vector<Trace> traces_;
  FaultLog faults_;
  std::string printed_;
  RunStatistics statistics_;
};

}  // namespace bankloom::simt
