// TokenMotion: lanes as tokens on their way through a shared-memory request. A token leaves its lane, queues at its
// bank, is served there, and carries its value into the tile or back to its lane.
//
// A pure function of the request's cost and of time in wavefronts. At time k everything is at rest and wavefront k,
// from 0, is served; half a wavefront before the first one all tokens are at their lanes, half a wavefront after the
// last one all are home. In the first half of k to k + 1 the served tokens leave, in the second the next ones reach
// their banks and the others move up.
//
// Lanes that access one word are one token. Tokens of a later phase wait at their lanes until their phase begins. Not
// modelled: durations on the hardware; order within a wavefront.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/request_cost.h"
#include "core/session/step_state.h"

namespace bankloom {

/// A word that a bank serves, with the lanes that access it.
struct LaneToken {
  std::size_t phase = 0;
  unsigned bank = 0;
  std::uint64_t word = 0;  ///< address / bank_bytes
  LaneMask lanes = 0;
  std::uint32_t opens = 0;      ///< the first wavefront of its phase, in the request
  std::uint32_t wavefront = 0;  ///< in which it is served, in the request
  unsigned beside = 0;          ///< its index among those that share bank and wavefront
  unsigned sharing = 1;         ///< the number of these
  unsigned banks = 1;           ///< neighbouring banks that serve it together, from `bank` on; see joined()
};
/// In the order of phases, banks and wavefronts; empty for a request that is not to shared memory.
[[nodiscard]] std::vector<LaneToken> tokens_of(const RequestCost& cost);
/// The same, with neighbouring words that are served together for one lane as one token: a float4, or a row of an 8 x 8
/// matrix.
[[nodiscard]] std::vector<LaneToken> joined(const std::vector<LaneToken>& tokens);
/// For a request of global memory: a token per sector with its lanes; `word` is the sector. A sector takes a
/// wavefront's time and nothing queues. Empty for other requests.
[[nodiscard]] std::vector<LaneToken> sector_tokens(const MachineModel& machine, const MemoryAccess& access);

/// A place where a token may rest.
struct TokenStop {
  enum class Kind : std::uint8_t { lane, queue, service, home } kind = Kind::lane;
  std::uint32_t ahead = 0;  ///< in the queue: waiting tokens before it
  friend bool operator==(const TokenStop&, const TokenStop&) = default;
};
/// A token's place between two such places.
struct TokenPlace {
  TokenStop from, to;
  float part = 0;  ///< of the way, 0 to 1, with a slow beginning and end
  [[nodiscard]] bool rests() const { return from == to || part <= 0 || part >= 1; }
  /// Where it is, or came from last.
  [[nodiscard]] const TokenStop& reached() const { return part >= 1 ? to : from; }
};
/// `time`: see above; any number.
[[nodiscard]] TokenPlace token_place(const LaneToken& token, double time);

}  // namespace bankloom
