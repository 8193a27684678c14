#include "core/simt/memory_port.h"
#include "core/simt/atomic_form.h"

#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

#include "core/simt/address_space.h"
#include "core/simt/ops/lane_isa.h"

namespace bankloom::simt {

MemoryPort::MemoryPort(const Program& program, LaunchMemory& memory, FaultLog& faults, const LaunchConfig& config,
                       BlockSharing* sharing)
    : map_(memory, config),
      faults_(program, map_, faults, progress_, config.block),
      watchers_(SharingWatch(map_, sharing), RaceWatch(program, config, map_, faults_, progress_), ChangeWatch(map_),
                RecordWatch(progress_)),
      ops_(*lane_isa().table.memory),
      shared_gap_(program.shared_gap) {}

void MemoryPort::begin_block(std::uint64_t linear, const Dim3& block, std::span<std::byte> shared,
                             const AccessTargets& targets) {
  progress_ = {linear, block, 0};
  map_.begin_block(shared);
  watchers_.get<RaceWatch>().begin_block(shared.size());
  watchers_.get<RecordWatch>().begin_block(targets);
}

/// The lanes whose access can be done; faults of the others are reported. `bytes`: how many each lane moves, if not all
/// of the request's width.
LaneMask MemoryPort::check_lanes(Warp& warp, const AccessRequest& request, const std::uint64_t* addresses,
                                 LaneMask exec, const std::uint32_t* bytes) {
  const bool write = request.op != AccessOp::load && request.op != AccessOp::ldmatrix;
  LaneMask good = 0;
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    const std::uint64_t moved = bytes != nullptr ? bytes[lane] : request.width;
    const bool elsewhere =
        request.space == Space::shared && (address < request.bounds.lowest || address + moved > request.bounds.highest);
    if (elsewhere || map_.host(warp, request.space, lane, address, moved, write) == nullptr) {
      faults_.report(warp, request, FaultKind::out_of_bounds, lane, address);
    } else if (address % request.width != 0) {
      faults_.report(warp, request, FaultKind::misaligned, lane, address);
    } else {
      good |= lane_bit(lane);
    }
  });
  return good;
}

void MemoryPort::execute(Warp& warp, const Step& step, std::uint32_t step_index, const MemoryDetail& detail,
                         LaneMask exec) {
  if (detail.space == Space::param) [[unlikely]]
    return execute_parameter(warp, step, detail, exec);
  if (const auto* copy = std::get_if<AsyncCopyDetail>(&detail.what)) [[unlikely]]
    return execute_async_copy(warp, step, step_index, detail, *copy, exec);
  alignas(64) std::uint64_t addresses[kWarpSize];
  const std::uint64_t offset = detail.address.offset - map_.origin_of(detail);
  switch (detail.address.bytes) {
    case 8:
      ops_.addresses64(reinterpret_cast<const std::uint64_t*>(place_of(warp.context, detail.address.ref)), offset,
                       addresses);
      break;
    case 4:
      ops_.addresses32(reinterpret_cast<const std::uint32_t*>(place_of(warp.context, detail.address.ref)), offset,
                       addresses);
      break;
    default:
      std::fill_n(addresses, kWarpSize, offset);
  }
  AccessRequest request{&step, step_index, &detail, detail.space, detail.op, detail.width, bounds_of(warp, detail),
                        exec};
  if (request.op == AccessOp::merged && exec != kAllLanes) [[unlikely]] {
    request.op = std::get<AtomicDetail>(detail.what).part_of_warp;
  }
  if (std::holds_alternative<MatrixDetail>(detail.what)) {
    exec &= first_lanes(8u * detail.elements);
    if (exec == 0) return;
  }
  if (detail.space != Space::generic) return access(warp, request, addresses, exec);
  // A generic access is split by the windows of its lanes' addresses; nearly always there is one.
  while (exec != 0) {
    const Space space = space_of(addresses[first_lane(exec)]);
    LaneMask same = 0;
    for_each_lane(exec, [&](unsigned lane) {
      if (space_of(addresses[lane]) == space) same |= lane_bit(lane);
    });
    const std::uint64_t origin = map_.origin_of(space);
    alignas(64) std::uint64_t within[kWarpSize];
    for (unsigned lane = 0; lane < kWarpSize; ++lane) within[lane] = addresses[lane] - origin;
    request.space = space;
    if (space != Space::shared) request.op = plain_form(request.op);
    access(warp, request, within, same);
    exec &= ~same;
  }
}

/// Writes zeros to the destination registers of a memory instruction. Of an ldmatrix, the lanes are those that receive
/// fragments, not those that give addresses.
void MemoryPort::clear_results(Warp& warp, const MemoryDetail& detail, LaneMask lanes) {
  const auto clear = [&](const DataOperand& to) {
    if (to.sink) return;
    for_each_lane(lanes, [&](unsigned lane) {
      std::memset(place_of(warp.context, to.ref) + std::size_t{lane} * to.lane_bytes, 0, to.lane_bytes);
    });
  };
  const auto* const load = std::get_if<LoadDetail>(&detail.what);
  const auto* const matrix = std::get_if<MatrixDetail>(&detail.what);
  const auto* const atomic = std::get_if<AtomicDetail>(&detail.what);
  const DataOperands* const written = load != nullptr                                        ? &load->data
                                      : matrix != nullptr && detail.op == AccessOp::ldmatrix ? &matrix->data
                                      : atomic != nullptr && atomic->has_result              ? &atomic->results
                                                                                             : nullptr;
  for (unsigned e = 0; written != nullptr && e < detail.elements; ++e) clear((*written)[e]);
}

[[gnu::always_inline]] inline void MemoryPort::transfer(Warp& warp, const AccessRequest& request,
                                                        const std::uint64_t* addresses, LaneMask exec,
                                                        const MemoryRegion* place) {
  std::visit([&](const auto& what) { move(warp, request, what, addresses, exec, place); }, request.detail->what);
}

void MemoryPort::access(Warp& warp, const AccessRequest& request, std::uint64_t* addresses, LaneMask exec) {
  const AddressSummary summary = ops_.summarize(addresses, exec, request.width);
  const std::uint64_t end = summary.high + request.width;
  const bool aligned = (summary.bits & (request.width - 1u)) == 0;
  MemoryRegion place;
  const bool write = request.op != AccessOp::load && request.op != AccessOp::ldmatrix;
  bool whole = false;
  if (request.space == Space::local) {
    whole = aligned && end >= summary.high && end <= local_bytes_of(warp);
  } else {
    whole = aligned && end > summary.low && map_.locate(request.space, summary.low, end, place) &&
            !(write && place.read_only) &&
            (request.space != Space::shared || (summary.low >= request.bounds.lowest && end <= request.bounds.highest));
  }
  if (shared_gap_ != 0 && request.space == Space::shared) faults_.report_gaps(warp, request, addresses, exec);
  if (!whole) {
    const LaneMask good = check_lanes(warp, request, addresses, exec);
    if (good != exec) {
      // A faulty access is not done and not recorded: a load gives zero, a store changes nothing.
      const bool matrix = request.op == AccessOp::ldmatrix || request.op == AccessOp::stmatrix;
      if (!matrix || good == 0) clear_results(warp, *request.detail, matrix ? request.participants : exec & ~good);
      if (good == 0) return;
      const std::uint64_t harmless = addresses[first_lane(good)];
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        if (!has_lane(good, lane)) addresses[lane] = harmless;
      }
      exec = good;
    }
    return transfer(warp, request, addresses, exec, nullptr);
  }
  place.consecutive = summary.consecutive;
  transfer(warp, request, addresses, exec, request.space == Space::local ? nullptr : &place);
}

void MemoryPort::lane_transfer(Warp& warp, const AccessRequest& request, const std::uint64_t* addresses, LaneMask exec,
                               std::byte* values) {
  const bool write = request.op == AccessOp::store;
  for_each_lane(exec, [&](unsigned lane) {
    std::byte* at = map_.host(warp, request.space, lane, addresses[lane], request.width, write);
    std::byte* value = values + std::size_t{lane} * request.width;
    if (write) {
      std::memcpy(at, value, request.width);
    } else {
      std::memcpy(value, at, request.width);
    }
  });
}

void MemoryPort::move(Warp& warp, const AccessRequest& request, const LoadDetail& load, const std::uint64_t* addresses,
                      LaneMask exec, const MemoryRegion* place) {
  const MemoryDetail& detail = *request.detail;
  alignas(64) std::byte packed[kWarpSize * kMaxWidth];
  const DataOperand& first = load.data[0];
  const bool plain = detail.elements == 1 && first.lane_bytes == detail.width && !first.sink;
  watchers_.before({warp, request, addresses, exec, place, nullptr});
  std::byte* into = plain && exec == kAllLanes ? place_of(warp.context, first.ref) : packed;
  if (place != nullptr && place->consecutive) {
    std::memcpy(into, place->origin + (addresses[0] - place->base), std::size_t{kWarpSize} * request.width);
  } else if (place != nullptr) {
    ops_.gather(place->origin, place->base, addresses, request.width, into);
  } else {
    std::memset(packed, 0, sizeof packed);
    into = packed;
    lane_transfer(warp, request, addresses, exec, packed);
  }
  watchers_.after({warp, request, addresses, exec, nullptr, into});
  if (into != packed) return;
  alignas(64) std::byte element[kWarpSize * 8];
  for (unsigned e = 0; e < detail.elements; ++e) {
    const DataOperand& to = load.data[e];
    if (to.sink) continue;
    const std::byte* from = packed;
    if (detail.elements > 1) {
      ops_.unpack(element, packed, detail.element_bytes, e, detail.elements, kAllLanes);
      from = element;
    }
    ops_.convert(place_of(warp.context, to.ref), to.lane_bytes, from, detail.element_bytes, load.sign_extend, exec);
  }
}

void MemoryPort::move(Warp& warp, const AccessRequest& request, const StoreDetail& store,
                      const std::uint64_t* addresses, LaneMask exec, const MemoryRegion* place) {
  const MemoryDetail& detail = *request.detail;
  alignas(64) std::byte packed[kWarpSize * kMaxWidth];
  const DataOperand& first = store.data[0];
  const std::byte* from = packed;
  if (detail.elements == 1 && first.lane_bytes == detail.width && !first.sink) {
    from = place_of(warp.context, first.ref);
  } else {
    alignas(64) std::byte element[kWarpSize * kMaxWidth];
    for (unsigned e = 0; e < detail.elements; ++e) {
      const DataOperand& data = store.data[e];
      ops_.convert(element, detail.element_bytes, place_of(warp.context, data.ref), data.lane_bytes, false, kAllLanes);
      if (detail.elements == 1) {
        std::memcpy(packed, element, std::size_t{kWarpSize} * detail.element_bytes);
      } else {
        ops_.pack(packed, element, detail.element_bytes, e, detail.elements);
      }
    }
  }
  watchers_.before({warp, request, addresses, exec, place, from});
  watchers_.after({warp, request, addresses, exec, nullptr, from});
  if (place != nullptr && place->consecutive) {
    std::memcpy(place->origin + (addresses[0] - place->base), from, std::size_t{kWarpSize} * request.width);
  } else if (place != nullptr) {
    ops_.scatter(place->origin, place->base, addresses, request.width, exec, from);
  } else {
    if (from != packed) std::memcpy(packed, from, std::size_t{kWarpSize} * request.width);
    lane_transfer(warp, request, addresses, exec, packed);
  }
}

}  // namespace bankloom::simt
