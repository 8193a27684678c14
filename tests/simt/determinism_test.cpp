// The same launch gives the same results every time, on one host thread and on several, in every detail.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

void expect_same_access(const MemoryAccess& a, const MemoryAccess& b) {
  EXPECT_EQ(a.block, b.block);
  EXPECT_EQ(a.warp, b.warp);
  EXPECT_EQ(a.order, b.order);
  EXPECT_EQ(a.source_line, b.source_line);
  EXPECT_EQ(a.ptx_line, b.ptx_line);
  EXPECT_EQ(a.instruction, b.instruction);
  EXPECT_EQ(a.space, b.space);
  EXPECT_EQ(a.op, b.op);
  EXPECT_EQ(a.width, b.width);
  EXPECT_EQ(a.is_volatile, b.is_volatile);
  EXPECT_EQ(a.active, b.active);
  for_each_lane(a.active, [&](unsigned lane) {
    EXPECT_EQ(a.addresses[lane], b.addresses[lane]);
    EXPECT_EQ(std::memcmp(&a.values[std::size_t{lane} * a.width], &b.values[std::size_t{lane} * a.width], a.width), 0);
  });
}

void expect_same(const KernelRun& a, const KernelRun& b) {
  ASSERT_EQ(a.result.trace.size(), b.result.trace.size());
  EXPECT_EQ(a.result.trace.clipped_accesses(), b.result.trace.clipped_accesses());
  for (std::size_t i = 0; i < a.result.trace.size() && !testing::Test::HasFailure(); ++i) {
    expect_same_access(a.result.trace.at(i), b.result.trace.at(i));
  }
  EXPECT_EQ(a.result.trace.meetings(), b.result.trace.meetings());
  EXPECT_EQ(a.result.printed, b.result.printed);
  EXPECT_EQ(a.result.statistics.blocks, b.result.statistics.blocks);
  EXPECT_EQ(a.result.statistics.warp_instructions, b.result.statistics.warp_instructions);
  EXPECT_EQ(a.result.statistics.thread_instructions, b.result.statistics.thread_instructions);
  ASSERT_EQ(a.fault_kinds(), b.fault_kinds());
  for (std::size_t f = 0; f < a.result.faults.size(); ++f) {
    EXPECT_EQ(fault_text(a.result.faults[f]).str(), fault_text(b.result.faults[f]).str());
    EXPECT_EQ(a.result.faults[f].count, b.result.faults[f].count);
    EXPECT_EQ(a.result.faults[f].block, b.result.faults[f].block);
    EXPECT_EQ(a.result.faults[f].thread, b.result.faults[f].thread);
    EXPECT_EQ(a.result.faults[f].source_line, b.result.faults[f].source_line);
  }
  for (std::size_t m = 0; m < a.memory.size(); ++m) EXPECT_EQ(a.memory.buffer(m).bytes, b.memory.buffer(m).bytes) << m;
}

// Runs the text on 1, 2, 3 and 8 threads, and on one again.
void expect_same_on_any_threads(const std::string& text, Dim3 grid, Dim3 block, std::size_t words,
                                std::size_t buffers = 1, std::uint64_t budget = 10'000'000) {
  const auto make = [&](unsigned threads) {
    KernelRun run(text);
    for (std::size_t b = 0; b < buffers; ++b) {
      run.in(words_of(words, [&](std::uint32_t i) { return i * 2654435761u + static_cast<std::uint32_t>(b); }));
    }
    run.config.grid = grid;
    run.config.block = block;
    run.config.threads = threads;
    run.config.instruction_budget = budget;
    return run;
  };
  KernelRun one = make(1);
  one.run();
  for (const unsigned threads : {1u, 2u, 3u, 8u}) {
    KernelRun other = make(threads);
    other.run();
    expect_same(one, other);
  }
}

// %g = the thread's index in the grid, %own = the address of its word in p0.
std::string gridwise(const std::string& body, unsigned parameters = 1) {
  return kernel_text(
      "    .reg .b32 %g, %b;\n    .reg .b64 %own;\n    mov.u32 %b, %ctaid.x;\n    mov.u32 %r60, %ntid.x;\n"
      "    mad.lo.u32 %g, %b, %r60, %t;\n    mad.wide.u32 %own, %g, 4, %out;\n" +
          body,
      parameters);
}

TEST(Threads, IndependentBlocks) {
  expect_same_on_any_threads(module_text(".shared .align 4 .b8 s[256];\n" + gridwise(R"(
    ld.global.u32 %r1, [%own];
    mov.u32 %r2, s;
    mad.lo.u32 %r3, %t, 4, %r2;
    st.shared.u32 [%r3], %r1;
    bar.sync 0;
    xor.b32 %r4, %r3, 100;
    ld.shared.u32 %r5, [%r4];
    and.b32 %r6, %r5, 31;
  TURN:
    setp.eq.u32 %p1, %r6, 0;
    @%p1 bra DONE;
    mad.lo.u32 %r5, %r5, 17, %r6;
    sub.u32 %r6, %r6, 1;
    bra TURN;
  DONE:
    st.global.u32 [%own], %r5;
    ret;)")),
                             {100, 1, 1}, {64, 1, 1}, 6400);
}

TEST(Threads, BlocksThatWriteTheSamePlace) {
  // The last block wins, as it does in a run in order.
  expect_same_on_any_threads(module_text(gridwise("    st.global.u32 [%at], %g;\n    ret;")), {64, 1, 1}, {32, 1, 1},
                             32);
}

TEST(Threads, BlocksThatReadWhatOthersWrite) {
  expect_same_on_any_threads(module_text(gridwise(R"(
    setp.eq.u32 %p1, %b, 0;
    @%p1 bra END;
    ld.global.u32 %r1, [%own+-128];     // written by the block before
    add.u32 %r1, %r1, %g;
    st.global.u32 [%own], %r1;
  END:
    ret;)")),
                             {40, 1, 1}, {32, 1, 1}, 40 * 32);
}

TEST(Threads, BlocksThatReadWhatLaterOnesOverwrite) {
  expect_same_on_any_threads(module_text(gridwise(R"(
    ld.global.u32 %r1, [%own+128];
    st.global.u32 [%own], %r1;
    ret;)")),
                             {40, 1, 1}, {32, 1, 1}, 41 * 32);
}

TEST(Threads, VariablesOfTheModule) {
  expect_same_on_any_threads(module_text(".global .align 4 .u32 counter = 5;\n" + gridwise(R"(
    ld.global.u32 %r1, [counter];
    st.global.u32 [%own], %r1;
    add.u32 %r1, %r1, 1;
    st.global.u32 [counter], %r1;
    ret;)")),
                             {30, 1, 1}, {32, 1, 1}, 30 * 32);
}

TEST(Threads, BytesSideBySideAreNotShared) {
  expect_same_on_any_threads(module_text(gridwise(R"(
    mad.wide.u32 %d1, %g, 1, %out;
    ld.global.u8 %r1, [%d1];
    add.u32 %r1, %r1, 3;
    st.global.u8 [%d1], %r1;
    ret;)")),
                             {64, 1, 1}, {33, 1, 1}, 64 * 33);
}

TEST(Threads, AtomicsAndFences) {
  expect_same_on_any_threads(module_text(gridwise(R"(
    atom.global.add.u32 %r1, [%out], %g;
    membar.gl;
    red.global.max.u32 [%out+4], %r1;
    st.global.u32 [%own+8], %r1;
    ret;)")),
                             {50, 1, 1}, {32, 1, 1}, 50 * 32 + 2);
}

TEST(Threads, FaultsOfManyBlocks) {
  expect_same_on_any_threads(module_text(".file 1 \"k.cu\"\n" + gridwise(R"(
    .loc 1 3 1
    sub.u32 %r2, %b, 7;
    div.u32 %r1, %g, %r2;
    .loc 1 4 1
    st.global.u32 [%own], %r1;
    setp.lt.u32 %p1, %t, 20;
    setp.eq.and.u32 %p1, %b, 33, %p1;
    .loc 1 5 1
    @%p1 bar.sync 0;
    ret;)")),
                             {70, 1, 1}, {32, 1, 1}, 60 * 32);
}

TEST(Threads, TrapsLeaveWhatARunInOrderLeaves) {
  expect_same_on_any_threads(module_text(gridwise(R"(
    setp.eq.u32 %p1, %b, 37;
    setp.eq.or.u32 %p1, %b, 21, %p1;
    st.global.u32 [%own], %g;
    @%p1 trap;
    ret;)")),
                             {64, 1, 1}, {32, 1, 1}, 64 * 32);
}

TEST(Threads, EndlessLoopsInSomeBlocks) {
  expect_same_on_any_threads(module_text(gridwise(R"(
    and.b32 %r1, %b, 7;
    setp.ne.u32 %p1, %r1, 5;
    @%p1 bra END;
  TURN:
    add.u32 %r2, %r2, 1;
    bra TURN;
  END:
    st.global.u32 [%own], %r1;
    ret;)")),
                             {24, 1, 1}, {32, 1, 1}, 24 * 32, 1, 5000);
}

TEST(Threads, TooManyEndlessBlocksEndTheLaunch) {
  const std::string text = module_text(gridwise(R"(
    and.b32 %r1, %b, 3;
    st.global.u32 [%own], %r1;
    setp.ne.u32 %p1, %r1, 1;
    @%p1 bra END;
  TURN:
    add.u32 %r2, %r2, 1;
    bra TURN;
  END:
    ret;)"));
  for (const unsigned threads : {1u, 2u, 3u, 8u}) {
    KernelRun run(text);
    const std::size_t out = run.in(words_of(32 * 40, [](std::uint32_t) { return 9; }));
    run.config.grid = {40, 1, 1};
    run.config.threads = threads;
    run.config.instruction_budget = 1000;
    run.config.endless_budget = 2500;
    run.run();
    // Blocks 1, 5 and 9 are endless; the third of them is the last one that runs.
    EXPECT_EQ(run.result.statistics.blocks, 10u) << threads;
    EXPECT_EQ(run.fault_kinds(), std::vector<std::string>{"endless_loop"});
    EXPECT_EQ(run.values<std::uint32_t>(out)[32 * 9], 1u);
    EXPECT_EQ(run.values<std::uint32_t>(out)[32 * 10], 9u) << threads;
    run.config.instruction_budget = 2500;
    run.run();
    EXPECT_EQ(run.result.statistics.blocks, 2u) << threads;
    run.config.endless_budget = ~std::uint64_t{0};
    run.run();
    EXPECT_EQ(run.result.statistics.blocks, 40u) << threads;
  }
}

TEST(Threads, PrintedTextInOrder) {
  std::string format;
  for (const char c : std::string("block %d;")) format += std::to_string(static_cast<int>(c)) + ", ";
  expect_same_on_any_threads(
      module_text(".extern .func (.param .b32 s) vprintf(.param .b64 f, .param .b64 l);\n.global .b8 format[10] = {" +
                  format + "0};\n" + gridwise(R"(
    .local .align 8 .b8 list[8];
    setp.ne.u32 %p1, %t, 0;
    @%p1 bra END;
    st.local.u32 [list], %b;
    cvta.global.u64 %d1, format;
    cvta.local.u64 %d2, list;
    {
      .param .b64 f; .param .b64 l; .param .b32 s;
      st.param.b64 [f], %d1;
      st.param.b64 [l], %d2;
      call (s), vprintf, (f, l);
    }
  END:
    ret;)")),
      {100, 1, 1}, {32, 1, 1}, 1);
}

TEST(Threads, MoreThanThereAreBlocks) {
  expect_same_on_any_threads(module_text(gridwise("    st.global.u32 [%own], %g;\n    ret;")), {1, 1, 1}, {32, 1, 1},
                             32);
  expect_same_on_any_threads(module_text(gridwise("    st.global.u32 [%own], %g;\n    ret;")), {3, 1, 1}, {32, 1, 1},
                             96);
}

TEST(Threads, ZeroMeansOneForEachCore) {
  KernelRun run(module_text(gridwise("    st.global.u32 [%own], %g;\n    ret;")));
  run.out<std::uint32_t>(32 * 1000);
  run.config.grid = {1000, 1, 1};
  run.config.threads = 0;
  run.run().expect_no_faults();
  EXPECT_EQ(run.result.statistics.blocks, 1000u);
  EXPECT_EQ(run.result.trace.size(), 1000u);
}

}  // namespace
}  // namespace bankloom::simt::test
