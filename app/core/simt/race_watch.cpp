#include "core/simt/race_watch.h"

#include <utility>
#include <variant>

namespace bankloom::simt {

[[gnu::always_inline]] inline ShadowMemory::Access RaceWatch::shadow_access(const Warp& warp,
                                                                            const AccessRequest& request,
                                                                            const std::uint64_t* addresses,
                                                                            LaneMask exec) const {
  ShadowMemory::Access access;
  const MemoryDetail& detail = *request.detail;
  switch (request.op) {
    case AccessOp::load:
    case AccessOp::ldmatrix:
      break;
    case AccessOp::store:
    case AccessOp::stmatrix:
      access.kind = ShadowMemory::AccessKind::store;
      break;
    default:
      access.kind = ShadowMemory::AccessKind::atomic;
      break;
  }
  const bool is_atomic = access.kind == ShadowMemory::AccessKind::atomic;
  access.width = request.width;
  access.exec = exec;
  access.addresses = addresses;
  access.warp = warp.index;
  access.diverged = !trusts_lockstep_ || warp.paths[warp.current].mask != warp.alive;
  const auto* const load = std::get_if<LoadDetail>(&detail.what);
  const auto* const store = std::get_if<StoreDetail>(&detail.what);
  const auto* const atomic = std::get_if<AtomicDetail>(&detail.what);
  const bool is_compared = load != nullptr && load->is_compared;
  access.strong = is_atomic || detail.has_memory_order || is_compared || (detail.is_volatile && has_fences_);
  access.acquires = access.strong && !is_compared &&
                    (!is_atomic || detail.has_memory_order || has_fences_ || atomic->op == AtomicOp::cas ||
                     atomic->op == AtomicOp::exch);
  access.is_update = store != nullptr && store->is_update;
  access.reads_old = is_atomic && atomic->op != AtomicOp::exch;
  access.step = request.step;
  access.order = progress_.order;
  return access;
}

[[gnu::always_inline]] inline void RaceWatch::check_races(const Warp& warp, const AccessRequest& request,
                                                          ShadowMemory::Access& access) {
  if (shadow_.add(access)) return;
  for (const ShadowMemory::Hazard& hazard : shadow_.hazards()) report_race(warp, request, hazard);
}

void RaceWatch::before(const LaneAccess& access) {
  const AccessRequest& request = access.request;
  if (request.space == Space::shared) {
    check_shared(access.warp, request, access.addresses, access.exec, access.values,
                 access.place != nullptr && access.place->consecutive);
  } else if (request.space == Space::global) {
    check_global(access.warp, request, access.addresses, access.exec, access.values, access.place);
  }
}

void RaceWatch::check_shared(const Warp& warp, const AccessRequest& request, const std::uint64_t* addresses,
                             LaneMask exec, const std::byte* values, bool consecutive) {
  const bool reads = request.op != AccessOp::store && request.op != AccessOp::stmatrix;
  if (copies_.any() && reads) report_unfinished_copies(warp, request, addresses, exec);
  ShadowMemory::Access access = shadow_access(warp, request, addresses, exec);
  access.consecutive = consecutive;
  access.values = values;
  access.memory = map_.shared().data();
  check_races(warp, request, access);
}

/// `place`: the region of the whole access; nullptr if the lanes reach several buffers.
void RaceWatch::check_global(Warp& warp, const AccessRequest& request, const std::uint64_t* addresses, LaneMask exec,
                             const std::byte* values, const MemoryRegion* place) {
  if (place != nullptr && place->read_only) return;
  ShadowMemory::Access access = shadow_access(warp, request, addresses, exec);
  access.global = true;
  access.values = values;
  const std::byte* lanes_memory[kWarpSize] = {};
  if (place != nullptr) {
    access.consecutive = place->consecutive;
    access.memory = place->origin;
    access.base = place->base;
  } else {
    for_each_lane(exec, [&](unsigned lane) {
      lanes_memory[lane] = map_.host(warp, Space::global, lane, addresses[lane], request.width, false);
    });
    access.lanes_memory = lanes_memory;
  }
  check_races(warp, request, access);
}

void RaceWatch::report_unfinished_copies(const Warp& warp, const AccessRequest& request, const std::uint64_t* addresses,
                                         LaneMask exec) {
  for_each_lane(exec, [&](unsigned lane) {
    const AsyncCopies::Copy* const copy = copies_.find(addresses[lane], request.width);
    if (copy == nullptr) return;
    Fault fault = faults_.fault_of(*request.step, FaultKind::race, faults_.thread_index(warp, lane), Space::shared,
                                   addresses[lane]);
    fault.detail.what = FaultCase::while_copied;
    fault.detail.other = faults_.thread_index(copy->thread);
    fault.detail.other_line = copy->line;
    faults_.add(fault, [&](Fault& added) {
      FaultDetail& detail = added.detail;
      detail.op = request.op;
      detail.width = request.width;
      detail.part = faults_.part_at(Space::shared, addresses[lane]);
    });
  });
}

void RaceWatch::report_race(const Warp& warp, const AccessRequest& request, const ShadowMemory::Hazard& hazard) {
  Fault fault = faults_.fault_of(*request.step, FaultKind::race, faults_.thread_index(warp, hazard.lane), request.space,
                                 hazard.address);
  fault.detail.what = hazard.what;
  fault.detail.other = faults_.thread_index(hazard.other_thread);
  fault.detail.other_line = hazard.other_line;
  fault.detail.other_known = hazard.other_known;
  fault.detail.same_warp = hazard.same_warp;
  faults_.add(fault, [&](Fault& added) {
    FaultDetail& detail = added.detail;
    detail.op = request.op;
    detail.width = request.width;
    detail.part = faults_.part_at(request.space, hazard.address);
  });
}

void RaceWatch::end_block() {
  for (const ShadowMemory::Unwritten& read : shadow_.unwritten()) {
    Fault fault = faults_.fault_of(*read.step, FaultKind::uninitialized_read, faults_.thread_index(read.thread),
                                   Space::shared, read.address);
    fault.count = read.count;
    fault.order = read.order;
    faults_.add(fault, [&](Fault& added) {
      added.detail.what = FaultCase::never_written;
      added.detail.width = read.width;
      added.detail.part = faults_.part_at(Space::shared, read.address);
    });
  }
}

/// Checks the reads of a cp.async, `bytes` by lane: as whole reads where all bytes are read, otherwise in the widest
/// parts that divide them.
void RaceWatch::check_copy_reads(Warp& warp, AccessRequest read, const std::uint64_t* from, LaneMask exec,
                                 const std::uint32_t* bytes) {
  LaneMask in_words = 0, in_bytes = 0;
  for_each_lane(exec, [&](unsigned lane) {
    if (bytes[lane] == read.width) return;
    (bytes[lane] % 4 == 0 ? in_words : in_bytes) |= lane_bit(lane);
  });
  const LaneMask whole = exec & ~(in_words | in_bytes);
  if (whole != 0) check_global(warp, read, from, whole, nullptr, nullptr);
  const std::uint32_t width = read.width;
  for (const auto& [lanes, part] : {std::pair(in_words, 4u), std::pair(in_bytes, 1u)}) {
    read.width = static_cast<std::uint8_t>(part);
    for (std::uint32_t offset = 0; lanes != 0 && offset < width; offset += part) {
      alignas(64) std::uint64_t at[kWarpSize] = {};
      LaneMask active = 0;
      for_each_lane(lanes, [&](unsigned lane) {
        at[lane] = from[lane] + offset;
        if (offset < bytes[lane]) active |= lane_bit(lane);
      });
      if (active != 0) check_global(warp, read, at, active, nullptr, nullptr);
    }
  }
}

}  // namespace bankloom::simt
