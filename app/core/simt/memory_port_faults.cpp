// What the memory port finds wrong with accesses, and the sentences that say so.
#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/symbol_name.h"
#include "core/simt/memory_port_request.h"

namespace bankloom::simt {
namespace {

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

/// Bytes from a buffer's end from which on an address is said to be nowhere.
constexpr std::uint64_t kFarAway = std::uint64_t{32} * 1024 * 1024 * 1024;

std::string bytes_words(std::uint64_t bytes) { return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes); }

/// An address of shared or local memory as a number: what lies before the first byte is negative there, whether the
/// address was computed in 32 bits or in 64.
std::string small_address(std::uint64_t address) {
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 31u, kWhole = kHalf << 1u;
  if (address >= kHalf && address < kWhole) return fmt::format("-{}", kWhole - address);
  return fmt::format("{}", static_cast<std::int64_t>(address));
}

std::string line_words(std::uint32_t line) { return line == 0 ? std::string() : fmt::format(" in line {}", line); }

}  // namespace

std::string MemoryPort::who(const Dim3& thread) const {
  return fmt::format("thread ({},{},{}) of block ({},{},{})", thread.x, thread.y, thread.z, block_.x, block_.y,
                     block_.z);
}

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

/// " (byte 4 of 'tile')" for an address in an array of the block's shared memory.
std::string MemoryPort::array_at(std::uint64_t address) const {
  for (const SharedArray& array : program_.shared_arrays) {
    const std::uint64_t bytes =
        array.is_dynamic ? shared_.size() - std::min<std::uint64_t>(array.address, shared_.size()) : array.bytes;
    if (address < array.address || address - array.address >= bytes) continue;
    return fmt::format(" (byte {} of '{}')", address - array.address, variable_name(array.name));
  }
  return "";
}

/// "shared address 4 (byte 4 of 'tile')", "global address 0x... (byte 8 of buffer 'out')".
std::string MemoryPort::place_words(Space space, std::uint64_t address) {
  if (space == Space::shared) return fmt::format("shared address {}{}", address, array_at(address));
  const Buffer* const buffer = memory_.find(address, 1);
  if (buffer == nullptr) return fmt::format("global address 0x{:x}", address);
  return fmt::format("global address 0x{:x} (byte {} of {})", address, address - buffer->address, named(*buffer));
}

/// "buffer 'out'", "the variable 'table'".
std::string MemoryPort::named(const Buffer& buffer) const {
  const bool is_variable = std::any_of(memory_.module.begin(), memory_.module.end(),
                                       [&](const Buffer& variable) { return &variable == &buffer; });
  return is_variable ? fmt::format("the variable '{}'", variable_name(buffer.name))
                     : fmt::format("buffer '{}'", buffer.name);
}

/// Where an address of global or constant memory lies that is in no buffer and no variable, or beyond what it may do
/// there.
std::string MemoryPort::where_in_global(std::uint64_t address) const {
  const Buffer* const buffer = memory_.global->nearest(address);
  const Buffer* const variable = nearest_buffer(memory_.module, address);
  const bool is_variable =
      variable != nullptr && (buffer == nullptr || distance_to(*variable, address) < distance_to(*buffer, address));
  const Buffer* const near = is_variable ? variable : buffer;
  if (near == nullptr || distance_to(*near, address) >= kFarAway) return "where no buffer is";
  const std::uint64_t size = near->bytes.size();
  return address < near->address
             ? fmt::format("{} before {} of {}", bytes_words(near->address - address), named(*near), bytes_words(size))
             : fmt::format("at byte {} of {}, which has {}", address - near->address, named(*near), bytes_words(size));
}

void MemoryPort::report(const Warp& warp, const Request& request, FaultKind kind, unsigned lane,
                        std::uint64_t address) {
  const Fault fault = fault_of(*request.step, kind, thread_index(warp, lane), request.space, address);
  faults_.add(fault, [&] {
    std::string where;
    if (kind == FaultKind::misaligned) {
      where = fmt::format("which is not a multiple of {}", request.width);
    } else if (request.space == Space::shared) {
      where = fmt::format("but the block has {} bytes of shared memory", shared_.size());
      if (address < shared_.size() && address + request.width <= shared_.size()) {
        const auto array =
            std::find_if(program_.shared_arrays.begin(), program_.shared_arrays.end(),
                         [&](const SharedArray& candidate) { return candidate.address == request.bounds.lowest; });
        if (array != program_.shared_arrays.end()) {
          where = fmt::format("outside the array '{}' that it is computed from, which has bytes {} to {}",
                              variable_name(array->name), array->address,
                              std::min<std::uint64_t>(request.bounds.highest, shared_.size()) - 1);
        }
      }
    } else if (request.space == Space::local) {
      where = fmt::format("but the thread has {} bytes of local memory", local_bytes_of(warp));
    } else if (request.space == Space::param) {
      where = "outside the parameters";
    } else {
      where = where_in_global(address);
    }
    return fmt::format("{} {} {} at {} address {}, {}", who(fault.thread), verb_of(request.op),
                       bytes_words(request.width), space_name(request.space),
                       request.space == Space::shared || request.space == Space::local ? small_address(address)
                                                                                       : fmt::format("0x{:x}", address),
                       where);
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
    faults_.add(fault, [&] {
      const std::string name = variable_name(nearest->name);
      const std::string where =
          address < nearest->address
              ? fmt::format("{} before the array '{}'", bytes_words(nearest->address - address), name)
              : fmt::format("at byte {} of the array '{}', which has {}", address - nearest->address, name,
                            bytes_words(nearest->bytes));
      return fmt::format("{} {} {} at shared address {}, {}", who(fault.thread), verb_of(request.op),
                         bytes_words(request.width), small_address(plain), where);
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
  note(warp, request, access);
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
  note(warp, request, access);
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
  access.strong = is_atomic || detail.is_ordered || detail.is_compared || (detail.is_volatile && program_.has_fences);
  access.acquires = access.strong && !detail.is_compared &&
                    (!is_atomic || detail.is_ordered || program_.has_fences || detail.atomic == AtomicOp::cas ||
                     detail.atomic == AtomicOp::exch);
  access.is_update = detail.is_update;
  access.reads_old = is_atomic && detail.atomic != AtomicOp::exch;
  access.step = request.step;
  access.order = order_;
  return access;
}

void MemoryPort::note(const Warp& warp, const Request& request, SharedShadow::Access& access) {
  if (shadow_.note(access)) return;
  for (const SharedShadow::Finding& finding : shadow_.findings()) report_race(warp, request, finding);
}

void MemoryPort::report_unfinished_copies(const Warp& warp, const Request& request, const std::uint64_t* addresses,
                                          LaneMask exec) {
  for_each_lane(exec, [&](unsigned lane) {
    const AsyncCopies::Copy* const copy = copies_.find(addresses[lane], request.width);
    if (copy == nullptr) return;
    const Fault fault =
        fault_of(*request.step, FaultKind::race, thread_index(warp, lane), Space::shared, addresses[lane]);
    faults_.add(fault, [&] {
      const Dim3 t = delinearize(copy->thread, extent_);
      const bool own = t == fault.thread;
      return fmt::format(
          "{} {} {} at shared address {}{}, which {}{} may still be copying; {} has to wait for it first "
          "(cp.async.wait_group or wait_all, in CUDA C++ __pipeline_wait_prior())",
          who(fault.thread), verb_of(request.op), bytes_words(request.width), addresses[lane],
          array_at(addresses[lane]),
          own ? std::string("its cp.async") : fmt::format("the cp.async of thread ({},{},{})", t.x, t.y, t.z),
          line_words(copy->line), own ? "it" : "that thread");
    });
  });
}

void MemoryPort::report_race(const Warp& warp, const Request& request, const SharedShadow::Finding& finding) {
  using What = SharedShadow::Finding::What;
  const Fault fault =
      fault_of(*request.step, FaultKind::race, thread_index(warp, finding.lane), request.space, finding.address);
  faults_.add(fault, [&] {
    const Dim3 t = delinearize(finding.other_thread, extent_);
    const std::string other = fmt::format("thread ({},{},{})", t.x, t.y, t.z);
    const std::string line = line_words(finding.other_line);
    const std::string_view meeting = finding.same_warp ? "__syncwarp()" : "__syncthreads()";
    std::string what;
    switch (finding.what) {
      case What::updates_at_once:
        return fmt::format(
            "{} reads, changes and writes back {} at {} by the same instructions as {} of its warp, so that one of "
            "the two changes is lost; atomicAdd() and its kin keep both",
            who(fault.thread), bytes_words(request.width), place_words(request.space, finding.address), other);
      case What::reads_written:
        what = fmt::format("which {} wrote{}", other, line);
        break;
      case What::writes_written:
        what = fmt::format("over what {} wrote{}", other, line);
        break;
      case What::writes_read:
        what = finding.other_known ? fmt::format("over what {} reads{}", other, line)
                                   : fmt::format("over what other threads read{}", line);
        break;
      case What::writes_at_once:
        return fmt::format(
            "{} writes {} at {} while {} of its warp writes another value there by the same instruction; only "
            "one of them should write",
            who(fault.thread), bytes_words(request.width), place_words(request.space, finding.address), other);
    }
    return fmt::format("{} {} {} at {}, {}, with no {} between the two", who(fault.thread), verb_of(request.op),
                       bytes_words(request.width), place_words(request.space, finding.address), what, meeting);
  });
}

void MemoryPort::end_block() {
  for (const SharedShadow::Unwritten& read : shadow_.unwritten()) {
    Fault fault = fault_of(*read.step, FaultKind::uninitialized_read, delinearize(read.thread, extent_), Space::shared,
                           read.address);
    fault.count = read.count;
    fault.order = read.order;
    faults_.add(fault, [&] {
      return fmt::format("{} reads {} at shared address {}{}, where no thread of the block has written before",
                         who(fault.thread), bytes_words(read.width), read.address, array_at(read.address));
    });
  }
}

}  // namespace bankloom::simt
