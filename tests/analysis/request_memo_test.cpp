// What is remembered is what the rule says, for every access on every machine.
#include "core/analysis/request_memo.h"
#include "../base/sanitized.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "accesses.h"
#include "core/analysis/access_table.h"
#include "core/analysis/explanation.h"
#include "random_access.h"

namespace bankloom {
namespace {

using analysis::price_request;
using analysis::RequestMemo;
using analysis::RequestPrice;

AccessHeader header_of_access(const MemoryAccess& access) {
  AccessHeader header;
  header.warp = access.warp;
  header.space = access.space;
  header.op = access.op;
  header.width = access.width;
  header.matrices = access.matrices;
  header.active = access.active;
  return header;
}

void expect_rule(RequestMemo& memo, const MachineModel& machine, const MemoryAccess& access) {
  const RequestPrice rule = price_request(machine, access);
  // Once where it may have to be asked, once where it is remembered.
  for (int turn = 0; turn < 2; ++turn) {
    ASSERT_EQ(memo.price(header_of_access(access), access.addresses.data()), rule)
        << machine.name << ", turn " << turn << ": " << access_op_name(access.op) << " of " << int{access.width};
  }
  // The slow rule: every lane and word by itself.
  ASSERT_EQ(rule.counts, explain_request(machine, access).counts);
}

TEST(RequestMemo, SaysWhatTheRuleSays) {
  std::mt19937_64 random(61);
  for (const MachineModel& machine : test::tried_machines()) {
    RequestMemo memo(machine);
    for (unsigned i = 0; i < (test::kSanitized ? 60 : 600); ++i) {
      MemoryAccess access = test::random_access(random);
      expect_rule(memo, machine, access);
      // Moved by little and by much: some of these are alike, others only nearly.
      for (unsigned moves = 0; moves < 8; ++moves) {
        const std::uint64_t by = random() % 3 == 0 ? random() % 64 * 128 : random() % 512 * access.width;
        for (std::uint64_t& address : access.addresses) address += by;
        expect_rule(memo, machine, access);
      }
      // The same addresses, asked for otherwise.
      access.active = static_cast<LaneMask>(random());
      expect_rule(memo, machine, access);
      access.warp = static_cast<std::uint32_t>(random() % 32);
      expect_rule(memo, machine, access);
      if (::testing::Test::HasFailure()) FAIL() << "access " << i;
    }
    EXPECT_GT(memo.misses(), 0U);
  }
}

TEST(RequestMemo, EveryMeasuredAccessAtManyPlaces) {
  const std::string file = std::string(BANKLOOM_SOURCE_DIR) + "/tests/hardware/accesses_h200.csv";
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  const auto accesses = parse_access_table(text.str(), file);
  ASSERT_TRUE(accesses) << accesses.error().message;
  const MachineModel machine = test::machine("cc9.0");
  RequestMemo memo(machine);
  for (const TableAccess& row : *accesses) {
    for (const std::uint64_t base : {0U, 16U, 64U, 128U, 1024U, 1040U}) {
      MemoryAccess access = row.access;
      for (std::uint64_t& address : access.addresses) address += base;
      expect_rule(memo, machine, access);
    }
    if (::testing::Test::HasFailure()) FAIL() << row.id;
  }
}

TEST(RequestMemo, AsksTheRuleOnceForAccessesThatAreAlike) {
  const MachineModel machine = test::machine("cc9.0");
  RequestMemo memo(machine);
  for (unsigned row = 0; row < 1000; ++row) {
    const MemoryAccess access = test::access_at(Space::global, AccessOp::load, 4, kAllLanes,
                                                [&](unsigned lane) { return 16'384 * row + 4 * lane; });
    EXPECT_EQ(memo.price(header_of_access(access), access.addresses.data()).counts.sectors, 4U);
  }
  EXPECT_EQ(memo.misses(), 1U);
}

TEST(RequestMemo, InactiveLanesAndFarDistances) {
  const MachineModel machine = test::machine("cc9.0");
  RequestMemo memo(machine);
  MemoryAccess access = test::load_at(
      4, [](unsigned lane) { return 128 * lane; }, 0x0000ffff);
  expect_rule(memo, machine, access);
  const std::uint64_t misses = memo.misses();
  for (unsigned lane = 16; lane < 32; ++lane) access.addresses[lane] = ~std::uint64_t{0} - lane;
  EXPECT_EQ(memo.price(header_of_access(access), access.addresses.data()), price_request(machine, access));
  EXPECT_EQ(memo.misses(), misses);
  // Distances that are equal modulo 2^32 and are not alike.
  MemoryAccess near = test::access_at(Space::global, AccessOp::load, 4, 0x3, [](unsigned lane) { return 4 * lane; });
  MemoryAccess far = near;
  far.addresses[1] += std::uint64_t{1} << 32;
  for (const MemoryAccess& one : {near, far, near, far}) expect_rule(memo, machine, one);
  far.addresses[0] = std::uint64_t{3} << 32;
  expect_rule(memo, machine, far);
  near.active = 0;
  expect_rule(memo, machine, near);
}

TEST(BytesUsed, AreTheDistinctBytesOfEachRequest) {
  std::mt19937_64 random(62);
  const MachineModel hopper = test::machine("cc9.0");
  const MachineModel halves = test::machine("cc1.x");
  for (unsigned i = 0; i < 2000; ++i) {
    MemoryAccess access = test::random_access(random);
    access.space = Space::global;
    if (access.op == AccessOp::ldmatrix || access.op == AccessOp::stmatrix) continue;
    // Not all accesses of a table need be aligned.
    if (i % 5 == 0) {
      for (std::uint64_t& address : access.addresses) address += random() % 3;
    }
    std::set<std::uint64_t> all, low, high;
    for_each_lane(access.active, [&](unsigned lane) {
      for (unsigned byte = 0; byte < access.width; ++byte) {
        all.insert(access.addresses[lane] + byte);
        (lane < 16 ? low : high).insert(access.addresses[lane] + byte);
      }
    });
    EXPECT_EQ(count_bytes_used(hopper, access), all.size());
    EXPECT_EQ(count_bytes_used(halves, access), low.size() + high.size());
    EXPECT_EQ(explain_why(hopper, access, explain_request(hopper, access)).bytes_used, all.size());
    access.space = Space::shared;
    EXPECT_EQ(count_bytes_used(hopper, access), 0U);
  }
}

}  // namespace
}  // namespace bankloom
