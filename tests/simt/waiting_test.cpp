// Waiting for other warps through memory, and loops that never end.
#include <gtest/gtest.h>

#include <string>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

TEST(Waiting, ForAFlagThatALaterWarpSets) {
  for (const char* load : {"ld.volatile.shared.u32", "ld.relaxed.cta.shared.u32", "ld.acquire.cta.shared.u32"}) {
    KernelRun run(shared_kernel(std::string(R"(
    st.shared.u32 [s], 0;
    bar.sync 0;
    setp.ge.u32 %p1, %t, 32;
    @%p1 bra SETTER;
  WAIT:
    )") + load + R"( %r1, [s];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra WAIT;
    ld.shared.u32 %r2, [s+4];
    st.global.u32 [%at], %r2;
    ret;
  SETTER:
    st.shared.u32 [s+4], 55;
    membar.cta;
    st.volatile.shared.u32 [s], 1;
    ret;)"));
    const std::size_t out = run.out<std::uint32_t>(32);
    run.config.block = {64, 1, 1};
    run.run().expect_no_faults();
    EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t) { return 55; }));
    EXPECT_LT(run.result.trace.size(), 1000u) << "a warp that only waits gives way soon";
  }
}

// Every thread adds to a counter in shared memory under a lock.
std::string locked_counter(const std::string& extra) {
  return shared_kernel(R"(
    mov.u32 %r40, 0;
    st.shared.u32 [s], 0;
    st.shared.u32 [s+4], 0;
    bar.sync 0;
  TRY:
    )" + extra + R"(
    atom.shared.cas.b32 %r1, [s], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra TRY;
    ld.volatile.shared.u32 %r2, [s+4];
    add.u32 %r2, %r2, 1;
    st.volatile.shared.u32 [s+4], %r2;
    membar.cta;
    atom.shared.exch.b32 %r3, [s], 0;
    bar.sync 0;
    ld.volatile.shared.u32 %r4, [s+4];
    st.global.u32 [%at], %r4;
    ret;)");
}

TEST(Waiting, ForALockThatALaneOfTheSameWarpHolds) {
  for (const std::uint32_t threads : {32u, 50u, 256u}) {
    KernelRun run(locked_counter(""));
    const std::size_t out = run.out<std::uint32_t>(threads);
    run.config.block = {threads, 1, 1};
    run.run().expect_no_faults();
    EXPECT_EQ(run.values<std::uint32_t>(out), words_of(threads, [&](std::uint32_t) { return threads; }));
  }
}

TEST(Waiting, WithANanosleepThatGrows) {
  KernelRun run(locked_counter(R"(
    min.u32 %r40, %r40, 200;
    nanosleep.u32 %r40;
    add.u32 %r40, %r40, 8;)"));
  const std::size_t out = run.out<std::uint32_t>(64);
  run.config.block = {64, 1, 1};
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(64, [](std::uint32_t) { return 64; }));
}

TEST(Waiting, WithACounterOfItsTurns) {
  // No turn of this loop is like another: only time shows that it waits for a lane of its own warp.
  KernelRun run(locked_counter("    add.u32 %r40, %r40, 1;"));
  const std::size_t out = run.out<std::uint32_t>(3);
  run.config.block = {3, 1, 1};
  run.config.instruction_budget = 100'000'000;
  run.config.record.enabled = false;
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), (Words{3, 3, 3}));
}

TEST(Waiting, WithACallAndABranchInEveryTurn) {
  KernelRun run(module_text(R"(
.shared .align 4 .b8 s[4096];
.func (.reg .u32 taken) try_lock(.reg .u32 place)
{
  .reg .u32 %x;
  .reg .pred %p;
  atom.shared.cas.b32 %x, [place], 0, 1;
  setp.eq.u32 %p, %x, 0;
  selp.u32 taken, 1, 0, %p;
  ret;
}
)" + kernel_text(R"(
    st.shared.u32 [s], 0;
    st.shared.u32 [s+4], 0;
    bar.sync 0;
    mov.u32 %r9, s;
    and.b32 %r8, %t, 1;
    setp.eq.u32 %p3, %r8, 0;
  TRY:
    @%p3 bra EVEN;
    mov.u32 %r7, 1;
    bra CALL;
  EVEN:
    mov.u32 %r7, 2;
  CALL:
    call (%r1), try_lock, (%r9);
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra TRY;
    ld.volatile.shared.u32 %r2, [s+4];
    add.u32 %r2, %r2, %r7;
    st.volatile.shared.u32 [s+4], %r2;
    membar.cta;
    atom.shared.exch.b32 %r3, [s], 0;
    bar.sync 0;
    ld.volatile.shared.u32 %r4, [s+4];
    st.global.u32 [%at], %r4;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(64);
  run.config.block = {64, 1, 1};
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(64, [](std::uint32_t) { return 96; }));
  EXPECT_LT(run.result.statistics.warp_instructions, 1'000'000u);
}

TEST(Waiting, OfLockInsideTheLoopBody) {
  // The form that does not depend on lanes running ahead of each other.
  EXPECT_EQ(run_shared(R"(
    mov.u32 %r5, 0;
    st.shared.u32 [s], 0;
    st.shared.u32 [s+4], 0;
    bar.sync 0;
  TRY:
    atom.shared.cas.b32 %r1, [s], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra NEXT;
    ld.volatile.shared.u32 %r2, [s+4];
    add.u32 %r2, %r2, 1;
    st.volatile.shared.u32 [s+4], %r2;
    membar.cta;
    st.volatile.shared.u32 [s], 0;
    mov.u32 %r5, 1;
  NEXT:
    setp.eq.u32 %p2, %r5, 0;
    @%p2 bra TRY;
    bar.sync 0;
    ld.shared.u32 %r4, [s+4];
    st.global.u32 [%at], %r4;
    ret;)",
                       96, {96, 1, 1}),
            words_of(96, [](std::uint32_t) { return 96; }));
}

TEST(Waiting, PassTheTurnFromWarpToWarp) {
  // Warp w waits for turn == w, then passes it on; the last warps come first.
  EXPECT_EQ(run_shared(R"(
    mov.u32 %r1, %warpid;
    mov.u32 %r9, 7;
    sub.u32 %r1, %r9, %r1;
    st.shared.u32 [s], 0;
    st.shared.u32 [s+4], 0;
    bar.sync 0;
  WAIT:
    ld.volatile.shared.u32 %r2, [s];
    setp.ne.u32 %p1, %r2, %r1;
    @%p1 bra WAIT;
    ld.volatile.shared.u32 %r3, [s+4];
    mad.lo.u32 %r3, %r3, 8, %r1;
    st.volatile.shared.u32 [s+4], %r3;
    add.u32 %r2, %r2, 1;
    bar.warp.sync 0xffffffff;
    membar.cta;
    st.volatile.shared.u32 [s], %r2;
    bar.sync 0;
    ld.volatile.shared.u32 %r3, [s+4];
    st.global.u32 [%at], %r3;
    ret;)",
                       256, {256, 1, 1}),
            words_of(256, [](std::uint32_t) {
              std::uint32_t value = 0;
              for (std::uint32_t turn = 0; turn < 8; ++turn) value = value * 8 + turn;
              return value;
            }));
}

TEST(EndlessLoop, ThatChangesNothingIsSeenAtOnce) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n" + kernel_text(R"(
    .loc 1 3 1
    setp.eq.u32 %p1, %t, 5;
    @!%p1 bra END;
  TURN:
    .loc 1 4 1
    ld.volatile.global.u32 %r1, [%at];
    .loc 1 6 1
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra TURN;
  END:
    .loc 1 8 1
    st.global.u32 [%at], 1;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"endless_loop"});
  const Fault& fault = run.result.faults[0];
  EXPECT_EQ(fault.source_line, 4u);
  EXPECT_EQ(fault.thread, (Dim3{5, 0, 0}));
  EXPECT_EQ(fault.count, 1u);
  EXPECT_NE(fault_text(fault).str().find("lines 4 to 6"), std::string::npos) << fault_text(fault).str();
  EXPECT_LT(run.result.statistics.warp_instructions, 10'000u);
  // The other lanes did not have to wait for it.
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t t) { return t == 5 ? 0 : 1; }));
}

TEST(EndlessLoop, ThatCountsEndsWithTheBudget) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n" + kernel_text(R"(
    mov.u32 %r1, 0;
    .loc 1 12 1
  TURN:
    add.u32 %r1, %r1, 1;
    .loc 1 14 1
    xor.b32 %r2, %r1, %t;
    .loc 1 13 1
    bra.uni TURN;)")));
  run.out<std::uint32_t>(32);
  run.config.grid = {2, 1, 1};
  run.config.instruction_budget = 300'000;
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"endless_loop"});
  EXPECT_EQ(run.result.faults[0].source_line, 12u);
  EXPECT_NE(fault_text(run.result.faults[0]).str().find("within 300000 instructions"), std::string::npos);
  EXPECT_NE(fault_text(run.result.faults[0]).str().find("lines 12 to 14"), std::string::npos)
      << fault_text(run.result.faults[0]).str();
  EXPECT_EQ(run.result.faults[0].count, 64u) << "once in each block";
  EXPECT_GE(run.result.statistics.warp_instructions, 600'000u);
  EXPECT_LT(run.result.statistics.warp_instructions, 1'000'000u);
}

TEST(EndlessLoop, InACallerOfTheRunningFunction) {
  KernelRun run(
      module_text(".file 1 \"k.cu\"\n.func (.reg .u32 r) next(.reg .u32 n)\n{\n  .loc 1 2 1\n"
                  "  add.u32 r, n, 1;\n  ret;\n}\n" +
                  kernel_text(R"(
    .loc 1 20 1
    mov.u32 %r1, 0;
  TURN:
    .loc 1 21 1
    call (%r1), next, (%r1);
    .loc 1 22 1
    bra TURN;)")));
  run.out<std::uint32_t>(32);
  run.config.instruction_budget = 100'002;
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"endless_loop"});
  EXPECT_EQ(run.result.faults[0].source_line, 21u) << fault_text(run.result.faults[0]).str();
}

TEST(EndlessLoop, OfWarpsThatWaitForEachOther) {
  KernelRun run(shared_kernel(R"(
    mov.u32 %r1, %warpid;
    mad.lo.u32 %r2, %r1, 4, %r50;
    xor.b32 %r3, %r2, 4;
  WAIT:
    ld.volatile.shared.u32 %r4, [%r2];
    setp.eq.u32 %p1, %r4, 0;
    @%p1 bra WAIT;
    st.shared.u32 [%r3], 1;
    ret;)"));
  run.out<std::uint32_t>(1);
  run.config.block = {64, 1, 1};
  run.run();
  EXPECT_EQ(run.fault_kinds(), (Kinds{"endless_loop", "uninitialized_read"})) << "nobody cleared the flags";
  EXPECT_LT(run.result.statistics.warp_instructions, 10'000u);
}

}  // namespace
}  // namespace bankloom::simt::test
