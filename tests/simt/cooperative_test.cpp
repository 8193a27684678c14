// Cooperative launches: blocks that meet at the grid's barrier as CUDA's cooperative_groups.h has it.
#include <gtest/gtest.h>

#include <string>

#include "core/wording/fault_text.h"
#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

/// grid.sync(), numbered; %r30 and %d30 on are its own. What nvcc makes of sync_grids_arrive() and sync_grids_wait().
std::string grid_sync(int number) {
  const std::string n = std::to_string(number);
  return R"(
    mov.u32 %r30, %envreg2;
    cvt.u64.u32 %d30, %r30;
    mov.u32 %r31, %envreg1;
    cvt.u64.u32 %d31, %r31;
    bfi.b64 %d32, %d31, %d30, 32, 32;
    barrier.sync 0;
    setp.ne.u32 %p20, %t, 0;
    @%p20 bra MET)" +
         n + R"(;
    mov.u32 %r32, %nctaid.x;
    mov.u32 %r33, -2147483647;
    sub.s32 %r34, %r33, %r32;
    mov.u32 %r35, %ctaid.x;
    setp.eq.u32 %p21, %r35, 0;
    selp.b32 %r36, %r34, 1, %p21;
    atom.add.release.gpu.u32 %r37, [%d32+4], %r36;
  LOOK)" +
         n + R"(:
    ld.acquire.gpu.u32 %r38, [%d32+4];
    xor.b32 %r39, %r38, %r37;
    setp.gt.s32 %p22, %r39, -1;
    @%p22 bra LOOK)" +
         n + R"(;
  MET)" + n +
         R"(:
    barrier.sync 0;
)";
}

std::string places() {
  return R"(
    .reg .b32 %g, %n, %o;
    .reg .b64 %own, %other;
    mov.u32 %r1, %ctaid.x;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %nctaid.x;
    mad.lo.u32 %g, %r1, %r2, %t;
    mul.lo.u32 %n, %r3, %r2;
    mad.wide.u32 %own, %g, 4, %out;
    sub.u32 %o, %n, %g;
    sub.u32 %o, %o, 1;
    mad.wide.u32 %other, %o, 4, %out;
)";
}

/// Twice: every thread writes what its opposite one in the grid had, plus one, all meeting between reading and writing.
std::string exchange() {
  return module_text(kernel_text(places() + R"(
    ld.global.u32 %r4, [%other];
)" + grid_sync(1) + R"(
    add.u32 %r4, %r4, 1;
    st.global.u32 [%own], %r4;
)" + grid_sync(2) + R"(
    ld.global.u32 %r5, [%other];
)" + grid_sync(3) + R"(
    add.u32 %r5, %r5, 1;
    st.global.u32 [%own], %r5;
    ret;)"));
}

TEST(Cooperative, BlocksMeetAndGoOn) {
  for (const bool backwards : {false, true}) {
    KernelRun run(exchange());
    const std::size_t out = run.in(words_of(20 * 96, [](std::uint32_t i) { return 10 * i; }));
    run.config.grid = {20, 1, 1};
    run.config.block = {96, 1, 1};
    run.config.is_cooperative = true;
    run.config.backwards = backwards;
    run.config.threads = 4;
    RunControl control;
    run.config.control = &control;
    run.run().expect_no_faults();
    EXPECT_EQ(run.values<std::uint32_t>(out), words_of(20 * 96, [](std::uint32_t i) { return 10 * i + 2; }));
    EXPECT_EQ(control.blocks_done(), 20U);
    EXPECT_EQ(run.result.statistics.blocks, 20U);
    // Two loads and two stores of each warp, in the order of blocks: the barrier's own accesses are not the kernel's.
    ASSERT_EQ(run.result.trace.size(), 20U * 3 * 4);
    for (std::size_t i = 0; i < run.result.trace.size(); ++i) {
      EXPECT_EQ(run.result.trace.at(i).block.x, i / 12);
      EXPECT_EQ(run.result.trace.at(i).order, i % 12);
    }
  }
}

TEST(Cooperative, WithoutItThereIsNoBarrier) {
  KernelRun run(
      module_text(kernel_text("    mov.u32 %r1, %envreg1;\n    mov.u32 %r2, %envreg2;\n"
                              "    or.b32 %r1, %r1, %r2;\n    st.global.u32 [%at], %r1;\n    ret;")));
  const std::size_t out = run.in(Words(32, 7));
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), Words(32, 0));
}

TEST(Cooperative, ABlockThatNeverComesIsADeadlock) {
  KernelRun run(module_text(kernel_text(places() + R"(
    setp.eq.u32 %p1, %r1, 3;
    @%p1 ret;
)" + grid_sync(1) + R"(
    st.global.u32 [%own], 1;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(5 * 64);
  run.config.grid = {5, 1, 1};
  run.config.block = {64, 1, 1};
  run.config.is_cooperative = true;
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"deadlock"});
  const Fault& fault = run.result.faults[0];
  EXPECT_EQ(fault.block, (Dim3{0, 0, 0}));
  EXPECT_EQ(fault.thread, (Dim3{0, 0, 0}));
  EXPECT_EQ(fault.count, 4U);
  EXPECT_EQ(fault.detail.number, 1U);
  EXPECT_EQ(fault.detail.limit, 5U);
  EXPECT_NE(fault_text(fault).str().find("waits in grid.sync() for 1 of 5 blocks, which never arrive"),
            std::string::npos)
      << fault_text(fault).str();
  EXPECT_EQ(run.values<std::uint32_t>(out), Words(5 * 64, 0));
}

TEST(Cooperative, TheFirstBlockMayBeTheOneThatIsMissing) {
  KernelRun run(module_text(kernel_text(places() + R"(
    setp.lt.u32 %p1, %r1, 2;
    @%p1 ret;
)" + grid_sync(1) + "    ret;")));
  run.out<std::uint32_t>(32);
  run.config.grid = {5, 1, 1};
  run.config.is_cooperative = true;
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"deadlock"});
  EXPECT_EQ(run.result.faults[0].detail.number, 2U);
  EXPECT_EQ(run.result.faults[0].block, (Dim3{2, 0, 0}));
}

// Block b waits for a flag that block b + 1 sets.
std::string chain(bool last_sets) {
  return module_text(kernel_text(places() + R"(
    mad.wide.u32 %d1, %r1, 4, %out;
    sub.u32 %r4, %r3, 1;
    setp.eq.u32 %p1, %r1, %r4;
    @%p1 bra SET;
  WAIT:
    ld.volatile.global.u32 %r5, [%d1+4];
    setp.eq.u32 %p2, %r5, 0;
    @%p2 bra WAIT;
  SET:
    st.volatile.global.u32 [%d1], )" +
                                 std::string(last_sets ? "1" : "0") + ";\n    ret;"));
}

TEST(Cooperative, BlocksMayWaitForLaterOnes) {
  KernelRun run(chain(true));
  const std::size_t out = run.out<std::uint32_t>(50);
  run.config.grid = {50, 1, 1};
  run.config.is_cooperative = true;
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), Words(50, 1));
  // In other launches a block runs to its end before the next one.
  KernelRun plain(chain(true));
  plain.out<std::uint32_t>(50);
  plain.config.grid = {50, 1, 1};
  plain.run();
  EXPECT_EQ(plain.fault_kinds(), Kinds{"endless_loop"});
}

TEST(Cooperative, WhatIsNeverSetIsAnEndlessLoop) {
  KernelRun run(chain(false));
  run.out<std::uint32_t>(50);
  run.config.grid = {50, 1, 1};
  run.config.is_cooperative = true;
  run.run();
  EXPECT_EQ(run.fault_kinds(), Kinds{"endless_loop"});
}

TEST(Cooperative, MoreBlocksThanADeviceHolds) {
  KernelRun run(exchange());
  run.out<std::uint32_t>(32);
  run.config.grid = {100'000, 1, 1};
  run.config.is_cooperative = true;
  EXPECT_NE(run.launch_error().find("a cooperative launch of 100000 blocks is too large"), std::string::npos);
}

}  // namespace
}  // namespace bankloom::simt::test
