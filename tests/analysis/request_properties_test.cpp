// What must hold of every access on every machine, tried on many random ones (with a fixed seed).
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "accesses.h"
#include "core/analysis/explanation.h"
#include "random_access.h"

namespace bankloom {
namespace {

constexpr unsigned kTries = 400;

void expect_consistent(const MachineModel& machine, const MemoryAccess& access) {
  const RequestCounts counts = count_request(machine, access);
  const RequestCost cost = explain_request(machine, access);
  ASSERT_EQ(counts, cost.counts);
  if (access.space == Space::global) {
    EXPECT_TRUE(std::is_sorted(cost.sectors.begin(), cost.sectors.end()));
    EXPECT_LE(cost.sectors.size(), counts.sectors);
    EXPECT_LE(counts.lines, counts.sectors);
    EXPECT_EQ(counts.wavefronts, 0U);
    return;
  }
  LaneMask served = 0;
  unsigned wavefronts = 0;
  ASSERT_EQ(cost.phases.size(), counts.phases);
  if (is_update_loop(access.op)) {
    EXPECT_LE(counts.bank_conflicts, counts.load_wavefronts);
  } else {
    EXPECT_EQ(counts.bank_conflicts,
              counts.wavefronts / machine.rule(access.op, access.width).wavefronts_per_lane - counts.phases);
  }
  for (const Phase& phase : cost.phases) {
    EXPECT_NE(phase.lanes, 0U);
    EXPECT_EQ(served & phase.lanes, 0U);
    served |= phase.lanes;
    wavefronts += phase.degree;
    ASSERT_EQ(phase.wavefronts.size(), phase.degree);
    LaneMask in_wavefronts = 0;
    for (const LaneMask lanes : phase.wavefronts) {
      EXPECT_EQ(in_wavefronts & lanes, 0U);
      in_wavefronts |= lanes;
    }
    EXPECT_EQ(in_wavefronts, phase.lanes);
    EXPECT_NE(phase.wavefronts.back(), 0U);
    unsigned most = 0;
    LaneMask asking = 0;
    for (std::size_t i = 0; i < phase.banks.size(); ++i) {
      const BankLoad& load = phase.banks[i];
      EXPECT_LT(load.bank, machine.banks);
      if (i > 0) {
        EXPECT_GT(load.bank, phase.banks[i - 1].bank);
      }
      most = std::max(most, load.wavefronts);
      std::set<unsigned> used;
      for (const BankLoad::Word& word : load.words) {
        EXPECT_EQ(word.word % machine.banks, load.bank);
        EXPECT_LT(word.wavefront, load.wavefronts);
        asking |= word.lanes;
        for (unsigned back = 0; back < word.wavefronts; ++back) used.insert(word.wavefront - back);
      }
      EXPECT_EQ(used.size(), load.wavefronts);
    }
    EXPECT_EQ(most, phase.degree);
    EXPECT_EQ(asking, phase.lanes);
  }
  EXPECT_EQ(served, addressing_lanes(access));
  EXPECT_EQ(wavefronts, counts.wavefronts);
}

TEST(RequestProperties, CountsAgreeWithTheirExplanation) {
  std::mt19937_64 random(42);
  for (const MachineModel& machine : test::tried_machines()) {
    for (unsigned i = 0; i < kTries; ++i) {
      const MemoryAccess access = test::random_access(random);
      expect_consistent(machine, access);
      if (::testing::Test::HasFailure()) FAIL() << machine.name << ", access " << i;
    }
  }
}

TEST(RequestProperties, TheOrderOfLanesDoesNotMatterWithinAPhase) {
  std::mt19937_64 random(43);
  for (const MachineModel& machine : test::tried_machines()) {
    if (machine.lanes_per_request != kWarpSize) continue;
    for (unsigned i = 0; i < kTries / 4; ++i) {
      MemoryAccess access = test::random_access(random);
      access.space = Space::shared;
      access.op = random() % 2 == 0 ? AccessOp::load : AccessOp::reduction;
      access.matrices = 0;
      access.width = 4;
      for (std::uint64_t& address : access.addresses) address &= ~std::uint64_t{3};
      std::vector<unsigned> order(kWarpSize);
      std::iota(order.begin(), order.end(), 0U);
      std::shuffle(order.begin(), order.end(), random);
      MemoryAccess shuffled = access;
      shuffled.active = 0;
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        shuffled.addresses[order[lane]] = access.addresses[lane];
        if (has_lane(access.active, lane)) shuffled.active |= lane_bit(order[lane]);
      }
      EXPECT_EQ(count_request(machine, access), count_request(machine, shuffled)) << machine.name;
    }
  }
}

TEST(RequestProperties, AMoveByAWholeRowOfBanksChangesNothing) {
  std::mt19937_64 random(44);
  for (const MachineModel& machine : test::tried_machines()) {
    const unsigned row = machine.bank_bytes * std::max(machine.banks, machine.pair_segment_words);
    for (unsigned i = 0; i < kTries / 4; ++i) {
      MemoryAccess access = test::random_access(random);
      access.space = Space::shared;
      const RequestCounts before = count_request(machine, access);
      for (std::uint64_t& address : access.addresses) address += std::uint64_t{row} * 12;
      EXPECT_EQ(count_request(machine, access), before) << machine.name;
    }
  }
}

TEST(RequestProperties, InactiveLanesAddressesDoNotMatter) {
  std::mt19937_64 random(45);
  for (const MachineModel& machine : test::tried_machines()) {
    for (unsigned i = 0; i < kTries / 4; ++i) {
      MemoryAccess access = test::random_access(random);
      const RequestCounts before = count_request(machine, access);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        if (!has_lane(access.active, lane)) access.addresses[lane] = random();
      }
      EXPECT_EQ(count_request(machine, access), before) << machine.name;
    }
  }
}

TEST(RequestProperties, FewerLanesNeverCostMoreWhereNothingMerges) {
  std::mt19937_64 random(46);
  for (const MachineModel& machine : test::tried_machines()) {
    for (unsigned i = 0; i < kTries / 4; ++i) {
      MemoryAccess access = test::random_access(random);
      if (machine.rule(access.op, access.width).merged_lanes_per_phase != 0) continue;
      const RequestCounts before = count_request(machine, access);
      access.active &= static_cast<LaneMask>(random());
      const RequestCounts after = count_request(machine, access);
      EXPECT_LE(after.wavefronts, before.wavefronts) << machine.name;
      EXPECT_LE(after.sectors, before.sectors) << machine.name;
    }
  }
}

TEST(RequestProperties, OneAddressForAllIsOneWavefrontForWordsAndOnePerLaneForAtomics) {
  std::mt19937_64 random(47);
  const MachineModel machine = test::machine("cc9.0");
  for (unsigned i = 0; i < 100; ++i) {
    const std::uint64_t address = random() % 8192 * 4;
    const auto active = static_cast<LaneMask>(random() | 1);
    const auto same = [&](unsigned) { return address; };
    EXPECT_EQ(count_request(machine, test::load_at(4, same, active)).wavefronts, 1U);
    EXPECT_EQ(count_request(machine, test::access_at(Space::shared, AccessOp::reduction, 4, active, same)).wavefronts,
              lane_count(active));
  }
}

}  // namespace
}  // namespace bankloom
