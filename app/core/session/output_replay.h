// OutputReplay: a run's output as the kernel has written it so far, at any place of the animation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/run/kernel_run.h"
#include "core/session/timeline.h"

namespace bankloom {

/// What is known of an element of the output at a place.
enum class ElementState : std::uint8_t {
  untouched,  ///< nobody has written it yet
  written,    ///< by a store, or by the last atomic of all: its value is known
  updated,    ///< by an atomic that others follow: its value is not known
};

struct OutputContents {
  std::vector<std::byte> bytes;      ///< as KernelRun::output; zeros where nobody has written yet
  std::vector<ElementState> states;  ///< by element
  std::uint64_t reached = 0;         ///< elements that are not untouched
};

/// Replays what the run's blocks wrote to its output, in the order in which they were executed: blocks before the shown
/// one have written all of theirs, those after it nothing. Blocks that were not recorded never write. Going forward is
/// cheapest; the order of writing is found once, from all accesses of the run.
class OutputReplay {
 public:
  explicit OutputReplay(std::shared_ptr<const KernelRun> run);
  /// The contents when all requests of the timeline's block before `request` and the first `step + 1` transactions of
  /// it have been served. The timeline must be one of the run's and not empty.
  [[nodiscard]] const OutputContents& at(const Timeline& timeline, std::uint32_t request, std::uint32_t step);
  /// Another number wherever the contents of the last at() are others than those of the one before.
  [[nodiscard]] std::uint64_t version() const { return version_; }
  [[nodiscard]] const std::shared_ptr<const KernelRun>& run() const { return run_; }

 private:
  [[nodiscard]] std::size_t write_at(std::size_t access) const;
  void write(std::size_t index, LaneMask lanes);
  void begin_block(std::size_t first);

  std::shared_ptr<const KernelRun> run_;
  std::vector<std::size_t> writes_;         ///< indices in the trace of the accesses that write to the output
  std::vector<std::uint32_t> last_writes_;  ///< by element: the last of them, counted from 1; 0: none
  OutputContents contents_;
  std::size_t next_ = 0;      ///< of the writes, the first that is not wholly in the contents
  LaneMask of_next_ = 0;      ///< its lanes that are
  OutputContents begin_;      ///< as the shown block found it
  std::size_t begin_at_ = 0;  ///< of the writes, the block's first
  std::uint64_t version_ = 0;
};

}  // namespace bankloom
