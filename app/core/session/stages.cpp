#include "core/session/stages.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bankloom {

double Stage::transactions_per_request() const {
  return requests == 0 ? 0.0 : static_cast<double>(transactions) / static_cast<double>(requests);
}

bool Stage::has_line(std::uint32_t line) const { return std::ranges::find(lines, line) != lines.end(); }

std::vector<Stage> stages_of(const KernelRun& run, const Timeline& timeline, std::uint32_t warp) {
  std::vector<Stage> stages;
  if (warp >= timeline.warps()) return stages;
  for (const std::uint32_t index : timeline.of_warp(warp)) {
    const TimelineRequest& request = timeline.requests()[index];
    if (request.space != Space::shared && request.space != Space::global) continue;
    if (stage_of(stages, request)) continue;
    if (!stages.empty() && stages.back().space == request.space && stages.back().op == request.op) {
      stages.back().lines.push_back(request.source_line);
    } else {
      stages.push_back({{request.source_line}, request.space, request.op, index, 0, 0, false});
    }
  }
  for (Stage& stage : stages) {
    for (const AccessSummary& access : run.cost.accesses) {
      if (!stage.has_line(access.source_line) || access.space != stage.space || access.op != stage.op) continue;
      stage.requests += access.requests;
      stage.transactions += access.space == Space::shared ? access.wavefronts : access.sectors;
      stage.wasteful = stage.wasteful || access.is_wasteful();
    }
  }
  return stages;
}

std::optional<std::size_t> stage_of(const std::vector<Stage>& stages, const TimelineRequest& request) {
  const auto found = std::ranges::find_if(stages, [&](const Stage& stage) {
    return stage.has_line(request.source_line) && stage.space == request.space && stage.op == request.op;
  });
  if (found == stages.end()) return std::nullopt;
  return static_cast<std::size_t>(found - stages.begin());
}

bool goes_through_tile(const std::vector<Stage>& stages) {
  static constexpr std::pair<Space, AccessOp> kWay[] = {{Space::global, AccessOp::load},
                                                        {Space::shared, AccessOp::store},
                                                        {Space::shared, AccessOp::load},
                                                        {Space::global, AccessOp::store}};
  const auto* next = std::begin(kWay);
  for (const Stage& stage : stages) {
    if (next != std::end(kWay) && stage.space == next->first && stage.op == next->second) ++next;
  }
  return next == std::end(kWay);
}

bool reads_and_writes_global(const KernelCost& cost) {
  return cost.global_load.requests != 0 && cost.global_store.requests != 0;
}

}  // namespace bankloom
