// TokenMotion: the way of the lanes through a request of shared memory, as tokens. Each leaves its lane, queues at its
// bank, is served there, and goes on with its value: into the tile, or back to its lane.
//
// A pure function of the request's cost and of time, which is counted in wavefronts. At time k all is at rest and
// wavefront k, the first being 0, is served; half a wavefront before the first one all tokens are still at their lanes,
// half a wavefront after the last one all are home. From k to k + 1 the tokens that were served go on in the first
// half, and in the second the next ones come to be served and the others move up.
//
// Lanes that ask for one word are one token. Those of a later phase wait at their lanes until it is their phase's turn.
// Not modelled: how long the ways take on the hardware, where nothing moves; order within a wavefront.
#pragma once

#include <cstdint>
#include <vector>

#include "core/analysis/request_cost.h"
#include "core/session/step_state.h"

namespace bankloom {

/// A word that a bank has to serve, with the lanes that ask for it.
struct LaneToken {
  std::size_t phase = 0;
  unsigned bank = 0;
  std::uint64_t word = 0;  ///< address / bank_bytes
  LaneMask lanes = 0;
  std::uint32_t opens = 0;      ///< the first wavefront of its phase, of the request's
  std::uint32_t wavefront = 0;  ///< in which it is served, of the request's
  unsigned beside = 0;          ///< its place among those that share bank and wavefront
  unsigned sharing = 1;         ///< how many these are
  unsigned banks = 1;           ///< neighbours that serve it together, from `bank` on; see joined()
};
/// In the order of phases, banks and wavefronts; empty for a request that is not to shared memory.
[[nodiscard]] std::vector<LaneToken> tokens_of(const RequestCost& cost);
/// The same with the neighbouring words that are served together for one lane as one token: the row of a float4 or of
/// an 8 x 8 matrix.
[[nodiscard]] std::vector<LaneToken> joined(const std::vector<LaneToken>& tokens);
/// Of a request of global memory, where a sector is moved in a wavefront's time and nothing queues: a token for each
/// sector with its lanes, which fly to it and on; `word` is the sector. Empty for other requests.
[[nodiscard]] std::vector<LaneToken> sector_tokens(const MachineModel& machine, const MemoryAccess& access);

/// A place where a token may rest.
struct TokenStop {
  enum class Kind : std::uint8_t { lane, queue, service, home } kind = Kind::lane;
  std::uint32_t ahead = 0;  ///< in the queue: tokens before it, the one being served not counted
  friend bool operator==(const TokenStop&, const TokenStop&) = default;
};
/// Where a token is between two such places.
struct TokenPlace {
  TokenStop from, to;
  float part = 0;  ///< of the way, 0 to 1; it begins and ends slowly
  [[nodiscard]] bool rests() const { return from == to || part <= 0 || part >= 1; }
  /// Where it is, or on its way comes from last.
  [[nodiscard]] const TokenStop& reached() const { return part >= 1 ? to : from; }
};
/// `time`: see above; any number.
[[nodiscard]] TokenPlace token_place(const LaneToken& token, double time);

}  // namespace bankloom
