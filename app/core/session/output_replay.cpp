#include "core/session/output_replay.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/catalog/element_type.h"
#include "core/session/step_state.h"

namespace bankloom {
namespace {

bool writes_to_global(const MemoryAccess& access) {
  return access.space == Space::global && access.op != AccessOp::load && access.op != AccessOp::ldmatrix;
}
bool updates_atomically(const MemoryAccess& access) { return is_atomic(access.op); }

/// A range of the output's elements, without its end.
struct WrittenRange {
  std::uint64_t begin = 0, end = 0;
};

/// The elements that hold a lane's bytes; none outside of the output.
WrittenRange written_elements(const KernelRun& run, const MemoryAccess& access, unsigned lane) {
  const std::uint64_t address = access.addresses[lane], bytes = element_bytes(run.output_type);
  if (bytes == 0 || address < run.output_address || address - run.output_address >= run.output.size()) return {};
  const std::uint64_t at = address - run.output_address;
  return {at / bytes, (std::min<std::uint64_t>(at + access.width, run.output.size()) + bytes - 1) / bytes};
}

}  // namespace

OutputReplay::OutputReplay(std::shared_ptr<const KernelRun> run) : run_(std::move(run)) {
  const std::size_t bytes = element_bytes(run_->output_type);
  contents_.bytes.resize(run_->output.size());
  contents_.states.resize(bytes == 0 ? 0 : run_->output.size() / bytes, ElementState::untouched);
  last_writes_.resize(contents_.states.size(), 0);
  MemoryAccess access;
  for (std::size_t at = 0; at < run_->trace.size(); ++at) {
    run_->trace.read(at, access, false);
    if (!writes_to_global(access)) continue;
    bool touches = false;
    const auto number = static_cast<std::uint32_t>(writes_.size() + 1);
    for_each_lane(addressing_lanes(access), [&](unsigned lane) {
      const WrittenRange range = written_elements(*run_, access, lane);
      for (std::uint64_t element = range.begin; element < range.end; ++element) last_writes_[element] = number;
      touches = touches || range.end > range.begin;
    });
    if (touches) writes_.push_back(at);
  }
  begin_ = contents_;
}

/// The first of the writes that is this access of the trace or one after it.
std::size_t OutputReplay::write_at(std::size_t access) const {
  return static_cast<std::size_t>(std::lower_bound(writes_.begin(), writes_.end(), access) - writes_.begin());
}

void OutputReplay::write(std::size_t index, LaneMask lanes) {
  const MemoryAccess access = run_->trace.at(writes_[index]);
  const std::size_t bytes = element_bytes(run_->output_type);
  for_each_lane(addressing_lanes(access) & lanes, [&](unsigned lane) {
    const WrittenRange range = written_elements(*run_, access, lane);
    for (std::uint64_t element = range.begin; element < range.end; ++element) {
      contents_.reached += contents_.states[element] == ElementState::untouched ? 1U : 0U;
      // An atomic's record has only the old value; after the last one the run's output is the value.
      const bool is_known =
          !updates_atomically(access) || (last_writes_[element] == index + 1 && !run_->trace.clipped());
      contents_.states[element] = is_known ? ElementState::written : ElementState::updated;
      if (updates_atomically(access) && is_known) {
        std::memcpy(contents_.bytes.data() + element * bytes, run_->output.data() + element * bytes, bytes);
      }
    }
    if (range.end == range.begin || updates_atomically(access)) return;
    const std::uint64_t at = access.addresses[lane] - run_->output_address;
    std::memcpy(contents_.bytes.data() + at, access.values.data() + std::size_t{lane} * access.width,
                std::min<std::uint64_t>(access.width, run_->output.size() - at));
  });
}

/// Sets the contents to those before the block whose first write is `first`.
void OutputReplay::begin_block(std::size_t first) {
  if (next_ > first || (next_ == first && of_next_ != 0)) {
    // Writes are not undone: going back replays from the beginning.
    contents_ = OutputContents{std::vector<std::byte>(contents_.bytes.size()),
                               std::vector<ElementState>(contents_.states.size(), ElementState::untouched)};
    next_ = 0;
    of_next_ = 0;
  }
  for (; next_ < first; ++next_) write(next_, kAllLanes);
  of_next_ = 0;
  begin_ = contents_;
  begin_at_ = first;
}

const OutputContents& OutputReplay::at(const Timeline& timeline, std::uint32_t request, std::uint32_t step) {
  const TimelineRequest& entry = timeline.requests()[request];
  const std::size_t first = write_at(timeline.requests().front().access), target = write_at(entry.access);
  if (first != begin_at_) {
    begin_block(first);
    ++version_;
  }
  LaneMask lanes = 0;
  if (target < writes_.size() && writes_[target] == entry.access) {
    const MemoryAccess access = run_->trace.at(entry.access);
    const RequestCost cost = explain_request(run_->machine, access);
    lanes = addressing_lanes(access) & served_after(*run_, access, cost, step);
  }
  if (next_ == target && of_next_ == lanes) return contents_;
  ++version_;
  if (target < next_ || (target == next_ && (of_next_ & ~lanes) != 0)) {
    contents_ = begin_;
    next_ = begin_at_;
  }
  for (; next_ < target; ++next_) write(next_, kAllLanes);
  if (lanes != 0) write(target, lanes);
  of_next_ = lanes;
  return contents_;
}

}  // namespace bankloom
