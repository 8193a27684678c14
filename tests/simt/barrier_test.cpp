// Barriers of a block.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

TEST(Barrier, ReversalThroughSharedMemory) {
  for (const std::uint32_t threads : {1u, 31u, 64u, 77u, 1024u}) {
    EXPECT_EQ(run_shared(R"(
    st.shared.u32 [%s], %t;
    bar.sync 0;
    mov.u32 %r1, %ntid.x;
    sub.u32 %r1, %r1, 1;
    sub.u32 %r1, %r1, %t;
    mad.lo.u32 %r1, %r1, 4, %r50;
    ld.shared.u32 %r2, [%r1];
    st.global.u32 [%at], %r2;
    ret;)",
                         threads, {threads, 1, 1}),
              words_of(threads, [&](std::uint32_t t) { return threads - 1 - t; }));
  }
}

TEST(Barrier, InALoopKeepsTheWarpsInStep) {
  // Prefix sum by doubling, 128 threads.
  EXPECT_EQ(run_shared(R"(
    add.u32 %r1, %t, 1;
    mov.u32 %r2, 1;
  TURN:
    st.shared.u32 [%s], %r1;
    bar.sync 0;
    setp.lt.u32 %p1, %t, %r2;
    @%p1 bra NONE;
    mad.lo.s32 %r3, %r2, -4, %s;
    ld.shared.u32 %r4, [%r3];
    add.u32 %r1, %r1, %r4;
  NONE:
    bar.sync 0;
    shl.b32 %r2, %r2, 1;
    setp.lt.u32 %p2, %r2, 128;
    @%p2 bra TURN;
    st.global.u32 [%at], %r1;
    ret;)",
                       128, {128, 1, 1}),
            words_of(128, [](std::uint32_t t) { return (t + 1) * (t + 2) / 2; }));
}

TEST(Barrier, WarpsRunInOrderBehindIt) {
  KernelRun run(shared_kernel(R"(
    st.shared.u32 [%s], %t;
    bar.sync 0;
    ld.shared.u32 %r1, [%s];
    st.global.u32 [%at], %r1;
    ret;)"));
  run.out<std::uint32_t>(96);
  run.config.block = {96, 1, 1};
  run.run().expect_no_faults();
  std::vector<std::uint32_t> warps;
  for (std::size_t i = 0; i < run.result.trace.size(); ++i) {
    EXPECT_EQ(run.result.trace.at(i).order, i);
    warps.push_back(run.result.trace.at(i).warp);
  }
  EXPECT_EQ(warps, (std::vector<std::uint32_t>{0, 1, 2, 0, 0, 1, 1, 2, 2}));
}

TEST(Barrier, SeveralWithCounts) {
  // Warps 0 and 1 exchange through barrier 1, warps 2 and 3 through barrier 2.
  EXPECT_EQ(run_shared(R"(
    mov.u32 %r1, %warpid;
    shr.u32 %r2, %r1, 1;
    add.u32 %r2, %r2, 1;
    st.shared.u32 [%s], %t;
    bar.sync %r2, 64;
    xor.b32 %r3, %s, 128;
    ld.shared.u32 %r4, [%r3];
    st.global.u32 [%at], %r4;
    ret;)",
                       128, {128, 1, 1}),
            words_of(128, [](std::uint32_t t) { return t ^ 32; }));
}

TEST(Barrier, ProducerArrivesConsumerSyncs) {
  // Warp 1 writes four batches, warp 0 reads them: barrier 1 says full, barrier 2 says empty.
  EXPECT_EQ(run_shared(R"(
    and.b32 %r9, %t, 31;
    mad.lo.u32 %r10, %r9, 4, %r50;
    mov.u32 %r1, 0;
    mov.u32 %r5, 0;
    setp.ge.u32 %p1, %t, 32;
    @%p1 bra PRODUCER;
  CONSUMER:
    bar.sync 1, 64;
    ld.shared.u32 %r2, [%r10];
    mad.lo.u32 %r5, %r5, 10, %r2;
    bar.arrive 2, 64;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p2, %r1, 4;
    @%p2 bra CONSUMER;
    st.global.u32 [%at], %r5;
    ret;
  PRODUCER:
    add.u32 %r2, %r1, 1;
    st.shared.u32 [%r10], %r2;
    bar.arrive 1, 64;
    bar.sync 2, 64;
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p2, %r1, 4;
    @%p2 bra PRODUCER;
    ret;)",
                       32, {64, 1, 1}),
            words_of(32, [](std::uint32_t) { return 1234; }));
}

TEST(Barrier, Reductions) {
  // 70 threads: the last warp has six.
  EXPECT_EQ(run_shared(R"(
    rem.u32 %r1, %t, 3;
    setp.eq.u32 %p1, %r1, 0;
    bar.red.popc.u32 %r2, 0, %p1;
    bar.red.popc.u32 %r3, 0, !%p1;
    bar.red.and.pred %p2, 0, %p1;
    bar.red.or.pred %p3, 1, %p1;
    setp.lt.u32 %p4, %t, 1000;
    barrier.cta.red.and.aligned.pred %p5, 2, 96, %p4;
    barrier.red.or.pred %p6, 0, !%p4;
    selp.u32 %r4, 1, 0, %p2;
    selp.u32 %r5, 2, 0, %p3;
    selp.u32 %r6, 4, 0, %p5;
    selp.u32 %r7, 8, 0, %p6;
    add.u32 %r4, %r4, %r5;
    add.u32 %r4, %r4, %r6;
    add.u32 %r4, %r4, %r7;
    mad.lo.u32 %r2, %r2, 100, %r3;
    mad.lo.u32 %r2, %r2, 100, %r4;
    st.global.u32 [%at], %r2;
    ret;)",
                       70, {70, 1, 1}),
            words_of(70, [](std::uint32_t) { return (24 * 100 + 46) * 100 + 6; }));
}

TEST(Barrier, ThreadsThatEndedAreNotWaitedFor) {
  EXPECT_EQ(run_shared(R"(
    st.shared.u32 [%s], %t;
    setp.ge.u32 %p1, %t, 40;
    @%p1 exit;              // part of warp 1, all of warps 2 and 3
    bar.sync 0;
    xor.b32 %r1, %s, 4;
    ld.shared.u32 %r2, [%r1];
    st.global.u32 [%at], %r2;
    ret;)",
                       40, {128, 1, 1}),
            words_of(40, [](std::uint32_t t) { return t ^ 1; }));
}

TEST(Barrier, OfAPartOfAWarpIsAFaultWithItsPlace) {
  KernelRun run(module_text(".file 1 \"k.cu\"\n" + kernel_text(R"(
    setp.lt.u32 %p1, %t, 12;
    .loc 1 7 3
    @!%p1 bra JOIN;
    .loc 1 8 5
    bar.sync 0;
  JOIN:
    .loc 1 9 3
    st.global.u32 [%at], %t;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.config.grid = {3, 1, 1};
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"divergent_barrier"});
  const Fault& fault = run.result.faults[0];
  EXPECT_EQ(fault.source_line, 8u);
  EXPECT_EQ(fault.block, (Dim3{0, 0, 0}));
  EXPECT_EQ(fault.thread, (Dim3{0, 0, 0}));
  EXPECT_EQ(fault.count, 3u * 12);
  // The others end, and those that waited go on.
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t t) { return t; }));
}

TEST(Barrier, OnBothSidesOfABranchIsAFaultButHolds) {
  KernelRun run(shared_kernel(R"(
    st.shared.u32 [%s], %t;
    and.b32 %r1, %t, 1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra EVEN;
    bar.sync 0;
    bra JOIN;
  EVEN:
    bar.sync 0;
  JOIN:
    xor.b32 %r1, %s, 128;
    ld.shared.u32 %r2, [%r1];
    st.global.u32 [%at], %r2;
    ret;)"));
  const std::size_t out = run.out<std::uint32_t>(64);
  run.config.block = {64, 1, 1};
  run.run();
  EXPECT_EQ(run.fault_kinds(), (Kinds{"divergent_barrier", "divergent_barrier"}));
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(64, [](std::uint32_t t) { return t ^ 32; }));
}

TEST(Barrier, NotAlignedMayBeMetByPartsOfAWarp) {
  // The two halves of each warp come from different places.
  EXPECT_EQ(run_shared(R"(
    st.shared.u32 [%s], %t;
    and.b32 %r1, %t, 16;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra LOW;
    barrier.sync 3;
    bra JOIN;
  LOW:
    barrier.sync 3;
  JOIN:
    xor.b32 %r1, %s, 192;
    ld.shared.u32 %r2, [%r1];
    st.global.u32 [%at], %r2;
    ret;)",
                       64, {64, 1, 1}),
            words_of(64, [](std::uint32_t t) { return t ^ 48; }));
}

TEST(Barrier, LanesMayNameDifferentOnes) {
  // Each half of the warps has a barrier of its own; not every GPU takes a count for parts of warps.
  EXPECT_EQ(run_shared(R"(
    st.shared.u32 [%s], %t;
    shr.u32 %r3, %t, 4;
    and.b32 %r3, %r3, 1;
    add.u32 %r3, %r3, 4;
    barrier.sync %r3, 32;
    xor.b32 %r1, %s, 128;
    ld.shared.u32 %r2, [%r1];
    st.global.u32 [%at], %r2;
    ret;)",
                       64, {64, 1, 1}),
            words_of(64, [](std::uint32_t t) { return t ^ 32; }));
}

TEST(Barrier, ThatIsNeverCompleteIsADeadlock) {
  KernelRun run(shared_kernel(R"(
    setp.lt.u32 %p1, %t, 32;
    @!%p1 bra END;
    bar.sync 1, 64;
  END:
    ret;)"));
  run.out<std::uint32_t>(1);
  run.config.block = {64, 1, 1};
  run.config.grid = {2, 1, 1};
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"deadlock"});
  EXPECT_EQ(run.result.faults[0].count, 2u * 32);
  EXPECT_NE(fault_text(run.result.faults[0]).str().find("barrier 1"), std::string::npos)
      << fault_text(run.result.faults[0]).str();
  EXPECT_EQ(run.result.statistics.blocks, 2u);
}

TEST(Barrier, NumberBeyondFifteenIsAFault) {
  KernelRun run(module_text(kernel_text("  mov.u32 %r1, 16;\n  bar.sync %r1;\n  ret;")));
  run.out<std::uint32_t>(1);
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"trap"});
  EXPECT_NE(fault_text(run.result.faults[0]).str().find("0 to 15"), std::string::npos)
      << fault_text(run.result.faults[0]).str();
}

TEST(BarrierMeetings, SayWhoCameWhenAmongTheAccesses) {
  // 70 threads: warp 2 has six. A store of each warp, the barrier in line 5, a load and a store of each warp.
  KernelRun run(module_text(".file 1 \"k.cu\"\n.shared .align 4 .b8 s[4096];\n" + kernel_text(R"(
    .reg .b32 %s;
    mov.u32 %r50, s;
    mad.lo.u32 %s, %t, 4, %r50;
    st.shared.u32 [%s], %t;
    .loc 1 5 1
    bar.sync 0;
    ld.shared.u32 %r1, [%s];
    st.global.u32 [%at], %r1;
    ret;)")));
  run.out<std::uint32_t>(2 * 70);
  run.config.block = {70, 1, 1};
  run.config.grid = {2, 1, 1};
  run.run();
  const auto& meetings = run.result.trace.meetings();
  ASSERT_EQ(meetings.size(), 2u) << "one a block";
  for (std::uint32_t block = 0; block < 2; ++block) {
    const BarrierMeeting& meeting = meetings[block];
    EXPECT_EQ(meeting.block, (Dim3{block, 0, 0}));
    EXPECT_EQ(meeting.number, 0u);
    EXPECT_EQ(meeting.expected, 0u);
    EXPECT_TRUE(meeting.opened);
    EXPECT_EQ(meeting.order, 3u);
    EXPECT_EQ(meeting.arrivals, (std::vector<BarrierArrival>{
                                    {0, kAllLanes, 1, 5, true}, {1, kAllLanes, 2, 5, true}, {2, 0x3f, 3, 5, true}}));
  }
}

TEST(BarrierMeetings, OfPartsOfAWarpHaveTheirLanes) {
  // Half of the warp waits; the others store and end, which opens it.
  KernelRun run(shared_kernel(R"(
    setp.lt.u32 %p1, %t, 16;
    @!%p1 bra REST;
    bar.sync 0;
    bra END;
  REST:
    st.shared.u32 [%s], %t;
  END:
    st.global.u32 [%at], %t;
    ret;)"));
  run.out<std::uint32_t>(32);
  run.run();
  EXPECT_EQ(run.fault_kinds(), Kinds{"divergent_barrier"});
  const auto& meetings = run.result.trace.meetings();
  ASSERT_EQ(meetings.size(), 1u);
  EXPECT_TRUE(meetings[0].opened);
  ASSERT_EQ(meetings[0].arrivals.size(), 1u);
  EXPECT_EQ(meetings[0].arrivals[0].lanes, 0xffffu);
  EXPECT_EQ(meetings[0].arrivals[0].order, 0u);
  EXPECT_EQ(meetings[0].order, 2u) << "the others have made both of their accesses";
}

TEST(BarrierMeetings, ThatNeverOpenAreToldLast) {
  // Warp 0 waits for 96 threads, of which there are 64; before that both meet.
  KernelRun run(shared_kernel(R"(
    bar.sync 3;
    setp.ge.u32 %p1, %t, 32;
    @%p1 bra END;
    bar.sync 1, 96;
  END:
    st.global.u32 [%at], %t;
    ret;)"));
  run.out<std::uint32_t>(64);
  run.config.block = {64, 1, 1};
  run.run();
  EXPECT_EQ(run.fault_kinds(), Kinds{"deadlock"});
  const auto& meetings = run.result.trace.meetings();
  ASSERT_EQ(meetings.size(), 2u);
  EXPECT_EQ(meetings[0].number, 3u);
  EXPECT_TRUE(meetings[0].opened);
  EXPECT_EQ(meetings[1].number, 1u);
  EXPECT_EQ(meetings[1].expected, 96u);
  EXPECT_FALSE(meetings[1].opened);
  ASSERT_EQ(meetings[1].arrivals.size(), 1u);
  EXPECT_EQ(meetings[1].arrivals[0].warp, 0u);
}

TEST(BarrierMeetings, TellWhoArrivesWithoutWaiting) {
  KernelRun run(shared_kernel(R"(
    setp.ge.u32 %p1, %t, 32;
    @%p1 bra WAITER;
    bar.arrive 1, 64;
    ret;
  WAITER:
    bar.sync 1, 64;
    ret;)"));
  run.out<std::uint32_t>(64);
  run.config.block = {64, 1, 1};
  run.run().expect_no_faults();
  ASSERT_EQ(run.result.trace.meetings().size(), 1u);
  const BarrierMeeting& meeting = run.result.trace.meetings()[0];
  ASSERT_EQ(meeting.arrivals.size(), 2u);
  EXPECT_FALSE(meeting.arrivals[0].waits);
  EXPECT_TRUE(meeting.arrivals[1].waits);
}

TEST(BarrierMeetings, AreKeptOfRecordedBlocksAlone) {
  KernelRun run(shared_kernel("    bar.sync 0;\n    st.global.u32 [%at], %t;\n    ret;"));
  run.out<std::uint32_t>(32);
  run.config.grid = {4, 1, 1};
  run.config.record.first_block = 1;
  run.config.record.block_count = 2;
  run.run();
  ASSERT_EQ(run.result.trace.meetings().size(), 2u);
  EXPECT_EQ(run.result.trace.meetings()[0].block, (Dim3{1, 0, 0}));
  EXPECT_EQ(run.result.trace.meetings()[1].block, (Dim3{2, 0, 0}));
}

}  // namespace
}  // namespace bankloom::simt::test
