#include "core/simt/access_watchers.h"

#include <cstring>

#include "core/simt/address_space.h"

namespace bankloom::simt {

void SharingWatch::add(const LaneAccess& access) {
  const AccessRequest& request = access.request;
  const bool write = request.op == AccessOp::store;
  if (access.place != nullptr && access.place->consecutive) {
    return sharing_->add_row(map_.last(), access.addresses[0], request.width, write);
  }
  if (access.place != nullptr) {
    return sharing_->add(map_.last(), access.addresses, access.exec, request.width, write);
  }
  for_each_lane(access.exec, [&](unsigned lane) {
    // host() makes the buffer at the address the one that was reached last.
    if (map_.host(access.warp, request.space, lane, access.addresses[lane], request.width, write) == nullptr) return;
    sharing_->add(map_.last(), access.addresses, lane_bit(lane), request.width, write);
  });
}

void SharingWatch::add_copy_reads(Warp& warp, const std::uint64_t* from, LaneMask exec, const std::uint32_t* bytes) {
  if (sharing_ == nullptr) return;
  for_each_lane(exec, [&](unsigned lane) {
    for (std::uint32_t b = 0; b < bytes[lane]; ++b) {
      if (map_.host(warp, Space::global, lane, from[lane] + b, 1, false) != nullptr) add_reads(from[lane] + b, 1);
    }
  });
}

void SharingWatch::add_reads(std::uint64_t address, std::uint64_t bytes) {
  if (sharing_ == nullptr) return;
  for (const std::uint64_t end = address + bytes; address != end; ++address) {
    sharing_->add(map_.last(), &address, 1, 1, false);
  }
}

void ChangeWatch::count(const LaneAccess& access) {
  const unsigned width = access.request.width;
  for_each_lane(access.exec, [&](unsigned lane) {
    const std::byte* at = map_.host(access.warp, access.request.space, lane, access.addresses[lane], width, true);
    if (std::memcmp(at, access.values + std::size_t{lane} * width, width) != 0) ++changes_;
  });
}

void RecordWatch::begin_block(const AccessTargets& targets) {
  targets_ = targets;
  progress_.order = 0;
  if (targets_.recorder != nullptr) targets_.recorder->begin_block(progress_.block);
  if (targets_.sink != nullptr) targets_.sink->begin_block(progress_.linear, progress_.block);
}

void RecordWatch::resume_block() const {
  if (targets_.sink == nullptr) return;
  targets_.sink->resume_block(progress_.linear, progress_.block, static_cast<std::uint32_t>(progress_.order));
}

void RecordWatch::after(const LaneAccess& access) {
  const AccessRequest& request = access.request;
  // The number of reads in grid.sync() depends only on whose turn it is.
  const bool is_grid_barrier = request.space == Space::global &&
                               access.addresses[first_lane(access.exec)] - kGridBarrierBase < kGridBarrierBytes;
  if (is_grid_barrier) [[unlikely]]
    return;
  ++progress_.order;
  TraceRecorder* const recorder = targets_.recorder;
  const bool keeps = recorder != nullptr && !targets_.clip && recorder->size() < targets_.max_accesses;
  if (recorder != nullptr && !keeps) recorder->clip();
  if (!keeps && targets_.sink == nullptr) return;
  AccessHeader header{.warp = access.warp.index,
                      .source_line = request.step->source_line,
                      .ptx_line = request.step->ptx_line,
                      .instruction = request.step_index,
                      .space = request.space,
                      .op = request.op,
                      .width = request.width};
  header.matrices =
      request.op == AccessOp::ldmatrix || request.op == AccessOp::stmatrix ? request.detail->elements : std::uint8_t{0};
  header.is_volatile = request.detail->is_volatile;
  header.active = access.exec;
  if (keeps) recorder->record(header, access.addresses, access.values);
  if (targets_.sink != nullptr) targets_.sink->access(header, access.addresses);
}

}  // namespace bankloom::simt
