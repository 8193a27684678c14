// The memory instructions beyond loads and stores: atomics, matrices, asynchronous copies, parameters.
#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

#include "core/simt/address_space.h"
#include "core/simt/atomics.h"
#include "core/simt/memory_port.h"

namespace bankloom::simt {

void MemoryPort::move(Warp& warp, const AccessRequest& request, const AtomicDetail& atomic,
                      const std::uint64_t* addresses, LaneMask exec, const MemoryRegion* place) {
  auto& changes = watchers_.get<ChangeWatch>();
  const MemoryDetail& detail = *request.detail;
  alignas(64) std::byte old_values[kWarpSize * kMaxWidth] = {};
  const unsigned bytes = detail.element_bytes;
  watchers_.before({warp, request, addresses, exec, place, nullptr});
  // Lanes with the same address are served one after another, lowest lane first.
  for_each_lane(exec, [&](unsigned lane) {
    for (unsigned e = 0; e < detail.elements; ++e) {
      std::byte* at = map_.host(warp, request.space, lane, addresses[lane] + std::uint64_t{e} * bytes, bytes, true);
      AtomicValue old, b, c;
      std::memcpy(&old, at, bytes);
      std::memcpy(old_values + std::size_t{lane} * request.width + std::size_t{e} * bytes, at, bytes);
      const DataOperand& data = atomic.data[e];
      std::memcpy(&b, place_of(warp.context, data.ref) + std::size_t{lane} * data.lane_bytes, bytes);
      if (atomic.op == AtomicOp::cas) {
        std::memcpy(&c, place_of(warp.context, atomic.replacement) + std::size_t{lane} * bytes, bytes);
      }
      const AtomicValue now = apply_atomic(atomic.op, atomic.type, request.space, old, b, c);
      if (!(now == old)) changes.add();
      std::memcpy(at, &now, bytes);
    }
  });
  watchers_.after({warp, request, addresses, exec, nullptr, old_values});
  if (!atomic.has_result) return;
  for (unsigned e = 0; e < detail.elements; ++e) {
    const DataOperand& to = atomic.results[e];
    if (to.sink) continue;
    for_each_lane(exec, [&](unsigned lane) {
      std::memcpy(place_of(warp.context, to.ref) + std::size_t{lane} * to.lane_bytes,
                  old_values + std::size_t{lane} * request.width + std::size_t{e} * bytes, bytes);
    });
  }
}

void MemoryPort::move(Warp& warp, const AccessRequest& request, const MatrixDetail& matrices,
                      const std::uint64_t* addresses, LaneMask exec, const MemoryRegion* /*region*/) {
  auto& changes = watchers_.get<ChangeWatch>();
  // Matrix m's row r is at the address of lane 8 m + r. Of matrix m, lane t holds in its m-th register the elements 2
  // (t mod 4) and 2 (t mod 4) + 1 of row t / 4 (PTX ISA, "ldmatrix", fragment layout); with .trans, of column t / 4.
  const MemoryDetail& detail = *request.detail;
  const bool store = request.op == AccessOp::stmatrix;
  alignas(64) std::uint16_t rows[kWarpSize][8] = {};
  const auto element = [&](unsigned matrix, unsigned lane, unsigned half) -> std::uint16_t& {
    const unsigned major = lane / 4, minor = 2 * (lane % 4) + half;
    return matrices.transpose ? rows[8 * matrix + minor][major] : rows[8 * matrix + major][minor];
  };
  const auto fragment = [&](unsigned matrix, unsigned lane) {
    return place_of(warp.context, matrices.data[matrix].ref) + std::size_t{lane} * matrices.data[matrix].lane_bytes;
  };
  if (store) {
    for (unsigned m = 0; m < detail.elements; ++m) {
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        std::uint16_t halves[2];
        std::memcpy(halves, fragment(m, lane), sizeof halves);
        element(m, lane, 0) = halves[0];
        element(m, lane, 1) = halves[1];
      }
    }
  }
  watchers_.get<RaceWatch>().before(
      {warp, request, addresses, exec, nullptr, reinterpret_cast<const std::byte*>(rows)});
  for_each_lane(exec, [&](unsigned lane) {
    std::byte* at = map_.host(warp, request.space, lane, addresses[lane], 16, store);
    if (store) {
      if (std::memcmp(at, rows[lane], 16) != 0) changes.add();
      std::memcpy(at, rows[lane], 16);
    } else {
      std::memcpy(rows[lane], at, 16);
    }
  });
  watchers_.after({warp, request, addresses, exec, nullptr, reinterpret_cast<const std::byte*>(rows)});
  if (store) return;
  for (unsigned m = 0; m < detail.elements; ++m) {
    if (matrices.data[m].sink) continue;
    for_each_lane(request.participants, [&](unsigned lane) {
      const std::uint16_t halves[2] = {element(m, lane, 0), element(m, lane, 1)};
      std::memcpy(fragment(m, lane), halves, sizeof halves);
    });
  }
}

/// Bytes that each lane of a cp.async reads; returns the lanes that read any.
LaneMask MemoryPort::source_bytes(const Warp& warp, const MemoryDetail& detail, const AsyncCopyDetail& copy,
                                  std::uint32_t* wanted) {
  LaneMask reads = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    wanted[lane] = detail.width;
    if (copy.has_source_size) {
      wanted[lane] = std::min<std::uint32_t>(read_u32(warp.context, copy.source_size, lane), detail.width);
    }
    if (copy.has_ignore_source &&
        has_lane(predicate(warp.context, copy.ignore_source), lane) != copy.ignore_source_negated) {
      wanted[lane] = 0;
    }
    if (wanted[lane] != 0) reads |= lane_bit(lane);
  }
  return reads;
}

void MemoryPort::execute_async_copy(Warp& warp, const Step& step, std::uint32_t step_index, const MemoryDetail& detail,
                                    const AsyncCopyDetail& copy, LaneMask exec) {
  // cp.async reads global memory and writes shared memory: two requests, each with its own addresses.
  alignas(64) std::uint64_t from[kWarpSize], to[kWarpSize];
  const auto fill = [&](const AddressOperand& address, std::uint64_t origin, std::uint64_t* addresses) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      addresses[lane] = address.offset - origin + read_lane(warp.context, address.ref, address.bytes, lane);
    }
  };
  fill(detail.address, map_.origin_of(detail), to);
  fill(copy.source, 0, from);
  AccessRequest read{&step, step_index, &detail, Space::global, AccessOp::load, detail.width, {}, exec};
  AccessRequest write{&step, step_index, &detail, Space::shared, AccessOp::store, detail.width, bounds_of(warp, detail),
                      exec};
  std::uint32_t wanted[kWarpSize];
  const LaneMask reads = source_bytes(warp, detail, copy, wanted);
  // Bytes that are not read need not exist: the end of a matrix is copied with a smaller source size.
  const LaneMask readable = check_lanes(warp, read, from, exec & reads, wanted) | (exec & ~reads);
  const LaneMask good = check_lanes(warp, write, to, readable);
  alignas(64) std::byte values[kWarpSize * kMaxWidth] = {};
  for_each_lane(good, [&](unsigned lane) {
    if (wanted[lane] == 0) return;
    std::memcpy(values + std::size_t{lane} * detail.width,
                map_.host(warp, Space::global, lane, from[lane], wanted[lane], false), wanted[lane]);
  });
  if (good == 0) return;
  if ((good & reads) != 0) {
    watchers_.get<SharingWatch>().add_copy_reads(warp, from, good & reads, wanted);
    watchers_.get<RaceWatch>().check_copy_reads(warp, read, from, good & reads, wanted);
    watchers_.after({warp, read, from, good & reads, nullptr, values});
  }
  watchers_.before({warp, write, to, good, nullptr, values});
  for_each_lane(good, [&](unsigned lane) {
    watchers_.get<RaceWatch>().copies().issue(warp.index * kWarpSize + lane, step.source_line, to[lane], detail.width);
  });
  watchers_.after({warp, write, to, good, nullptr, values});
  for_each_lane(good, [&](unsigned lane) {
    std::memcpy(map_.host(warp, Space::shared, lane, to[lane], detail.width, true),
                values + std::size_t{lane} * detail.width, detail.width);
  });
}

void MemoryPort::execute_async_wait(const Warp& warp, const Step& step, LaneMask exec) {
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint32_t thread = warp.index * kWarpSize + lane;
    if (step.detail == kCommitGroup) {
      watchers_.get<RaceWatch>().copies().commit(thread);
    } else if (step.detail == kWaitAll) {
      watchers_.get<RaceWatch>().copies().wait_all(thread);
    } else {
      watchers_.get<RaceWatch>().copies().wait_group(thread, step.detail);
    }
  });
}

void MemoryPort::execute_parameter(Warp& warp, const Step& step, const MemoryDetail& detail, LaneMask exec) {
  auto& changes = watchers_.get<ChangeWatch>();
  Frame& frame = warp.frames[warp.paths[warp.current].frame];
  const auto* const load = std::get_if<LoadDetail>(&detail.what);
  const bool store = load == nullptr;
  const DataOperands& registers = store ? std::get<StoreDetail>(detail.what).data : load->data;
  const std::size_t stride = frame.code->parameter_bytes;
  for_each_lane(exec, [&](unsigned lane) {
    std::uint64_t address = detail.address.offset;
    if (detail.address.bytes != 0) {
      std::uint64_t base = 0;
      std::memcpy(&base, place_of(warp.context, detail.address.ref) + std::size_t{lane} * detail.address.bytes,
                  detail.address.bytes);
      address += base;
    }
    const bool in_launch = address >= kLaunchParameterBase;
    if (in_launch) address -= kLaunchParameterBase;
    std::byte* memory = in_launch ? map_.memory().parameters.data() : frame.parameters.data() + lane * stride;
    const std::size_t limit = in_launch ? map_.memory().parameters.size() : stride;
    const bool outside = address > limit || detail.width > limit - address || (in_launch && store);
    if (outside || address % detail.width != 0) {
      const AccessRequest request{&step, 0, &detail, Space::param, detail.op, detail.width, {}, exec};
      faults_.report(warp, request, outside ? FaultKind::out_of_bounds : FaultKind::misaligned, lane, address);
      if (!store) clear_results(warp, detail, lane_bit(lane));
      return;
    }
    for (unsigned e = 0; e < detail.elements; ++e) {
      const std::uint64_t at = address + std::uint64_t{e} * detail.element_bytes;
      const DataOperand& data = registers[e];
      if (data.sink) continue;
      std::byte* reg = place_of(warp.context, data.ref) + std::size_t{lane} * data.lane_bytes;
      if (store) {
        if (changes.watching() && std::memcmp(memory + at, reg, detail.element_bytes) != 0) changes.add();
        std::memcpy(memory + at, reg, detail.element_bytes);
      } else {
        std::uint64_t value[2] = {0, 0};
        std::memcpy(value, memory + at, detail.element_bytes);
        if (load->sign_extend && detail.element_bytes < 8) {
          const unsigned shift = 64u - 8u * detail.element_bytes;
          value[0] = static_cast<std::uint64_t>(static_cast<std::int64_t>(value[0] << shift) >> shift);
        }
        std::memcpy(reg, value, data.lane_bytes);
      }
    }
  });
}

bool MemoryPort::read_generic(Warp& warp, unsigned lane, std::uint64_t address, std::span<std::byte> into) {
  const Space space = space_of(address);
  const std::byte* at = map_.host(warp, space, lane, address - map_.origin_of(space), into.size(), false);
  if (at == nullptr) return false;
  if (space == Space::global) watchers_.get<SharingWatch>().add_reads(address, into.size());
  std::memcpy(into.data(), at, into.size());
  return true;
}

}  // namespace bankloom::simt
