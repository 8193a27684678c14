#include "core/trace/trace.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/trace/packed_access.h"

namespace bankloom {
namespace {

const std::byte* unpack_addresses(const packed::Head& head, LaneMask active, const std::byte* data,
                                  std::array<std::uint64_t, kWarpSize>& out) {
  if (head.form == packed::AddressForm::full) {
    std::memcpy(out.data(), data, sizeof out);
    data += sizeof out;
  } else {
    std::uint32_t upper = 0;
    std::memcpy(&upper, data, sizeof upper);
    packed::Words lower;
    data = packed::read_words(data + sizeof upper, lower);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) out[lane] = std::uint64_t{upper} << 32 | lower[lane];
  }
  if (active == kAllLanes) return data;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    if (!has_lane(active, lane)) out[lane] = 0;
  }
  return data;
}

/// Elements of `Element` bytes are words of their own; larger ones are split into words.
template <typename Element>
void unpack_narrow(const std::byte* data, std::byte* out) {
  packed::Words words;
  static_cast<void>(packed::read_words(data, words));
  std::array<Element, kWarpSize> elements;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) elements[lane] = static_cast<Element>(words[lane]);
  std::memcpy(out, elements.data(), sizeof elements);
}

template <unsigned kParts>
void unpack_wide(const std::byte* data, std::byte* out) {
  std::array<std::uint32_t, kWarpSize * kParts> all;
  for (unsigned part = 0; part < kParts; ++part) {
    packed::Words words;
    data = packed::read_words(data, words);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) all[lane * kParts + part] = words[lane];
  }
  std::memcpy(out, all.data(), sizeof all);
}

void unpack_values(unsigned width, const std::byte* data, std::byte* out) {
  switch (width) {
    case 1:
      return unpack_narrow<std::uint8_t>(data, out);
    case 2:
      return unpack_narrow<std::uint16_t>(data, out);
    case 4:
      return unpack_wide<1>(data, out);
    case 8:
      return unpack_wide<2>(data, out);
    default:
      return unpack_wide<4>(data, out);
  }
}

}  // namespace

std::size_t Trace::bytes() const {
  std::size_t bytes = chunks_.size() * kTraceChunkBytes + instructions_.size() * sizeof(Instruction) +
                      blocks_.size() * sizeof(BlockRun) + meetings_.size() * sizeof(BarrierMeeting);
  for (const BarrierMeeting& meeting : meetings_) bytes += meeting.arrivals.size() * sizeof(BarrierArrival);
  return bytes;
}

std::size_t Trace::record_bytes() const {
  std::size_t bytes = instructions_.size() * sizeof(Instruction) + blocks_.size() * sizeof(BlockRun);
  for (const Chunk& chunk : chunks_) bytes += chunk.used + chunk.count * sizeof(std::uint32_t);
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
  access.active = kAllLanes;
  if (!head.all_active) {
    std::memcpy(&access.active, data, sizeof access.active);
    data += sizeof access.active;
  }

  const BlockRun& run = blocks_[chunk.first_block + head.block];
  access.block = run.block;
  access.order = run.order + static_cast<std::uint32_t>(index - run.first);
  access.warp = head.warp;
  const Instruction& instruction = instructions_[chunk.first_instruction + head.instruction];
  access.source_line = instruction.source_line;
  access.ptx_line = instruction.ptx_line;
  access.instruction = instruction.instruction;
  access.space = instruction.space;
  access.op = instruction.op;
  access.width = instruction.width;
  access.matrices = instruction.matrices;
  access.is_volatile = instruction.is_volatile;
  data = unpack_addresses(head, access.active, data, access.addresses);
  if (values) unpack_values(instruction.width, data, access.values.data());
}

MemoryAccess Trace::at(std::size_t index) const {
  MemoryAccess access;
  read(index, access);
  return access;
}

}  // namespace bankloom
