// Which blocks of a launch are executed where all would take too long.
#include "core/simt/block_plan.h"

#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "kernel_run.h"

namespace bankloom::simt::test {
namespace {

using Blocks = std::vector<std::uint64_t>;
using WorkOf = std::function<std::uint64_t(std::uint64_t)>;

/// The blocks that a plan gives out in chunks of at most `most`, of which `ahead` may not have ended yet.
Blocks executed(std::uint64_t blocks, std::uint64_t most_work, const WorkOf& work_of_block, std::uint64_t most,
                std::size_t ahead) {
  BlockPlan plan(blocks, most_work);
  Blocks all;
  std::deque<std::pair<std::uint64_t, std::uint64_t>> under_way;
  const auto end_one = [&] {
    plan.add(under_way.front().first, under_way.front().second);
    under_way.pop_front();
  };
  while (!plan.is_done()) {
    while (!plan.is_known() || under_way.size() > ahead) end_one();
    const BlockSpan span = plan.take(most);
    EXPECT_GT(span.count, 0U);
    std::uint64_t work = 0;
    for (std::uint64_t b = 0; b < span.count; ++b) {
      all.push_back(span.at(b));
      work += work_of_block(span.at(b));
    }
    under_way.emplace_back(span.count, work);
  }
  EXPECT_EQ(plan.planned(), all.size());
  return all;
}

Blocks in_order(std::uint64_t blocks) {
  Blocks all(blocks);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  return all;
}

TEST(BlockPlans, ExecuteAllBlocksWhereNothingIsSaid) {
  const WorkOf heavy = [](std::uint64_t) { return 1'000'000; };
  EXPECT_EQ(executed(1000, 0, heavy, 7, 3), in_order(1000));
  EXPECT_EQ(executed(1, 0, heavy, 7, 0), in_order(1));
}

TEST(BlockPlans, ExecuteAllBlocksOfWhatIsShort) {
  const WorkOf light = [](std::uint64_t) { return 10; };
  EXPECT_EQ(executed(1000, 10'000, light, 16, 3), in_order(1000));
}

TEST(BlockPlans, SampleWhatIsLong) {
  const WorkOf work = [](std::uint64_t) { return 10; };
  // 10,000 blocks of 10 where 10,000 may be spent: about a tenth of the blocks.
  const Blocks blocks = executed(10'000, 10'000, work, 16, 0);
  EXPECT_GT(blocks.size(), 900U);
  EXPECT_LT(blocks.size(), 1'100U);
  EXPECT_EQ(blocks.back(), 9'999U);
  // The first ones, up to where a twentieth of the work and as much again is done, then blocks as far from each other.
  std::size_t first = 0;
  while (blocks[first] == first) ++first;
  EXPECT_EQ(first, 129U);
  const std::uint64_t stride = blocks[first] - blocks[first - 1];
  EXPECT_GE(stride, 10U);
  EXPECT_LE(stride, 12U);
  for (std::size_t b = first; b + 1 < blocks.size(); ++b) EXPECT_EQ(blocks[b] - blocks[b - 1], stride) << b;
}

TEST(BlockPlans, DoNotDependOnWhoRunsThem) {
  const WorkOf work = [](std::uint64_t block) { return 1 + block % 17 + block / 100; };
  const Blocks blocks = executed(50'000, 100'000, work, 1, 0);
  EXPECT_LT(blocks.size(), 20'000U);
  for (const std::uint64_t most : {1U, 3U, 16U, 100'000U}) {
    for (const std::size_t ahead : {0U, 1U, 5U, 40U}) EXPECT_EQ(executed(50'000, 100'000, work, most, ahead), blocks);
  }
}

TEST(BlockPlans, TakeFewerWhereBlocksGrowHeavier) {
  const WorkOf work = [](std::uint64_t block) { return block; };
  std::uint64_t sum = 0;
  const Blocks blocks = executed(1'000'000, 10'000'000, work, 16, 4);
  for (const std::uint64_t block : blocks) sum += work(block);
  EXPECT_EQ(blocks.back(), 999'999U);
  EXPECT_LT(sum, 40'000'000U) << "all of them are 500 thousand million";
}

TEST(BlockPlans, AlwaysTakeFour) {
  const WorkOf work = [](std::uint64_t) { return 1'000'000; };
  Blocks expected = in_order(4);
  EXPECT_EQ(executed(4, 1, work, 16, 0), expected);
  expected.push_back(4);
  EXPECT_EQ(executed(5, 1, work, 16, 0), expected);
  // The block behind the four is the next one anyway; no other can be afforded but the last one.
  expected.push_back(999);
  EXPECT_EQ(executed(1000, 1, work, 16, 2), expected);
}

// Every thread writes its number.
std::string numbers() {
  return module_text(
      kernel_text("    .reg .b32 %g;\n    .reg .b64 %own;\n    mov.u32 %r1, %ctaid.x;\n    mov.u32 %r2, %ntid.x;\n"
                  "    mad.lo.u32 %g, %r1, %r2, %t;\n    mad.wide.u32 %own, %g, 4, %out;\n    add.u32 %g, %g, 1;\n"
                  "    st.global.u32 [%own], %g;\n    ret;"));
}

TEST(Samples, AreTheSameOnAnyThreads) {
  Words first;
  for (const unsigned threads : {1U, 2U, 5U}) {
    KernelRun run(numbers());
    const std::size_t out = run.out<std::uint32_t>(32 * 2000);
    run.config.grid = {2000, 1, 1};
    run.config.threads = threads;
    run.config.record.enabled = threads == 1;
    run.config.most_work = 10'000;
    RunControl control;
    run.config.control = &control;
    run.run().expect_no_faults();
    const std::uint64_t blocks = run.result.chosen_blocks;
    EXPECT_GT(blocks, 4U);
    EXPECT_LT(blocks, 500U);
    EXPECT_EQ(run.result.statistics.blocks, blocks);
    EXPECT_EQ(run.result.statistics.accesses, blocks);
    EXPECT_EQ(control.blocks(), blocks);
    EXPECT_EQ(control.blocks_done(), blocks);
    const Words written = run.values<std::uint32_t>(out);
    EXPECT_EQ(written.front(), 1U);
    EXPECT_EQ(written.back(), 32U * 2000);
    if (threads == 1) first = written;
    EXPECT_EQ(written, first);
  }
}

TEST(Samples, AreNotTakenWhereBlocksMayWaitForEachOther) {
  // Each block waits until the one before it has set its word.
  const std::string chain = module_text(kernel_text(R"(
    mov.u32 %r1, %ctaid.x;
    mad.wide.u32 %d1, %r1, 4, %out;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra SET;
  WAIT:
    ld.acquire.gpu.global.u32 %r2, [%d1+-4];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra WAIT;
  SET:
    st.release.gpu.global.u32 [%d1], 1;
    ret;)"));
  KernelRun run(chain);
  const std::size_t out = run.out<std::uint32_t>(1000);
  run.config.grid = {1000, 1, 1};
  run.config.most_work = 10;
  run.run().expect_no_faults();
  EXPECT_EQ(run.result.chosen_blocks, 1000U);
  EXPECT_EQ(run.values<std::uint32_t>(out), Words(1000, 1));
}

TEST(Samples, AccuseNobodyOfWaitingForWhatWasLeftOut) {
  // The same with atomics, which a sample is taken of.
  const std::string chain = module_text(kernel_text(R"(
    mov.u32 %r1, %ctaid.x;
    mad.wide.u32 %d1, %r1, 4, %out;
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra SET;
  WAIT:
    atom.global.add.u32 %r2, [%d1+-4], 0;
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra WAIT;
  SET:
    atom.global.exch.b32 %r3, [%d1], 1;
    ret;)"));
  for (const bool samples : {false, true}) {
    KernelRun run(chain);
    run.out<std::uint32_t>(1000);
    run.config.grid = {1000, 1, 1};
    run.config.most_work = samples ? 10 : 0;
    run.run().expect_no_faults();
    EXPECT_EQ(run.result.chosen_blocks < 1000U, samples);
  }
}

}  // namespace
}  // namespace bankloom::simt::test
