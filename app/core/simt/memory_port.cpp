#include "core/simt/memory_port.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <variant>

#include "core/simt/address_space.h"
#include "core/simt/memory_port_request.h"
#include "core/simt/ops/lane_isa.h"

namespace bankloom::simt {
Buffer* LaunchMemory::find(std::uint64_t address, std::uint64_t bytes) {
  for (Buffer& buffer : module) {
    const std::uint64_t at = address - buffer.address;
    if (at < buffer.bytes.size() && bytes <= buffer.bytes.size() - at) return &buffer;
  }
  return global->find(address, bytes);
}

MemoryPort::MemoryPort(const Program& program, LaunchMemory& memory, FaultLog& faults, const LaunchConfig& config,
                       BlockSharing* sharing)
    : program_(program),
      memory_(memory),
      faults_(faults),
      extent_(config.block),
      reserved_(config.shared_reserved_bytes),
      ops_(*lane_isa().table.memory),
      sharing_(sharing) {}

void MemoryPort::begin_block(std::uint64_t linear, const Dim3& block, std::span<std::byte> shared,
                             const Watchers& watchers) {
  block_ = block;
  linear_ = linear;
  shared_ = shared;
  watchers_ = watchers;
  order_ = 0;
  shadow_.begin_block(shared.size());
  copies_.begin_block(shared.size());
  if (watchers_.recorder != nullptr) watchers_.recorder->begin_block(block);
  if (watchers_.sink != nullptr) watchers_.sink->begin_block(linear, block);
}

void MemoryPort::resume_block() {
  if (watchers_.sink != nullptr) watchers_.sink->resume_block(linear_, block_, static_cast<std::uint32_t>(order_));
}

Dim3 MemoryPort::thread_index(const Warp& warp, unsigned lane) const {
  return delinearize(std::uint64_t{warp.index} * kWarpSize + lane, extent_);
}

void MemoryPort::grow_local(Warp& warp, std::uint32_t bytes) {
  if (bytes <= warp.local_stride) return;
  const std::uint32_t stride =
      std::min(kMaxLocalBytes, std::max<std::uint32_t>((bytes + 63) / 64 * 64, 2 * warp.local_stride));
  std::vector<std::byte> larger(std::size_t{stride} * kWarpSize);
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    std::copy_n(warp.local.begin() + static_cast<std::ptrdiff_t>(lane * warp.local_stride), warp.local_stride,
                larger.begin() + static_cast<std::ptrdiff_t>(lane * stride));
  }
  warp.local = std::move(larger);
  warp.local_stride = stride;
}

/// Whether an access is one of a grid.sync() itself: how often it looks depends on nothing but whose turn it is.
inline bool MemoryPort::is_grid_barrier(const Request& request, const std::uint64_t* addresses, LaneMask exec) {
  return request.space == Space::global && addresses[first_lane(exec)] - kGridBarrierBase < kGridBarrierBytes;
}

void MemoryPort::record(const Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                        const std::byte* values) {
  if (is_grid_barrier(request, addresses, exec)) [[unlikely]]
    return;
  ++order_;
  TraceRecorder* const recorder = watchers_.recorder;
  const bool keeps = recorder != nullptr && !watchers_.clip && recorder->size() < watchers_.max_accesses;
  if (recorder != nullptr && !keeps) recorder->clip();
  if (!keeps && watchers_.sink == nullptr) return;
  AccessHeader header;
  header.warp = warp.index;
  header.source_line = request.step->source_line;
  header.ptx_line = request.step->ptx_line;
  header.instruction = request.step_index;
  header.space = request.space;
  header.op = request.op;
  header.width = request.width;
  header.matrices =
      request.op == AccessOp::ldmatrix || request.op == AccessOp::stmatrix ? request.detail->elements : std::uint8_t{0};
  header.is_volatile = request.detail->is_volatile;
  header.active = exec;
  if (keeps) recorder->record(header, addresses, values);
  if (watchers_.sink != nullptr) watchers_.sink->access(header, addresses);
}

bool MemoryPort::locate(Warp& warp, Space space, std::uint64_t low, std::uint64_t end, Place& place) {
  switch (space) {
    case Space::shared:
      place = {shared_.data(), 0, shared_.size()};
      return low < end && end <= shared_.size();
    case Space::param:
      place = {memory_.parameters.data(), kLaunchParameterBase, memory_.parameters.size(), true};
      return low >= kLaunchParameterBase && low < end && end - kLaunchParameterBase <= memory_.parameters.size();
    case Space::global:
    case Space::constant: {
      if (low >= end) return false;
      if (last_ == nullptr || low < last_->address || end > last_->address + last_->bytes.size()) {
        Buffer* found = memory_.find(low, end - low);
        if (found == nullptr) return false;
        last_ = found;
      }
      const bool constant = space_of(last_->address) == Space::constant;
      place = {last_->bytes.data(), last_->address, last_->bytes.size(), constant};
      return true;
    }
    default:
      static_cast<void>(warp);
      return false;
  }
}

std::byte* MemoryPort::host(Warp& warp, Space space, unsigned lane, std::uint64_t address, std::uint64_t bytes,
                            bool write) {
  if (space == Space::local) {
    if (address >= kMaxLocalBytes || address + bytes > local_bytes_of(warp)) return nullptr;
    return warp.local.data() + std::size_t{lane} * warp.local_stride + address;
  }
  Place place;
  if (address + bytes < address || !locate(warp, space, address, address + bytes, place)) return nullptr;
  if (write && place.read_only) return nullptr;
  return place.origin + (address - place.base);
}

/// The lanes whose access can be done; the others' faults are reported. `bytes`: how many each lane moves where they
/// are not all of the request's width.
LaneMask MemoryPort::check_lanes(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                                 const std::uint32_t* bytes) {
  const bool write = request.op != AccessOp::load && request.op != AccessOp::ldmatrix;
  LaneMask good = 0;
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint64_t address = addresses[lane];
    const std::uint64_t moved = bytes != nullptr ? bytes[lane] : request.width;
    const bool elsewhere =
        request.space == Space::shared && (address < request.bounds.lowest || address + moved > request.bounds.highest);
    if (elsewhere || host(warp, request.space, lane, address, moved, write) == nullptr) {
      report(warp, request, FaultKind::out_of_bounds, lane, address);
    } else if (address % request.width != 0) {
      report(warp, request, FaultKind::misaligned, lane, address);
    } else {
      good |= lane_bit(lane);
    }
  });
  return good;
}

/// The generic address of a space's byte 0; of shared memory that of the block's own first byte.
std::uint64_t MemoryPort::origin_of(Space space) const {
  return window_of(space) + (space == Space::shared ? reserved_ : 0);
}

/// What addresses in the register of an instruction that names its space have for that space's byte 0.
std::uint64_t MemoryPort::origin_of(const MemoryDetail& detail) const {
  return detail.space == Space::shared && detail.address.bytes != 0 ? reserved_ : 0;
}

void MemoryPort::execute(Warp& warp, const Step& step, std::uint32_t step_index, const MemoryDetail& detail,
                         LaneMask exec) {
  if (detail.space == Space::param) [[unlikely]]
    return execute_parameter(warp, step, detail, exec);
  if (const auto* copy = std::get_if<AsyncCopyDetail>(&detail.what)) [[unlikely]]
    return execute_async_copy(warp, step, step_index, detail, *copy, exec);
  alignas(64) std::uint64_t addresses[kWarpSize];
  const std::uint64_t offset = detail.address.offset - origin_of(detail);
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
  Request request{&step, step_index, &detail, detail.space, detail.op, detail.width, bounds_of(warp, detail), exec};
  if (std::holds_alternative<MatrixDetail>(detail.what)) {
    exec &= first_lanes(8u * detail.elements);
    if (exec == 0) return;
  }
  if (detail.space != Space::generic) return access(warp, request, addresses, exec);
  // A generic access is split by the windows its lanes' addresses lie in; nearly always there is one.
  while (exec != 0) {
    const Space space = space_of(addresses[first_lane(exec)]);
    LaneMask same = 0;
    for_each_lane(exec, [&](unsigned lane) {
      if (space_of(addresses[lane]) == space) same |= lane_bit(lane);
    });
    const std::uint64_t origin = origin_of(space);
    alignas(64) std::uint64_t within[kWarpSize];
    for (unsigned lane = 0; lane < kWarpSize; ++lane) within[lane] = addresses[lane] - origin;
    request.space = space;
    access(warp, request, within, same);
    exec &= ~same;
  }
}

/// Zeros in the registers that a memory instruction would have written. Of an ldmatrix the lanes are those that take
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

void MemoryPort::access(Warp& warp, const Request& request, std::uint64_t* addresses, LaneMask exec) {
  const AddressSummary summary = ops_.summarize(addresses, exec, request.width);
  const std::uint64_t end = summary.high + request.width;
  const bool aligned = (summary.bits & (request.width - 1u)) == 0;
  Place place;
  const bool write = request.op != AccessOp::load && request.op != AccessOp::ldmatrix;
  bool whole = false;
  if (request.space == Space::local) {
    whole = aligned && end >= summary.high && end <= local_bytes_of(warp);
  } else {
    whole = aligned && end > summary.low && locate(warp, request.space, summary.low, end, place) &&
            !(write && place.read_only) &&
            (request.space != Space::shared || (summary.low >= request.bounds.lowest && end <= request.bounds.highest));
  }
  if (program_.shared_gap != 0 && request.space == Space::shared) report_gaps(warp, request, addresses, exec);
  if (!whole) {
    const LaneMask good = check_lanes(warp, request, addresses, exec);
    if (good != exec) {
      // What faults is not done and not recorded: a load gives zero, a store changes nothing.
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

void MemoryPort::lane_transfer(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                               std::byte* values) {
  const bool write = request.op == AccessOp::store;
  for_each_lane(exec, [&](unsigned lane) {
    std::byte* at = host(warp, request.space, lane, addresses[lane], request.width, write);
    std::byte* value = values + std::size_t{lane} * request.width;
    if (write) {
      std::memcpy(at, value, request.width);
    } else {
      std::memcpy(value, at, request.width);
    }
  });
}

void MemoryPort::transfer(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                          const Place* place) {
  std::visit([&](const auto& what) { move(warp, request, what, addresses, exec, place); }, request.detail->what);
}

/// What is to be told of an access before it is carried out. `values`: of all lanes, what it stores; nullptr for
/// others.
void MemoryPort::note(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                      const std::byte* values, const Place* place) {
  const bool write = request.op == AccessOp::store;
  if (request.space == Space::shared) {
    note_shared(warp, request, addresses, exec, values, place != nullptr && place->consecutive);
  }
  if (request.space != Space::global) return;
  if (sharing_ != nullptr) note_sharing(warp, request, addresses, exec, write, place);
  note_global(warp, request, addresses, exec, values, place);
}

void MemoryPort::move(Warp& warp, const Request& request, const LoadDetail& load, const std::uint64_t* addresses,
                      LaneMask exec, const Place* place) {
  const MemoryDetail& detail = *request.detail;
  alignas(64) std::byte packed[kWarpSize * kMaxWidth];
  const DataOperand& first = load.data[0];
  const bool plain = detail.elements == 1 && first.lane_bytes == detail.width && !first.sink;
  note(warp, request, addresses, exec, nullptr, place);
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
  record(warp, request, addresses, exec, into);
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

void MemoryPort::move(Warp& warp, const Request& request, const StoreDetail& store, const std::uint64_t* addresses,
                      LaneMask exec, const Place* place) {
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
  note(warp, request, addresses, exec, from, place);
  record(warp, request, addresses, exec, from);
  if (watching_) [[unlikely]]
    note_changes(warp, request, addresses, exec, from);
  if (place != nullptr && place->consecutive) {
    std::memcpy(place->origin + (addresses[0] - place->base), from, std::size_t{kWarpSize} * request.width);
  } else if (place != nullptr) {
    ops_.scatter(place->origin, place->base, addresses, request.width, exec, from);
  } else {
    if (from != packed) std::memcpy(packed, from, std::size_t{kWarpSize} * request.width);
    lane_transfer(warp, request, addresses, exec, packed);
  }
}

void MemoryPort::note_sharing(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                              bool write, const Place* place) {
  if (place != nullptr && place->consecutive) return sharing_->note_row(*last_, addresses[0], request.width, write);
  if (place != nullptr) return sharing_->note(*last_, addresses, exec, request.width, write);
  for_each_lane(exec, [&](unsigned lane) {
    // What is there becomes the buffer that was hit last.
    if (host(warp, request.space, lane, addresses[lane], request.width, write) == nullptr) return;
    sharing_->note(*last_, addresses, lane_bit(lane), request.width, write);
  });
}

void MemoryPort::note_changes(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                              const std::byte* values) {
  for_each_lane(exec, [&](unsigned lane) {
    const std::byte* at = host(warp, request.space, lane, addresses[lane], request.width, true);
    if (std::memcmp(at, values + std::size_t{lane} * request.width, request.width) != 0) ++changes_;
  });
}

}  // namespace bankloom::simt
