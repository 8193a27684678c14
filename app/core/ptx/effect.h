// What the instructions of a form do, for all code beyond their own operation: the columns `effect` and `value` of the
// instruction table. Users switch over all values of an enum without `default`, so that the compiler names the places
// that a new value needs.
#pragma once

#include <cstdint>

namespace bankloom::ptx {

/// What an instruction does.
enum class Effect : std::uint8_t {
  none,      ///< hints, and waits for what is already done: nothing that is modelled
  expanded,  ///< the parser replaces it by other instructions
  lane,      ///< from registers of a lane to registers of the same lane
  move,      ///< mov: the same, also of special registers, addresses and parts of a register
  convert_address,
  test_space,
  load,
  store,
  atomic,
  reduction,
  mbarrier,  ///< an atomic on an mbarrier object
  matrix_load,
  matrix_store,
  async_copy,
  async_wait,  ///< for asynchronous copies, or the end of a group of them
  fragment_load,
  fragment_store,
  multiply,  ///< of matrices
  fence,
  branch,
  branch_indexed,
  call,
  ret,
  exit,
  trap,
  barrier,
  cluster_barrier,
  cross_lane,  ///< between lanes of a warp, which mostly read each other's registers
  stack,
};

/// How a lane continues.
enum class Flow : std::uint8_t {
  next,      ///< at the next instruction
  diverges,  ///< lanes may diverge
  ends,      ///< the lane leaves the function, or exits
  calls,
  synchronizes,  ///< at the next instruction, once others have arrived
};

/// The effect of an instruction on other threads that see the same memory.
enum class Memory : std::uint8_t { none, reads, writes, updates, orders };

struct Traits {
  Flow flow;
  Memory memory;
};

[[nodiscard]] constexpr Traits traits_of(Effect effect) {
  switch (effect) {
    case Effect::none:
    case Effect::expanded:
    case Effect::lane:
    case Effect::move:
    case Effect::convert_address:
    case Effect::test_space:
    case Effect::async_wait:
    case Effect::multiply:
    case Effect::stack:
      return {Flow::next, Memory::none};
    case Effect::load:
    case Effect::matrix_load:
    case Effect::fragment_load:
      return {Flow::next, Memory::reads};
    case Effect::store:
    case Effect::matrix_store:
    case Effect::fragment_store:
    case Effect::async_copy:
      return {Flow::next, Memory::writes};
    case Effect::atomic:
    case Effect::reduction:
    case Effect::mbarrier:
      return {Flow::next, Memory::updates};
    case Effect::fence:
      return {Flow::next, Memory::orders};
    case Effect::branch:
    case Effect::branch_indexed:
      return {Flow::diverges, Memory::none};
    case Effect::call:
      return {Flow::calls, Memory::none};
    case Effect::ret:
    case Effect::exit:
    case Effect::trap:
      return {Flow::ends, Memory::none};
    case Effect::barrier:
    case Effect::cluster_barrier:
    case Effect::cross_lane:
      return {Flow::synchronizes, Memory::none};
  }
  return {};
}

/// How the result of an instruction is made: whether an address remains an address, and whether a repetition changes
/// the result.
enum class Value : std::uint8_t {
  none,      ///< nothing is written
  load,      ///< the contents of memory
  pass,      ///< the source, perhaps of another width
  add,       ///< a sum, or changed bits: an address remains an address
  subtract,  ///< the second source from the first
  negate,
  scale,   ///< the product of the first two sources, plus the third
  divide,  ///< quotient, remainder, bits shifted out
  choose,  ///< one of the sources, chosen by the last
  other,   ///< computed from all sources
};

}  // namespace bankloom::ptx
