// What the instructions of a form do, as far as more than their own operation depends on it: the columns `effect` and
// `value` of the instruction table. Whoever asks switches over all of an enum's values without `default`, so that the
// compiler names the places that a new one needs.
#pragma once

#include <cstdint>

namespace bankloom::ptx {

/// What an instruction does.
enum class Effect : std::uint8_t {
  none,      ///< hints, and waits for what is done already: nothing that is modelled
  expanded,  ///< what the parser writes as other instructions
  lane,      ///< registers of a lane to registers of the same lane
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
  cross_lane,  ///< lanes of a warp meet, and mostly read each other's registers
  stack,
};

/// How a lane goes on.
enum class Flow : std::uint8_t {
  next,      ///< at the next instruction
  diverges,  ///< lanes may go different ways
  ends,      ///< not, or not in this function
  calls,
  synchronizes,  ///< at the next instruction, where others have come, too
};

/// What an instruction means for others that see the same memory.
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

/// What the value that an instruction writes is made of: whether an address remains one, and whether to do it twice
/// would make a difference.
enum class Value : std::uint8_t {
  none,      ///< nothing is written
  load,      ///< what memory holds
  pass,      ///< the source, maybe of another width
  add,       ///< a sum, or bits turned over: of an address still one
  subtract,  ///< the second source from the first
  negate,
  scale,   ///< the first two sources' product, and the third added
  divide,  ///< quotient, remainder, bits shifted out
  choose,  ///< one of the sources, by the last
  other,   ///< computed from all sources
};

}  // namespace bankloom::ptx
