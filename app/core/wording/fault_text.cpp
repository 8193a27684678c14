#include "core/wording/fault_text.h"

namespace bankloom {

using namespace wording;

Text fault_kind_text(simt::FaultKind kind) {
  switch (kind) {
    case simt::FaultKind::out_of_bounds:
      return say("out of bounds");
    case simt::FaultKind::misaligned:
      return say("misaligned");
    case simt::FaultKind::uninitialized_read:
      return say("never written");
    case simt::FaultKind::race:
      return say("race");
    case simt::FaultKind::divergent_barrier:
      return say("divergent barrier");
    case simt::FaultKind::deadlock:
      return say("deadlock");
    case simt::FaultKind::endless_loop:
      return say("endless loop");
    case simt::FaultKind::trap:
      return say("trap");
    case simt::FaultKind::division_by_zero:
      return say("division by zero");
    case simt::FaultKind::stack_overflow:
      return say("stack overflow");
    case simt::FaultKind::order_dependent:
      return say("order-dependent");
  }
  return say("fault");
}

namespace {

Text thread_text(const Dim3& thread) {
  return say("thread ({x},{y},{z})", "x"_a = thread.x, "y"_a = thread.y, "z"_a = thread.z);
}

Text culprit_text(const simt::Fault& fault) {
  return say("{thread} of block ({x},{y},{z})", "thread"_a = thread_text(fault.thread), "x"_a = fault.block.x,
             "y"_a = fault.block.y, "z"_a = fault.block.z);
}

/// An address of shared or local memory as a number: what lies before the first byte is negative there, whether the
/// address was computed in 32 bits or in 64.
Text address_text(const simt::Fault& fault) {
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 31u, kWhole = kHalf << 1u;
  const std::uint64_t address = fault.address;
  if (fault.space != Space::shared && fault.space != Space::local) return Text(fmt::format("0x{:x}", address));
  return Text(address >= kHalf && address < kWhole ? fmt::format("-{}", kWhole - address)
                                                   : fmt::format("{}", static_cast<std::int64_t>(address)));
}

/// "shared address 4 (byte 4 of 'tile')", "global address 0x... (byte 8 of buffer 'out')".
Text place_text(const simt::Fault& fault) {
  const simt::FaultPart& part = fault.detail.part;
  if (part.kind == simt::FaultPart::Kind::none) {
    return say("{space} address {address}", "space"_a = space_name(fault.space), "address"_a = address_text(fault));
  }
  return say("{space} address {address} (byte {byte} of {kind:||buffer |the variable }'{name}')",
             "space"_a = space_name(fault.space), "address"_a = address_text(fault),
             "byte"_a = fault.address - part.address, "kind"_a = Case{static_cast<std::size_t>(part.kind)},
             "name"_a = part.name);
}

/// "thread (0,0,0) of block (0,0,0) reads 4 bytes at `place`".
Text access_text(const simt::Fault& fault, const Text& place) {
  return say(
      "{culprit} {op:reads|writes|atomically updates|atomically updates|reads a matrix row of|writes a matrix row of} "
      "{width:# byte|# bytes} at {place}",
      "culprit"_a = culprit_text(fault), "op"_a = Case{static_cast<std::size_t>(fault.detail.op)},
      "width"_a = Count{fault.detail.width}, "place"_a = place);
}

/// An access outside the memory that there is, or outside what it is computed from.
Text outside_text(const simt::Fault& fault) {
  const simt::FaultDetail& detail = fault.detail;
  const simt::FaultPart& part = detail.part;
  const Text access = access_text(
      fault, say("{space} address {address}", "space"_a = space_name(fault.space), "address"_a = address_text(fault)));
  switch (detail.what) {
    case simt::FaultCase::misaligned:
      return say("{access}, which is not a multiple of {width}", "access"_a = access, "width"_a = detail.width);
    case simt::FaultCase::beyond_shared:
      return say("{access}, but the block has {bytes} bytes of shared memory", "access"_a = access,
                 "bytes"_a = detail.limit);
    case simt::FaultCase::outside_array:
      return say("{access}, outside the array '{name}' that it is computed from, which has bytes {first} to {last}",
                 "access"_a = access, "name"_a = part.name, "first"_a = part.address,
                 "last"_a = part.address + part.bytes - 1);
    case simt::FaultCase::beyond_local:
      return say("{access}, but the thread has {bytes} bytes of local memory", "access"_a = access,
                 "bytes"_a = detail.limit);
    case simt::FaultCase::outside_parameters:
      return say("{access}, outside the parameters", "access"_a = access);
    case simt::FaultCase::beside_part:
      break;
    default:
      return say("{access}, where no buffer is", "access"_a = access);
  }
  const Case kind{static_cast<std::size_t>(part.kind)};
  const std::uint64_t before = part.address - fault.address;
  if (fault.address >= part.address) {
    return say(
        "{access}, at byte {byte} of {kind:|the array|buffer|the variable} '{name}', which has {bytes} "
        "{unit:byte|bytes}",
        "access"_a = access, "byte"_a = fault.address - part.address, "kind"_a = kind, "name"_a = part.name,
        "bytes"_a = part.bytes, "unit"_a = Count{part.bytes});
  }
  if (part.kind == simt::FaultPart::Kind::array) {
    return say("{access}, {before} {unit:byte|bytes} before the array '{name}'", "access"_a = access,
               "before"_a = before, "unit"_a = Count{before}, "name"_a = part.name);
  }
  return say(
      "{access}, {before} {unit:byte|bytes} before {kind:||buffer|the variable} '{name}' of {bytes} {units:byte|bytes}",
      "access"_a = access, "before"_a = before, "unit"_a = Count{before}, "kind"_a = kind, "name"_a = part.name,
      "bytes"_a = part.bytes, "units"_a = Count{part.bytes});
}

Text race_text(const simt::Fault& fault) {
  const simt::FaultDetail& detail = fault.detail;
  const Text access = access_text(fault, place_text(fault)), other = thread_text(detail.other);
  const Text line = detail.other_line == 0 ? Text() : say(" in line {line}", "line"_a = detail.other_line);
  const Case meeting{detail.same_warp ? 1U : 0U};
  switch (detail.what) {
    case simt::FaultCase::while_copied:
      return detail.other == fault.thread
                 ? say("{access}, which its cp.async{line} may still be copying; it has to wait for "
                       "it first (cp.async.wait_group or wait_all, in CUDA C++ __pipeline_wait_prior())",
                       "access"_a = access, "line"_a = line)
                 : say("{access}, which the cp.async of {other}{line} may still be copying; that "
                       "thread has to wait for it first (cp.async.wait_group or wait_all, in CUDA C++ "
                       "__pipeline_wait_prior())",
                       "access"_a = access, "other"_a = other, "line"_a = line);
    case simt::FaultCase::updates_at_once:
      return say(
          "{culprit} reads, changes and writes back {width:# byte|# bytes} at {place} by the same instructions as "
          "{other} of its warp, so that one of the two changes is lost; atomicAdd() and its kin keep both",
          "culprit"_a = culprit_text(fault), "width"_a = Count{detail.width}, "place"_a = place_text(fault),
          "other"_a = other);
    case simt::FaultCase::writes_at_once:
      return say(
          "{access} while {other} of its warp writes another value there by the same instruction; only one of them "
          "should write",
          "access"_a = access, "other"_a = other);
    case simt::FaultCase::reads_written:
      return say(
          "{access}, which {other} wrote{line}, with no {meeting:__syncthreads()|__syncwarp()} "
          "between the two",
          "access"_a = access, "other"_a = other, "line"_a = line, "meeting"_a = meeting);
    case simt::FaultCase::writes_written:
      return say(
          "{access}, over what {other} wrote{line}, with no {meeting:__syncthreads()|__syncwarp()} "
          "between the two",
          "access"_a = access, "other"_a = other, "line"_a = line, "meeting"_a = meeting);
    default:
      break;
  }
  return detail.other_known ? say("{access}, over what {other} reads{line}, with no "
                                  "{meeting:__syncthreads()|__syncwarp()} between the two",
                                  "access"_a = access, "other"_a = other, "line"_a = line, "meeting"_a = meeting)
                            : say("{access}, over what other threads read{line}, with no "
                                  "{meeting:__syncthreads()|__syncwarp()} between the two",
                                  "access"_a = access, "line"_a = line, "meeting"_a = meeting);
}

Text loop_text(const simt::Fault& fault) {
  const simt::FaultDetail& detail = fault.detail;
  const std::uint32_t first = fault.source_line, last = detail.other_line;
  const Text lines = first == 0      ? say("PTX line {line}", "line"_a = fault.ptx_line)
                     : first == last ? say("line {line}", "line"_a = first)
                                     : say("lines {first} to {last}", "first"_a = first, "last"_a = last);
  if (detail.what == simt::FaultCase::loop_without_change) {
    return say("{culprit} never leaves the loop at {lines}: nothing changes from one pass to the next",
               "culprit"_a = culprit_text(fault), "lines"_a = lines);
  }
  return say(
      "block ({x},{y},{z}) did not end within {limit} {of:instructions|accesses to memory}: {thread} is still in the "
      "loop at {lines}",
      "x"_a = fault.block.x, "y"_a = fault.block.y, "z"_a = fault.block.z, "limit"_a = detail.limit,
      "of"_a = Case{detail.what == simt::FaultCase::too_many_accesses ? 1U : 0U},
      "thread"_a = thread_text(fault.thread), "lines"_a = lines);
}

}  // namespace

Text fault_text(const simt::Fault& fault) {
  const simt::FaultDetail& detail = fault.detail;
  const Text culprit = culprit_text(fault);
  switch (detail.what) {
    case simt::FaultCase::misaligned:
    case simt::FaultCase::beyond_shared:
    case simt::FaultCase::outside_array:
    case simt::FaultCase::beyond_local:
    case simt::FaultCase::outside_parameters:
    case simt::FaultCase::no_memory:
    case simt::FaultCase::beside_part:
      return outside_text(fault);
    case simt::FaultCase::while_copied:
    case simt::FaultCase::reads_written:
    case simt::FaultCase::writes_written:
    case simt::FaultCase::writes_read:
    case simt::FaultCase::writes_at_once:
    case simt::FaultCase::updates_at_once:
      return race_text(fault);
    case simt::FaultCase::loop_without_change:
    case simt::FaultCase::too_many_instructions:
    case simt::FaultCase::too_many_accesses:
      return loop_text(fault);
    case simt::FaultCase::never_written:
      return say("{access}, where no thread of the block has written before",
                 "access"_a = access_text(fault, place_text(fault)));
    case simt::FaultCase::order_of_warps:
      return say(
          "{bytes:# byte of the results depends|# bytes of the results depend} on the order in which the warps run, "
          "which a GPU does not promise: the first is byte {first} of buffer '{name}', written last by {culprit}",
          "bytes"_a = Count{detail.number}, "first"_a = fault.address - detail.part.address,
          "name"_a = detail.part.name, "culprit"_a = detail.other_known ? culprit : say("no thread"));
    case simt::FaultCase::missing_threads:
      return say("{culprit} waits at barrier {barrier} for threads that never come", "culprit"_a = culprit,
                 "barrier"_a = detail.number);
    case simt::FaultCase::missing_lanes:
      return say("{culprit} waits for lanes 0x{lanes:08x} of its warp, which never come", "culprit"_a = culprit,
                 "lanes"_a = detail.number);
    case simt::FaultCase::part_of_warp:
      return say(
          "{culprit} reaches a barrier with {here} of its warp's {all} threads, which all have to reach it together",
          "culprit"_a = culprit, "here"_a = detail.number, "all"_a = detail.limit);
    case simt::FaultCase::several_barriers:
      return say(
          "{culprit} waits at the barrier of line {line} while other threads of the block wait at that of line "
          "{other}; all of them have to reach the same one",
          "culprit"_a = culprit, "line"_a = fault.source_line, "other"_a = detail.other_line);
    case simt::FaultCase::trap:
      return say("{culprit} executes trap, which ends the kernel", "culprit"_a = culprit);
    case simt::FaultCase::assertion:
      return say("{culprit} fails the assertion '{text}'", "culprit"_a = culprit, "text"_a = detail.name);
    case simt::FaultCase::no_barrier:
      return say("{culprit} names barrier {barrier}, but a block has barriers 0 to {last}", "culprit"_a = culprit,
                 "barrier"_a = detail.number, "last"_a = detail.limit - 1);
    case simt::FaultCase::no_target:
      return say("{culprit} jumps with an index beyond the table of its brx.idx", "culprit"_a = culprit);
    case simt::FaultCase::no_function:
      return say("{culprit} calls an address at which there is no function", "culprit"_a = culprit);
    case simt::FaultCase::division_by_zero:
      return say("{culprit} divides an integer by zero; the result is not defined", "culprit"_a = culprit);
    case simt::FaultCase::no_room_for_call:
      return say("{culprit} calls '{name}' with no room left in its {bytes} bytes of local memory",
                 "culprit"_a = culprit, "name"_a = detail.name, "bytes"_a = detail.limit);
    case simt::FaultCase::calls_too_deep:
      return say("{culprit} calls '{name}' {calls} calls deep, which is the limit", "culprit"_a = culprit,
                 "name"_a = detail.name, "calls"_a = detail.limit);
    case simt::FaultCase::no_room_for_variable:
      return say("{culprit} takes {taken} bytes of stack with no room left in its {bytes} bytes of local memory",
                 "culprit"_a = culprit, "taken"_a = detail.number, "bytes"_a = detail.limit);
  }
  return {};
}

Text fault_text(const std::vector<simt::Fault>& faults, std::size_t shown) {
  const Text fault = fault_text(faults[shown]);
  return faults.size() == 1 ? fault : say("{fault} (and {more} more)", "fault"_a = fault, "more"_a = faults.size() - 1);
}

Text counted_fault_text(const simt::Fault& fault) {
  const Text once = fault_text(fault);
  return fault.count <= 1 ? once
                          : say("{fault} ({times} times in all)", "fault"_a = once, "times"_a = Count{fault.count});
}

}  // namespace bankloom
