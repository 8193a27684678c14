// Divergence and reconvergence within a warp: what every thread computes, and with how many lanes the warp runs.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

// The active masks of the accesses to global memory, in order.
std::vector<LaneMask> store_masks(const RunResult& result) {
  std::vector<LaneMask> masks;
  for (std::size_t i = 0; i < result.trace.size(); ++i) {
    const MemoryAccess access = result.trace.at(i);
    if (access.op == AccessOp::store) masks.push_back(access.active);
  }
  return masks;
}

TEST(Divergence, IfElseMeetsBehindBoth) {
  KernelRun run(module_text(kernel_text(R"(
    and.b32 %r1, %t, 1;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra EVEN;
    mov.u32 %r2, 100;
    bra.uni JOIN;
  EVEN:
    mov.u32 %r2, 200;
  JOIN:
    add.u32 %r2, %r2, %t;
    st.global.u32 [%at], %r2;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out),
            words_of(32, [](std::uint32_t t) { return t % 2 == 0 ? 200 + t : 100 + t; }));
  EXPECT_EQ(store_masks(run.result), std::vector<LaneMask>{kAllLanes});
  // Both sides and the branches are executed once, by half of the lanes each.
  EXPECT_EQ(run.result.statistics.warp_instructions, 12u);
  EXPECT_EQ(run.result.statistics.thread_instructions, 9u * 32 + 3 * 16);
}

TEST(Divergence, NegatedGuardTakesTheOtherLanes) {
  EXPECT_EQ(run_words(R"(
    setp.lt.u32 %p1, %t, 20;
    mov.u32 %r1, 1;
    @!%p1 bra SKIP;
    mov.u32 %r1, 2;
  SKIP:
    st.global.u32 [%at], %r1;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) { return t < 20 ? 2 : 1; }));
}

TEST(Divergence, LoopsThatLanesLeaveEarlyMeetBehindTheLoop) {
  // Collatz lengths: every lane turns as often as its own number asks.
  KernelRun run(module_text(kernel_text(R"(
    add.u32 %r1, %t, 1;
    mov.u32 %r2, 0;
  LOOP:
    setp.eq.u32 %p1, %r1, 1;
    @%p1 bra DONE;
    and.b32 %r3, %r1, 1;
    setp.eq.u32 %p2, %r3, 0;
    @%p2 bra EVEN;
    mad.lo.u32 %r1, %r1, 3, 1;
    bra NEXT;
  EVEN:
    shr.u32 %r1, %r1, 1;
  NEXT:
    add.u32 %r2, %r2, 1;
    bra LOOP;
  DONE:
    st.global.u32 [%at], %r2;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t t) {
              std::uint32_t n = t + 1, length = 0;
              for (; n != 1; ++length) n = n % 2 == 0 ? n / 2 : 3 * n + 1;
              return length;
            }));
  EXPECT_EQ(store_masks(run.result), std::vector<LaneMask>{kAllLanes});
}

TEST(Divergence, NestedLoopsWithBreakAndContinue) {
  KernelRun run(module_text(kernel_text(R"(
    mov.u32 %r1, 0;      // sum
    mov.u32 %r2, 0;      // i
  OUTER:
    setp.ge.u32 %p1, %r2, %t;
    @%p1 bra END;
    mov.u32 %r3, 0;      // j
  INNER:
    setp.gt.u32 %p2, %r3, %r2;
    @%p2 bra NEXT_I;
    add.u32 %r4, %r2, %r3;
    rem.u32 %r5, %r4, 7;
    setp.eq.u32 %p3, %r5, 6;
    @%p3 bra NEXT_I;     // break of the inner loop
    rem.u32 %r5, %r4, 3;
    setp.eq.u32 %p4, %r5, 2;
    @%p4 bra NEXT_J;     // continue
    add.u32 %r1, %r1, %r4;
    setp.gt.u32 %p5, %r1, 300;
    @%p5 bra END;        // break of both
  NEXT_J:
    add.u32 %r3, %r3, 1;
    bra INNER;
  NEXT_I:
    add.u32 %r2, %r2, 1;
    bra OUTER;
  END:
    st.global.u32 [%at], %r1;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t t) {
              std::uint32_t sum = 0;
              for (std::uint32_t i = 0; i < t; ++i) {
                for (std::uint32_t j = 0; j <= i; ++j) {
                  if ((i + j) % 7 == 6) break;
                  if ((i + j) % 3 == 2) continue;
                  sum += i + j;
                  if (sum > 300) return sum;
                }
              }
              return sum;
            }));
  EXPECT_EQ(store_masks(run.result), std::vector<LaneMask>{kAllLanes});
}

TEST(Divergence, GotoIntoACommonTail) {
  // A and B both fall or jump into TAIL, C does not; all meet at END.
  KernelRun run(module_text(kernel_text(R"(
    mov.u32 %r1, 0;
    rem.u32 %r2, %t, 3;
    setp.eq.u32 %p1, %r2, 0;
    setp.eq.u32 %p2, %r2, 1;
    @%p1 bra A;
    @%p2 bra B;
    add.u32 %r1, %r1, 4;
    bra END;
  A:
    add.u32 %r1, %r1, 1;
    bra TAIL;
  B:
    add.u32 %r1, %r1, 2;
  TAIL:
    add.u32 %r1, %r1, 10;
  END:
    st.global.u32 [%at], %r1;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  const std::uint32_t expected[] = {11, 12, 4};
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [&](std::uint32_t t) { return expected[t % 3]; }));
  EXPECT_EQ(store_masks(run.result), std::vector<LaneMask>{kAllLanes});
}

TEST(Divergence, IrreducibleLoop) {
  // Even lanes enter the loop at X, odd lanes at Y.
  KernelRun run(module_text(kernel_text(R"(
    mov.u32 %r1, 0;
    mov.u32 %r2, %t;
    and.b32 %r3, %t, 1;
    setp.eq.u32 %p1, %r3, 1;
    @%p1 bra Y;
  X:
    add.u32 %r1, %r1, 3;
    setp.gt.u32 %p2, %r1, 50;
    @%p2 bra END;
  Y:
    add.u32 %r1, %r1, %r2;
    add.u32 %r1, %r1, 1;
    setp.le.u32 %p2, %r1, 70;
    @%p2 bra X;
  END:
    st.global.u32 [%at], %r1;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t t) {
              std::uint32_t sum = 0;
              bool at_x = t % 2 == 0;
              for (;;) {
                if (at_x) {
                  sum += 3;
                  if (sum > 50) return sum;
                }
                sum += t + 1;
                if (sum > 70) return sum;
                at_x = true;
              }
            }));
  EXPECT_EQ(store_masks(run.result), std::vector<LaneMask>{kAllLanes});
}

TEST(Divergence, LanesThatReturnedTakeNoFurtherPart) {
  KernelRun run(module_text(kernel_text(R"(
    st.global.u32 [%at], 7;
    setp.ge.u32 %p1, %t, 10;
    @%p1 ret;
    setp.lt.u32 %p2, %t, 4;
    @%p2 bra SMALL;
    st.global.u32 [%at], 8;
    bra JOIN;
  SMALL:
    setp.eq.u32 %p3, %t, 2;
    @%p3 exit;
    st.global.u32 [%at], 9;
  JOIN:
    ld.global.u32 %r1, [%at];
    add.u32 %r1, %r1, 100;
    st.global.u32 [%at], %r1;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [](std::uint32_t t) {
              return t >= 10 || t == 2 ? 7 : t < 4 ? 109 : 108;
            }));
  EXPECT_EQ(store_masks(run.result), (std::vector<LaneMask>{kAllLanes, 0x3f0, 0xb, 0x3fb}));
}

// What the CUDA compiler makes of
//   if (t >= a) { if (t >= b) return; out[64 + t] = t; }
//   out[t] = __activemask();
// An H200 gives 0xffff for a = 8, b = 16: lanes that return do not keep the others apart.
TEST(Divergence, AReturnInABranchDoesNotKeepTheOthersApart) {
  KernelRun run(module_text(kernel_text(R"(
    setp.lt.s32 %p1, %t, 8;
    @%p1 bra MEET;
    setp.ge.s32 %p2, %t, 16;
    @%p2 bra END;
    st.volatile.global.u32 [%at+256], %t;
  MEET:
    activemask.b32 %r4;
    st.global.u32 [%at], %r4;
  END:
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(96);
  run.run().expect_no_faults();
  const auto words = run.values<std::uint32_t>(out);
  EXPECT_EQ(Words(words.begin(), words.begin() + 32),
            words_of(32, [](std::uint32_t t) { return t < 16 ? 0xffff : 0; }));
}

// The same of a loop that some lanes return from: for 4 turns, lanes 5, 8, 11 and 14 return in turns 0, 1, 2 and 3;
// the others leave the loop together (an H200 gives the same mask).
TEST(Divergence, AReturnInALoopDoesNotKeepTheOthersApart) {
  EXPECT_EQ(run_words(R"(
    mov.u32 %r15, 0;
    mov.u32 %r16, 0;
  TURN:
    mad.lo.u32 %r10, %r15, 3, 5;
    setp.eq.s32 %p2, %r10, %t;
    @%p2 bra END;
    add.s32 %r11, %r15, %t;
    and.b32 %r12, %r11, 1;
    setp.eq.u32 %p3, %r12, 0;
    @%p3 bra NEXT;
    ld.volatile.global.u32 %r13, [%at];
    add.s32 %r16, %r13, %r16;
  NEXT:
    add.s32 %r15, %r15, 1;
    setp.lt.s32 %p7, %r15, 4;
    @%p7 bra TURN;
    activemask.b32 %r14;
    st.global.u32 [%at], %r14;
  END:
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) { return t == 5 || t == 8 || t == 11 || t == 14 ? 0 : 0xffffb6dfu; }));
}

/// Lanes leave a loop at different turns, some of them to store and return.
std::string loop_left_by_a_short_side(const std::string& behind) {
  return module_text(kernel_text(R"(
    and.b32 %r1, %t, 7;
    mov.u32 %r2, 0;
  TURN:
    setp.eq.u32 %p1, %r2, 3;
    setp.lt.and.u32 %p1, %t, 24, %p1;
    @%p1 bra LEAVE;
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p2, %r2, %r1;
    @%p2 bra TURN;
)" + behind + R"(
    ret;
  LEAVE:
    st.global.u32 [%at], 1000;
    ret;)"));
}

TEST(Divergence, AShortSideThatLeavesALoopDoesNotKeepTheOthersApart) {
  KernelRun run(loop_left_by_a_short_side(R"(
    st.global.u32 [%at], %r2;
    mov.u32 %r3, 0;
  AGAIN:
    st.global.u32 [%at+128], %r3;
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p3, %r3, %r1;
    @%p3 bra AGAIN;)"));
  const std::size_t out = run.out<std::uint32_t>(64);
  run.run().expect_no_faults();
  const auto leaves = [](std::uint32_t t) { return t < 24 && t % 8 > 3; };
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(64, [&](std::uint32_t i) {
              const std::uint32_t t = i % 32;
              return leaves(t) ? (i < 32 ? 1000 : 0) : std::max(t % 8, 1U) - (i < 32 ? 0 : 1);
            }));
  LaneMask left = 0;
  for (std::uint32_t t = 0; t < 32; ++t) left |= leaves(t) ? lane_bit(t) : 0;
  const std::vector<LaneMask> masks = store_masks(run.result);
  EXPECT_EQ(std::ranges::count(masks, left), 1);
  EXPECT_EQ(std::ranges::count(masks, ~left), 2) << "all others store at once, and begin the next loop together";
}

TEST(Divergence, LastWarpNotFull) {
  KernelRun run(module_text(kernel_text(R"(
    mov.u32 %r1, %laneid;
    mov.u32 %r2, %warpid;
    mad.lo.u32 %r1, %r2, 1000, %r1;
    st.global.u32 [%at], %r1;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(77);
  run.config.block = {77, 1, 1};
  run.run().expect_no_faults();
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(77, [](std::uint32_t t) { return t / 32 * 1000 + t % 32; }));
  EXPECT_EQ(store_masks(run.result), (std::vector<LaneMask>{kAllLanes, kAllLanes, 0x1fff}));
  EXPECT_EQ(run.result.statistics.thread_instructions, run.result.statistics.warp_instructions / 3 * 77);
}

TEST(Divergence, ThreeDimensionsOfBlocksAndThreads) {
  KernelRun run(module_text(kernel_text(R"(
    mov.u32 %r1, %tid.x;  mov.u32 %r2, %tid.y;  mov.u32 %r3, %tid.z;
    mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y; mov.u32 %r6, %ntid.z;
    mov.u32 %r7, %ctaid.x; mov.u32 %r8, %ctaid.y; mov.u32 %r9, %ctaid.z;
    mov.u32 %r10, %nctaid.x; mov.u32 %r11, %nctaid.y;
    mad.lo.u32 %r12, %r3, %r5, %r2;
    mad.lo.u32 %r12, %r12, %r4, %r1;      // thread in block
    mad.lo.u32 %r13, %r9, %r11, %r8;
    mad.lo.u32 %r13, %r13, %r10, %r7;     // block in grid
    mul.lo.u32 %r14, %r4, %r5;
    mul.lo.u32 %r14, %r14, %r6;
    mad.lo.u32 %r15, %r13, %r14, %r12;
    mad.wide.u32 %d1, %r15, 4, %out;
    mad.lo.u32 %r16, %r9, 10, %r8;  mad.lo.u32 %r16, %r16, 10, %r7;
    mad.lo.u32 %r16, %r16, 10, %r3; mad.lo.u32 %r16, %r16, 10, %r2; mad.lo.u32 %r16, %r16, 10, %r1;
    st.global.u32 [%d1], %r16;
    ret;)")));
  constexpr std::uint32_t bx = 5, by = 3, bz = 4, gx = 2, gy = 3, gz = 2;
  const std::size_t out = run.out<std::uint32_t>(bx * by * bz * gx * gy * gz);
  run.config.block = {bx, by, bz};
  run.config.grid = {gx, gy, gz};
  run.run().expect_no_faults();
  Words expected;
  for (std::uint32_t z = 0; z < gz; ++z)
    for (std::uint32_t y = 0; y < gy; ++y)
      for (std::uint32_t x = 0; x < gx; ++x)
        for (std::uint32_t c = 0; c < bz; ++c)
          for (std::uint32_t b = 0; b < by; ++b)
            for (std::uint32_t a = 0; a < bx; ++a)
              expected.push_back(((((z * 10 + y) * 10 + x) * 10 + c) * 10 + b) * 10 + a);
  EXPECT_EQ(run.values<std::uint32_t>(out), expected);
  EXPECT_EQ(run.result.statistics.blocks, std::uint64_t{gx} * gy * gz);
}

TEST(Divergence, IndexedBranchWithRepeatedTargets) {
  KernelRun run(module_text(kernel_text(R"(
    rem.u32 %r1, %t, 5;
  TABLE: .branchtargets A, B, A, C, B;
    mov.u32 %r2, 0;
    brx.idx %r1, TABLE;
  A:
    add.u32 %r2, %r2, 1;
  B:
    add.u32 %r2, %r2, 10;
  C:
    add.u32 %r2, %r2, 100;
    st.global.u32 [%at], %r2;
    ret;)")));
  const std::size_t out = run.out<std::uint32_t>(32);
  run.run().expect_no_faults();
  const std::uint32_t expected[] = {111, 110, 111, 100, 110};
  EXPECT_EQ(run.values<std::uint32_t>(out), words_of(32, [&](std::uint32_t t) { return expected[t % 5]; }));
  EXPECT_EQ(store_masks(run.result), std::vector<LaneMask>{kAllLanes});
}

TEST(Divergence, GuardedIndexedBranchFallsThroughForTheOthers) {
  EXPECT_EQ(run_words(R"(
  TABLE: .branchtargets A, B;
    setp.lt.u32 %p1, %t, 16;
    and.b32 %r1, %t, 1;
    mov.u32 %r2, 5;
    @%p1 brx.idx %r1, TABLE;
    mov.u32 %r2, 6;
    bra B;
  A:
    add.u32 %r2, %r2, 20;
  B:
    st.global.u32 [%at], %r2;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) { return t >= 16      ? 6
                                                      : t % 2 == 0 ? 25
                                                                   : 5; }));
}

TEST(Divergence, IndexBeyondTheTableIsAFault) {
  KernelRun run(module_text(kernel_text(R"(
  TABLE: .branchtargets A, A;
    brx.idx %t, TABLE;
  A:
    ret;)")));
  run.out<std::uint32_t>(1);
  run.run();
  ASSERT_EQ(run.fault_kinds(), std::vector<std::string>{"trap"});
  EXPECT_EQ(run.result.faults[0].thread, (Dim3{2, 0, 0}));
  EXPECT_EQ(run.result.faults[0].count, 30u);
}

TEST(Divergence, ActiveMaskShowsWhoRuns) {
  EXPECT_EQ(run_words(R"(
    setp.lt.u32 %p1, %t, 8;
    @%p1 bra LOW;
    activemask.b32 %r1;
    bra JOIN;
  LOW:
    activemask.b32 %r1;
  JOIN:
    activemask.b32 %r2;
    not.b32 %r2, %r2;      // 0 where all are together again
    or.b32 %r1, %r1, %r2;
    st.global.u32 [%at], %r1;
    ret;)",
                      32),
            words_of(32, [](std::uint32_t t) { return t < 8 ? 0xffu : 0xffffff00u; }));
}

// Branches to random places, checked against a thread-by-thread interpreter of the same little program.
TEST(Divergence, RandomProgramsGiveEveryThreadItsOwnResult) {
  std::uint32_t state = 12345;
  const auto random = [&](std::uint32_t below) {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
  };
  for (int program = 0; program < 40; ++program) {
    // Node n: r1 = r1 * 5 + n + t; fuel -= 1, at 0 leave; where (r1 >> shift) & 1 go to a, else to b.
    struct Node {
      std::uint32_t shift, a, b;
    };
    const std::uint32_t count = 3 + random(8);
    std::vector<Node> nodes;
    for (std::uint32_t n = 0; n < count; ++n) nodes.push_back({random(12), random(count + 1), random(count + 1)});
    std::string body = "  mov.u32 %r1, %t;\n  mov.u32 %r2, 60;\n";
    for (std::uint32_t n = 0; n < count; ++n) {
      const Node& node = nodes[n];
      const auto label = [](std::uint32_t to) { return "N" + std::to_string(to); };
      body += label(n) + ":\n  mad.lo.u32 %r1, %r1, 5, " + std::to_string(n) + ";\n  add.u32 %r1, %r1, %t;\n";
      body += "  sub.u32 %r2, %r2, 1;\n  setp.eq.u32 %p1, %r2, 0;\n  @%p1 bra " + label(count) + ";\n";
      body += "  shr.u32 %r3, %r1, " + std::to_string(node.shift) + ";\n  and.b32 %r3, %r3, 1;\n";
      body += "  setp.ne.u32 %p2, %r3, 0;\n  @%p2 bra " + label(node.a) + ";\n  bra " + label(node.b) + ";\n";
    }
    body += "N" + std::to_string(count) + ":\n  st.global.u32 [%at], %r1;\n  ret;\n";
    KernelRun run(module_text(kernel_text(body)));
    const std::size_t out = run.out<std::uint32_t>(64);
    run.config.block = {64, 1, 1};
    run.run().expect_no_faults();
    EXPECT_EQ(run.values<std::uint32_t>(out), words_of(64,
                                                       [&](std::uint32_t t) {
                                                         std::uint32_t r1 = t, fuel = 60, n = 0;
                                                         while (n != count) {
                                                           r1 = r1 * 5 + n + t;
                                                           if (--fuel == 0) break;
                                                           n = ((r1 >> nodes[n].shift) & 1) != 0 ? nodes[n].a
                                                                                                 : nodes[n].b;
                                                         }
                                                         return r1;
                                                       }))
        << body;
    EXPECT_EQ(store_masks(run.result), (std::vector<LaneMask>{kAllLanes, kAllLanes})) << body;
  }
}

}  // namespace
}  // namespace bankloom::simt::test
