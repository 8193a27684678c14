#include "core/session/fault_place.h"

#include <algorithm>

namespace bankloom {
namespace {

/// Faults that are searched for a request: views ask in every frame, and thousands of lines may have one.
constexpr std::size_t kLookedAt = 32;

/// The elements of a tile that bytes lie in.
std::vector<TileGeometry::Element> cells_of(const TileGeometry& tile, std::uint64_t address, unsigned bytes) {
  std::vector<TileGeometry::Element> cells;
  for (unsigned byte = 0; byte < bytes; ++byte) {
    const auto cell = tile.element_at(address + byte);
    if (cell && (cells.empty() || !(cells.back() == *cell))) cells.push_back(*cell);
  }
  return cells;
}

}  // namespace

std::uint64_t fault_block(const KernelRun& run, const simt::Fault& fault) {
  const Dim3& grid = run.instance.grid;
  return fault.block.x + std::uint64_t{grid.x} * (fault.block.y + std::uint64_t{grid.y} * fault.block.z);
}

std::optional<FaultPlace> fault_place(const KernelRun& run, const Timeline& timeline, const simt::Fault& fault) {
  if (timeline.block() != fault_block(run, fault)) return std::nullopt;
  const Dim3& block = run.instance.block;
  const std::uint64_t thread =
      fault.thread.x + std::uint64_t{block.x} * (fault.thread.y + std::uint64_t{block.y} * fault.thread.z);
  const auto warp = static_cast<std::uint32_t>(thread / kWarpSize);
  if (warp >= timeline.warps() || timeline.of_warp(warp).empty()) return std::nullopt;
  FaultPlace place;
  place.lane = static_cast<unsigned>(thread % kWarpSize);
  // Requests are in the order of execution, which the fault's order counts.
  place.request = timeline.of_warp(warp).front();
  if (fault.kind == simt::FaultKind::order_dependent) {
    for (const std::uint32_t index : timeline.of_warp(warp)) {
      if (timeline.requests()[index].source_line == fault.source_line) place.request = index;
    }
  } else {
    for (const std::uint32_t index : timeline.of_warp(warp)) {
      if (index > fault.order) break;
      // This request follows an access that was not carried out: it is not at fault.
      const bool is_it = index < fault.order || timeline.requests()[index].source_line == fault.source_line;
      if (is_it) place.request = index;
    }
  }
  if (run.tile && fault.has_address && fault.space == Space::shared) place.cell = run.tile->element_at(fault.address);
  return place;
}

bool has_fault_step(const KernelRun& run, const Timeline& timeline, const simt::Fault& fault) {
  return fault_block(run, fault) != timeline.block() || fault_place(run, timeline, fault);
}

const simt::Fault* fault_at(const KernelRun& run, const Timeline& timeline, std::uint32_t request) {
  for (std::size_t index = 0; index < std::min(run.faults.size(), kLookedAt); ++index) {
    const auto place = fault_place(run, timeline, run.faults[index]);
    if (place && place->request == request) return &run.faults[index];
  }
  return nullptr;
}

std::vector<FaultyLane> faulty_lanes(const KernelRun& run, const Timeline& timeline, std::uint32_t request) {
  std::vector<FaultyLane> lanes;
  if (request >= timeline.requests().size()) return lanes;
  const TimelineRequest& entry = timeline.requests()[request];
  const Dim3& block = run.instance.block;
  MemoryAccess access;
  run.trace.read(entry.access, access, false);
  for (std::size_t index = 0; index < std::min(run.faults.size(), kLookedAt); ++index) {
    const simt::Fault& fault = run.faults[index];
    if (timeline.block() != fault_block(run, fault)) continue;
    // An access that no lane carried out is shown at the request before it.
    const auto place = fault_place(run, timeline, fault);
    const bool is_here = place && place->request == request;
    for (const simt::FaultMark& mark : fault.marks) {
      const std::uint64_t thread =
          mark.thread.x + std::uint64_t{block.x} * (mark.thread.y + std::uint64_t{block.y} * mark.thread.z);
      if (thread / kWarpSize != entry.warp) continue;
      // A lane that was not carried out is not part of the request, which is then a later, correct access.
      const bool was_done = fault.was_carried_out ||
                            (fault.kind != simt::FaultKind::out_of_bounds && fault.kind != simt::FaultKind::misaligned);
      const bool is_part = has_lane(addressing_lanes(access), static_cast<unsigned>(thread % kWarpSize));
      const bool is_this = mark.order == request && entry.source_line == fault.source_line &&
                           entry.space == fault.space && is_part == was_done;
      if (!is_this && (!is_here || mark.order != fault.order)) continue;
      FaultyLane lane{.fault = index,
                      .lane = static_cast<unsigned>(thread % kWarpSize),
                      .space = fault.space,
                      .kind = fault.kind,
                      .address = mark.address,
                      .is_next = !is_this};
      if (is_this) {
        // A race may concern only a part of the bytes that the lane reads or writes.
        lane.bytes = access.width;
        if (has_lane(addressing_lanes(access), lane.lane)) lane.address = access.addresses[lane.lane];
      }
      const auto is_same = [&](const FaultyLane& other) {
        return other.lane == lane.lane && other.space == lane.space && other.address == lane.address;
      };
      if (std::ranges::any_of(lanes, is_same)) continue;
      if (run.tile && fault.space == Space::shared) lane.cells = cells_of(*run.tile, lane.address, lane.bytes);
      lanes.push_back(std::move(lane));
    }
  }
  return lanes;
}

}  // namespace bankloom
