#include "core/trace/trace_recorder.h"

#include <array>
#include <cassert>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/trace/chunk_pool.h"
#include "core/trace/packed_access.h"

namespace bankloom {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

/// Whether all 32 addresses are base + lane * stride (modulo 2^64).
bool is_affine(const std::uint64_t* addresses, std::uint64_t base, std::uint64_t stride) {
  std::uint64_t wrong = 0;
  std::uint64_t expected = base;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    wrong |= addresses[lane] ^ expected;
    expected += stride;
  }
  return wrong == 0;
}

/// Gives inactive lanes the addresses that make the whole affine where the active ones are (or, where those are
/// not, the address of an active lane), so that what follows need not look at the mask.
void fill_inactive(LaneMask active, const std::uint64_t* addresses, Addresses& filled) {
  if (active == 0) {
    filled.fill(0);
    return;
  }
  const unsigned first = first_lane(active);
  const LaneMask others = active & (active - 1);
  std::uint64_t stride = 0;
  if (others != 0) {
    const unsigned second = first_lane(others);
    const auto distance = static_cast<std::int64_t>(addresses[second] - addresses[first]);
    const auto lanes = static_cast<std::int64_t>(second - first);
    stride = distance % lanes == 0 ? static_cast<std::uint64_t>(distance / lanes) : 0;
  }
  const std::uint64_t base = addresses[first] - stride * first;
  bool affine = true;
  for_each_lane(others, [&](unsigned lane) { affine = affine && addresses[lane] == base + stride * lane; });
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    filled[lane] = affine ? base + stride * lane : (has_lane(active, lane) ? addresses[lane] : addresses[first]);
  }
}

/// Whether every address lies within a signed 32-bit distance from `base`; the distances go to `out`.
bool pack_distances(const std::uint64_t* addresses, std::uint64_t base, std::byte* out) {
  constexpr std::uint64_t half = std::uint64_t{1} << 31;
  std::array<std::uint32_t, kWarpSize> distances;
  std::uint64_t wide = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t distance = addresses[lane] - base;
    wide |= (distance + half) >> 32;
    distances[lane] = static_cast<std::uint32_t>(distance);
  }
  std::memcpy(out, distances.data(), sizeof distances);
  return wide == 0;
}

}  // namespace

void TraceRecorder::open_chunk() {
  close_chunk();
  Trace::Chunk chunk;
  chunk.bytes = take_trace_chunk();
  chunk.first = trace_.size_;
  chunk_ = chunk.bytes.get();
  trace_.chunks_.push_back(std::move(chunk));
}

void TraceRecorder::close_chunk() {
  if (chunk_ != nullptr) {
    trace_.chunks_.back().count = count_;
    trace_.size_ += count_;
  }
  chunk_ = nullptr;
  used_ = 0;
  count_ = 0;
}

void TraceRecorder::record(const AccessHeader& header, const std::uint64_t* addresses, const std::byte* values) {
  assert(header.width <= 16);
  const std::size_t index_bytes = (count_ + std::size_t{1}) * sizeof(std::uint32_t);
  if (chunk_ == nullptr || used_ + packed::kLargest + index_bytes > kTraceChunkBytes) open_chunk();

  std::byte* const start = chunk_ + used_;
  std::byte* data = start + sizeof(packed::Head);
  packed::Head head{addresses[0],
                    addresses[1] - addresses[0],
                    block_,
                    header.warp,
                    order_++,
                    header.source_line,
                    header.ptx_line,
                    header.instruction,
                    header.active,
                    header.space,
                    header.op,
                    header.width,
                    header.matrices,
                    header.is_volatile,
                    packed::AddressForm::affine};
  if (!is_affine(addresses, head.base, head.stride)) {
    Addresses filled;
    if (header.active != kAllLanes) {
      fill_inactive(header.active, addresses, filled);
      addresses = filled.data();
      head.base = filled[0];
      head.stride = filled[1] - filled[0];
    }
    if (header.active == kAllLanes || !is_affine(addresses, head.base, head.stride)) {
      if (pack_distances(addresses, head.base, data)) {
        head.form = packed::AddressForm::distances;
      } else {
        head.form = packed::AddressForm::full;
        std::memcpy(data, addresses, sizeof(Addresses));
      }
      data += packed::address_bytes(head.form);
    }
  }
  std::memcpy(start, &head, sizeof head);
  std::memcpy(data, values, kWarpSize * header.width);
  data += kWarpSize * header.width;

  const auto offset = static_cast<std::uint32_t>(used_);
  ++count_;
  std::memcpy(chunk_ + kTraceChunkBytes - count_ * sizeof offset, &offset, sizeof offset);
  used_ = static_cast<std::size_t>(data - chunk_);
}

void TraceRecorder::meet(BarrierMeeting meeting) {
  arrivals_ += meeting.arrivals.size();
  if (arrivals_ > kMostBarrierArrivals) {
    ++trace_.clipped_meetings_;
    trace_.meetings_.back().has_more = true;
    return;
  }
  meeting.block = block_;
  trace_.meetings_.push_back(std::move(meeting));
}

Trace TraceRecorder::finish() {
  close_chunk();
  trace_.clipped_accesses_ = std::exchange(clipped_, 0);
  block_ = {0, 0, 0};
  order_ = 0;
  return std::exchange(trace_, Trace{});
}

Trace TraceRecorder::merge(std::vector<Trace> traces) {
  Trace merged;
  for (Trace& trace : traces) {
    for (Trace::Chunk& chunk : trace.chunks_) {
      chunk.first += merged.size_;
      merged.chunks_.push_back(std::move(chunk));
    }
    merged.size_ += trace.size_;
    merged.clipped_accesses_ += trace.clipped_accesses_;
    merged.meetings_.insert(merged.meetings_.end(), std::make_move_iterator(trace.meetings_.begin()),
                            std::make_move_iterator(trace.meetings_.end()));
    merged.clipped_meetings_ += trace.clipped_meetings_;
    trace.chunks_.clear();
    trace.size_ = 0;
    trace.clipped_accesses_ = 0;
    trace.meetings_.clear();
    trace.clipped_meetings_ = 0;
  }
  return merged;
}

}  // namespace bankloom
