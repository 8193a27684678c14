// What counting over all lanes at once says of the lesson on wide elements, and where it is wrong.
#include "core/analysis/naive_count.h"

#include "core/wording/naive_text.h"
#include "session_fixture.h"

namespace bankloom::test {
namespace {

using NaiveCountTest = SessionTest;

NaiveCount first_of(const std::string& id, const OptionValues& options, AccessOp op) {
  const auto kernel = find_kernel(Shipped::get().catalog, id);
  EXPECT_TRUE(kernel) << id;
  auto compiled = compile_kernel(borrow_kernel(**kernel), options, kDefaultArchitecture, *Shipped::get().compiler);
  const auto run = run_kernel(std::move(*compiled), *find_machine(Shipped::get().machines, "cc9.0"));
  EXPECT_TRUE(run);
  for (std::size_t index = 0; index < (*run)->trace.size(); ++index) {
    const MemoryAccess access = (*run)->trace.at(index);
    if (access.space != Space::shared) {
      EXPECT_FALSE(naive_count((*run)->machine, access));
      continue;
    }
    const bool same = access.op == op || (op == AccessOp::atomic && access.op == AccessOp::reduction);
    if (same) return *naive_count((*run)->machine, access);
  }
  ADD_FAILURE() << "no such access in " << id;
  return {};
}

void expect_count(const NaiveCount& naive, unsigned transactions, unsigned wavefronts, unsigned conflicts, bool right) {
  EXPECT_EQ(naive.transactions, transactions) << naive_count_text(naive).str();
  EXPECT_EQ(naive.conflicts, transactions - 1) << naive_count_text(naive).str();
  EXPECT_EQ(naive.wavefronts, wavefronts) << naive_count_text(naive).str();
  EXPECT_EQ(naive.bank_conflicts, conflicts) << naive_count_text(naive).str();
  EXPECT_EQ(naive.right, right) << naive_count_text(naive).str();
}

TEST_F(NaiveCountTest, IsRightForWords) {
  expect_count(first_of("elements/intPerLane", {}, AccessOp::load), 1, 1, 0, true);
  expect_count(first_of("elements/intPerLane", {{"STRIDE", "2"}}, AccessOp::load), 2, 2, 1, true);
  expect_count(first_of("elements/charPerLane", {}, AccessOp::load), 1, 1, 0, true);
  expect_count(first_of("elements/broadcast", {}, AccessOp::load), 1, 1, 0, true);
}

TEST_F(NaiveCountTest, SeesConflictsInWideElementsThatAreNone) {
  expect_count(first_of("elements/doublePerLane", {}, AccessOp::load), 2, 2, 0, false);
  const auto quad = first_of("elements/quadPerLane", {}, AccessOp::load);
  expect_count(quad, 4, 4, 0, false);
  EXPECT_EQ(
      naive_count_text(quad).str(),
      "Counted over all 32 active lanes at once, a bank serves 4 words, which would be a 4-way bank conflict. But a "
      "request of 16 bytes per lane is served in 4 phases of 8 lanes. So the request takes 4 wavefronts without a bank "
      "conflict.");
  // Pairs of lanes share their 16 bytes: half as many words, and half as many phases.
  expect_count(first_of("elements/quadPerLane", {{"SHARE", "2"}}, AccessOp::load), 2, 2, 0, false);
}

TEST_F(NaiveCountTest, MissesThatAtomicsTakeTurns) {
  const auto atomic = first_of("swizzle/weightedHistogram", {}, AccessOp::atomic);
  EXPECT_EQ(atomic.wavefronts, 8u);
  EXPECT_FALSE(atomic.right);
  EXPECT_NE(naive_count_text(atomic).str().find("lane by lane"), std::string::npos);
}

}  // namespace
}  // namespace bankloom::test
