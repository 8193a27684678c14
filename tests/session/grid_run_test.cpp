// Kernels whose grid is large: all of it is executed and counted, part of it recorded; how far it is, and its end.
#include <chrono>
#include <thread>

#include "session_fixture.h"

namespace bankloom::test {
namespace {

using namespace std::chrono_literals;
using GridRunTest = SessionTest;

RunKey tile(int side) { return {"transpose/tile", {{"N", std::to_string(side)}}, "cc9.0", "compute_90"}; }

TEST_F(GridRunTest, CountsAllBlocksAndRecordsTheFirst) {
  const auto made = run("transpose/tile", {{"N", "1024"}});
  ASSERT_NE(made, nullptr);
  EXPECT_TRUE(made->correct());
  EXPECT_EQ(made->statistics.blocks, 1024U);
  EXPECT_EQ(made->recorded_blocks, 256U);
  EXPECT_EQ(made->trace.size(), 256U * 32 * 4);
  EXPECT_TRUE(made->trace.clipped());
  EXPECT_FALSE(made->cost.clipped);
  EXPECT_EQ(made->cost.global_load.requests, 1024U * 32);
  EXPECT_EQ(made->cost.global_store.sectors, 1024U * 32 * 4);
  EXPECT_EQ(made->cost.shared_store.wavefronts, 1024U * 32);
  EXPECT_EQ(made->cost.shared_load.wavefronts, 1024U * 32 * 32);
  for (const AccessSummary& access : made->cost.accesses) {
    ASSERT_LT(access.worst, made->trace.size());
    EXPECT_EQ(made->trace.at(access.worst).addresses, access.example.addresses);
    EXPECT_DOUBLE_EQ(access.efficiency(), access.space == Space::global ? 1.0 : 0.0);
  }
}

TEST_F(GridRunTest, SmallGridsAreRecordedWhole) {
  const auto made = run("transpose/tile", {{"N", "128"}});
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(made->recorded_blocks, 16U);
  EXPECT_FALSE(made->trace.clipped());
  const KernelCost added = summarize(made->machine, made->trace);
  ASSERT_EQ(added.accesses.size(), made->cost.accesses.size());
  for (std::size_t i = 0; i < added.accesses.size(); ++i) {
    EXPECT_EQ(added.accesses[i].worst, made->cost.accesses[i].worst);
    EXPECT_TRUE(added.accesses[i].why == made->cost.accesses[i].why);
    EXPECT_EQ(added.accesses[i].wavefronts, made->cost.accesses[i].wavefronts);
    EXPECT_EQ(added.accesses[i].sectors, made->cost.accesses[i].sectors);
  }
}

TEST_F(GridRunTest, OfTooMuchWorkASampleIsExecutedAndTheRuleGivesTheRest) {
  const Shipped& shipped = Shipped::get();
  const auto kernel = find_kernel(shipped.catalog, "transpose/tile");
  ASSERT_TRUE(kernel);
  const auto made = [&](const RunSettings& settings) {
    auto compiled = compile_kernel(borrow_kernel(**kernel), {{"N", "1024"}}, kDefaultArchitecture, *shipped.compiler);
    return *run_kernel(*std::move(compiled), *find_machine(shipped.machines, kDefaultMachine), settings);
  };
  const auto sample = made({.most_work = 1'000'000});
  EXPECT_TRUE(sample->is_sample());
  EXPECT_GE(sample->statistics.blocks, 4U);
  EXPECT_LT(sample->statistics.blocks, 1024U);
  EXPECT_TRUE(sample->correct());
  EXPECT_EQ(sample->output, sample->expected);
  const auto whole = made({});
  EXPECT_FALSE(whole->is_sample());
  EXPECT_EQ(whole->statistics.blocks, 1024U);
  EXPECT_EQ(whole->output, sample->output);
}

TEST_F(GridRunTest, TellsHowFarItIsAndEndsWhenAsked) {
  EXPECT_FALSE(runs.progress());
  EXPECT_EQ(runs.get(tile(2048)), nullptr);
  RunService::Progress progress;
  for (int turn = 0; turn < 20'000 && progress.blocks_done == 0; ++turn) {
    progress = runs.progress().value_or(RunService::Progress());
    std::this_thread::sleep_for(1ms);
  }
  EXPECT_EQ(progress.key, tile(2048));
  EXPECT_EQ(progress.blocks, 4096U);
  EXPECT_GT(progress.blocks_done, 0U);
  EXPECT_LE(progress.blocks_done, progress.blocks);
  EXPECT_GT(progress.seconds, 0.0);
  runs.cancel(tile(1024));  // another one
  runs.cancel(tile(2048));
  const auto ended = runs.wait(tile(2048));
  EXPECT_EQ(ended->run, nullptr);
  ASSERT_NE(ended->failure, nullptr);
  EXPECT_TRUE(ended->failure->is_cancelled());
  EXPECT_NE(ended->failure->message.find("cancelled"), std::string::npos) << ended->failure->message;
  EXPECT_FALSE(runs.progress());
  // It stays ended until somebody wants it anew.
  EXPECT_EQ(runs.get(tile(2048)), ended);
  runs.forget(tile(2048));
  EXPECT_EQ(runs.get(tile(2048)), nullptr);
}

TEST_F(GridRunTest, OfALargeRunForATableASummaryIsKept) {
  const auto row = runs.wait(tile(1280), Urgency::soon);
  ASSERT_NE(row->summary, nullptr);
  EXPECT_EQ(row->run, nullptr);
  EXPECT_EQ(row->figures(), row->summary.get());
  EXPECT_EQ(row->summary->defined_count, 1280U * 1280U);
  EXPECT_TRUE(row->summary->correct());
  EXPECT_EQ(runs.wait(tile(1280), Urgency::soon), row) << "it is not made again";
  // Who wants the run itself gets it, and from then on the table has it as well.
  EXPECT_EQ(runs.get(tile(1280)), nullptr);
  const auto whole = runs.wait(tile(1280));
  ASSERT_NE(whole->run, nullptr);
  EXPECT_EQ(whole->figures(), whole->run.get());
  EXPECT_GT(whole->run->bytes(), RunService::kLargeRun);
  EXPECT_EQ(whole->run->cost.shared_load.wavefronts, row->summary->cost.shared_load.wavefronts);
  EXPECT_EQ(whole->run->cost.accesses.size(), row->summary->cost.accesses.size());
  EXPECT_EQ(runs.wait(tile(1280), Urgency::soon), whole);
  // A small one is kept whole at once.
  EXPECT_NE(runs.wait(tile(64), Urgency::soon)->run, nullptr);
}

TEST_F(GridRunTest, WhatMakesRoomForOthersStaysAsASummary) {
  RunService small(Shipped::get().catalog, Shipped::get().machines, *Shipped::get().compiler, {}, 1);
  for (const int side : {32, 64, 96, 128, 160, 192}) ASSERT_NE(small.wait(tile(side))->run, nullptr);
  for (const int side : {32, 64}) EXPECT_NE(small.wait(tile(side), Urgency::soon)->summary, nullptr) << side;
  EXPECT_NE(small.wait(tile(192), Urgency::soon)->run, nullptr);
  EXPECT_NE(small.wait(tile(32))->run, nullptr) << "made again";
}

TEST_F(GridRunTest, CancellingARunForATableEndsAllThatWaitForIt) {
  for (const int side : {2048, 1984, 1920}) EXPECT_EQ(runs.get(tile(side), Urgency::soon), nullptr);
  while (!runs.progress() || runs.progress()->blocks_done == 0) std::this_thread::sleep_for(1ms);
  runs.cancel(runs.progress()->key);
  for (const int side : {2048, 1984, 1920}) {
    const auto ended = runs.wait(tile(side), Urgency::soon);
    ASSERT_NE(ended->failure, nullptr) << side;
    EXPECT_TRUE(ended->failure->is_cancelled());
    EXPECT_EQ(ended->failure->message, "the run was cancelled");
  }
  EXPECT_FALSE(runs.busy());
  runs.forget_cancelled();
  EXPECT_EQ(runs.get(tile(1920), Urgency::soon), nullptr);
}

TEST_F(GridRunTest, RefusesWhatDoesNotFitMemory) {
  EXPECT_TRUE(check_memory("transpose/tile", 1U << 30, std::nullopt));
  EXPECT_TRUE(check_memory("transpose/tile", 1U << 20, 1U << 20));
  const auto refused = check_memory("transpose/tile", 3U * 512 * 512 * 4, 1U << 20);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "transpose/tile needs 0.0 GiB of memory at this size, and 0.0 GiB are free; choose a smaller size");
}

}  // namespace
}  // namespace bankloom::test
