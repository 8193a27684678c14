#include "core/trace/trace.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/trace/packed_access.h"

namespace bankloom {
namespace {

void unpack_addresses(const packed::Head& head, const std::byte* data, std::array<std::uint64_t, kWarpSize>& out) {
  switch (head.form) {
    case packed::AddressForm::affine:
      for (unsigned lane = 0; lane < kWarpSize; ++lane) out[lane] = head.base + head.stride * lane;
      break;
    case packed::AddressForm::distances: {
      std::array<std::int32_t, kWarpSize> distances;
      std::memcpy(distances.data(), data, sizeof distances);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        out[lane] = head.base + static_cast<std::uint64_t>(std::int64_t{distances[lane]});
      }
      break;
    }
    case packed::AddressForm::full:
      std::memcpy(out.data(), data, sizeof out);
      break;
  }
  if (head.active == kAllLanes) return;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!has_lane(head.active, lane)) out[lane] = 0;
  }
}

}  // namespace

std::size_t Trace::bytes() const {
  std::size_t bytes = chunks_.size() * kTraceChunkBytes + meetings_.size() * sizeof(BarrierMeeting);
  for (const BarrierMeeting& meeting : meetings_) bytes += meeting.arrivals.size() * sizeof(BarrierArrival);
  return bytes;
}

void Trace::read(std::size_t index, MemoryAccess& access, bool values) const {
  assert(index < size_);
  const auto after = std::upper_bound(chunks_.begin(), chunks_.end(), index,
                                      [](std::size_t wanted, const Chunk& chunk) { return wanted < chunk.first; });
  const Chunk& chunk = *(after - 1);
  std::uint32_t offset = 0;
  std::memcpy(&offset, chunk.bytes.get() + kTraceChunkBytes - (index - chunk.first + 1) * sizeof offset, sizeof offset);
  const std::byte* data = chunk.bytes.get() + offset;
  packed::Head head;
  std::memcpy(&head, data, sizeof head);
  data += sizeof head;

  access.block = head.block;
  access.warp = head.warp;
  access.order = head.order;
  access.source_line = head.source_line;
  access.ptx_line = head.ptx_line;
  access.instruction = head.instruction;
  access.space = head.space;
  access.op = head.op;
  access.width = head.width;
  access.matrices = head.matrices;
  access.is_volatile = head.is_volatile;
  access.active = head.active;
  unpack_addresses(head, data, access.addresses);
  if (values) std::memcpy(access.values.data(), data + packed::address_bytes(head.form), kWarpSize * head.width);
}

MemoryAccess Trace::at(std::size_t index) const {
  MemoryAccess access;
  read(index, access);
  return access;
}

}  // namespace bankloom
