// Races between threads and reads of what nobody has written: found where they are, and only there.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

/// A kernel with 4 KiB of shared memory at `s`; %own is the address of the thread's own word, %next that of the next
/// one's in a ring of the block's threads, %far that of the thread half a block further on.
std::string race_kernel(const std::string& body) {
  return module_text(".file 1 \"k.cu\"\n.shared .align 16 .b8 s[4096];\n" + kernel_text(R"(
    .reg .b32 %n, %own, %next, %far;
    mov.u32 %n, %ntid.x;
    mov.u32 %own, s;
    mad.lo.u32 %own, %t, 4, %own;
    add.u32 %r60, %t, 1;
    rem.u32 %r60, %r60, %n;
    mov.u32 %next, s;
    mad.lo.u32 %next, %r60, 4, %next;
    shr.u32 %r61, %n, 1;
    add.u32 %r60, %t, %r61;
    rem.u32 %r60, %r60, %n;
    mov.u32 %far, s;
    mad.lo.u32 %far, %r60, 4, %far;
    mov.u32 %r50, s;
)" + body));
}

KernelRun run_race(const std::string& body, std::uint32_t threads, std::uint32_t blocks = 1) {
  KernelRun run(race_kernel(body));
  run.out<std::uint32_t>(threads);
  run.config.block = {threads, 1, 1};
  run.config.grid = {blocks, 1, 1};
  run.run();
  return run;
}

Kinds faults_of(const std::string& body, std::uint32_t threads, std::uint32_t blocks = 1) {
  return run_race(body, threads, blocks).fault_kinds();
}

const Kinds kNothing;
const Kinds kRace{"race"};

TEST(Races, ReadOfWhatAnotherWarpWrites) {
  KernelRun run = run_race(R"(
    .loc 1 5 1
    st.shared.u32 [%own], %t;
    .loc 1 6 1
    ld.shared.u32 %r1, [%far];
    st.global.u32 [%at], %r1;
    ret;)",
                           64);
  // Warp 0 reads what warp 1 has yet to write, and warp 1 what warp 0 has written.
  ASSERT_EQ(run.fault_kinds(), (Kinds{"race", "race"}));
  const Fault& write = run.result.faults[0];
  EXPECT_EQ(write.source_line, 5u);
  EXPECT_EQ(write.thread, (Dim3{32, 0, 0}));
  EXPECT_EQ(write.count, 32u);
  EXPECT_TRUE(write.has_address);
  EXPECT_EQ(write.space, Space::shared);
  EXPECT_EQ(write.address, 128u);
  EXPECT_EQ(fault_text(write).str(),
            "thread (32,0,0) of block (0,0,0) writes 4 bytes at shared address 128 (byte 128 of 's'), which thread "
            "(0,0,0) reads in line 6, with no __syncthreads() between the two");
  const Fault& read = run.result.faults[1];
  EXPECT_EQ(read.source_line, 6u);
  EXPECT_EQ(read.thread, (Dim3{32, 0, 0}));
  EXPECT_EQ(read.address, 0u);
  EXPECT_NE(fault_text(read).str().find("which thread (0,0,0) wrote in line 5, with no __syncthreads() between"),
            std::string::npos)
      << fault_text(read).str();
  // Accesses 0 and 1 are warp 0's to shared memory, 2 is its store of the output.
  EXPECT_EQ(write.order, 3u);
  EXPECT_EQ(read.order, 4u);
}

TEST(Races, NoneAcrossABarrier) {
  EXPECT_EQ(faults_of(R"(
    mov.u32 %r9, 0;
  TURN:
    st.shared.u32 [%own], %r9;
    bar.sync 0;
    ld.shared.u32 %r1, [%far];
    ld.shared.u32 %r2, [%next];
    bar.sync 0;
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p1, %r9, 5;
    @%p1 bra TURN;
    ret;)",
                      256, 3),
            kNothing);
}

TEST(Races, ABarrierTooFewInALoop) {
  // Nothing keeps a warp from writing again while another still reads.
  EXPECT_EQ(faults_of(R"(
    mov.u32 %r9, 0;
  TURN:
    st.shared.u32 [%own], %r9;
    bar.sync 0;
    ld.shared.u32 %r1, [%far];
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p1, %r9, 5;
    @%p1 bra TURN;
    ret;)",
                      256),
            (Kinds{"race", "race"}));
}

TEST(Races, BlocksHaveMemoryOfTheirOwn) {
  EXPECT_EQ(faults_of("st.shared.u32 [%own], %t;\n ld.shared.u32 %r1, [%own];\n ret;", 128, 4), kNothing);
}

TEST(Races, WhatABlockLeftIsNotWritten) {
  // Block 0 writes, block 1 reads the same place.
  KernelRun run = run_race(R"(
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 st.shared.u32 [%own], %t;
    @!%p1 ld.shared.u32 %r2, [%own];
    ret;)",
                           32, 2);
  ASSERT_EQ(run.fault_kinds(), Kinds{"uninitialized_read"});
  EXPECT_EQ(run.result.faults[0].block, (Dim3{1, 0, 0}));
  EXPECT_EQ(run.result.faults[0].count, 32u);
}

TEST(Races, BytesOfAWordAreApart) {
  const std::string bytes = R"(
    add.u32 %r1, %r50, %t;
    cvt.u16.u32 %h1, %t;
    st.shared.u8 [%r1], %h1;
)";
  EXPECT_EQ(faults_of(bytes + "bar.sync 0;\n ld.shared.u32 %r2, [%r50];\n ret;", 64), kNothing);
  // Thread t writes byte t; thread t + 1 reads it only from the second warp on in another warp.
  EXPECT_EQ(faults_of(bytes + R"(
    ld.shared.u8 %h2, [%r1];
    ret;)",
                      64),
            kNothing);
  EXPECT_EQ(faults_of(bytes + R"(
    xor.b32 %r2, %t, 32;
    add.u32 %r2, %r50, %r2;
    ld.shared.u8 %h2, [%r2];
    ret;)",
                      64),
            (Kinds{"race", "race"}));
  // A word of which the other warp writes one byte, after words were used as a whole.
  EXPECT_EQ(faults_of(R"(
    st.shared.u32 [%own], %t;
    bar.sync 0;
    setp.ge.u32 %p1, %t, 32;
    @%p1 st.shared.u8 [s+3], 7;
    @!%p1 ld.shared.u8 %h2, [s+2];
    ret;)",
                      64),
            kNothing);
  EXPECT_EQ(faults_of(R"(
    st.shared.u32 [%own], %t;
    bar.sync 0;
    setp.ge.u32 %p1, %t, 32;
    @%p1 st.shared.u8 [s+3], 7;
    @!%p1 ld.shared.u32 %r2, [s];
    ret;)",
                      64),
            kRace);
}

TEST(Races, WideAccesses) {
  const std::string wide = R"(
    mad.lo.u32 %r1, %t, 16, %r50;
    st.shared.v4.u32 [%r1], {%t, %t, %t, %t};
)";
  EXPECT_EQ(faults_of(wide + "bar.sync 0;\n ld.shared.u32 %r2, [%own];\n ret;", 64), kNothing);
  // Thread 63 of warp 1 has written the word in the middle.
  EXPECT_EQ(faults_of(wide + R"(
    xor.b32 %r1, %t, 32;
    mad.lo.u32 %r1, %r1, 16, %r50;
    ld.shared.u32 %r2, [%r1+8];
    ret;)",
                      64),
            (Kinds{"race", "race"}));
}

TEST(Races, LanesThatWriteOnePlaceAtOnce) {
  KernelRun run = run_race(".loc 1 3 1\n st.shared.u32 [s+8], %t;\n ret;", 32);
  ASSERT_EQ(run.fault_kinds(), kRace);
  EXPECT_EQ(run.result.faults[0].source_line, 3u);
  EXPECT_EQ(run.result.faults[0].thread, (Dim3{1, 0, 0}));
  EXPECT_EQ(run.result.faults[0].address, 8u);
  EXPECT_EQ(run.result.faults[0].count, 31u);
  EXPECT_NE(fault_text(run.result.faults[0]).str().find("another value"), std::string::npos)
      << fault_text(run.result.faults[0]).str();
  EXPECT_EQ(faults_of("st.shared.u32 [s+8], %n;\n ret;", 32), kNothing) << "one value, whoever wins";
  EXPECT_EQ(faults_of("st.shared.u32 [s+8], %n;\n ret;", 256), kNothing) << "also from several warps";
  EXPECT_EQ(faults_of("shr.u32 %r1, %t, 5;\n st.shared.u32 [s+8], %r1;\n ret;", 64), kRace);
}

TEST(Races, AWarpInStepIsOrdered) {
  EXPECT_EQ(faults_of("st.shared.u32 [%own], %t;\n ld.shared.u32 %r1, [%next];\n ret;", 32), kNothing);
}

TEST(Races, LanesThatHaveParted) {
  const std::string writes = R"(
    st.shared.u32 [%own], %t;
    bar.sync 0;
    setp.eq.u32 %p1, %t, 5;
    @!%p1 bra BEHIND;
    st.shared.u32 [s+64], 99;
  BEHIND:
)";
  KernelRun run = run_race(writes + ".loc 1 9 1\n ld.shared.u32 %r1, [s+64];\n ret;", 32);
  ASSERT_EQ(run.fault_kinds(), kRace);
  EXPECT_EQ(run.result.faults[0].source_line, 9u);
  EXPECT_EQ(run.result.faults[0].count, 31u) << "lane 5 may read what it wrote itself";
  EXPECT_NE(fault_text(run.result.faults[0]).str().find("no __syncwarp()"), std::string::npos)
      << fault_text(run.result.faults[0]).str();
  EXPECT_EQ(faults_of(writes + "bar.warp.sync 0xffffffff;\n ld.shared.u32 %r1, [s+64];\n ret;", 32), kNothing);
  EXPECT_EQ(faults_of(writes + "bar.warp.sync 0xffffffff;\n ld.shared.u32 %r1, [s+64];\n ret;", 64), (Kinds{"race"}))
      << "which orders the lanes of one warp only";
  EXPECT_EQ(faults_of(writes + "bar.sync 0;\n ld.shared.u32 %r1, [s+64];\n ret;", 64), kNothing);
}

TEST(Races, AReductionOfAWarp) {
  const auto reduction = [](const std::string& meeting) {
    return R"(
    st.shared.u32 [%own], %t;
)" + meeting +
           R"(
    mov.u32 %r9, 16;
  TURN:
    setp.ge.u32 %p1, %t, %r9;
    @%p1 bra BEHIND;
    mad.lo.u32 %r1, %r9, 4, %own;
    ld.shared.u32 %r2, [%r1];
    ld.shared.u32 %r3, [%own];
    add.u32 %r2, %r2, %r3;
    st.shared.u32 [%own], %r2;
  BEHIND:
)" + meeting +
           R"(
    shr.u32 %r9, %r9, 1;
    setp.ne.u32 %p2, %r9, 0;
    @%p2 bra TURN;
    ret;)";
  };
  EXPECT_EQ(faults_of(reduction("bar.warp.sync 0xffffffff;"), 32), kNothing);
  EXPECT_EQ(faults_of(reduction(""), 32), kRace) << "half of the lanes go another way";
}

TEST(Races, AtomicsAreNoneAmongThemselves) {
  const std::string counted = R"(
    setp.eq.u32 %p1, %t, 0;
    @%p1 st.shared.u32 [s], 0;
    bar.sync 0;
    atom.shared.add.u32 %r1, [s], 1;
)";
  EXPECT_EQ(faults_of(counted + "ret;", 128), kNothing);
  EXPECT_EQ(faults_of(counted + "bar.sync 0;\n ld.shared.u32 %r2, [s];\n ret;", 128), kNothing);
  // The other warps count where one has read.
  EXPECT_EQ(faults_of(counted + "ld.shared.u32 %r2, [s];\n ret;", 128), kRace);
  // The counter is set to 0 while others may count already.
  EXPECT_EQ(faults_of(R"(
    setp.eq.u32 %p1, %t, 64;
    @%p1 st.shared.u32 [s], 0;
    atom.shared.add.u32 %r1, [s], 1;
    ret;)",
                      128),
            kRace);
}

TEST(Races, NamedBarriersOrderThoseThatMeet) {
  // Warps 0 and 1 meet at barrier 1, warps 2 and 3 at barrier 2; each reads what its partner wrote.
  const auto pairs = [](const std::string& distance) {
    return R"(
    st.shared.u32 [%own], %t;
    shr.u32 %r1, %t, 6;
    add.u32 %r1, %r1, 1;
    bar.sync %r1, 64;
    xor.b32 %r2, %t, )" +
           distance + R"(;
    mad.lo.u32 %r2, %r2, 4, %r50;
    ld.shared.u32 %r3, [%r2];
    ret;)";
  };
  EXPECT_EQ(faults_of(pairs("32"), 128), kNothing);
  EXPECT_NE(faults_of(pairs("64"), 128), kNothing) << "the other pair has met elsewhere";
}

TEST(Races, ProducerAndConsumer) {
  // Warp 0 fills, warp 1 takes: full is barrier 1, empty barrier 2.
  const auto pipeline = [](const std::string& wait_for_empty) {
    return R"(
    and.b32 %r1, %t, 31;
    mad.lo.u32 %r1, %r1, 4, %r50;
    mov.u32 %r9, 0;
    setp.ge.u32 %p1, %t, 32;
    @%p1 bra CONSUMER;
  PRODUCER:
    st.shared.u32 [%r1], %r9;
    bar.arrive 1, 64;
)" + wait_for_empty +
           R"(
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p2, %r9, 4;
    @%p2 bra PRODUCER;
    ret;
  CONSUMER:
    bar.sync 1, 64;
    ld.shared.u32 %r2, [%r1];
    bar.arrive 2, 64;
    add.u32 %r9, %r9, 1;
    setp.lt.u32 %p2, %r9, 4;
    @%p2 bra CONSUMER;
    ret;)";
  };
  EXPECT_EQ(faults_of(pipeline("bar.sync 2, 64;"), 64), kNothing);
}

TEST(Races, WarpsThatEndedEarly) {
  EXPECT_EQ(faults_of(R"(
    st.shared.u32 [%own], %t;
    setp.ge.u32 %p1, %t, 64;
    @%p1 ret;
    bar.sync 0;
    ld.shared.u32 %r1, [%far];
    ret;)",
                      128),
            kNothing);
}

TEST(Races, AFlagNeedsAFence) {
  const auto flag = [](const std::string& fence) {
    return R"(
    setp.eq.u32 %p1, %t, 0;
    @%p1 st.shared.u32 [s], 0;
    bar.sync 0;
    setp.ge.u32 %p1, %t, 32;
    @%p1 bra SETTER;
  WAIT:
    ld.volatile.shared.u32 %r1, [s];
    setp.eq.u32 %p2, %r1, 0;
    @%p2 bra WAIT;
    ld.shared.u32 %r2, [s+4];
    ret;
  SETTER:
    setp.ne.u32 %p1, %t, 32;
    @%p1 ret;
    st.shared.u32 [s+4], 55;
)" + fence +
           R"(
    st.volatile.shared.u32 [s], 1;
    ret;)";
  };
  EXPECT_EQ(faults_of(flag("membar.cta;"), 64), kNothing);
  EXPECT_NE(faults_of(flag(""), 64), kNothing) << "volatile orders nothing";
}

TEST(Unwritten, IsSaidWithItsPlace) {
  KernelRun run = run_race(R"(
    .loc 1 4 1
    setp.lt.u32 %p1, %t, 30;
    @%p1 st.shared.u32 [%own], %t;
    bar.sync 0;
    .loc 1 6 1
    ld.shared.u32 %r1, [%own];
    st.global.u32 [%at], %r1;
    ret;)",
                           64);
  ASSERT_EQ(run.fault_kinds(), Kinds{"uninitialized_read"});
  const Fault& fault = run.result.faults[0];
  EXPECT_EQ(fault.source_line, 6u);
  EXPECT_EQ(fault.thread, (Dim3{30, 0, 0}));
  EXPECT_EQ(fault.address, 120u);
  EXPECT_EQ(fault.count, 34u);
  EXPECT_EQ(fault_text(fault).str(),
            "thread (30,0,0) of block (0,0,0) reads 4 bytes at shared address 120 (byte 120 of 's'), where no thread "
            "of the block has written before");
}

TEST(Unwritten, CountsForAtomicsToo) {
  EXPECT_EQ(faults_of("atom.shared.add.u32 %r1, [%own], 1;\n ret;", 32), Kinds{"uninitialized_read"});
  EXPECT_EQ(faults_of("atom.shared.exch.b32 %r1, [%own], 1;\n ret;", 32), kNothing);
}

TEST(Unwritten, ByteForByte) {
  EXPECT_EQ(faults_of("cvt.u16.u32 %h1, %t;\n st.shared.u16 [%own], %h1;\n ld.shared.u16 %h2, [%own];\n ret;", 32),
            kNothing);
  EXPECT_EQ(faults_of("cvt.u16.u32 %h1, %t;\n st.shared.u16 [%own], %h1;\n ld.shared.u16 %h2, [%own+2];\n ret;", 32),
            Kinds{"uninitialized_read"});
  EXPECT_EQ(faults_of("cvt.u16.u32 %h1, %t;\n st.shared.u16 [%own], %h1;\n ld.shared.u32 %r2, [%own];\n ret;", 32),
            Kinds{"uninitialized_read"});
}

TEST(Unwritten, AsyncCopiesWrite) {
  EXPECT_EQ(faults_of(R"(
    cp.async.ca.shared.global [%own], [%at], 4;
    cp.async.wait_all;
    bar.sync 0;
    ld.shared.u32 %r1, [%far];
    ret;)",
                      64),
            kNothing);
}

TEST(Matrices, AreCheckedRowByRow) {
  const auto rows = [](const std::string& meeting) {
    return R"(
    mad.lo.u32 %r1, %t, 16, %r50;
    st.shared.v4.u32 [%r1], {%t, %t, %t, %t};
)" + meeting +
           R"(
    xor.b32 %r2, %t, 32;
    mad.lo.u32 %r2, %r2, 16, %r50;
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r3, %r4, %r5, %r6}, [%r2];
    ret;)";
  };
  EXPECT_EQ(faults_of(rows("bar.sync 0;"), 64), kNothing);
  EXPECT_EQ(faults_of(rows(""), 64), (Kinds{"race", "race"}));
}

TEST(Barriers, MetAtDifferentPlaces) {
  KernelRun run = run_race(R"(
    setp.ge.u32 %p1, %t, 32;
    @%p1 bra OTHER;
    .loc 1 4 1
    bar.sync 0;
    bra END;
  OTHER:
    .loc 1 7 1
    bar.sync 0;
  END:
    ret;)",
                           64);
  ASSERT_EQ(run.fault_kinds(), Kinds{"divergent_barrier"});
  EXPECT_EQ(run.result.faults[0].source_line, 7u);
  EXPECT_NE(fault_text(run.result.faults[0]).str().find("at that of line 4"), std::string::npos)
      << fault_text(run.result.faults[0]).str();
}

TEST(Arrays, SideBySideAreApart) {
  const auto two = [](const std::string& body) {
    KernelRun run(
        module_text(".file 1 \"k.cu\"\n.shared .align 4 .b8 a[64];\n.shared .align 4 .b8 b[64];\n" + kernel_text(R"(
    mov.u32 %r10, a;
    mov.u32 %r11, b;
    mad.lo.u32 %r12, %t, 4, %r10;
    mad.lo.u32 %r13, %t, 4, %r11;
    .loc 1 5 1
)" + body)));
    run.out<std::uint32_t>(17);
    run.config.block = {17, 1, 1};
    run.run();
    return run;
  };
  KernelRun store = two("st.shared.u32 [%r12], %t;\n ret;");
  ASSERT_EQ(store.fault_kinds(), Kinds{"out_of_bounds"});
  EXPECT_EQ(store.result.faults[0].thread, (Dim3{16, 0, 0}));
  EXPECT_EQ(store.result.faults[0].address, 64u);
  EXPECT_NE(fault_text(store.result.faults[0]).str().find("outside the array 'a'"), std::string::npos)
      << fault_text(store.result.faults[0]).str();
  EXPECT_EQ(two("setp.lt.u32 %p1, %t, 16;\n @%p1 st.shared.u32 [%r12], %t;\n @%p1 st.shared.u32 [%r13], %t;\n ret;")
                .fault_kinds(),
            kNothing);
  // Which of the two it is depends on the thread: nothing can be said.
  EXPECT_EQ(two("setp.lt.u32 %p1, %t, 8;\n selp.b32 %r14, %r12, %r13, %p1;\n setp.lt.u32 %p2, %t, 16;\n"
                "@%p2 st.shared.u32 [%r14], %t;\n ret;")
                .fault_kinds(),
            kNothing);
  // Before the second array: in the first.
  EXPECT_EQ(two("@%p3 ret;\n setp.eq.u32 %p1, %t, 0;\n @%p1 st.shared.u32 [%r13+-4], %t;\n ret;").fault_kinds(),
            Kinds{"out_of_bounds"});
  // By a generic address.
  EXPECT_EQ(two("cvt.u64.u32 %d1, %r12;\n cvta.shared.u64 %d2, %d1;\n st.u32 [%d2], %t;\n ret;").fault_kinds(),
            Kinds{"out_of_bounds"});
}

TEST(Buffers, AreFurtherApartThanAnIndexReaches) {
  KernelRun run(module_text(kernel_text("mad.wide.u32 %d1, %t, 65536, %out;\n st.global.u32 [%d1], %t;\n ret;", 2)));
  run.out<std::uint32_t>(4);
  const std::size_t other = run.in(std::vector<std::uint32_t>(1'000'000, 7));
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"out_of_bounds"});
  EXPECT_EQ(run.result.faults[0].count, 31u);
  EXPECT_EQ(run.values<std::uint32_t>(other), std::vector<std::uint32_t>(1'000'000, 7));
}

}  // namespace
}  // namespace bankloom::simt::test
