#include "core/session/token_motion.h"

#include <algorithm>
#include <cmath>

namespace bankloom {
namespace {

/// Where a token is while wavefront `now` is served.
TokenStop stop_at(const LaneToken& token, std::int64_t now) {
  const auto own = static_cast<std::int64_t>(token.wavefront);
  if (now > own) return {TokenStop::Kind::home};
  if (now == own) return {TokenStop::Kind::service};
  if (now < static_cast<std::int64_t>(token.opens)) return {TokenStop::Kind::lane};
  return {TokenStop::Kind::queue, static_cast<std::uint32_t>(own - now - 1)};
}

float eased(double part) {
  const double t = std::clamp(part, 0.0, 1.0);
  return static_cast<float>(t * t * (3 - 2 * t));
}

}  // namespace

std::vector<LaneToken> tokens_of(const RequestCost& cost) {
  std::vector<LaneToken> tokens;
  std::uint32_t opens = 0;
  for (std::size_t index = 0; index < cost.phases.size(); ++index) {
    for (const BankLoad& load : cost.phases[index].banks) {
      const std::size_t begin = tokens.size();
      for (const BankLoad::Word& word : load.words) {
        tokens.push_back({index, load.bank, word.word, word.lanes, opens, opens + word.wavefront});
      }
      std::stable_sort(tokens.begin() + static_cast<std::ptrdiff_t>(begin), tokens.end(),
                       [](const LaneToken& a, const LaneToken& b) { return a.wavefront < b.wavefront; });
      for (std::size_t i = begin, end = begin; i < tokens.size(); i = end) {
        while (end < tokens.size() && tokens[end].wavefront == tokens[i].wavefront) ++end;
        for (std::size_t k = i; k < end; ++k) {
          tokens[k].beside = static_cast<unsigned>(k - i);
          tokens[k].sharing = static_cast<unsigned>(end - i);
        }
      }
    }
    opens += cost.phases[index].degree;
  }
  return tokens;
}

std::vector<LaneToken> joined(const std::vector<LaneToken>& tokens) {
  std::vector<LaneToken> wide;
  for (const LaneToken& token : tokens) {
    const auto before = std::ranges::find_if(wide, [&](const LaneToken& one) {
      return one.lanes == token.lanes && one.wavefront == token.wavefront && one.phase == token.phase &&
             one.bank + one.banks == token.bank && one.word + one.banks == token.word && one.sharing == 1 &&
             token.sharing == 1;
    });
    if (before == wide.end()) {
      wide.push_back(token);
    } else {
      ++before->banks;
    }
  }
  return wide;
}

std::vector<LaneToken> sector_tokens(const MachineModel& machine, const MemoryAccess& access) {
  std::vector<LaneToken> tokens;
  if (access.space != Space::global) return tokens;
  for (const SectorFetch& fetch : sector_fetches(machine, access)) {
    const auto step = static_cast<std::uint32_t>(tokens.size());
    tokens.push_back({0, 0, fetch.sector, fetch.lanes, step, step});
  }
  return tokens;
}

TokenPlace token_place(const LaneToken& token, double time) {
  const double whole = std::floor(time), part = time - whole;
  const auto now = static_cast<std::int64_t>(std::clamp(whole, -1e9, 1e9));
  TokenPlace place{stop_at(token, now), stop_at(token, now + 1), 0};
  // A served token leaves before the next one comes.
  place.part = eased(place.from.kind == TokenStop::Kind::service ? 2 * part : 2 * part - 1);
  return place;
}

}  // namespace bankloom
