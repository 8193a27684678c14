#include "core/analysis/grid_counter.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "core/analysis/request_memo.h"

namespace bankloom {
namespace {

bool block_before(const Dim3& a, const Dim3& b) { return std::tie(a.z, a.y, a.x) < std::tie(b.z, b.y, b.x); }

/// The index of a block's access in the trace.
std::size_t find_in_trace(const Trace& trace, const Dim3& block, std::uint32_t order) {
  std::size_t low = 0, high = trace.size();
  MemoryAccess access;
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    trace.read(middle, access, /*values=*/false);
    if (block_before(access.block, block) || (access.block == block && access.order < order)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == trace.size()) return kNotRecorded;
  trace.read(low, access, /*values=*/false);
  return access.block == block && access.order == order ? low : kNotRecorded;
}

}  // namespace

/// One host thread's share.
class GridSink final : public AccessSink {
 public:
  explicit GridSink(const MachineModel& machine) : memo_(machine) {}

  void begin_block(std::uint64_t linear, const Dim3& block) override {
    linear_ = linear;
    block_ = block;
    order_ = 0;
  }

  void resume_block(std::uint64_t linear, const Dim3& block, std::uint32_t accesses) override {
    begin_block(linear, block);
    order_ = accesses;
  }

  void access(const AccessHeader& header, const std::uint64_t* addresses) override {
    const std::uint32_t order = order_++;
    const analysis::RequestPrice& price = memo_.price(header, addresses);
    const std::size_t index = find(header);
    const bool fresh = index == sums_.size();
    if (fresh) add(header, order);
    GridCounter::Sums& sums = sums_[index];
    ++sums.cost.executed;
    analysis::add(price, sums.cost.sums);
    const analysis::Candidate candidate{price.transactions(), linear_, header.warp, order};
    if (fresh || candidate.comes_before(sums.worst)) {
      sums.worst = candidate;
      set_example(header, addresses, order, sums.cost.sums.example);
    }
  }

  [[nodiscard]] const std::vector<GridCounter::Sums>& sums() const { return sums_; }

 private:
  /// The index of the access's sums; the number of sums if there are none yet.
  [[nodiscard]] std::size_t find(const AccessHeader& header) {
    if (header.ptx_line >= chains_.size()) chains_.resize(header.ptx_line + std::size_t{1});
    const std::uint64_t key = analysis::summary_key(header);
    for (const std::size_t index : chains_[header.ptx_line]) {
      if (sums_[index].key == key && sums_[index].cost.instruction == header.instruction) return index;
    }
    return sums_.size();
  }

  void add(const AccessHeader& header, std::uint32_t order) {
    chains_[header.ptx_line].push_back(sums_.size());
    GridCounter::Sums sums;
    sums.cost.ptx_line = header.ptx_line;
    sums.cost.instruction = header.instruction;
    sums.cost.sums = analysis::summary_like(header);
    sums.key = analysis::summary_key(header);
    sums.first_block = linear_;
    sums.first_order = order;
    sums_.push_back(sums);
  }

  void set_example(const AccessHeader& header, const std::uint64_t* addresses, std::uint32_t order,
                   MemoryAccess& example) const {
    example.block = block_;
    example.warp = header.warp;
    example.order = order;
    example.source_line = header.source_line;
    example.ptx_line = header.ptx_line;
    example.instruction = header.instruction;
    example.space = header.space;
    example.op = header.op;
    example.width = header.width;
    example.matrices = header.matrices;
    example.is_volatile = header.is_volatile;
    example.active = header.active;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      example.addresses[lane] = has_lane(header.active, lane) ? addresses[lane] : 0;
    }
  }

  analysis::RequestMemo memo_;
  std::vector<GridCounter::Sums> sums_;
  std::vector<std::vector<std::size_t>> chains_;  ///< by PTX line: indices of sums_
  std::uint64_t linear_ = 0;
  Dim3 block_{0, 0, 0};
  std::uint32_t order_ = 0;
};

namespace {

/// Adds sums of the same kind of access, and takes the more expensive example.
void join(const AccessSummary& from, const analysis::Candidate& from_worst, AccessSummary& into,
          analysis::Candidate& into_worst) {
  into.accesses += from.accesses;
  into.requests += from.requests;
  into.phases += from.phases;
  into.wavefronts += from.wavefronts;
  into.load_wavefronts += from.load_wavefronts;
  into.bank_conflicts += from.bank_conflicts;
  into.sectors += from.sectors;
  into.lines += from.lines;
  into.lanes += from.lanes;
  into.bytes_used += from.bytes_used;
  into.fewest_sectors += from.fewest_sectors;
  if (from_worst.comes_before(into_worst)) {
    into_worst = from_worst;
    into.example = from.example;
  }
}

}  // namespace

std::unique_ptr<AccessSink> GridCounter::make_sink() { return std::make_unique<GridSink>(machine_); }

void GridCounter::take(std::unique_ptr<AccessSink> sink) {
  for (const Sums& from : static_cast<const GridSink&>(*sink).sums()) {
    const auto same = [&](const Sums& known) {
      return known.key == from.key && known.cost.ptx_line == from.cost.ptx_line &&
             known.cost.instruction == from.cost.instruction;
    };
    const auto known = std::ranges::find_if(sums_, same);
    if (known == sums_.end()) {
      sums_.push_back(from);
      continue;
    }
    known->cost.executed += from.cost.executed;
    join(from.cost.sums, from.worst, known->cost.sums, known->worst);
    if (std::tie(from.first_block, from.first_order) < std::tie(known->first_block, known->first_order)) {
      known->first_block = from.first_block;
      known->first_order = from.first_order;
    }
  }
}

std::vector<GridCounter::Sums> GridCounter::in_order() const {
  std::vector<Sums> ordered = sums_;
  std::ranges::sort(ordered, [](const Sums& a, const Sums& b) {
    return std::tie(a.first_block, a.first_order) < std::tie(b.first_block, b.first_order);
  });
  return ordered;
}

std::vector<InstructionCost> GridCounter::instructions() const {
  std::vector<InstructionCost> costs;
  for (const Sums& sums : in_order()) {
    costs.push_back(sums.cost);
    AccessSummary& summary = costs.back().sums;
    summary.bytes_asked = summary.lanes * summary.width;
    summary.bytes_moved = summary.sectors * machine_.sector_bytes;
  }
  return costs;
}

KernelCost GridCounter::cost(const Trace& trace) const {
  KernelCost cost;
  std::unordered_map<std::uint64_t, std::size_t> index_of;
  std::vector<analysis::Candidate> worst;
  for (const Sums& sums : in_order()) {
    const auto [found, fresh] = index_of.try_emplace(sums.key, cost.accesses.size());
    if (fresh) {
      cost.accesses.push_back(sums.cost.sums);
      worst.push_back(sums.worst);
    } else {
      join(sums.cost.sums, sums.worst, cost.accesses[found->second], worst[found->second]);
    }
  }
  for (AccessSummary& summary : cost.accesses) {
    summary.worst = find_in_trace(trace, summary.example.block, summary.example.order);
  }
  analysis::finish_cost(machine_, cost);
  return cost;
}

}  // namespace bankloom
