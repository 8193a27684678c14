#include "core/session/pointer.h"

#include <algorithm>

namespace bankloom {
namespace {

/// The most requests that are searched for the store of an element.
constexpr std::size_t kMostSearched = 100'000;

unsigned bank_of(const MachineModel& machine, std::uint64_t address) {
  return static_cast<unsigned>(address / machine.bank_bytes % machine.banks);
}

/// A lane's address, cell and bank at the present request, or its element of the output.
void follow_lane(Focus& focus, const SideView& view) {
  if (!focus.lane || !view.state) return;
  if (!has_lane(addressing_lanes(view.state->access), *focus.lane)) return;
  const std::uint64_t address = view.state->access.addresses[*focus.lane];
  if (view.state->access.space == Space::global && !focus.output) focus.output = view.run->output_at(address);
  if (view.state->access.space != Space::shared) return;
  focus.bank = bank_of(view.run->machine, address);
  if (view.run->tile) focus.cell = view.run->tile->element_at(address);
}

/// The bank of a cell, and the first lane that touches it at the present request.
void follow_cell(Focus& focus, const SideView& view) {
  if (!focus.cell || !view.run->tile) return;
  const TileGeometry& tile = *view.run->tile;
  if (focus.cell->row >= tile.rows || focus.cell->column >= tile.row_elements()) {
    focus.cell.reset();
    return;
  }
  const std::uint64_t first = tile.address(focus.cell->row, focus.cell->column);
  focus.bank = bank_of(view.run->machine, first);
  if (!view.state || view.state->access.space != Space::shared) return;
  const MemoryAccess& access = view.state->access;
  LaneMask touching = 0;
  for_each_lane(addressing_lanes(access), [&](unsigned lane) {
    if (access.addresses[lane] < first + tile.element_bytes && first < access.addresses[lane] + access.width) {
      touching |= lane_bit(lane);
    }
  });
  if (touching != 0) focus.lane = first_lane(touching);
}

}  // namespace

OutputStore find_store(const SideView& view, std::uint64_t element) {
  OutputStore found{view.timeline, element, std::nullopt, 0};
  if (!view.run) return found;
  const KernelRun& run = *view.run;
  const auto& requests = view.timeline->requests();
  MemoryAccess access;
  const std::size_t looked_at = std::min(requests.size(), kMostSearched);
  for (std::size_t back = 1; back <= looked_at && !found.request; ++back) {
    const std::size_t index = requests.size() - back;
    if (requests[index].space != Space::global || requests[index].op == AccessOp::load) continue;
    run.trace.read(requests[index].access, access, false);
    for_each_lane(addressing_lanes(access), [&](unsigned lane) {
      const auto first = run.output_at(access.addresses[lane]);
      const auto last = run.output_at(access.addresses[lane] + access.width - 1);
      if (!first || !last || element < *first || element > *last) return;
      found.request = static_cast<std::uint32_t>(index);
      found.lane = lane;
    });
  }
  return found;
}

bool Pointer::end_frame(const SideViews& views) {
  bool changed = hovering_ != hovered_;
  hovered_ = hovering_;
  hovering_ = {};
  const auto element = pointed().output;
  for (std::size_t side = 0; side < views.size(); ++side) {
    OutputStore& store = stores_[side];
    if (!element) {
      store = {};
    } else if (store.timeline != views[side].timeline || store.element != *element) {
      store = find_store(views[side], *element);
      changed = true;
    }
  }
  return changed;
}

Focus Pointer::asked(Side side, const SideViews& views) const {
  const SideView& view = views[index_of(side)];
  Focus focus = resolve(asked_, side, views, {});
  if (asked_.request && view.state && focus.request != present_request(view)) {
    return {.side = side, .line = focus.line};
  }
  if (!view.facts().shows(FactKind::banks)) focus.bank.reset();
  return focus;
}

Focus resolve(const Focus& pointed, Side side, const SideViews& views, const OutputStore& store) {
  Focus focus = pointed;
  const SideView& view = views[index_of(side)];
  if (focus.side != side && focus.request) {
    // The request of the same place on this side.
    const auto& from = views[index_of(focus.side)].timeline;
    std::optional<std::uint32_t> same;
    if (from && view.timeline && *focus.request < from->requests().size()) {
      const TimelineRequest& request = from->requests()[*focus.request];
      if (request.warp < view.timeline->warps() && request.in_warp < view.timeline->of_warp(request.warp).size()) {
        same = view.timeline->of_warp(request.warp)[request.in_warp];
      }
    }
    focus.request = same;
  }
  focus.side = side;
  if (!view.run) return focus;
  if (focus.output && store.timeline == view.timeline && store.element == *focus.output && store.request) {
    focus.request = store.request;
    if (view.state && present_request(view) == store.request) focus.lane = store.lane;
  }
  if (focus.lane) {
    follow_lane(focus, view);
  } else {
    follow_cell(focus, view);
  }
  // A lane's address is that of the present request.
  if (focus.lane && !focus.request && view.state && has_lane(addressing_lanes(view.state->access), *focus.lane)) {
    focus.request = present_request(view);
  }
  if (focus.request && *focus.request < view.timeline->requests().size()) {
    focus.line = view.timeline->requests()[*focus.request].source_line;
  }
  return focus;
}

}  // namespace bankloom
