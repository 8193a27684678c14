#include "core/simt/block_plan.h"

#include <algorithm>

#include "core/simt/launch.h"

namespace bankloom::simt {

std::uint64_t work_of(const RunStatistics& statistics) {
  constexpr std::uint64_t kOfAccess = 20, kOfProduct = 100;
  return statistics.warp_instructions + kOfAccess * statistics.accesses + kOfProduct * statistics.matrix_products;
}

BlockSpan BlockPlan::take(std::uint64_t most) {
  if (most_work_ != 0 && given_ == upcoming_.blocks) decide();
  BlockSpan span{next_, 0, stride_, stride_ != 1};
  if (most_work_ != 0) {
    const Checkpoint& until = given_ < current_.blocks ? current_ : upcoming_;
    most = std::min(most, until.blocks - given_);
  }
  const std::uint64_t last = blocks_ - 1;
  span.count = std::min(most, (last - next_) / stride_ + 1);
  given_ += span.count;
  const std::uint64_t end = span.at(span.count - 1);
  next_ = end == last ? blocks_ : end + std::min(stride_, last - end);
  return span;
}

void BlockPlan::add(std::uint64_t blocks, std::uint64_t work) {
  ended_ += blocks;
  work_ += work;
  for (Checkpoint* const place : {&current_, &upcoming_}) {
    if (ended_ == place->blocks) *place = {ended_, work_, true};
  }
}

/// Decides, from the work at current_, whether further blocks are sampled and at which distance.
void BlockPlan::decide() {
  constexpr std::uint64_t kEvidence = 20;  // a decision needs 1 / kEvidence of the limit of work
  constexpr std::uint64_t kSampleStep = 64;
  const std::uint64_t of_block =
      std::max<std::uint64_t>(1, (current_.work - previous_.work) / (current_.blocks - previous_.blocks));
  const std::uint64_t spent = current_.work + of_block * (given_ - current_.blocks);
  const std::uint64_t affordable = (most_work_ - std::min(most_work_, spent)) / of_block;
  const std::uint64_t left = blocks_ - next_;
  if (current_.work >= most_work_ / kEvidence && affordable < left) {
    const std::uint64_t parts = std::max<std::uint64_t>(1, affordable);
    stride_ = std::max(stride_, left / parts + (left % parts != 0 ? 1 : 0));
  }
  previous_ = current_;
  current_ = upcoming_;
  upcoming_ = {given_ + (stride_ == 1 ? given_ : kSampleStep)};
}

std::uint64_t BlockPlan::planned() const {
  if (is_done()) return given_;
  const std::uint64_t left = blocks_ - 1 - next_;
  return given_ + 1 + left / stride_ + (left % stride_ != 0 ? 1 : 0);
}

}  // namespace bankloom::simt
