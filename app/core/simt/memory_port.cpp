#include "core/simt/memory_port.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "core/simt/address_space.h"
#include "core/simt/atomics.h"
#include "core/simt/ops/lane_isa.h"

namespace bankloom::simt {
namespace {

constexpr unsigned kMaxWidth = 16;

std::byte* place_of(const LaneContext& context, const OperandRef& ref) { return context.files[ref.file] + ref.offset; }

/// Bytes of local memory that the running path's functions have asked for so far.
std::uint64_t local_bytes_of(const Warp& warp) {
  const Frame& frame = warp.frames[warp.paths[warp.current].frame];
  return std::uint64_t{frame.local_base} + frame.local_bytes;
}

std::string_view verb_of(AccessOp op) {
  switch (op) {
    case AccessOp::load:
      return "reads";
    case AccessOp::store:
      return "writes";
    case AccessOp::atomic:
    case AccessOp::reduction:
      return "atomically updates";
    case AccessOp::ldmatrix:
      return "reads a matrix row of";
    case AccessOp::stmatrix:
      return "writes a matrix row of";
  }
  return "accesses";
}

}  // namespace

/// One memory instruction with its space resolved.
struct MemoryPort::Request {
  const Step* step = nullptr;
  std::uint32_t step_index = 0;
  const MemoryDetail* detail = nullptr;
  Space space = Space::global;
  AccessOp op = AccessOp::load;
  std::uint8_t width = 4;
  LaneMask participants = kAllLanes;  ///< ldmatrix, stmatrix: the lanes that execute it, with or without an address
};

Buffer* LaunchMemory::find(std::uint64_t address, std::uint64_t bytes) {
  for (Buffer& buffer : module) {
    const std::uint64_t at = address - buffer.address;
    if (at < buffer.bytes.size() && bytes <= buffer.bytes.size() - at) return &buffer;
  }
  return global->find(address, bytes);
}

MemoryPort::MemoryPort(const Program& program, LaunchMemory& memory, FaultLog& faults, Dim3 block_extent,
                       BlockSharing* sharing)
    : program_(program),
      memory_(memory),
      faults_(faults),
      extent_(block_extent),
      ops_(*lane_isa().table.memory),
      sharing_(sharing) {}

void MemoryPort::begin_block(const Dim3& block, std::span<std::byte> shared, TraceRecorder* recorder, bool clip,
                             std::uint64_t max_accesses) {
  block_ = block;
  shared_ = shared;
  recorder_ = recorder;
  clip_ = clip;
  max_accesses_ = max_accesses;
  if (recorder_ != nullptr) recorder_->begin_block(block);
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

void MemoryPort::record(const Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                        const std::byte* values) {
  if (recorder_ == nullptr) return;
  if (clip_ || recorder_->size() >= max_accesses_) {
    recorder_->clip();
    return;
  }
  TraceRecorder::AccessHeader header;
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
  recorder_->record(header, addresses, values);
}

void MemoryPort::report(const Warp& warp, const Request& request, FaultKind kind, unsigned lane,
                        std::uint64_t address) {
  Fault fault;
  fault.kind = kind;
  fault.source_line = request.step->source_line;
  fault.ptx_line = request.step->ptx_line;
  fault.block = block_;
  fault.thread = thread_index(warp, lane);
  fault.has_address = true;
  fault.space = request.space;
  fault.address = address;
  fault.count = 1;
  faults_.add(fault, [&] {
    std::string where;
    if (kind == FaultKind::misaligned) {
      where = fmt::format("which is not a multiple of {}", request.width);
    } else if (request.space == Space::shared) {
      where = fmt::format("but the block has {} bytes of shared memory", shared_.size());
    } else if (request.space == Space::local) {
      where = fmt::format("but the thread has {} bytes of local memory", local_bytes_of(warp));
    } else if (request.space == Space::param) {
      where = "outside the parameters";
    } else if (const Buffer* near = memory_.global->nearest(address); near != nullptr) {
      const std::uint64_t end = near->address + near->bytes.size();
      const auto size = near->bytes.size();
      where =
          address < near->address
              ? fmt::format("{} bytes before buffer '{}' of {} bytes", near->address - address, near->name, size)
              : fmt::format("at byte {} of buffer '{}', which has {} bytes", address - near->address, near->name, size);
      if (address >= end + 1024 * 1024) where = "where no buffer is";
    } else {
      where = "where no buffer is";
    }
    const Dim3& t = fault.thread;
    return fmt::format(
        "thread ({},{},{}) of block ({},{},{}) {} {} bytes at {} address {}, "
        "{}",
        t.x, t.y, t.z, block_.x, block_.y, block_.z, verb_of(request.op), request.width, space_name(request.space),
        request.space == Space::shared || request.space == Space::local ? fmt::format("{}", address)
                                                                        : fmt::format("0x{:x}", address),
        where);
  });
}

bool MemoryPort::locate(Warp& warp, Space space, std::uint64_t low, std::uint64_t end, Place& place) {
  switch (space) {
    case Space::shared:
      place = {shared_.data(), 0, shared_.size(), false};
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
    if (host(warp, request.space, lane, address, bytes != nullptr ? bytes[lane] : request.width, write) == nullptr) {
      report(warp, request, FaultKind::out_of_bounds, lane, address);
    } else if (address % request.width != 0) {
      report(warp, request, FaultKind::misaligned, lane, address);
    } else {
      good |= lane_bit(lane);
    }
  });
  return good;
}

void MemoryPort::execute(Warp& warp, const Step& step, std::uint32_t step_index, const MemoryDetail& detail,
                         LaneMask exec) {
  alignas(64) std::uint64_t addresses[kWarpSize];
  switch (detail.address_bytes) {
    case 8:
      ops_.addresses64(reinterpret_cast<const std::uint64_t*>(place_of(warp.context, detail.address)), detail.offset,
                       addresses);
      break;
    case 4:
      ops_.addresses32(reinterpret_cast<const std::uint32_t*>(place_of(warp.context, detail.address)), detail.offset,
                       addresses);
      break;
    default:
      std::fill_n(addresses, kWarpSize, detail.offset);
  }
  Request request{&step, step_index, &detail, detail.space, detail.op, detail.width, exec};
  if (detail.kind == MemoryKind::ldmatrix || detail.kind == MemoryKind::stmatrix) {
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
    const std::uint64_t window = window_of(space);
    alignas(64) std::uint64_t within[kWarpSize];
    for (unsigned lane = 0; lane < kWarpSize; ++lane) within[lane] = addresses[lane] - window;
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
  if (detail.kind == MemoryKind::load || detail.kind == MemoryKind::ldmatrix) {
    for (unsigned e = 0; e < detail.elements; ++e) clear(detail.data[e]);
  } else if (detail.kind == MemoryKind::atomic && detail.has_result) {
    for (unsigned e = 0; e < detail.elements; ++e) clear(detail.results[e]);
  }
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
            !(write && place.read_only);
  }
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
  transfer(warp, request, addresses, exec, request.space == Space::local ? nullptr : &place);
}

void MemoryPort::lane_transfer(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                               std::byte* values) {
  const bool write = request.detail->kind == MemoryKind::store;
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
  const MemoryDetail& detail = *request.detail;
  switch (detail.kind) {
    case MemoryKind::atomic:
      return atomic(warp, request, addresses, exec);
    case MemoryKind::ldmatrix:
    case MemoryKind::stmatrix:
      return matrices(warp, request, addresses, exec);
    case MemoryKind::async_copy:
      return;
    default:
      break;
  }
  alignas(64) std::byte packed[kWarpSize * kMaxWidth];
  const DataOperand& first = detail.data[0];
  const bool plain = detail.elements == 1 && first.lane_bytes == detail.width && !first.sink;
  if (sharing_ != nullptr && request.space == Space::global) {
    note_sharing(warp, request, addresses, exec, detail.kind == MemoryKind::store, place);
  }
  if (detail.kind == MemoryKind::load) {
    std::byte* into = plain && exec == kAllLanes ? place_of(warp.context, first.ref) : packed;
    if (place != nullptr) {
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
      const DataOperand& to = detail.data[e];
      if (to.sink) continue;
      const std::byte* from = packed;
      if (detail.elements > 1) {
        ops_.unpack(element, packed, detail.element_bytes, e, detail.elements, kAllLanes);
        from = element;
      }
      ops_.convert(place_of(warp.context, to.ref), to.lane_bytes, from, detail.element_bytes, detail.sign_extend, exec);
    }
    return;
  }
  const std::byte* from = packed;
  if (plain) {
    from = place_of(warp.context, first.ref);
  } else {
    alignas(64) std::byte element[kWarpSize * kMaxWidth];
    for (unsigned e = 0; e < detail.elements; ++e) {
      ops_.convert(element, detail.element_bytes, place_of(warp.context, detail.data[e].ref), detail.data[e].lane_bytes,
                   false, kAllLanes);
      if (detail.elements == 1) {
        std::memcpy(packed, element, std::size_t{kWarpSize} * detail.element_bytes);
      } else {
        ops_.pack(packed, element, detail.element_bytes, e, detail.elements);
      }
    }
  }
  record(warp, request, addresses, exec, from);
  if (watching_) [[unlikely]]
    note_changes(warp, request, addresses, exec, from);
  if (place != nullptr) {
    ops_.scatter(place->origin, place->base, addresses, request.width, exec, from);
  } else {
    if (from != packed) std::memcpy(packed, from, std::size_t{kWarpSize} * request.width);
    lane_transfer(warp, request, addresses, exec, packed);
  }
}

void MemoryPort::note_sharing(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                              bool write, const Place* place) {
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

void MemoryPort::atomic(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec) {
  const MemoryDetail& detail = *request.detail;
  alignas(64) std::byte old_values[kWarpSize * kMaxWidth] = {};
  const unsigned bytes = detail.element_bytes;
  // Lanes that meet at one address are served one after another, lowest lane first.
  for_each_lane(exec, [&](unsigned lane) {
    for (unsigned e = 0; e < detail.elements; ++e) {
      std::byte* at = host(warp, request.space, lane, addresses[lane] + std::uint64_t{e} * bytes, bytes, true);
      AtomicValue old, b, c;
      std::memcpy(&old, at, bytes);
      std::memcpy(old_values + std::size_t{lane} * request.width + std::size_t{e} * bytes, at, bytes);
      const DataOperand& data = detail.data[e];
      std::memcpy(&b, place_of(warp.context, data.ref) + std::size_t{lane} * data.lane_bytes, bytes);
      if (detail.atomic == AtomicOp::cas) {
        std::memcpy(&c, place_of(warp.context, detail.replacement) + std::size_t{lane} * bytes, bytes);
      }
      const AtomicValue now = apply_atomic(detail.atomic, detail.type, request.space, old, b, c);
      if (!(now == old)) ++changes_;
      std::memcpy(at, &now, bytes);
    }
  });
  record(warp, request, addresses, exec, old_values);
  if (!detail.has_result) return;
  for (unsigned e = 0; e < detail.elements; ++e) {
    const DataOperand& to = detail.results[e];
    if (to.sink) continue;
    for_each_lane(exec, [&](unsigned lane) {
      std::memcpy(place_of(warp.context, to.ref) + std::size_t{lane} * to.lane_bytes,
                  old_values + std::size_t{lane} * request.width + std::size_t{e} * bytes, bytes);
    });
  }
}

void MemoryPort::matrices(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec) {
  // Matrix m's row r lies at the address that lane 8 m + r gives. Of matrix m, lane t holds in its m-th register the
  // elements 2 (t mod 4) and 2 (t mod 4) + 1 of row t / 4 (PTX ISA, "ldmatrix", fragment layout); with .trans, of
  // column t / 4.
  const MemoryDetail& detail = *request.detail;
  const bool store = detail.kind == MemoryKind::stmatrix;
  alignas(64) std::uint16_t rows[kWarpSize][8] = {};
  const auto element = [&](unsigned matrix, unsigned lane, unsigned half) -> std::uint16_t& {
    const unsigned major = lane / 4, minor = 2 * (lane % 4) + half;
    return detail.transpose ? rows[8 * matrix + minor][major] : rows[8 * matrix + major][minor];
  };
  const auto fragment = [&](unsigned matrix, unsigned lane) {
    return place_of(warp.context, detail.data[matrix].ref) + std::size_t{lane} * detail.data[matrix].lane_bytes;
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
  for_each_lane(exec, [&](unsigned lane) {
    std::byte* at = host(warp, request.space, lane, addresses[lane], 16, store);
    if (store) {
      if (std::memcmp(at, rows[lane], 16) != 0) ++changes_;
      std::memcpy(at, rows[lane], 16);
    } else {
      std::memcpy(rows[lane], at, 16);
    }
  });
  record(warp, request, addresses, exec, reinterpret_cast<const std::byte*>(rows));
  if (store) return;
  for (unsigned m = 0; m < detail.elements; ++m) {
    if (detail.data[m].sink) continue;
    for_each_lane(request.participants, [&](unsigned lane) {
      const std::uint16_t halves[2] = {element(m, lane, 0), element(m, lane, 1)};
      std::memcpy(fragment(m, lane), halves, sizeof halves);
    });
  }
}

void MemoryPort::execute_async_copy(Warp& warp, const Step& step, std::uint32_t step_index, const MemoryDetail& detail,
                                    LaneMask exec) {
  // cp.async reads global memory and writes shared memory: two requests, each with its own addresses.
  alignas(64) std::uint64_t from[kWarpSize], to[kWarpSize];
  const auto address_of = [&](const OperandRef& ref, unsigned bytes, std::uint64_t offset, unsigned lane) {
    std::uint64_t base = 0;
    if (bytes != 0) std::memcpy(&base, place_of(warp.context, ref) + std::size_t{lane} * bytes, bytes);
    return base + offset;
  };
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    to[lane] = address_of(detail.address, detail.address_bytes, detail.offset, lane);
    from[lane] = address_of(detail.source, detail.source_bytes_width, detail.source_offset, lane);
    if (detail.space == Space::generic) to[lane] -= kSharedWindow;
  }
  Request read{&step, step_index, &detail, Space::global, AccessOp::load, detail.width, exec};
  Request write{&step, step_index, &detail, Space::shared, AccessOp::store, detail.width, exec};
  std::uint32_t wanted[kWarpSize];
  LaneMask reads = 0;
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    wanted[lane] = detail.width;
    if (detail.has_source_size) {
      std::memcpy(&wanted[lane], place_of(warp.context, detail.source_size) + std::size_t{lane} * 4, 4);
      wanted[lane] = std::min<std::uint32_t>(wanted[lane], detail.width);
    }
    if (detail.has_ignore_source) {
      const bool ignored =
          has_lane(predicate(warp.context, detail.ignore_source), lane) != detail.ignore_source_negated;
      if (ignored) wanted[lane] = 0;
    }
    if (wanted[lane] != 0) reads |= lane_bit(lane);
  }
  // What is not read need not be there: the end of a matrix is copied with a smaller source size.
  const LaneMask readable = check_lanes(warp, read, from, exec & reads, wanted) | (exec & ~reads);
  const LaneMask good = check_lanes(warp, write, to, readable);
  alignas(64) std::byte values[kWarpSize * kMaxWidth] = {};
  for_each_lane(good, [&](unsigned lane) {
    if (wanted[lane] == 0) return;
    std::memcpy(values + std::size_t{lane} * detail.width,
                host(warp, Space::global, lane, from[lane], wanted[lane], false), wanted[lane]);
  });
  if (good == 0) return;
  if (sharing_ != nullptr && (good & reads) != 0) {
    for_each_lane(good & reads, [&](unsigned lane) {
      // The part that is read, byte by byte.
      for (std::uint32_t b = 0; b < wanted[lane]; ++b) {
        std::uint64_t at[kWarpSize] = {from[lane] + b};
        if (host(warp, Space::global, lane, at[0], 1, false) != nullptr) sharing_->note(*last_, at, 1, 1, false);
      }
    });
  }
  if ((good & reads) != 0) record(warp, read, from, good & reads, values);
  record(warp, write, to, good, values);
  if (watching_) note_changes(warp, write, to, good, values);
  for_each_lane(good, [&](unsigned lane) {
    std::memcpy(host(warp, Space::shared, lane, to[lane], detail.width, true),
                values + std::size_t{lane} * detail.width, detail.width);
  });
}

void MemoryPort::execute_parameter(Warp& warp, Frame& frame, const Step& step, const MemoryDetail& detail,
                                   LaneMask exec, bool store) {
  const std::size_t stride = frame.code->parameter_bytes;
  for_each_lane(exec, [&](unsigned lane) {
    std::uint64_t address = detail.offset;
    if (detail.address_bytes != 0) {
      std::uint64_t base = 0;
      std::memcpy(&base, place_of(warp.context, detail.address) + std::size_t{lane} * detail.address_bytes,
                  detail.address_bytes);
      address += base;
    }
    const bool in_launch = address >= kLaunchParameterBase;
    if (in_launch) address -= kLaunchParameterBase;
    std::byte* memory = in_launch ? memory_.parameters.data() : frame.parameters.data() + lane * stride;
    const std::size_t limit = in_launch ? memory_.parameters.size() : stride;
    const bool outside = address > limit || detail.width > limit - address || (in_launch && store);
    if (outside || address % detail.width != 0) {
      const Request request{&step, 0, &detail, Space::param, detail.op, detail.width, exec};
      report(warp, request, outside ? FaultKind::out_of_bounds : FaultKind::misaligned, lane, address);
      if (!store) clear_results(warp, detail, lane_bit(lane));
      return;
    }
    for (unsigned e = 0; e < detail.elements; ++e) {
      const std::uint64_t at = address + std::uint64_t{e} * detail.element_bytes;
      const DataOperand& data = detail.data[e];
      if (data.sink) continue;
      std::byte* reg = place_of(warp.context, data.ref) + std::size_t{lane} * data.lane_bytes;
      if (store) {
        if (watching_ && std::memcmp(memory + at, reg, detail.element_bytes) != 0) ++changes_;
        std::memcpy(memory + at, reg, detail.element_bytes);
      } else {
        std::uint64_t value[2] = {0, 0};
        std::memcpy(value, memory + at, detail.element_bytes);
        if (detail.sign_extend && detail.element_bytes < 8) {
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
  const std::byte* at = host(warp, space, lane, address - window_of(space), into.size(), false);
  if (at == nullptr) return false;
  if (sharing_ != nullptr && space == Space::global) {
    for (std::size_t b = 0; b < into.size(); ++b) {
      const std::uint64_t byte = address + b;
      sharing_->note(*last_, &byte, 1, 1, false);
    }
  }
  std::memcpy(into.data(), at, into.size());
  return true;
}

}  // namespace bankloom::simt
