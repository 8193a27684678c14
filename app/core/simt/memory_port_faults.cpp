// What the memory port finds wrong with accesses.
#include <algorithm>
#include <string>
#include <variant>

#include "core/base/symbol_name.h"
#include "core/simt/memory_port_request.h"

namespace bankloom::simt {
namespace {

/// Bytes from a buffer's end from which on an address is said to be nowhere.
constexpr std::uint64_t kFarAway = std::uint64_t{32} * 1024 * 1024 * 1024;

FaultPart part_of(const SharedArray& array, std::uint64_t address, std::uint64_t end) {
  return {FaultPart::Kind::array, variable_name(array.name), address, end - std::min(end, address)};
}

}  // namespace

Fault MemoryPort::fault_of(const Step& step, FaultKind kind, const Dim3& thread, Space space,
                           std::uint64_t address) const {
  Fault fault;
  fault.kind = kind;
  fault.source_line = step.source_line;
  fault.ptx_line = step.ptx_line;
  fault.block = block_;
  fault.thread = thread;
  fault.has_address = true;
  fault.space = space;
  fault.address = address;
  fault.count = 1;
  fault.order = order_;
  return fault;
}

/// The array, buffer or variable that an address of shared or global memory lies in.
FaultPart MemoryPort::part_at(Space space, std::uint64_t address) const {
  if (space != Space::shared) {
    const Buffer* const buffer = memory_.find(address, 1);
    return buffer == nullptr ? FaultPart() : part_of(*buffer);
  }
  for (const SharedArray& array : program_.shared_arrays) {
    const std::uint64_t end = array.is_dynamic ? shared_.size() : array.address + array.bytes;
    if (address >= array.address && address < end) return simt::part_of(array, array.address, end);
  }
  return {};
}

FaultPart MemoryPort::part_of(const Buffer& buffer) const {
  const bool is_variable =
      buffer.is_variable || std::any_of(memory_.module.begin(), memory_.module.end(),
                                        [&](const Buffer& variable) { return &variable == &buffer; });
  return {is_variable ? FaultPart::Kind::variable : FaultPart::Kind::buffer,
          is_variable ? variable_name(buffer.name) : buffer.name, buffer.address, buffer.bytes.size()};
}

/// What is near an address of global or constant memory that is in no buffer and no variable, or beyond what it may do
/// there.
FaultPart MemoryPort::part_near(std::uint64_t address) const {
  const Buffer* const buffer = memory_.global->nearest(address);
  const Buffer* const variable = nearest_buffer(memory_.module, address);
  const bool is_variable =
      variable != nullptr && (buffer == nullptr || distance_to(*variable, address) < distance_to(*buffer, address));
  const Buffer* const near = is_variable ? variable : buffer;
  return near == nullptr || distance_to(*near, address) >= kFarAway ? FaultPart() : part_of(*near);
}

void MemoryPort::report(const Warp& warp, const Request& request, FaultKind kind, unsigned lane,
                        std::uint64_t address) {
  faults_.add(fault_of(*request.step, kind, thread_index(warp, lane), request.space, address), [&](Fault& fault) {
    FaultDetail& detail = fault.detail;
    detail.op = request.op;
    detail.width = request.width;
    if (kind == FaultKind::misaligned) {
      detail.what = FaultCase::misaligned;
    } else if (request.space == Space::shared) {
      detail.what = FaultCase::beyond_shared;
      detail.limit = shared_.size();
      if (address >= shared_.size() || address + request.width > shared_.size()) return;
      const auto array =
          std::find_if(program_.shared_arrays.begin(), program_.shared_arrays.end(),
                       [&](const SharedArray& candidate) { return candidate.address == request.bounds.lowest; });
      if (array == program_.shared_arrays.end()) return;
      detail.what = FaultCase::outside_array;
      detail.part =
          simt::part_of(*array, array->address, std::min<std::uint64_t>(request.bounds.highest, shared_.size()));
    } else if (request.space == Space::local) {
      detail.what = FaultCase::beyond_local;
      detail.limit = local_bytes_of(warp);
    } else if (request.space == Space::param) {
      detail.what = FaultCase::outside_parameters;
    } else {
      detail.part = part_near(address);
      detail.what = detail.part.kind == FaultPart::Kind::none ? FaultCase::no_memory : FaultCase::beside_part;
    }
  });
}

/// Of a program with gaps between its arrays: who reaches into one has left the array that is nearest. The access is
/// carried out all the same, as it is where there are no gaps.
void MemoryPort::report_gaps(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec) {
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint64_t address = addresses[lane], end = address + request.width;
    if (end < address || end > shared_.size()) return;  // told as what it is elsewhere
    const SharedArray* nearest = nullptr;
    std::uint64_t plain = 0, distance = 0;
    for (std::size_t index = 0; index < program_.shared_arrays.size(); ++index) {
      const SharedArray& array = program_.shared_arrays[index];
      const std::uint64_t array_end = array.is_dynamic ? shared_.size() : array.address + array.bytes;
      if (address >= array.address && end <= array_end) return;
      const std::uint64_t away = address < array.address ? array.address - address : end - array_end;
      if (nearest != nullptr && distance <= away) continue;
      nearest = &array;
      distance = away;
      plain = program_.plain_addresses[index] + (address - array.address);
    }
    if (nearest == nullptr) return;
    Fault fault = fault_of(*request.step, FaultKind::out_of_bounds, thread_index(warp, lane), Space::shared, plain);
    fault.was_carried_out = true;
    faults_.add(fault, [&](Fault& added) {
      added.detail.what = FaultCase::beside_part;
      added.detail.op = request.op;
      added.detail.width = request.width;
      const std::uint64_t begin = plain - (address - nearest->address);
      added.detail.part = simt::part_of(*nearest, begin, begin + nearest->bytes);
    });
  });
}

void MemoryPort::note_shared(const Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                             const std::byte* values, bool consecutive) {
  const bool reads = request.op != AccessOp::store && request.op != AccessOp::stmatrix;
  if (copies_.any() && reads) report_unfinished_copies(warp, request, addresses, exec);
  SharedShadow::Access access = shadow_access(warp, request, addresses, exec);
  access.consecutive = consecutive;
  access.values = values;
  access.memory = shared_.data();
  note_races(warp, request, access);
}

/// `place`: where all of it lies; nullptr where the lanes reach several buffers.
void MemoryPort::note_global(Warp& warp, const Request& request, const std::uint64_t* addresses, LaneMask exec,
                             const std::byte* values, const Place* place) {
  if (place != nullptr && place->read_only) return;
  SharedShadow::Access access = shadow_access(warp, request, addresses, exec);
  access.global = true;
  access.values = values;
  const std::byte* lanes_memory[kWarpSize] = {};
  if (place != nullptr) {
    access.consecutive = place->consecutive;
    access.memory = place->origin;
    access.base = place->base;
  } else {
    for_each_lane(exec, [&](unsigned lane) {
      lanes_memory[lane] = host(warp, Space::global, lane, addresses[lane], request.width, false);
    });
    access.lanes_memory = lanes_memory;
  }
  note_races(warp, request, access);
}

SharedShadow::Access MemoryPort::shadow_access(const Warp& warp, const Request& request, const std::uint64_t* addresses,
                                               LaneMask exec) const {
  SharedShadow::Access access;
  const MemoryDetail& detail = *request.detail;
  switch (request.op) {
    case AccessOp::load:
    case AccessOp::ldmatrix:
      break;
    case AccessOp::store:
    case AccessOp::stmatrix:
      access.kind = SharedShadow::Kind::store;
      break;
    case AccessOp::atomic:
    case AccessOp::reduction:
      access.kind = SharedShadow::Kind::atomic;
      break;
  }
  const bool is_atomic = access.kind == SharedShadow::Kind::atomic;
  access.width = request.width;
  access.exec = exec;
  access.addresses = addresses;
  access.warp = warp.index;
  access.apart = warp.paths[warp.current].mask != warp.alive;
  const auto* const load = std::get_if<LoadDetail>(&detail.what);
  const auto* const store = std::get_if<StoreDetail>(&detail.what);
  const auto* const atomic = std::get_if<AtomicDetail>(&detail.what);
  const bool is_compared = load != nullptr && load->is_compared;
  access.strong = is_atomic || detail.is_ordered || is_compared || (detail.is_volatile && program_.has_fences);
  access.acquires = access.strong && !is_compared &&
                    (!is_atomic || detail.is_ordered || program_.has_fences || atomic->op == AtomicOp::cas ||
                     atomic->op == AtomicOp::exch);
  access.is_update = store != nullptr && store->is_update;
  access.reads_old = is_atomic && atomic->op != AtomicOp::exch;
  access.step = request.step;
  access.order = order_;
  return access;
}

void MemoryPort::note_races(const Warp& warp, const Request& request, SharedShadow::Access& access) {
  if (shadow_.note(access)) return;
  for (const SharedShadow::Finding& finding : shadow_.findings()) report_race(warp, request, finding);
}

void MemoryPort::report_unfinished_copies(const Warp& warp, const Request& request, const std::uint64_t* addresses,
                                          LaneMask exec) {
  for_each_lane(exec, [&](unsigned lane) {
    const AsyncCopies::Copy* const copy = copies_.find(addresses[lane], request.width);
    if (copy == nullptr) return;
    Fault fault = fault_of(*request.step, FaultKind::race, thread_index(warp, lane), Space::shared, addresses[lane]);
    fault.detail.what = FaultCase::while_copied;
    fault.detail.other = delinearize(copy->thread, extent_);
    fault.detail.other_line = copy->line;
    faults_.add(fault, [&](Fault& added) {
      FaultDetail& detail = added.detail;
      detail.op = request.op;
      detail.width = request.width;
      detail.part = part_at(Space::shared, addresses[lane]);
    });
  });
}

void MemoryPort::report_race(const Warp& warp, const Request& request, const SharedShadow::Finding& finding) {
  Fault fault =
      fault_of(*request.step, FaultKind::race, thread_index(warp, finding.lane), request.space, finding.address);
  fault.detail.what = finding.what;
  fault.detail.other = delinearize(finding.other_thread, extent_);
  fault.detail.other_line = finding.other_line;
  fault.detail.other_known = finding.other_known;
  fault.detail.same_warp = finding.same_warp;
  faults_.add(fault, [&](Fault& added) {
    FaultDetail& detail = added.detail;
    detail.op = request.op;
    detail.width = request.width;
    detail.part = part_at(request.space, finding.address);
  });
}

void MemoryPort::end_block() {
  for (const SharedShadow::Unwritten& read : shadow_.unwritten()) {
    Fault fault = fault_of(*read.step, FaultKind::uninitialized_read, delinearize(read.thread, extent_), Space::shared,
                           read.address);
    fault.count = read.count;
    fault.order = read.order;
    faults_.add(fault, [&](Fault& added) {
      added.detail.what = FaultCase::never_written;
      added.detail.width = read.width;
      added.detail.part = part_at(Space::shared, read.address);
    });
  }
}

}  // namespace bankloom::simt
