// wmma.load and wmma.store at the memory port: each of their requests is checked, carried out and recorded as an access
// of its own.
#include <array>
#include <cstring>

#include "core/simt/address_space.h"
#include "core/simt/matrix_detail.h"
#include "core/simt/memory_port.h"

namespace bankloom::simt {
namespace {

/// The matrix's elements without gaps, row after row (of .col, column after column); missing bits are zeros. The
/// largest has 16 x 16 or 8 x 32 elements of 32 bits.
using Image = std::array<std::byte, 1024>;

/// Calls visit(register's bytes, bit in it, bit in the image, lane) for each element that the lanes hold.
template <class Visit>
void each_held_element(const FragmentDetail& detail, LaneMask lanes, const Visit& visit) {
  const FragmentLayout& layout = detail.fragment.layout;
  const std::uint16_t* place = layout.place.data();
  for (unsigned reg = 0; reg < layout.registers; ++reg) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      for (unsigned e = 0; e < layout.elements; ++e) {
        const unsigned at = *place++, row = at / layout.columns, column = at % layout.columns;
        if (!has_lane(lanes, lane)) continue;
        const unsigned element = detail.by_columns ? column * detail.minors + row : row * detail.minors + column;
        visit(reg, lane, e * layout.element_bits, std::size_t{element} * layout.element_bits);
      }
    }
  }
}

/// Copies one element between bit positions; elements of less than a byte are within one.
void copy_bits(std::byte* to, std::size_t to_bit, const std::byte* from, std::size_t from_bit, unsigned bits) {
  if (bits >= 8) {
    std::memcpy(to + to_bit / 8, from + from_bit / 8, bits / 8);
    return;
  }
  const auto mask = static_cast<std::byte>((1u << bits) - 1);
  const std::byte value = (from[from_bit / 8] >> (from_bit % 8)) & mask;
  std::byte& target = to[to_bit / 8];
  target = (target & ~(mask << (to_bit % 8))) | (value << (to_bit % 8));
}

std::byte* lane_of(const LaneContext& context, const Fragment& fragment, unsigned reg, unsigned lane) {
  return place_of(context, fragment.registers[reg].ref) + std::size_t{lane} * fragment.layout.register_bytes;
}

}  // namespace

void MemoryPort::execute_fragment(Warp& warp, const Step& step, std::uint32_t step_index, const FragmentDetail& detail,
                                  LaneMask exec) {
  // All lanes give the same address and stride (PTX ISA, "wmma.load"); the emulator uses those of the first active one.
  const unsigned first = first_lane(exec);
  std::uint64_t base = detail.memory.address.offset - map_.origin_of(detail.memory);
  if (detail.memory.address.bytes != 0) {
    std::uint64_t value = 0;
    std::memcpy(&value,
                place_of(warp.context, detail.memory.address.ref) + std::size_t{first} * detail.memory.address.bytes,
                detail.memory.address.bytes);
    base += value;
  }
  std::uint32_t stride = detail.minors;
  if (detail.has_stride) std::memcpy(&stride, place_of(warp.context, detail.stride) + std::size_t{first} * 4, 4);
  Space space = detail.memory.space;
  if (space == Space::generic) {
    space = space_of(base);
    base -= map_.origin_of(space);
  }
  const unsigned bits = detail.fragment.layout.element_bits;
  Image image{};
  if (detail.store) {
    each_held_element(detail, exec, [&](unsigned reg, unsigned lane, unsigned bit, std::size_t at) {
      copy_bits(image.data(), at, lane_of(warp.context, detail.fragment, reg, lane), bit, bits);
    });
  }
  for (const FragmentRequest& part : detail.requests) {
    alignas(64) std::uint64_t addresses[kWarpSize];
    std::uint32_t offsets[kWarpSize];
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      addresses[lane] = base + (std::uint64_t{part.major[lane]} * stride + part.minor[lane]) * bits / 8;
      offsets[lane] = (part.major[lane] * detail.minors + part.minor[lane]) * bits / 8;
    }
    MemoryDetail moved = detail.memory;
    moved.op = part.op;
    moved.width = part.width;
    moved.elements = part.matrices;
    AccessRequest request{&step, step_index, &moved, space, part.op, part.width, bounds_of(warp, detail.memory), exec};
    request.image = image.data();
    request.image_offsets = offsets;
    const LaneMask lanes = exec & part.lanes;
    if (lanes != 0) access(warp, request, addresses, lanes);
  }
  if (detail.store) return;
  each_held_element(detail, exec, [&](unsigned reg, unsigned lane, unsigned bit, std::size_t at) {
    if (detail.fragment.registers[reg].sink) return;
    copy_bits(lane_of(warp.context, detail.fragment, reg, lane), bit, image.data(), at, bits);
  });
}

/// One request of a wmma.load or wmma.store.
void MemoryPort::move(Warp& warp, const AccessRequest& request, const FragmentPartDetail& /*part*/,
                      const std::uint64_t* addresses, LaneMask exec, const MemoryRegion* place) {
  const bool store = request.op == AccessOp::store;
  const unsigned width = request.width;
  alignas(64) std::byte values[kWarpSize * kMaxWidth] = {};
  for_each_lane(exec, [&](unsigned lane) {
    const std::byte* from = store ? request.image + request.image_offsets[lane]
                                  : map_.host(warp, request.space, lane, addresses[lane], width, false);
    std::memcpy(values + std::size_t{lane} * width, from, width);
  });
  // For a load, watchers look at memory, not at values.
  watchers_.before({warp, request, addresses, exec, place, store ? values : nullptr});
  watchers_.after({warp, request, addresses, exec, nullptr, values});
  for_each_lane(exec, [&](unsigned lane) {
    const std::byte* from = values + std::size_t{lane} * width;
    std::byte* to = store ? map_.host(warp, request.space, lane, addresses[lane], width, true)
                          : request.image + request.image_offsets[lane];
    std::memcpy(to, from, width);
  });
}

}  // namespace bankloom::simt
