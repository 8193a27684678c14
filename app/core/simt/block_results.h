// BlockResults: the results of a run of blocks. ResultMerger joins those of consecutive runs into the results of a
// launch.
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
  std::uint64_t budgets_used = 0;  ///< blocks that used up their instruction budget
  bool ended = false;              ///< by a trap, or by too many endless blocks: later blocks do not count
  bool cancelled = false;          ///< some blocks did not run
};

/// Joins the results of consecutive blocks into those of one run.
class ResultMerger {
 public:
  /// `max_accesses`: limit of accesses kept; the first ones are.
  explicit ResultMerger(std::uint64_t max_accesses) : max_accesses_(max_accesses) {}
  void add(BlockResults results);
  [[nodiscard]] std::uint64_t accesses() const { return accesses_; }
  /// `chosen_blocks`: see RunResult.
  [[nodiscard]] RunResult finish(std::uint64_t chosen_blocks);

 private:
  std::uint64_t max_accesses_ = 0, accesses_ = 0;
  std::vector<Trace> traces_;
  FaultLog faults_;
  std::string printed_;
  RunStatistics statistics_;
};

}  // namespace bankloom::simt
