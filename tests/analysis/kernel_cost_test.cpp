#include "core/analysis/kernel_cost.h"

#include <gtest/gtest.h>

#include "accesses.h"
#include "core/trace/trace_recorder.h"

namespace bankloom {
namespace {

/// Records an access as if the instruction on `line` had made it.
void record(TraceRecorder& recorder, const MemoryAccess& access, std::uint32_t line) {
  TraceRecorder::AccessHeader header;
  header.source_line = line;
  header.space = access.space;
  header.op = access.op;
  header.width = access.width;
  header.matrices = access.matrices;
  header.active = access.active;
  header.warp = access.warp;
  recorder.record(header, access.addresses.data(), access.values.data());
}

MemoryAccess row() {
  return test::load_at(4, [](unsigned lane) { return 4 * lane; });
}
MemoryAccess column() {
  return test::load_at(4, [](unsigned lane) { return 128 * lane; });
}

TEST(KernelCost, SumsPerLineAndKindOfAccess) {
  TraceRecorder recorder;
  recorder.begin_block({0, 0, 0});
  record(recorder, test::store_at(4, [](unsigned lane) { return 4 * lane; }), 9);
  record(recorder, row(), 12);
  record(recorder, test::access_at(Space::global, AccessOp::store, 4, kAllLanes, [](unsigned l) { return 4 * l; }), 12);
  record(recorder, column(), 12);
  record(recorder, test::load_at(8, [](unsigned lane) { return 8 * lane; }), 7);
  record(recorder, column(), 12);
  const KernelCost cost = summarize(test::machine("cc9.0"), recorder.finish());
  ASSERT_EQ(cost.accesses.size(), 4U);
  EXPECT_FALSE(cost.clipped);

  EXPECT_EQ(cost.accesses[0].source_line, 7U);
  EXPECT_EQ(cost.accesses[0].width, 8U);
  EXPECT_EQ(cost.accesses[0].phases, 2U);
  EXPECT_EQ(cost.accesses[1].source_line, 9U);
  EXPECT_EQ(cost.accesses[1].op, AccessOp::store);

  const AccessSummary& load = cost.accesses[2];
  EXPECT_EQ(load.source_line, 12U);
  EXPECT_EQ(load.space, Space::shared);
  EXPECT_EQ(load.requests, 3U);
  EXPECT_EQ(load.wavefronts, 65U);
  EXPECT_EQ(load.bank_conflicts, 62U);
  EXPECT_DOUBLE_EQ(load.transactions_per_request(), 65.0 / 3);
  EXPECT_EQ(load.worst, 3U);
  EXPECT_EQ(load.why.counts.wavefronts, 32U);

  const AccessSummary& out = cost.accesses[3];
  EXPECT_EQ(out.source_line, 12U);
  EXPECT_EQ(out.space, Space::global);
  EXPECT_EQ(out.sectors, 4U);
  EXPECT_EQ(out.lines, 1U);
  EXPECT_DOUBLE_EQ(out.transactions_per_request(), 4.0);

  EXPECT_EQ(cost.shared_load.requests, 4U);
  EXPECT_EQ(cost.shared_load.wavefronts, 67U);
  EXPECT_EQ(cost.shared_load.bank_conflicts, 62U);
  EXPECT_EQ(cost.shared_store.requests, 1U);
  EXPECT_EQ(cost.shared_store.wavefronts, 1U);
  EXPECT_EQ(cost.global_store.requests, 1U);
  EXPECT_EQ(cost.global_store.sectors, 4U);
  EXPECT_EQ(cost.global_load.requests, 0U);
  EXPECT_EQ(cost.shared_atomic.requests, 0U);
}

TEST(KernelCost, ExplainsTheLowestWarpAmongEquals) {
  TraceRecorder recorder;
  for (const unsigned block : {0U, 1U}) {
    recorder.begin_block({block, 0, 0});
    for (const unsigned warp : {3U, 1U, 2U, 0U}) {
      MemoryAccess access = warp == 0 ? row() : column();
      access.warp = warp;
      record(recorder, access, 5);
    }
  }
  const KernelCost cost = summarize(test::machine("cc9.0"), recorder.finish());
  ASSERT_EQ(cost.accesses.size(), 1U);
  EXPECT_EQ(cost.accesses[0].worst, 1U);  // warp 1 of block 0; warp 0 costs less
}

TEST(KernelCost, AtomicsAndMatricesHaveTheirTotals) {
  TraceRecorder recorder;
  recorder.begin_block({0, 0, 0});
  record(recorder, test::access_at(Space::shared, AccessOp::atomic, 4, kAllLanes, [](unsigned) { return 0; }), 1);
  record(recorder, test::access_at(Space::shared, AccessOp::reduction, 4, kAllLanes, [](unsigned) { return 0; }), 1);
  record(recorder, test::access_at(Space::global, AccessOp::reduction, 4, kAllLanes, [](unsigned) { return 0; }), 1);
  record(recorder, test::rows_at(4, [](unsigned lane) { return 16 * lane; }), 2);
  record(recorder, test::rows_at(1, [](unsigned lane) { return 16 * lane; }), 2);
  record(recorder, test::access_at(Space::local, AccessOp::load, 4, kAllLanes, [](unsigned) { return 0; }), 3);
  const KernelCost cost = summarize(test::machine("cc9.0"), recorder.finish());
  ASSERT_EQ(cost.accesses.size(), 6U);
  EXPECT_EQ(cost.shared_atomic.wavefronts, 64U);
  EXPECT_EQ(cost.global_atomic.sectors, 1U);
  EXPECT_EQ(cost.shared_load.requests, 2U);
  EXPECT_EQ(cost.shared_load.wavefronts, 5U);
  EXPECT_EQ(cost.accesses[3].matrices, 4U);
  EXPECT_EQ(cost.accesses[4].matrices, 1U);
  EXPECT_EQ(cost.accesses[5].requests, 1U);
  EXPECT_DOUBLE_EQ(cost.accesses[5].transactions_per_request(), 0.0);
}

TEST(KernelCost, RequestsFollowTheMachine) {
  TraceRecorder recorder;
  recorder.begin_block({0, 0, 0});
  record(recorder, row(), 1);
  const Trace trace = recorder.finish();
  const KernelCost cost = summarize(test::machine("cc1.x"), trace);
  EXPECT_EQ(cost.shared_load.requests, 2U);
  EXPECT_DOUBLE_EQ(cost.accesses.at(0).transactions_per_request(), 1.0);
}

TEST(KernelCost, AnEmptyOrClippedTrace) {
  TraceRecorder recorder;
  EXPECT_TRUE(summarize(test::machine("cc9.0"), recorder.finish()).accesses.empty());
  recorder.begin_block({0, 0, 0});
  record(recorder, row(), 1);
  recorder.clip();
  EXPECT_TRUE(summarize(test::machine("cc9.0"), recorder.finish()).clipped);
  // An access that no lane makes costs nothing, and its share is no division by zero.
  record(recorder,
         test::load_at(
             4, [](unsigned) { return 0; }, 0),
         1);
  const KernelCost cost = summarize(test::machine("cc9.0"), recorder.finish());
  EXPECT_EQ(cost.accesses.at(0).requests, 0U);
  EXPECT_DOUBLE_EQ(cost.accesses.at(0).transactions_per_request(), 0.0);
}

TEST(KernelCost, AHundredThousandAccesses) {
  TraceRecorder recorder;
  recorder.begin_block({0, 0, 0});
  for (unsigned i = 0; i < 50'000; ++i) {
    record(recorder, row(), 1);
    record(recorder, column(), 2);
  }
  const Trace trace = recorder.finish();
  const KernelCost cost = summarize(test::machine("cc9.0"), trace);
  EXPECT_EQ(cost.shared_load.requests, 100'000U);
  EXPECT_EQ(cost.shared_load.wavefronts, 50'000U * 33U);
}

}  // namespace
}  // namespace bankloom
