// OutputReplay: a run's output as written so far, at any place of the animation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/session/timeline.h"

namespace bankloom {

/// The state of an element of the output at a place.
enum class ElementState : std::uint8_t {
  untouched,  ///< not written yet
  written,    ///< by a store, or by its last atomic: its value is known
  updated,    ///< by an atomic that is not the last: its value is unknown
};

struct OutputContents {
  std::vector<std::byte> bytes;      ///< as KernelRun::output; zeros where not written yet
  std::vector<ElementState> states;  ///< by element
  std::uint64_t reached = 0;         ///< elements that are not untouched
};

/// Replays the writes of a run's blocks to its output in the order of execution: blocks before the shown one have
/// written everything, those after it nothing. Blocks that were not recorded never write. Going forward is cheapest;
/// the order of writes is found once, from all accesses of the run.
class OutputReplay {
 public:
  explicit OutputReplay(std::shared_ptr<const KernelRun> run);
  /// The contents when all requests of the timeline's block before `request` and the first `step + 1` transactions of
  /// it have been served. The timeline must be one of the run's and not empty.
  [[nodiscard]] const OutputContents& at(const Timeline& timeline, std::uint32_t request, std::uint32_t step);
  /// A number that changes whenever at() returns other contents than before.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] const std::shared_ptr<const KernelRun>& run() const { return run_; }

 private:
  [[nodiscard]] std::size_t write_at(std::size_t access) const;
  void write(std::size_t index, LaneMask lanes);
  void begin_block(std::size_t first);

  std::shared_ptr<const KernelRun> run_;
  std::vector<std::size_t> writes_;         ///< indices in the trace of the accesses that write to the output
  std::vector<std::uint32_t> last_writes_;  ///< by element: its last write, counted from 1; 0: none
  OutputContents contents_;
  std::size_t next_ = 0;      ///< the first write that is not wholly in the contents
  LaneMask of_next_ = 0;      ///< its lanes that are in the contents
  OutputContents begin_;      ///< before the shown block
  std::size_t begin_at_ = 0;  ///< the block's first write
  std::uint64_t version_ = 0;
};

}  // namespace bankloom
