#include "core/analysis/request_memo.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace bankloom::analysis {
namespace {

constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15U;  // 2^64 / golden ratio

}  // namespace

RequestMemo::RequestMemo(const MachineModel& machine) : machine_(machine), entries_(kEntries) {
  const auto modulus = [](std::uint64_t value) { return Modulus{value, std::has_single_bit(value)}; };
  const std::uint64_t row = std::lcm<std::uint64_t>(machine.banks, std::max(1U, machine.pair_segment_words));
  shared_ = modulus(row * machine.bank_bytes);
  global_ = modulus(std::lcm<std::uint64_t>(machine.sector_bytes, machine.line_bytes));
  if (kWarpSize % machine.lanes_per_request != 0) group_ = machine.lanes_per_request;
}

std::size_t RequestMemo::slot_of(const Key& key) {
  // Four chains, so that the multiplications overlap.
  std::array<std::uint64_t, 4> mixed = {key.active, key.kind, key.residue, key.group_at};
  for (std::size_t at = 0; at < kWarpSize; at += 8) {
    std::array<std::uint64_t, 4> words;
    std::memcpy(words.data(), key.distances.data() + at, sizeof words);
    for (std::size_t chain = 0; chain < 4; ++chain) {
      mixed[chain] = (std::rotl(mixed[chain], 23) ^ words[chain]) * kMix;
    }
  }
  const std::uint64_t all =
      (mixed[0] ^ std::rotl(mixed[1], 17) ^ std::rotl(mixed[2], 34) ^ std::rotl(mixed[3], 51)) * kMix;
  return all >> (64 - std::countr_zero(kEntries));
}

RequestPrice RequestMemo::by_rule(const AccessHeader& header, const std::uint64_t* addresses) {
  ++misses_;
  access_.warp = header.warp;
  access_.space = header.space;
  access_.op = header.op;
  access_.width = header.width;
  access_.matrices = header.matrices;
  access_.active = header.active;
  std::copy_n(addresses, kWarpSize, access_.addresses.begin());
  return price_request(machine_, access_);
}

const RequestPrice& RequestMemo::price(const AccessHeader& header, const std::uint64_t* addresses) {
  const bool shared = header.space == Space::shared;
  if (header.active == 0 || (!shared && header.space != Space::global)) {
    return unremembered_ = by_rule(header, addresses);
  }
  const std::uint64_t first = addresses[first_lane(header.active)];
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 31;
  Key key;
  std::uint64_t far = 0;  // not 0 if a distance does not fit
  if (header.active == kAllLanes) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const std::uint64_t distance = addresses[lane] - first;
      far |= (distance + kHalf) >> 32;
      key.distances[lane] = static_cast<std::uint32_t>(distance);
    }
  } else {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      const std::uint64_t distance = has_lane(header.active, lane) ? addresses[lane] - first : 0;
      far |= (distance + kHalf) >> 32;
      key.distances[lane] = static_cast<std::uint32_t>(distance);
    }
  }
  if (far != 0) return unremembered_ = by_rule(header, addresses);
  key.active = header.active;
  key.kind = std::uint32_t{static_cast<std::uint8_t>(header.space)} << 24 |
             std::uint32_t{static_cast<std::uint8_t>(header.op)} << 16 | std::uint32_t{header.width} << 8 |
             std::uint32_t{header.matrices};
  key.residue = (shared ? shared_ : global_).of(first);
  key.group_at = group_ == 0 ? 0 : static_cast<std::uint32_t>(std::uint64_t{header.warp} * kWarpSize % group_);
  Entry& entry = entries_[slot_of(key)];
  if (!(entry.key == key)) {
    entry.price = by_rule(header, addresses);
    entry.key = key;
  }
  return entry.price;
}

}  // namespace bankloom::analysis
