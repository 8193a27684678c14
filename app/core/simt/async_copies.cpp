#include "core/simt/async_copies.h"

namespace bankloom::simt {

void AsyncCopies::begin_block(std::size_t shared_bytes) {
  shared_bytes_ = shared_bytes;
  if (threads_.empty()) return;
  // Only kernels with copies have something to clear.
  units_.clear();
  threads_.clear();
  under_way_ = 0;
}

void AsyncCopies::issue(std::uint32_t thread, std::uint32_t line, std::uint64_t address, unsigned width) {
  if (units_.empty()) units_.resize((shared_bytes_ + kUnitBytes - 1) / kUnitBytes);
  if (threads_.size() <= thread) threads_.resize(thread + 1);
  Thread& issuer = threads_[thread];
  const UnitRange range{address / kUnitBytes, width / kUnitBytes, issuer.group};
  for (std::uint64_t unit = range.first; unit < range.first + range.count; ++unit) {
    units_[unit] = {{thread, line}, range.group, true};
  }
  issuer.ranges.push_back(range);
  ++under_way_;
}

void AsyncCopies::commit(std::uint32_t thread) {
  if (thread < threads_.size()) ++threads_[thread].group;
}

void AsyncCopies::wait_group(std::uint32_t thread, std::uint32_t groups_left) {
  if (thread >= threads_.size()) return;
  const std::uint64_t group = threads_[thread].group;
  finish(thread, group > groups_left ? group - groups_left : 0);
}

void AsyncCopies::wait_all(std::uint32_t thread) {
  if (thread < threads_.size()) finish(thread, threads_[thread].group + 1);
}

/// A thread's groups below `end` are complete.
void AsyncCopies::finish(std::uint32_t thread, std::uint64_t end) {
  under_way_ -= std::erase_if(threads_[thread].ranges, [&](const UnitRange& range) {
    if (range.group >= end) return false;
    for (std::uint64_t unit = range.first; unit < range.first + range.count; ++unit) {
      // A later copy to the same range is still in flight.
      if (units_[unit].copy.thread == thread && units_[unit].group == range.group) units_[unit].under_way = false;
    }
    return true;
  });
}

const AsyncCopies::Copy* AsyncCopies::find(std::uint64_t address, unsigned width) const {
  for (std::uint64_t unit = address / kUnitBytes; unit <= (address + width - 1) / kUnitBytes; ++unit) {
    if (unit < units_.size() && units_[unit].under_way) return &units_[unit].copy;
  }
  return nullptr;
}

}  // namespace bankloom::simt
