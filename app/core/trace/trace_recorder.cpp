#include "core/trace/trace_recorder.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <utility>

#include "core/trace/chunk_pool.h"
#include "core/trace/packed_access.h"

namespace bankloom {
namespace {

using Addresses = std::array<std::uint64_t, kWarpSize>;

/// Gives inactive lanes addresses that make the whole affine if the active ones are (otherwise the address of an active
/// lane), so that later code need not look at the mask.
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

/// Whether all addresses share their upper 32 bits; the lower ones go to `lower`.
bool take_lower(const std::uint64_t* addresses, packed::Words& lower) {
  std::uint64_t differing = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    differing |= addresses[lane] ^ addresses[0];
    lower[lane] = static_cast<std::uint32_t>(addresses[lane]);
  }
  return differing >> 32 == 0;
}

std::byte* pack_addresses(const std::uint64_t* addresses, packed::Head& head, std::byte* out) {
  packed::Words lower;
  if (!take_lower(addresses, lower)) {
    head.form = packed::AddressForm::full;
    std::memcpy(out, addresses, sizeof(Addresses));
    return out + sizeof(Addresses);
  }
  head.form = packed::AddressForm::near;
  const auto upper = static_cast<std::uint32_t>(addresses[0] >> 32);
  std::memcpy(out, &upper, sizeof upper);
  return packed::write_words(lower, out + sizeof upper);
}

/// Elements narrower than a word become words.
template <typename Element>
std::byte* pack_narrow(const std::byte* values, std::byte* out) {
  std::array<Element, kWarpSize> elements;
  std::memcpy(elements.data(), values, sizeof elements);
  packed::Words words;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) words[lane] = elements[lane];
  return packed::write_words(words, out);
}

/// Elements of several words are packed part by part.
template <unsigned kParts>
std::byte* pack_wide(const std::byte* values, std::byte* out) {
  std::array<std::uint32_t, kWarpSize * kParts> all;
  std::memcpy(all.data(), values, sizeof all);
  for (unsigned part = 0; part < kParts; ++part) {
    packed::Words words;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) words[lane] = all[lane * kParts + part];
    out = packed::write_words(words, out);
  }
  return out;
}

std::byte* pack_values(unsigned width, const std::byte* values, std::byte* out) {
  switch (width) {
    case 1:
      return pack_narrow<std::uint8_t>(values, out);
    case 2:
      return pack_narrow<std::uint16_t>(values, out);
    case 4:
      return pack_wide<1>(values, out);
    case 8:
      return pack_wide<2>(values, out);
    default:
      return pack_wide<4>(values, out);
  }
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
    trace_.chunks_.back().used = static_cast<std::uint32_t>(used_);
    trace_.size_ += count_;
  }
  chunk_ = nullptr;
  used_ = 0;
  count_ = 0;
}

std::uint32_t TraceRecorder::place_of(const AccessHeader& header) {
  const Trace::Instruction instruction{header.source_line, header.ptx_line, header.instruction, header.space,
                                       header.op,          header.width,    header.matrices,    header.is_volatile};
  std::uint32_t& place =
      places_[(header.instruction ^ static_cast<std::uint32_t>(header.space) << 8U) % places_.size()];
  if (place == 0 || !(trace_.instructions_[place - 1] == instruction)) {
    trace_.instructions_.push_back(instruction);
    place = static_cast<std::uint32_t>(trace_.instructions_.size());
  }
  return place - 1;
}

void TraceRecorder::record(const AccessHeader& header, const std::uint64_t* addresses, const std::byte* values) {
  assert(header.width <= 16 && header.warp <= UINT16_MAX);
  const std::size_t index_bytes = (count_ + std::size_t{1}) * sizeof(std::uint32_t);
  if (chunk_ == nullptr || used_ + packed::kLargest + index_bytes > kTraceChunkBytes) open_chunk();
  if (!run_open_) trace_.blocks_.push_back({block_, order_, size()});
  run_open_ = true;
  ++order_;

  std::byte* const start = chunk_ + used_;
  std::byte* data = start + sizeof(packed::Head);
  packed::Head head{place_of(header), static_cast<std::uint32_t>(trace_.blocks_.size() - 1),
                    static_cast<std::uint16_t>(header.warp), packed::AddressForm::near, header.active == kAllLanes};
  Addresses filled;
  if (!head.all_active) {
    std::memcpy(data, &header.active, sizeof header.active);
    data += sizeof header.active;
    fill_inactive(header.active, addresses, filled);
    addresses = filled.data();
  }
  data = pack_addresses(addresses, head, data);
  data = pack_values(header.width, values, data);
  std::memcpy(start, &head, sizeof head);

  const auto offset = static_cast<std::uint32_t>(used_);
  ++count_;
  std::memcpy(chunk_ + kTraceChunkBytes - count_ * sizeof offset, &offset, sizeof offset);
  used_ = static_cast<std::size_t>(data - chunk_);
}

void TraceRecorder::add_meeting(BarrierMeeting meeting) {
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
  run_open_ = false;
  places_.fill(0);
  return std::exchange(trace_, Trace{});
}

Trace TraceRecorder::merge(std::vector<Trace> traces) {
  Trace merged;
  for (Trace& trace : traces) {
    for (Trace::Chunk& chunk : trace.chunks_) {
      chunk.first += merged.size_;
      chunk.first_instruction += merged.instructions_.size();
      chunk.first_block += merged.blocks_.size();
      merged.chunks_.push_back(std::move(chunk));
    }
    merged.instructions_.insert(merged.instructions_.end(), trace.instructions_.begin(), trace.instructions_.end());
    for (Trace::BlockRun& run : trace.blocks_) {
      run.first += merged.size_;
      merged.blocks_.push_back(run);
    }
    merged.size_ += trace.size_;
    merged.clipped_accesses_ += trace.clipped_accesses_;
    merged.meetings_.insert(merged.meetings_.end(), std::make_move_iterator(trace.meetings_.begin()),
                            std::make_move_iterator(trace.meetings_.end()));
    merged.clipped_meetings_ += trace.clipped_meetings_;
    trace = Trace{};
  }
  return merged;
}

}  // namespace bankloom
