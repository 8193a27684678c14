#include "core/wording/fault_text.h"

#include <optional>
#include <string>
#include <vector>

#include "core/base/language.h"
#include "core/run/own_run.h"

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

/// "(3, 2)", or in one dimension "3": as a kernel's text counts in such an extent.
std::string index_text(const Dim3& index, const Dim3& extent) {
  if (extent.z > 1) return fmt::format("({}, {}, {})", index.x, index.y, index.z);
  return extent.y > 1 ? fmt::format("({}, {})", index.x, index.y) : fmt::format("{}", index.x);
}

Text thread_text(const Dim3& thread, const RunSummary* run) {
  return run == nullptr ? say("thread ({x},{y},{z})", "x"_a = thread.x, "y"_a = thread.y, "z"_a = thread.z)
                        : say("thread {index}", "index"_a = index_text(thread, run->block));
}

/// The thread at fault, as a sentence's subject, with its block where there are several.
Text culprit_text(const simt::Fault& fault, const RunSummary* run) {
  if (run == nullptr) {
    return say("{thread} of block ({x},{y},{z})", "thread"_a = thread_text(fault.thread, nullptr),
               "x"_a = fault.block.x, "y"_a = fault.block.y, "z"_a = fault.block.z);
  }
  const std::string thread = index_text(fault.thread, run->block);
  if (run->grid.count() == 1) return say("Thread {thread}", "thread"_a = thread);
  return say("Thread {thread} of block {block}", "thread"_a = thread, "block"_a = index_text(fault.block, run->grid));
}

std::int64_t rounded_down(std::int64_t number, std::int64_t by) { return number / by - (number % by < 0 ? 1 : 0); }

/// An address of shared or local memory as a number, negative before the first byte.
Text address_text(const simt::Fault& fault) {
  if (fault.space != Space::shared && fault.space != Space::local) return Text(fmt::format("0x{:x}", fault.address));
  return Text(fmt::format("{}", simt::signed_distance(fault.space, fault.address, 0)));
}

/// The element at an address, or the one that would be there if the array went on.
struct NamedElement {
  std::string words;     ///< "tile[16][0]"
  unsigned bytes = 4;    ///< of the element
  bool is_there = true;  ///< false: beyond the array
  Text extent = Text();  ///< "tile has 32 rows of 33 elements"
  Text byte = Text();    ///< "shared byte 2112"
};

NamedElement tile_element(const TileGeometry& tile, std::uint64_t address) {
  const auto row_elements = static_cast<std::int64_t>(tile.row_elements());
  const std::int64_t index = rounded_down(simt::signed_distance(Space::shared, address, tile.base), tile.element_bytes);
  const std::int64_t row = rounded_down(index, row_elements);
  NamedElement element{.words = tile.rows == 1 ? fmt::format("{}[{}]", tile.name, index)
                                               : fmt::format("{}[{}][{}]", tile.name, row, index - row * row_elements),
                       .bytes = tile.element_bytes,
                       .is_there = tile.element_at(address).has_value()};
  element.extent = tile.rows == 1
                       ? say("{name} has {elements:# element|# elements}", "name"_a = tile.name,
                             "elements"_a = Count{tile.row_elements()})
                       : say("{name} has {rows:# row|# rows} of {elements:# element|# elements}", "name"_a = tile.name,
                             "rows"_a = Count{tile.rows}, "elements"_a = Count{tile.row_elements()});
  element.byte = say("shared byte {byte}", "byte"_a = simt::signed_distance(Space::shared, address, 0));
  return element;
}

std::optional<NamedElement> buffer_element(const RunSummary& run, std::uint64_t address, const simt::FaultPart& part) {
  for (const RunSummary::PlacedBuffer& buffer : run.buffers) {
    const auto& parameter = run.instance.parameters[buffer.parameter];
    const bool is_within = address >= buffer.address && address - buffer.address < parameter.byte_count();
    const bool is_part = part.kind == simt::FaultPart::Kind::buffer && part.address == buffer.address;
    const auto width = static_cast<std::int64_t>(parameter.count == 0 ? 0 : parameter.byte_count() / parameter.count);
    if ((!is_within && !is_part) || width == 0) continue;
    const std::int64_t byte = simt::signed_distance(Space::global, address, buffer.address);
    NamedElement element{.words = fmt::format("{}[{}]", parameter.name, rounded_down(byte, width)),
                         .bytes = static_cast<unsigned>(width),
                         .is_there = is_within};
    element.extent = say("{name} has {elements:# element|# elements}", "name"_a = parameter.name,
                         "elements"_a = Count{parameter.count});
    element.byte = say("byte {byte} of {name}", "byte"_a = byte, "name"_a = parameter.name);
    return element;
  }
  return std::nullopt;
}

/// The element at an address, where the run knows it; `part`: the array that the address was computed from.
std::optional<NamedElement> named_element(const RunSummary* run, Space space, std::uint64_t address,
                                          const simt::FaultPart& part) {
  if (run == nullptr) return std::nullopt;
  if (space == Space::global) return buffer_element(*run, address, part);
  if (space != Space::shared || !run->tile) return std::nullopt;
  NamedElement element = tile_element(*run->tile, address);
  // An address beyond the tile counts only where it was computed from the tile.
  const bool is_meant = part.kind != simt::FaultPart::Kind::none
                            ? part.name == run->tile->name
                            : run->program != nullptr && simt::shared_arrays(*run->program).size() == 1;
  return element.is_there || is_meant ? std::optional(element) : std::nullopt;
}

std::optional<NamedElement> named_element(const RunSummary* run, const simt::Fault& fault) {
  return fault.has_address ? named_element(run, fault.space, fault.address, fault.detail.part) : std::nullopt;
}

/// "shared address 4 (byte 4 of 'tile')", "global address 0x... (byte 8 of buffer 'out')".
Text bytes_place_text(const simt::Fault& fault) {
  const simt::FaultPart& part = fault.detail.part;
  if (part.kind == simt::FaultPart::Kind::none) {
    return say("{space} address {address}", "space"_a = translated(space_name(fault.space)),
               "address"_a = address_text(fault));
  }
  return say("{space} address {address} (byte {byte} of {kind:||buffer |the variable }'{name}')",
             "space"_a = translated(space_name(fault.space)), "address"_a = address_text(fault),
             "byte"_a = fault.address - part.address, "kind"_a = Case{static_cast<std::size_t>(part.kind)},
             "name"_a = part.name);
}

/// "4 bytes at shared address 4 (byte 4 of 'tile')", "tile[0][1] (shared byte 4)".
Text place_text(const simt::Fault& fault, const RunSummary* run, const Text& bytes_place) {
  const auto element = named_element(run, fault);
  const Count width{fault.detail.width};
  if (!element) {
    return say("{width:# byte|# bytes} at {place}", "width"_a = width, "place"_a = bytes_place);
  }
  return width.number == element->bytes
             ? say("{element} ({byte})", "element"_a = element->words, "byte"_a = element->byte)
             : say("{width:# byte|# bytes} at {element} ({byte})", "width"_a = width, "element"_a = element->words,
                   "byte"_a = element->byte);
}

/// "thread (0,0,0) of block (0,0,0) reads 4 bytes at `bytes_place`", "Thread (0, 0) reads tile[0][1] (shared byte 4)".
Text access_text(const simt::Fault& fault, const RunSummary* run, const Text& bytes_place) {
  return say(
      "{culprit} {op:reads|writes|atomically updates|reads a matrix row of|writes a matrix row of} "
      "{place}",
      "culprit"_a = culprit_text(fault, run),
      "op"_a = Case{is_atomic(fault.detail.op)           ? 2U
                    : fault.detail.op < AccessOp::atomic ? static_cast<std::size_t>(fault.detail.op)
                                                         : static_cast<std::size_t>(fault.detail.op) - 1},
      "place"_a = place_text(fault, run, bytes_place));
}

/// An access outside of memory, or outside of the array that its address is computed from.
Text outside_text(const simt::Fault& fault, const RunSummary* run) {
  const simt::FaultDetail& detail = fault.detail;
  const simt::FaultPart& part = detail.part;
  const auto element = named_element(run, fault);
  const Text access = access_text(fault, run,
                                  say("{space} address {address}", "space"_a = translated(space_name(fault.space)),
                                      "address"_a = address_text(fault)));
  if (element && !element->is_there && detail.what != simt::FaultCase::misaligned) {
    return say("{access}, but {extent}", "access"_a = access, "extent"_a = element->extent);
  }
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

Text race_text(const simt::Fault& fault, const RunSummary* run) {
  const simt::FaultDetail& detail = fault.detail;
  const Text access = access_text(fault, run, bytes_place_text(fault)), other = thread_text(detail.other, run);
  const std::uint32_t line = detail.other_line;  // 0 where the text has no lines
  const Case meeting{detail.same_warp ? 1U : 0U};
  const Case does{detail.what == simt::FaultCase::reads_written || detail.what == simt::FaultCase::writes_written ? 0U
                                                                                                                  : 1U};
  switch (detail.what) {
    case simt::FaultCase::while_copied:
      if (detail.other == fault.thread) {
        return line == 0 ? say("{access}, which its cp.async may still be copying; it has to wait for it first "
                               "(cp.async.wait_group or wait_all, in CUDA C++ __pipeline_wait_prior())",
                               "access"_a = access)
                         : say("{access}, which its cp.async in line {line} may still be copying; it has to wait for "
                               "it first (cp.async.wait_group or wait_all, in CUDA C++ __pipeline_wait_prior())",
                               "access"_a = access, "line"_a = line);
      }
      return line == 0 ? say("{access}, which the cp.async of {other} may still be copying; that thread has to wait "
                             "for it first (cp.async.wait_group or wait_all, in CUDA C++ __pipeline_wait_prior())",
                             "access"_a = access, "other"_a = other)
                       : say("{access}, which the cp.async of {other} in line {line} may still be copying; that "
                             "thread has to wait for it first (cp.async.wait_group or wait_all, in CUDA C++ "
                             "__pipeline_wait_prior())",
                             "access"_a = access, "other"_a = other, "line"_a = line);
    case simt::FaultCase::updates_at_once:
      return say(
          "{culprit} reads, changes and writes back {place} with the same instructions as {other} of its warp, so "
          "one of the two changes is lost; atomicAdd() and similar functions keep both",
          "culprit"_a = culprit_text(fault, run), "place"_a = place_text(fault, run, bytes_place_text(fault)),
          "other"_a = other);
    case simt::FaultCase::writes_at_once:
      return say(
          "{access} while {other} of its warp writes another value there by the same instruction; only one of them "
          "should write",
          "access"_a = access, "other"_a = other);
    default:
      break;
  }
  if (does.index == 0 || detail.other_known) {
    return line == 0
               ? say("{access}, which {other} {does:wrote|reads}, with no "
                     "{meeting:__syncthreads()|__syncwarp()} between the two",
                     "access"_a = access, "other"_a = other, "does"_a = does, "meeting"_a = meeting)
               : say("{access}, which {other} {does:wrote|reads} in line {line}, with no "
                     "{meeting:__syncthreads()|__syncwarp()} between the two",
                     "access"_a = access, "other"_a = other, "does"_a = does, "line"_a = line, "meeting"_a = meeting);
  }
  return line == 0 ? say("{access}, which other threads read, with no {meeting:__syncthreads()|__syncwarp()} between "
                         "the two",
                         "access"_a = access, "meeting"_a = meeting)
                   : say("{access}, which other threads read in line {line}, with no "
                         "{meeting:__syncthreads()|__syncwarp()} between the two",
                         "access"_a = access, "line"_a = line, "meeting"_a = meeting);
}

Text loop_text(const simt::Fault& fault, const RunSummary* run) {
  const simt::FaultDetail& detail = fault.detail;
  const std::uint32_t first = fault.source_line, last = detail.other_line;
  const Text lines = first == 0      ? say("PTX line {line}", "line"_a = fault.ptx_line)
                     : first == last ? say("line {line}", "line"_a = first)
                                     : say("lines {first} to {last}", "first"_a = first, "last"_a = last);
  if (detail.what == simt::FaultCase::loop_without_change) {
    return say("{culprit} never leaves the loop at {lines}: it comes back to the very state of an earlier pass",
               "culprit"_a = culprit_text(fault, run), "lines"_a = lines);
  }
  if (run != nullptr) {
    return say(
        "{culprit} is still in the loop at {lines} after {limit} {of:instructions|accesses to memory} of its block",
        "culprit"_a = culprit_text(fault, run), "lines"_a = lines, "limit"_a = Count{detail.limit},
        "of"_a = Case{detail.what == simt::FaultCase::too_many_accesses ? 1U : 0U});
  }
  return say(
      "block ({x},{y},{z}) did not end within {limit} {of:instructions|accesses to memory}: {thread} is still in the "
      "loop at {lines}",
      "x"_a = fault.block.x, "y"_a = fault.block.y, "z"_a = fault.block.z, "limit"_a = detail.limit,
      "of"_a = Case{detail.what == simt::FaultCase::too_many_accesses ? 1U : 0U},
      "thread"_a = thread_text(fault.thread, run), "lines"_a = lines);
}

/// Results that depend on chance.
Text order_text(const simt::Fault& fault, const RunSummary* run) {
  const simt::FaultDetail& detail = fault.detail;
  const Count bytes{detail.number};
  const std::uint64_t first = fault.address - detail.part.address;
  const Text culprit = !detail.other_known ? say("no thread")
                       : run == nullptr    ? culprit_text(fault, run)
                                           : thread_text(fault.thread, run);
  if (const auto element = named_element(run, fault)) {
    return say(
        "{bytes:# byte of the results depends|# bytes of the results depend} on the order in which the warps run, "
        "which a GPU does not promise: the first is in {element} ({byte}), written last by {culprit}",
        "bytes"_a = bytes, "element"_a = element->words, "byte"_a = element->byte, "culprit"_a = culprit);
  }
  return say(
      "{bytes:# byte of the results depends|# bytes of the results depend} on the order in which the warps run, "
      "which a GPU does not promise: the first is byte {first} of buffer '{name}', written last by {culprit}",
      "bytes"_a = bytes, "first"_a = first, "name"_a = detail.part.name, "culprit"_a = culprit);
}

/// Threads that wait for others in vain.
Text meeting_text(const simt::Fault& fault, const RunSummary* run) {
  const simt::FaultDetail& detail = fault.detail;
  const Text culprit = culprit_text(fault, run);
  switch (detail.what) {
    case simt::FaultCase::missing_threads:
      if (run != nullptr && detail.number == 0) {
        return say("{culprit} waits at __syncthreads() for threads that never arrive", "culprit"_a = culprit);
      }
      return say("{culprit} waits at barrier {barrier} for threads that never arrive", "culprit"_a = culprit,
                 "barrier"_a = detail.number);
    case simt::FaultCase::missing_lanes:
      return say("{culprit} waits for lanes 0x{lanes:08x} of its warp, which never arrive", "culprit"_a = culprit,
                 "lanes"_a = detail.number);
    case simt::FaultCase::missing_blocks:
      return say("{culprit} waits in grid.sync() for {missing} of {all} blocks, which never arrive",
                 "culprit"_a = culprit, "missing"_a = detail.number, "all"_a = detail.limit);
    case simt::FaultCase::part_of_warp:
      if (run != nullptr) {
        return say(
            "{culprit} reaches a barrier with {here} of its warp's {all} threads; all threads of the block have to "
            "reach it, or none",
            "culprit"_a = culprit, "here"_a = detail.number, "all"_a = detail.limit);
      }
      return say(
          "{culprit} reaches a barrier with {here} of its warp's {all} threads, which all have to reach it together",
          "culprit"_a = culprit, "here"_a = detail.number, "all"_a = detail.limit);
    case simt::FaultCase::part_of_matrix:
      return say("{culprit} executes a matrix instruction with {here} threads of its warp, which needs all {all}",
                 "culprit"_a = culprit, "here"_a = detail.number, "all"_a = detail.limit);
    case simt::FaultCase::outside_mask:
      return say(
          "{culprit} uses the mask 0x{lanes:08x}, which does not include the thread itself; the result is not defined",
          "culprit"_a = culprit, "lanes"_a = detail.number);
    case simt::FaultCase::several_barriers:
      return say(
          "{culprit} waits at the barrier of line {line} while other threads of the block wait at that of line "
          "{other}; all of them have to reach the same one",
          "culprit"_a = culprit, "line"_a = fault.source_line, "other"_a = detail.other_line);
    case simt::FaultCase::no_barrier:
      return say("{culprit} names barrier {barrier}, but a block has barriers 0 to {last}", "culprit"_a = culprit,
                 "barrier"_a = detail.number, "last"_a = detail.limit - 1);
    default:
      return {};
  }
}

/// Too little local memory for calls.
Text stack_text(const simt::Fault& fault, const RunSummary* run) {
  const simt::FaultDetail& detail = fault.detail;
  const Text culprit = culprit_text(fault, run);
  switch (detail.what) {
    case simt::FaultCase::no_room_for_call:
      return say("{culprit} calls '{name}' with no room left in its {bytes} bytes of local memory",
                 "culprit"_a = culprit, "name"_a = detail.name, "bytes"_a = detail.limit);
    case simt::FaultCase::calls_too_deep:
      return say("{culprit} calls '{name}' {calls} calls deep, which is the limit", "culprit"_a = culprit,
                 "name"_a = detail.name, "calls"_a = detail.limit);
    case simt::FaultCase::no_room_for_variable:
      return say("{culprit} takes {taken} bytes of stack with no room left in its {bytes} bytes of local memory",
                 "culprit"_a = culprit, "taken"_a = detail.number, "bytes"_a = detail.limit);
    default:
      return {};
  }
}

}  // namespace

Text element_name_text(const RunSummary& run, Space space, std::uint64_t address) {
  if (const auto element = named_element(&run, space, address, {})) return Text(element->words);
  return say("byte {byte} of {space} memory", "byte"_a = address, "space"_a = translated(space_name(space)));
}

Text fault_text(const simt::Fault& fault, const RunSummary* run) {
  const simt::FaultDetail& detail = fault.detail;
  const Text culprit = culprit_text(fault, run);
  switch (detail.what) {
    case simt::FaultCase::misaligned:
    case simt::FaultCase::beyond_shared:
    case simt::FaultCase::outside_array:
    case simt::FaultCase::beyond_local:
    case simt::FaultCase::outside_parameters:
    case simt::FaultCase::no_memory:
    case simt::FaultCase::beside_part:
      return outside_text(fault, run);
    case simt::FaultCase::while_copied:
    case simt::FaultCase::reads_written:
    case simt::FaultCase::writes_written:
    case simt::FaultCase::writes_read:
    case simt::FaultCase::writes_at_once:
    case simt::FaultCase::updates_at_once:
      return race_text(fault, run);
    case simt::FaultCase::loop_without_change:
    case simt::FaultCase::too_many_instructions:
    case simt::FaultCase::too_many_accesses:
      return loop_text(fault, run);
    case simt::FaultCase::never_written:
      return say("{access}, where no thread of the block has written before",
                 "access"_a = access_text(fault, run, bytes_place_text(fault)));
    case simt::FaultCase::order_of_warps:
      return order_text(fault, run);
    case simt::FaultCase::trap:
      return say("{culprit} executes trap, which ends the kernel", "culprit"_a = culprit);
    case simt::FaultCase::assertion:
      return say("{culprit} fails the assertion '{text}'", "culprit"_a = culprit, "text"_a = detail.name);
    case simt::FaultCase::no_target:
      return say("{culprit} jumps with an index beyond the table of its brx.idx", "culprit"_a = culprit);
    case simt::FaultCase::no_function:
      return say("{culprit} calls an address at which there is no function", "culprit"_a = culprit);
    case simt::FaultCase::division_by_zero:
      return say("{culprit} divides an integer by zero; the result is not defined", "culprit"_a = culprit);
    case simt::FaultCase::missing_threads:
    case simt::FaultCase::missing_lanes:
    case simt::FaultCase::missing_blocks:
    case simt::FaultCase::part_of_warp:
    case simt::FaultCase::part_of_matrix:
    case simt::FaultCase::outside_mask:
    case simt::FaultCase::several_barriers:
    case simt::FaultCase::no_barrier:
      return meeting_text(fault, run);
    case simt::FaultCase::no_room_for_call:
    case simt::FaultCase::calls_too_deep:
    case simt::FaultCase::no_room_for_variable:
      return stack_text(fault, run);
  }
  return {};
}

Text fault_mark_text(const simt::Fault& fault, std::size_t others) {
  const Text kind = fault_kind_text(fault.kind);
  const Text mark =
      fault.source_line == 0 ? kind : say("{kind} in line {line}", "kind"_a = kind, "line"_a = fault.source_line);
  return others == 0
             ? mark
             : say("{fault}, and {others:# more fault|# more faults}", "fault"_a = mark, "others"_a = Count{others});
}

Text counted_fault_mark_text(const simt::Fault& fault) {
  const Text kind = fault_kind_text(fault.kind);
  return fault.count <= 1 ? kind : say("{kind}, {times} times", "kind"_a = kind, "times"_a = Count{fault.count});
}

Text counted_fault_text(const simt::Fault& fault, const RunSummary* run) {
  const Text once = fault_text(fault, run);
  return fault.count <= 1 ? once
                          : say("{fault} ({times} times in all)", "fault"_a = once, "times"_a = Count{fault.count});
}

Text guessed_text(const RunSummary& run) {
  if (!run.own || run.own->assumed.empty()) return {};
  std::vector<std::string> names;
  for (const OwnAssumption& one : run.own->assumed) {
    names.push_back(one.kind == OwnAssumption::Kind::launch ? say("the launch").str() : one.name);
  }
  return say("guessed: {names}", "names"_a = list_text(names));
}

Text guessed_meaning_text() {
  return say(
      "The code does not say it, so the usual value is assumed; with the true one the numbers may differ. A comment "
      "in the code can give it.");
}

Wordings guessed_detail_wordings(const Text& detail, const RunSummary& run) {
  if (!has_guessed_figures(run)) return {detail};
  const Text whole = guessed_text(run);
  if (detail.empty()) return {whole, say("guessed")};
  return {say("{detail} · {guessed}", "detail"_a = detail, "guessed"_a = whole),
          say("{detail} · guessed", "detail"_a = detail), say("guessed")};
}

Text guessed_figure_text(const Text& figure) { return say("{figure}?", "figure"_a = figure); }

Text question_text(const simt::Fault& fault, const RunSummary& run) {
  std::vector<std::string> conditions;
  for (const OwnAssumption& one : run.own->assumed) {
    switch (one.kind) {
      case OwnAssumption::Kind::launch:
        conditions.push_back(say("it is launched as {launch}", "launch"_a = one.taken));
        break;
      case OwnAssumption::Kind::size:
        conditions.push_back(
            say("{name} has {count:# element|# elements}", "name"_a = one.name, "count"_a = Count{one.count}));
        break;
      case OwnAssumption::Kind::value:
        conditions.push_back(say("{name} is {value}", "name"_a = one.name, "value"_a = one.taken));
        break;
    }
  }
  return say("if {conditions}: {fault}", "conditions"_a = list_text(conditions),
             "fault"_a = counted_fault_text(fault, &run));
}

}  // namespace bankloom
