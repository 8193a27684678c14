#include "core/simt/access_faults.h"

#include <algorithm>

#include "core/base/symbol_name.h"

namespace bankloom::simt {
namespace {

/// Distance in bytes from a buffer's end at which an address counts as near no buffer.
constexpr std::uint64_t kFarAway = std::uint64_t{32} * 1024 * 1024 * 1024;

FaultPart part_of(const SharedArray& array, std::uint64_t address, std::uint64_t end) {
  return {FaultPart::Kind::array, variable_name(array.name), address, end - std::min(end, address)};
}

}  // namespace

Dim3 AccessFaults::thread_index(const Warp& warp, unsigned lane) const {
  return delinearize(std::uint64_t{warp.index} * kWarpSize + lane, extent_);
}

Fault AccessFaults::fault_of(const Step& step, FaultKind kind, const Dim3& thread, Space space,
                             std::uint64_t address) const {
  return Fault{.kind = kind,
               .source_line = step.source_line,
               .ptx_line = step.ptx_line,
               .block = progress_.block,
               .thread = thread,
               .has_address = true,
               .space = space,
               .address = address,
               .count = 1,
               .order = progress_.order};
}

/// The array, buffer or variable at an address of shared or global memory.
FaultPart AccessFaults::part_at(Space space, std::uint64_t address) const {
  if (space != Space::shared) {
    const Buffer* const buffer = map_.memory().find(address, 1);
    return buffer == nullptr ? FaultPart() : part_of(*buffer);
  }
  for (const SharedArray& array : program_.shared_arrays) {
    const std::uint64_t end = array.is_dynamic ? map_.shared().size() : array.address + array.bytes;
    if (address >= array.address && address < end) return simt::part_of(array, array.address, end);
  }
  return {};
}

FaultPart AccessFaults::part_of(const Buffer& buffer) const {
  const bool is_variable = buffer.is_variable || std::ranges::any_of(map_.memory().module, [&](const Buffer& variable) {
                             return &variable == &buffer;
                           });
  return {is_variable ? FaultPart::Kind::variable : FaultPart::Kind::buffer,
          is_variable ? variable_name(buffer.name) : buffer.name, buffer.address, buffer.bytes.size()};
}

/// What is near an address of global or constant memory that is in no buffer and no variable, or is not accessible in
/// that way.
FaultPart AccessFaults::part_near(std::uint64_t address) const {
  const Buffer* const buffer = map_.memory().global->nearest(address);
  const Buffer* const variable = nearest_buffer(map_.memory().module, address);
  const bool is_variable =
      variable != nullptr && (buffer == nullptr || distance_to(*variable, address) < distance_to(*buffer, address));
  const Buffer* const near = is_variable ? variable : buffer;
  return near == nullptr || distance_to(*near, address) >= kFarAway ? FaultPart() : part_of(*near);
}

void AccessFaults::report(const Warp& warp, const AccessRequest& request, FaultKind kind, unsigned lane,
                          std::uint64_t address) {
  log_.add(fault_of(*request.step, kind, thread_index(warp, lane), request.space, address), [&](Fault& fault) {
    FaultDetail& detail = fault.detail;
    detail.op = request.op;
    detail.width = request.width;
    if (kind == FaultKind::misaligned) {
      detail.what = FaultCase::misaligned;
    } else if (request.space == Space::shared) {
      detail.what = FaultCase::beyond_shared;
      detail.limit = map_.shared().size();
      if (address >= map_.shared().size() || address + request.width > map_.shared().size()) return;
      const auto array = std::ranges::find(program_.shared_arrays, request.bounds.lowest, &SharedArray::address);
      if (array == program_.shared_arrays.end()) return;
      detail.what = FaultCase::outside_array;
      detail.part =
          simt::part_of(*array, array->address, std::min<std::uint64_t>(request.bounds.highest, map_.shared().size()));
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

/// For a program with gaps between its arrays: an access to a gap has left the nearest array. The access is still
/// carried out, as it is without gaps.
void AccessFaults::report_gaps(const Warp& warp, const AccessRequest& request, const std::uint64_t* addresses,
                               LaneMask exec) {
  for_each_lane(exec, [&](unsigned lane) {
    const std::uint64_t address = addresses[lane], end = address + request.width;
    if (end < address || end > map_.shared().size()) return;  // reported as another fault elsewhere
    const SharedArray* nearest = nullptr;
    std::uint64_t plain = 0, distance = 0;
    for (std::size_t index = 0; index < program_.shared_arrays.size(); ++index) {
      const SharedArray& array = program_.shared_arrays[index];
      const std::uint64_t array_end = array.is_dynamic ? map_.shared().size() : array.address + array.bytes;
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
    log_.add(fault, [&](Fault& added) {
      added.detail.what = FaultCase::beside_part;
      added.detail.op = request.op;
      added.detail.width = request.width;
      const std::uint64_t begin = plain - (address - nearest->address);
      added.detail.part = simt::part_of(*nearest, begin, begin + nearest->bytes);
    });
  });
}

}  // namespace bankloom::simt
