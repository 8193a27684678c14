// What is counted while a grid runs is what adding up all its kept accesses gives, on any machine and any number of
// host threads.
#include "core/analysis/grid_counter.h"
#include "../base/sanitized.h"

#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <sstream>

#include "../simt/kernel_run.h"
#include "random_access.h"

namespace bankloom {
namespace {

using simt::test::kernel_text;
using simt::test::KernelRun;
using simt::test::module_text;
using simt::test::words_of;

std::string benchmark_kernel(const std::string& name) {
  std::ifstream file(std::string(BANKLOOM_SOURCE_DIR) + "/tests/benchmarks/kernels/" + name + ".ptx");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void expect_same(const SpaceTotals& counted, const SpaceTotals& added, const char* what) {
  EXPECT_EQ(counted.requests, added.requests) << what;
  EXPECT_EQ(counted.wavefronts, added.wavefronts) << what;
  EXPECT_EQ(counted.bank_conflicts, added.bank_conflicts) << what;
  EXPECT_EQ(counted.sectors, added.sectors) << what;
  EXPECT_EQ(counted.bytes_used, added.bytes_used) << what;
  EXPECT_EQ(counted.fewest_sectors, added.fewest_sectors) << what;
  EXPECT_EQ(counted.bytes_moved, added.bytes_moved) << what;
}

void expect_same(const AccessSummary& counted, const AccessSummary& added) {
  EXPECT_EQ(counted.source_line, added.source_line);
  EXPECT_EQ(counted.space, added.space);
  EXPECT_EQ(counted.op, added.op);
  EXPECT_EQ(counted.width, added.width);
  EXPECT_EQ(counted.matrices, added.matrices);
  EXPECT_EQ(counted.requests, added.requests);
  EXPECT_EQ(counted.phases, added.phases);
  EXPECT_EQ(counted.wavefronts, added.wavefronts);
  EXPECT_EQ(counted.bank_conflicts, added.bank_conflicts);
  EXPECT_EQ(counted.sectors, added.sectors);
  EXPECT_EQ(counted.lines, added.lines);
  EXPECT_EQ(counted.lanes, added.lanes);
  EXPECT_EQ(counted.bytes_asked, added.bytes_asked);
  EXPECT_EQ(counted.bytes_used, added.bytes_used);
  EXPECT_EQ(counted.fewest_sectors, added.fewest_sectors);
  EXPECT_EQ(counted.bytes_moved, added.bytes_moved);
  EXPECT_EQ(counted.worst, added.worst);
  EXPECT_TRUE(counted.why == added.why);
  EXPECT_EQ(counted.example.block, added.example.block);
  EXPECT_EQ(counted.example.warp, added.example.warp);
  EXPECT_EQ(counted.example.order, added.example.order);
  EXPECT_EQ(counted.example.ptx_line, added.example.ptx_line);
  EXPECT_EQ(counted.example.instruction, added.example.instruction);
  EXPECT_EQ(counted.example.active, added.example.active);
  EXPECT_EQ(counted.example.is_volatile, added.example.is_volatile);
  EXPECT_EQ(counted.example.addresses, added.example.addresses);
}

void expect_same(const KernelCost& counted, const KernelCost& added) {
  EXPECT_EQ(counted.clipped, added.clipped);
  expect_same(counted.shared_load, added.shared_load, "shared_load");
  expect_same(counted.shared_store, added.shared_store, "shared_store");
  expect_same(counted.shared_atomic, added.shared_atomic, "shared_atomic");
  expect_same(counted.global_load, added.global_load, "global_load");
  expect_same(counted.global_store, added.global_store, "global_store");
  expect_same(counted.global_atomic, added.global_atomic, "global_atomic");
  ASSERT_EQ(counted.accesses.size(), added.accesses.size());
  for (std::size_t i = 0; i < counted.accesses.size(); ++i) expect_same(counted.accesses[i], added.accesses[i]);
}

/// `make` gives a KernelRun that is ready to run; `least`: accesses that it makes at least.
template <class Make>
void expect_counted_is_added(Make make, std::size_t least) {
  for (const MachineModel& machine : test::tried_machines()) {
    for (const unsigned threads : {1U, 2U, 5U}) {
      if (test::kSanitized && threads == 2) continue;
      KernelRun run = make();
      GridCounter counter(machine);
      run.config.observer = &counter;
      run.config.threads = threads;
      run.run();
      EXPECT_GE(run.result.trace.size(), least);
      expect_same(counter.cost(run.result.trace), summarize(machine, run.result.trace));
      std::uint64_t executed = 0;
      for (const InstructionCost& cost : counter.instructions()) executed += cost.executed;
      EXPECT_EQ(executed, run.result.trace.size());
      if (::testing::Test::HasFailure()) FAIL() << machine.name << " with " << threads << " threads";
    }
  }
}

KernelRun transpose(std::int32_t width, std::int32_t height) {
  KernelRun run(benchmark_kernel("transpose"), "transpose");
  const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  run.out<std::uint32_t>(count);
  run.in(words_of(count, [](std::uint32_t i) { return i; }));
  run.scalar(width);
  run.scalar(height);
  run.config.block = {32, 32, 1};
  run.config.grid = {static_cast<std::uint32_t>(width + 31) / 32, static_cast<std::uint32_t>(height + 31) / 32, 1};
  return run;
}

TEST(GridCounter, ATransposeWithBlocksThatAreNotFull) {
  expect_counted_is_added([] { return transpose(200, 77); }, 21 * 64);
}

TEST(GridCounter, DivergentLanesAndLoops) {
  // Lanes that leave a loop early, at addresses that depend on data, through a generic pointer into two spaces.
  const std::string text = module_text(".file 1 \"k.cu\"\n.shared .align 16 .b8 s[4096];\n" + kernel_text(R"(
    .reg .b32 %g;
    .reg .b64 %own;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mad.lo.u32 %g, %r1, %r2, %t;
    mad.wide.u32 %own, %g, 4, %out;
    .loc 1 3 1
    ld.global.u32 %r3, [%own];
    and.b32 %r4, %r3, 15;
    mov.u32 %r5, s;
    cvta.shared.u64 %d1, s;
  TURN:
    mul.lo.u32 %r6, %r3, %r4;
    and.b32 %r6, %r6, 1020;
    add.u32 %r7, %r5, %r6;
    .loc 1 5 1
    st.shared.u32 [%r7], %r4;
    .loc 1 6 1
    ld.shared.v2.u32 {%r8, %r9}, [s+8];
    cvt.u64.u32 %d2, %r6;
    add.u64 %d3, %d1, %d2;
    and.b32 %r10, %r4, 1;
    setp.eq.u32 %p1, %r10, 0;
    selp.b64 %d4, %d3, %own, %p1;
    .loc 1 7 1
    ld.u32 %r11, [%d4];
    .loc 1 8 1
    @%p1 red.shared.add.u32 [%r7+1024], %r11;
    .loc 1 5 1
    st.volatile.shared.u8 [%r7+2048], %r4;
    setp.ne.u32 %p2, %r4, 0;
    sub.u32 %r4, %r4, 1;
    @%p2 bra TURN;
    .loc 1 9 1
    st.global.u32 [%own], %r11;
    ret;)"));
  constexpr std::uint32_t kBlocks = test::kSanitized ? 5 : 23;
  expect_counted_is_added(
      [&] {
        KernelRun run(text);
        run.in(words_of(100 * kBlocks, [](std::uint32_t i) { return i * 2654435761U >> 7; }));
        run.config.block = {100, 1, 1};
        run.config.grid = {kBlocks, 1, 1};
        return run;
      },
      kBlocks * 4 * 50);
}

TEST(GridCounter, MatricesCopiesAndWideAccesses) {
  const std::string text = module_text(".shared .align 128 .b8 s[16384];\n" + kernel_text(R"(
    .reg .b32 %g;
    .reg .b64 %own;
    mov.u32 %r1, %ctaid.x;
    mad.lo.u32 %g, %r1, 64, %t;
    mad.wide.u32 %own, %g, 16, %out;
    mov.u32 %r2, s;
    mad.lo.u32 %r3, %t, 80, %r2;
    cp.async.ca.shared.global [%r3], [%own], 16;
    cp.async.wait_all;
    bar.sync 0;
    ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r4, %r5}, [%r3];
    ld.shared.v4.u32 {%r6, %r7, %r8, %r9}, [%r3];
    xor.b32 %r6, %r6, %r4;
    st.global.v4.u32 [%own], {%r6, %r7, %r8, %r9};
    ret;)"));
  expect_counted_is_added(
      [&] {
        KernelRun run(text);
        run.in(words_of(64 * 4 * 9, [](std::uint32_t i) { return i * 7; }));
        run.config.block = {64, 1, 1};
        run.config.grid = {3, 3, 1};
        return run;
      },
      9 * 2 * 5);
}

TEST(GridCounter, BlocksThatMustRunInOrderAreCountedOnce) {
  // All blocks write one place: the first attempt on several threads is dropped, and with it what was counted.
  expect_counted_is_added(
      [] {
        KernelRun run(
            module_text(kernel_text("    st.global.u32 [%at], %t;\n    st.global.u32 [%out], %t;\n    ret;")));
        run.out<std::uint32_t>(64);
        run.config.block = {64, 1, 1};
        run.config.grid = {40, 1, 1};
        return run;
      },
      40 * 4);
}

TEST(GridCounter, NothingNeedsToBeRecorded) {
  const MachineModel machine = test::machine("cc9.0");
  KernelRun all = transpose(256, 256);
  GridCounter counted_beside(machine);
  all.config.observer = &counted_beside;
  all.run();
  KernelRun none = transpose(256, 256);
  GridCounter counted_alone(machine);
  none.config.observer = &counted_alone;
  none.config.record.enabled = false;
  none.run();
  EXPECT_EQ(none.result.trace.size(), 0U);
  EXPECT_FALSE(none.result.trace.clipped());
  KernelCost alone = counted_alone.cost(none.result.trace);
  KernelCost beside = counted_beside.cost(all.result.trace);
  for (AccessSummary& summary : alone.accesses) EXPECT_EQ(summary.worst, kNotRecorded);
  for (AccessSummary& summary : beside.accesses) summary.worst = kNotRecorded;
  expect_same(alone, beside);

  // Of some blocks: the sums are of all, the examples are found where they were recorded.
  KernelRun some = transpose(256, 256);
  GridCounter counted(machine);
  some.config.observer = &counted;
  some.config.record.first_block = 3;
  some.config.record.block_count = 2;
  some.run();
  EXPECT_EQ(some.result.trace.size(), 2U * 32 * 4);
  KernelCost partly = counted.cost(some.result.trace);
  EXPECT_FALSE(partly.clipped);
  for (AccessSummary& summary : partly.accesses) {
    EXPECT_EQ(summary.worst, kNotRecorded);  // all examples are of block 0
    EXPECT_EQ(summary.example.block, (Dim3{0, 0, 0}));
  }
  expect_same(partly, alone);
}

TEST(GridCounter, SaysWhatEveryInstructionCosts) {
  KernelRun run = transpose(64, 64);
  const MachineModel machine = test::machine("cc9.0");
  GridCounter counter(machine);
  run.config.observer = &counter;
  run.run();
  const std::vector<InstructionCost> costs = counter.instructions();
  ASSERT_EQ(costs.size(), 4U);
  const AccessSummary& load = costs[0].sums;
  EXPECT_EQ(load.space, Space::global);
  EXPECT_EQ(costs[0].executed, 128U);
  EXPECT_EQ(load.requests, 128U);
  EXPECT_EQ(load.sectors, 512U);
  EXPECT_EQ(load.lanes, 4096U);
  EXPECT_EQ(load.bytes_asked, 16'384U);
  EXPECT_EQ(load.bytes_used, 16'384U);
  EXPECT_EQ(load.bytes_moved, 16'384U);
  EXPECT_EQ(load.fewest_sectors, 512U);
  EXPECT_FALSE(load.is_wasteful());
  EXPECT_DOUBLE_EQ(load.efficiency(), 1.0);
  EXPECT_EQ(costs[1].sums.op, AccessOp::store);
  EXPECT_EQ(costs[1].sums.wavefronts, 128U);
  EXPECT_EQ(costs[2].sums.op, AccessOp::load);
  EXPECT_EQ(costs[2].sums.phases, 128U);
  EXPECT_EQ(costs[3].sums.space, Space::global);
  EXPECT_LT(costs[0].ptx_line, costs[3].ptx_line);
  EXPECT_DOUBLE_EQ(AccessSummary().efficiency(), 0.0);
}

TEST(GridCounter, AColumnUsesAnEighthOfWhatItMoves) {
  KernelRun run(module_text(kernel_text(R"(
    mad.wide.u32 %d1, %t, 128, %out;
    ld.global.u32 %r1, [%d1];
    st.global.u32 [%at], %r1;
    ret;)")));
  run.out<std::uint32_t>(1024);
  const MachineModel machine = test::machine("cc9.0");
  GridCounter counter(machine);
  run.config.observer = &counter;
  run.run().expect_no_faults();
  const KernelCost cost = counter.cost(run.result.trace);
  EXPECT_EQ(cost.global_load.bytes_used, 128U);
  EXPECT_EQ(cost.global_load.bytes_moved, 1024U);
  EXPECT_EQ(cost.global_load.fewest_sectors, 4U);
  EXPECT_TRUE(cost.global_load.is_wasteful());
  EXPECT_DOUBLE_EQ(cost.accesses.at(0).efficiency(), 0.125);
}

}  // namespace
}  // namespace bankloom
