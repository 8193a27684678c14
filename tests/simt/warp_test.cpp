// Instructions in which the lanes of a warp meet: shfl, vote, match, redux, elect, bar.warp.sync.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

// What shfl.sync gives lane `lane` of a full warp, by the manual's pseudocode, where lane l holds 100 + l.
struct Shuffled {
  std::uint32_t value;
  bool predicate;
};
Shuffled shuffled(const std::string& mode, std::uint32_t lane, std::uint32_t b, std::uint32_t c) {
  const std::uint32_t segment = (c >> 8) & 31, bound = c & 31, distance = b & 31;
  const auto max_lane = static_cast<int>((lane & segment) | (bound & ~segment));
  const auto min_lane = static_cast<int>(lane & segment);
  int from = 0;
  bool valid = false;
  if (mode == "up") {
    from = static_cast<int>(lane) - static_cast<int>(distance);
    valid = from >= max_lane;
  } else if (mode == "down") {
    from = static_cast<int>(lane + distance);
    valid = from <= max_lane;
  } else if (mode == "bfly") {
    from = static_cast<int>(lane ^ distance);
    valid = from <= max_lane;
  } else {
    from = min_lane | static_cast<int>(distance & ~segment);
    valid = from <= max_lane;
  }
  return {100 + (valid ? static_cast<std::uint32_t>(from) : lane), valid};
}

TEST(Shuffle, AllModesSegmentsAndPredicates) {
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    for (const std::uint32_t width : {32u, 16u, 8u, 4u, 2u, 1u}) {
      for (const std::uint32_t b : {0u, 1u, 3u, 7u, 16u, 31u, 33u}) {
        // As the CUDA headers build c from a width: the bound is 0 for up, else the last lane of a segment.
        const std::uint32_t c = ((32 - width) << 8) | (mode == "up" ? 0 : 31);
        const Words results = run_words("  add.u32 %r1, %t, 100;\n  shfl.sync." + mode + ".b32 %r2|%p1, %r1, " +
                                            std::to_string(b) + ", " + std::to_string(c) +
                                            ", 0xffffffff;\n  selp.u32 %r3, 1000, 0, %p1;\n"
                                            "  add.u32 %r2, %r2, %r3;\n  st.global.u32 [%at], %r2;\n  ret;",
                                        32);
        EXPECT_EQ(results, words_of(32,
                                    [&](std::uint32_t lane) {
                                      const Shuffled expected = shuffled(mode, lane, b, c);
                                      return expected.value + (expected.predicate ? 1000 : 0);
                                    }))
            << mode << " width " << width << " b " << b;
      }
    }
  }
}

TEST(Shuffle, SourceAndBoundsInRegistersDifferByLane) {
  EXPECT_EQ(run_words(R"(
    mul.lo.u32 %r1, %t, %t;
    mov.u32 %r2, 31;
    sub.u32 %r3, %r2, %t;      // the mirrored lane
    shfl.sync.idx.b32 %r1, %r1, %r3, %r2, 0xffffffff;
    st.global.u32 [%at], %r1;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) { return (31 - t) * (31 - t); }));
}

TEST(Shuffle, WithoutSync) {
  EXPECT_EQ(run_words(R"(
    shfl.down.b32 %r1|%p1, %t, 2, 0x1f;
    selp.u32 %r2, 100, 0, %p1;
    add.u32 %r1, %r1, %r2;
    st.global.u32 [%at], %r1;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) { return t < 30 ? t + 102 : t; }));
}

TEST(Shuffle, LanesThatComeLaterAreWaitedFor) {
  // The upper half takes a longer way and meets the lower half at a shuffle in the other branch.
  for (const std::string mode : {"shfl.sync.bfly.b32 %r1, %r1, 16, 0x1f, 0xffffffff;", "same instruction"}) {
    const bool two_places = mode != "same instruction";
    const std::string shuffle = "    shfl.sync.bfly.b32 %r1, %r1, 16, 0x1f, 0xffffffff;\n";
    EXPECT_EQ(
        run_words("    mov.u32 %r1, %t;\n    setp.lt.u32 %p1, %t, 16;\n    @%p1 bra LOW;\n"
                  "    add.u32 %r1, %r1, 100;\n" +
                      (two_places ? shuffle : std::string()) + "    bra JOIN;\n  LOW:\n    add.u32 %r1, %r1, 500;\n" +
                      (two_places ? shuffle : std::string()) + "  JOIN:\n" + (two_places ? std::string() : shuffle) +
                      "    st.global.u32 [%at], %r1;\n    ret;",
                  32),
        words_of(32, [](std::uint32_t t) { return (t ^ 16) + (t < 16 ? 100 : 500); }));
  }
}

TEST(Shuffle, AcrossHalvesOfDifferentTurnsOfALoop) {
  // Lanes leave the loop at different times, and those that still turn shuffle among themselves.
  EXPECT_EQ(run_words(R"(
    mov.u32 %r1, %t;
    and.b32 %r4, %t, 3;        // turns
    mov.u32 %r5, 0;
  TURN:
    setp.ge.u32 %p1, %r5, %r4;
    @%p1 bra DONE;
    activemask.b32 %r6;
    shfl.sync.idx.b32 %r2, %r1, 31, 0x1f, %r6;
    add.u32 %r1, %r1, %r2;
    add.u32 %r5, %r5, 1;
    bra TURN;
  DONE:
    st.global.u32 [%at], %r1;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) {
              std::uint32_t mine = t, last = 31;
              for (std::uint32_t turn = 0; turn < t % 4; ++turn) {
                mine += last;
                last += last;
              }
              return mine;
            }));
}

TEST(Shuffle, GroupsThatNameDifferentPartners) {
  // Each lane names its peers, those with the same key; the lowest of them hands its value to the others.
  EXPECT_EQ(run_words(R"(
    rem.u32 %r1, %t, 5;
    match.any.sync.b32 %r2, %r1, 0xffffffff;
    brev.b32 %r3, %r2;
    clz.b32 %r3, %r3;
    mad.lo.u32 %r4, %t, 10, 7;
    shfl.sync.idx.b32 %r5, %r4, %r3, 0x1f, %r2;
    redux.sync.add.u32 %r6, %t, %r2;
    mad.lo.u32 %r5, %r6, 1000, %r5;
    st.global.u32 [%at], %r5;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) {
              std::uint32_t sum = 0;
              for (std::uint32_t other = t % 5; other < 32; other += 5) sum += other;
              return sum * 1000 + t % 5 * 10 + 7;
            }));
}

TEST(Shuffle, GroupsThatCrossTheBranch) {
  // Even and odd lanes are groups; each is spread over both sides of a branch.
  EXPECT_EQ(run_words(R"(
    and.b32 %r1, %t, 1;
    setp.eq.u32 %p1, %r1, 0;
    selp.b32 %r2, 0x55555555, 0xaaaaaaaa, %p1;
    setp.lt.u32 %p2, %t, 10;
    @%p2 bra LOW;
    redux.sync.add.u32 %r3, 1, %r2;
    bra JOIN;
  LOW:
    redux.sync.add.u32 %r3, 100, %r2;
  JOIN:
    st.global.u32 [%at], %r3;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t) { return 5 * 100 + 11; }));
}

TEST(Vote, AllAnyUniBallot) {
  EXPECT_EQ(run_words(R"(
    setp.lt.u32 %p1, %t, 20;
    setp.lt.u32 %p2, %t, 40;
    setp.gt.u32 %p3, %t, 40;
    vote.sync.ballot.b32 %r1, %p1, 0xffffffff;
    setp.lt.u32 %p12, %t, 24;
    mov.u32 %r2, 0;
    @%p12 vote.sync.ballot.b32 %r2, !%p1, 0x00ffffff;
    vote.sync.all.pred %p4, %p2, 0xffffffff;
    vote.sync.all.pred %p5, %p1, 0xffffffff;
    vote.sync.any.pred %p6, %p1, 0xffffffff;
    vote.sync.any.pred %p7, %p3, 0xffffffff;
    vote.sync.uni.pred %p8, %p3, 0xffffffff;
    vote.sync.uni.pred %p9, %p1, 0xffffffff;
    vote.sync.all.pred %p10, !%p3, 0xffffffff;
    vote.all.pred %p11, %p1;
    vote.ballot.b32 %r4, %p1;
    mov.u32 %r3, 0;
    @%p4 add.u32 %r3, %r3, 1;
    @%p5 add.u32 %r3, %r3, 2;
    @%p6 add.u32 %r3, %r3, 4;
    @%p7 add.u32 %r3, %r3, 8;
    @%p8 add.u32 %r3, %r3, 16;
    @%p9 add.u32 %r3, %r3, 32;
    @%p10 add.u32 %r3, %r3, 64;
    @%p11 add.u32 %r3, %r3, 128;
    mad.wide.u32 %d1, %t, 12, %at;
    st.global.u32 [%d1], %r1;
    st.global.u32 [%d1+4], %r2;
    st.global.u32 [%d1+8], %r3;
    st.global.u32 [%d1+12], %r4;
    ret;)",
                      32 * 4),
            words_of(32 * 4, [](std::uint32_t i) {
              constexpr std::array<std::uint32_t, 4> expected{0x000fffff, 0x00f00000, 1 + 4 + 16 + 64, 0x000fffff};
              return i % 4 == 1 && i / 4 >= 24 ? 0 : expected[i % 4];  // of the second ballot there are 24 members
            }));
}

TEST(Masks, ThatLeaveOutWhoExecutesAreFaults) {
  const std::array<std::string, 6> instructions{"redux.sync.add.u32 %r2, %t, %r1;",
                                                "shfl.sync.idx.b32 %r2, %t, 0, 0x1f, %r1;",
                                                "vote.sync.ballot.b32 %r2, %p1, %r1;",
                                                "match.any.sync.b32 %r2, %t, %r1;",
                                                "elect.sync %r2|%p2, %r1;",
                                                "bar.warp.sync %r1;"};
  for (const std::string& instruction : instructions) {
    KernelRun run(module_text(".file 1 \"k.cu\"\n" + kernel_text(R"(
    setp.lt.u32 %p1, %t, 4;
    mov.u32 %r1, 0xffff;
    .loc 1 7 1
    )" + instruction + R"(
    ret;)")));
    run.out<std::uint32_t>(1);
    run.run();
    ASSERT_EQ(run.fault_kinds(), Kinds{"divergent_barrier"}) << instruction;
    const Fault& fault = run.result.faults[0];
    EXPECT_EQ(fault.source_line, 7u);
    EXPECT_EQ(fault.count, 16u) << instruction;
    EXPECT_EQ(fault.thread, (Dim3{16, 0, 0}));
    EXPECT_NE(fault_text(fault).str().find("the mask 0x0000ffff"), std::string::npos) << fault_text(fault).str();
  }
}

TEST(Masks, ThatLeaveOutWhoWaitsAreFaultsOnce) {
  // Both sides of a branch name its other side only.
  KernelRun run(module_text(kernel_text(R"(
    setp.lt.u32 %p1, %t, 8;
    @%p1 bra LOW;
    vote.sync.ballot.b32 %r2, %p1, 0xff;
    bra JOIN;
  LOW:
    vote.sync.ballot.b32 %r2, %p1, 0xff;
  JOIN:
    st.global.u32 [%at], %r2;
    ret;)")));
  run.out<std::uint32_t>(32);
  run.run();
  ASSERT_EQ(run.fault_kinds(), Kinds{"divergent_barrier"});
  EXPECT_EQ(run.result.faults[0].count, 24u);
}

TEST(Vote, AmongTheLanesOfOneBranchAndOfBoth) {
  EXPECT_EQ(run_words(R"(
    setp.lt.u32 %p1, %t, 8;
    and.b32 %r1, %t, 1;
    setp.eq.u32 %p2, %r1, 1;
    @%p1 bra LOW;
    vote.sync.ballot.b32 %r2, %p2, 0xffffff00;
    vote.sync.ballot.b32 %r3, %p1, 0xffffffff;
    bra JOIN;
  LOW:
    vote.sync.ballot.b32 %r2, %p2, 0xff;
    vote.sync.ballot.b32 %r3, %p1, 0xffffffff;
  JOIN:
    xor.b32 %r2, %r2, %r3;
    st.global.u32 [%at], %r2;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) { return (t < 8 ? 0xaau : 0xaaaaaa00u) ^ 0xffu; }));
}

TEST(Vote, LanesThatExitedDoNotCount) {
  EXPECT_EQ(run_words(R"(
    setp.ge.u32 %p1, %t, 12;
    @%p1 exit;
    setp.lt.u32 %p2, %t, 12;
    vote.sync.ballot.b32 %r1, %p2, 0xffffffff;
    vote.sync.all.pred %p3, %p2, 0xffffffff;
    selp.u32 %r2, 0x80000000, 0, %p3;
    or.b32 %r1, %r1, %r2;
    st.global.u32 [%at], %r1;
    ret;)",
                      12),
            words_of(12, [](std::uint32_t) { return 0x80000fffu; }));
}

TEST(Match, AnyAndAllOf32And64Bits) {
  EXPECT_EQ(run_words(R"(
    shr.u32 %r1, %t, 2;
    and.b32 %r1, %r1, 1;
    match.any.sync.b32 %r2, %r1, 0xffffffff;
    cvt.u64.u32 %d1, %r1;
    shl.b64 %d1, %d1, 40;
    match.any.sync.b64 %r3, %d1, 0xffffffff;
    match.all.sync.b32 %r4|%p1, %r1, 0xffffffff;
    mov.u32 %r8, 9;
    match.all.sync.b32 %r5|%p2, %r8, 0xffffffff;
    match.all.sync.b64 %r6|%p3, %d1, 0xffffffff;
    selp.u32 %r7, 1, 0, %p1;
    @%p2 add.u32 %r7, %r7, 2;
    @%p3 add.u32 %r7, %r7, 4;
    setp.ne.u32 %p4, %r2, %r3;
    @%p4 add.u32 %r7, %r7, 8;
    or.b32 %r4, %r4, %r6;
    mad.wide.u32 %d1, %t, 12, %at;
    st.global.u32 [%d1], %r2;
    st.global.u32 [%d1+4], %r4;
    st.global.u32 [%d1+8], %r5;
    st.global.u32 [%d1+12], %r7;
    ret;)",
                      32 * 4),
            words_of(32 * 4, [](std::uint32_t i) {
              const std::uint32_t t = i / 4;
              const std::uint32_t any = (t & 4) == 0 ? 0x0f0f0f0fu : 0xf0f0f0f0u;
              const std::array<std::uint32_t, 4> expected{any, 0, 0xffffffff, 2};
              return expected[i % 4];
            }));
}

TEST(Redux, AllOperations) {
  // Lane t holds t * 7 - 50: negative ones among them.
  const Words results = run_words(R"(
    mad.lo.s32 %r1, %t, 7, -50;
    redux.sync.add.s32 %r2, %r1, 0xffffffff;
    redux.sync.min.s32 %r3, %r1, 0xffffffff;
    redux.sync.max.s32 %r4, %r1, 0xffffffff;
    redux.sync.add.u32 %r5, %r1, 0xffffffff;
    redux.sync.min.u32 %r6, %r1, 0xffffffff;
    redux.sync.max.u32 %r7, %r1, 0xffffffff;
    redux.sync.and.b32 %r8, %r1, 0xffffffff;
    redux.sync.or.b32 %r9, %r1, 0xffffffff;
    redux.sync.xor.b32 %r10, %r1, 0xffffffff;
    setp.ne.u32 %p1, %t, 31;
    @%p1 exit;
    st.global.v4.u32 [%out], {%r2, %r3, %r4, %r5};
    st.global.v4.u32 [%out+16], {%r6, %r7, %r8, %r9};
    st.global.u32 [%out+32], %r10;
    ret;)",
                                  9);
  std::uint32_t sum = 0, all = 0xffffffff, any = 0, odd = 0, low = 0xffffffff, high = 0;
  for (int t = 0; t < 32; ++t) {
    const auto value = static_cast<std::uint32_t>(t * 7 - 50);
    sum += value;
    all &= value;
    any |= value;
    odd ^= value;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  EXPECT_EQ(results, (Words{sum, static_cast<std::uint32_t>(-50), 31 * 7 - 50, sum, low, high, all, any, odd}));
}

TEST(Elect, ChoosesTheLowestMember) {
  EXPECT_EQ(run_words(R"(
    setp.lt.u32 %p1, %t, 12;
    @%p1 bra LOW;
    elect.sync %r1|%p2, 0xfffff000;
    bra JOIN;
  LOW:
    elect.sync %r1|%p2, 0xfff;
  JOIN:
    elect.sync _|%p3, 0xffffffff;
    @%p2 add.u32 %r1, %r1, 100;
    @%p3 add.u32 %r1, %r1, 1000;
    st.global.u32 [%at], %r1;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) {
              return (t < 12 ? 0 : 12) + (t == 0 || t == 12 ? 100u : 0u) + (t == 0 ? 1000u : 0u);
            }));
}

TEST(WarpSync, InTwoBranches) {
  // Lanes exchange through memory across a branch: both sides meet at barriers at different places.
  EXPECT_EQ(run_words(R"(
    setp.lt.u32 %p1, %t, 16;
    xor.b32 %r1, %t, 16;
    mad.wide.u32 %d1, %r1, 4, %out;
    @%p1 bra LOW;
    bar.warp.sync 0xffffffff;       // the lower half has written
    ld.global.u32 %r2, [%d1];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%at], %r2;
    bar.warp.sync 0xffffffff;
    bra JOIN;
  LOW:
    add.u32 %r2, %t, 100;
    st.global.u32 [%at], %r2;
    bar.warp.sync 0xffffffff;
    bar.warp.sync 0xffffffff;       // the upper half has read and written
    ld.global.u32 %r2, [%d1];
    st.global.u32 [%at], %r2;
  JOIN:
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) { return t % 16 + 101; }));
}

TEST(WarpSync, OfLanesThatNeverComeIsADeadlock) {
  KernelRun run(module_text(kernel_text(R"(
    setp.lt.u32 %p1, %t, 16;
    @%p1 bra LOW;
    bar.warp.sync 0xffffffff;
    st.global.u32 [%at], 1;
    bra JOIN;
  LOW:
    bar.sync 0;
  JOIN:
    ret;)")));
  run.out<std::uint32_t>(32);
  run.run();
  EXPECT_EQ(run.fault_kinds(), (std::vector<std::string>{"divergent_barrier", "deadlock", "deadlock"}));
  EXPECT_NE(fault_text(run.result.faults[1]).str().find("0xffffffff"), std::string::npos)
      << fault_text(run.result.faults[1]).str();
}

TEST(WarpSync, EndsWithLanesThatExit) {
  EXPECT_EQ(run_words(R"(
    setp.lt.u32 %p1, %t, 16;
    @%p1 bra LOW;
    bar.warp.sync 0xffffffff;
    st.global.u32 [%at], 3;
    ret;
  LOW:
    st.global.u32 [%at], 4;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) { return t < 16 ? 4 : 3; }));
}

TEST(SpecialRegisters, OfTheLane) {
  EXPECT_EQ(run_words(R"(
    mov.u32 %r1, %lanemask_eq;
    mov.u32 %r2, %lanemask_lt;
    mov.u32 %r3, %lanemask_le;
    mov.u32 %r4, %lanemask_gt;
    mov.u32 %r5, %lanemask_ge;
    mad.wide.u32 %d1, %t, 20, %out;
    st.global.u32 [%d1], %r1;
    st.global.u32 [%d1+4], %r2;
    st.global.u32 [%d1+8], %r3;
    st.global.u32 [%d1+12], %r4;
    st.global.u32 [%d1+16], %r5;
    ret;)",
                      32 * 5),
            words_of(32 * 5, [](std::uint32_t i) {
              const std::uint64_t one = std::uint64_t{1} << (i / 5), below = one - 1;
              const std::array<std::uint64_t, 5> expected{one, below, below | one, ~(below | one), ~below};
              return expected[i % 5];
            }));
}

TEST(SpecialRegisters, OfTheLaunch) {
  KernelRun run(
      module_text(".extern .shared .align 16 .b8 dynamic[];\n.shared .align 4 .b8 fixed[100];\n" + kernel_text(R"(
    mov.u32 %r1, %nwarpid;      // of the multiprocessor, not of the block
    mov.u32 %r2, %dynamic_smem_size;
    mov.u32 %r3, %total_smem_size;
    mov.u32 %r4, %nctaid.z;
    mov.u64 %d1, %gridid;
    cvt.u32.u64 %r5, %d1;
    mov.u32 %r6, %clusterid.x;
    mov.u32 %r7, %cluster_nctarank;
    mov.u32 %r8, %nclusterid.x;
    mov.u32 %r9, %ntid.y;
    mov.u32 %r10, %smid;
    mov.u32 %r11, %nsmid;
    setp.ge.u32 %p1, %r10, %r11;
    selp.u32 %r11, 1, 0, %p1;
    mov.u16 %h1, %ctaid.x;
    cvt.u32.u16 %r12, %h1;
    st.shared.u32 [fixed], %r1;
    st.shared.u32 [dynamic], %r1;
    setp.ne.u32 %p1, %t, 0;
    @%p1 exit;
    mov.u32 %r13, %ctaid.x;
    mad.wide.u32 %d2, %r13, 48, %out;
    st.global.v4.u32 [%d2], {%r1, %r2, %r3, %r4};
    st.global.v4.u32 [%d2+16], {%r5, %r6, %r7, %r8};
    st.global.v4.u32 [%d2+32], {%r9, %r10, %r11, %r12};
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(24);
  run.config.block = {40, 1, 1};
  run.config.grid = {2, 1, 1};
  run.config.dynamic_shared_bytes = 300;
  run.run().expect_no_faults();
  // 100 + 300 bytes with dynamic memory at 112: 412, handed out in units of 128.
  EXPECT_EQ(run.values<std::uint32_t>(out), (Words{64, 300, 512, 1, 0, 0, 1, 2, 1, 0, 0, 0,  //
                                                   64, 300, 512, 1, 0, 1, 1, 2, 1, 0, 0, 1}));
}

TEST(SpecialRegisters, ClocksGoForward) {
  KernelRun run(module_text(".shared .align 8 .u64 first;\n" + kernel_text(R"(
    mov.u64 %d1, %clock64;
    mov.u32 %r1, %clock;
    mov.u32 %r2, %clock_hi;
    mov.u64 %d2, %globaltimer;
    mov.u32 %r3, %globaltimer_lo;
    mov.u64 %d3, %clock64;
    setp.gt.u64 %p1, %d3, %d1;
    selp.u32 %r4, 1, 0, %p1;
    // What one warp reads before a barrier is not later than what another reads behind it.
    setp.ge.u32 %p2, %t, 32;
    @%p2 bra SKIP;
    mov.u32 %r5, 0;
  TURN:
    add.u32 %r5, %r5, 1;
    setp.lt.u32 %p3, %r5, 50;
    @%p3 bra TURN;
    mov.u64 %d4, %clock64;
    st.shared.u64 [first], %d4;
  SKIP:
    bar.sync 0;
    mov.u64 %d5, %clock64;
    ld.shared.u64 %d4, [first];
    setp.ge.u64 %p4, %d5, %d4;
    @%p4 add.u32 %r4, %r4, 2;
    setp.gt.u32 %p5, %r3, 0;
    @%p5 add.u32 %r4, %r4, 4;
    setp.eq.u32 %p6, %r2, 0;
    @%p6 add.u32 %r4, %r4, 8;
    st.global.u32 [%at], %r4;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(64);
  run.config.block = {64, 1, 1};
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(64, [](std::uint32_t) { return 15; }));
}

}  // namespace
}  // namespace bankloom::simt::test
