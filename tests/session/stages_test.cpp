// What a warp does one after the other; which blocks can be shown; runs that are begun, cancelled and begun again.
#include "core/session/stages.h"
#include "core/wording/run_text.h"

#include <chrono>

#include "../base/sanitized.h"
#include "session_fixture.h"

namespace bankloom::test {
namespace {

using StagesTest = SessionTest;

/// A side of the matrix that takes long enough to be cancelled meanwhile.
const char* const kLarge = kSanitized ? "1024" : "2048";

TEST_F(StagesTest, ATransposeHasFour) {
  const auto made = run("transpose/tile");
  ASSERT_NE(made, nullptr);
  const Timeline timeline(*made, 0);
  const auto stages = stages_of(*made, timeline, 0);
  ASSERT_EQ(stages.size(), 4U);
  const char* const titles[] = {"sectors read", "tile stored", "tile loaded", "sectors written"};
  const double costs[] = {4, 1, 32, 4};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(stage_text(stages[i]).str(), titles[i]);
    EXPECT_DOUBLE_EQ(stages[i].transactions_per_request(), costs[i]) << titles[i];
    EXPECT_EQ(stages[i].requests, 16U * 32) << titles[i];
    EXPECT_EQ(stages[i].wasteful, i == 2) << titles[i];
    EXPECT_EQ(stages[i].first_request, timeline.of_warp(0)[i]);
    EXPECT_EQ(stage_of(stages, timeline.requests()[timeline.of_warp(0)[i]]), i);
  }
  EXPECT_EQ(transactions_text(stages[0]).str(), "sectors");
  EXPECT_EQ(transactions_text(stages[2]).str(), "wavefronts");
  EXPECT_TRUE(reads_and_writes_global(made->cost));
}

TEST_F(StagesTest, AWayThroughTheTileReadsStoresLoadsAndWrites) {
  const auto goes = [&](const std::string& kernel) {
    const auto made = run(kernel);
    return made != nullptr && goes_through_tile(stages_of(*made, Timeline(*made, 0), 0));
  };
  for (const char* kernel : {"transpose/tile", "transpose/tileRows", "transpose/copyShared"}) {
    EXPECT_TRUE(goes(kernel)) << kernel;
  }
  // Without a tile, and without an input.
  for (const char* kernel : {"transpose/copy", "square/setRowReadCol"}) EXPECT_FALSE(goes(kernel)) << kernel;
}

TEST_F(StagesTest, SeveralRequestsOfALineAreOneStage) {
  const auto made = run("transpose/tileRows");
  ASSERT_NE(made, nullptr);
  const Timeline timeline(*made, 0);
  EXPECT_GT(timeline.of_warp(0).size(), 4U);
  EXPECT_EQ(stages_of(*made, timeline, 0).size(), 4U);
  EXPECT_TRUE(stages_of(*made, timeline, timeline.warps()).empty());
}

TEST_F(StagesTest, LinesThatFollowEachOtherAreOneStage) {
  const auto made = run("transpose/vector");
  ASSERT_NE(made, nullptr);
  const Timeline timeline(*made, 0);
  const auto stages = stages_of(*made, timeline, 0);
  ASSERT_EQ(stages.size(), 4U);
  const char* const titles[] = {"sectors read", "tile stored", "tile loaded", "sectors written"};
  // Two float4 a thread are read, stored as four pairs, loaded and written as two float4; 4 blocks of 16 warps. 32
  // lanes times 16 bytes are 16 sectors and 4 wavefronts, times 8 bytes 2 wavefronts.
  const std::uint64_t requests[] = {2 * 64, 4 * 64, 2 * 64, 2 * 64}, costs[] = {16, 2, 4, 16};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(stage_text(stages[i]).str(), titles[i]);
    EXPECT_EQ(stages[i].requests, requests[i]) << titles[i];
    EXPECT_EQ(stages[i].transactions, requests[i] * costs[i]) << titles[i];
    EXPECT_FALSE(stages[i].wasteful) << titles[i];
  }
  EXPECT_EQ(stages[1].lines.size(), 4U);
  for (const std::uint32_t index : timeline.of_warp(0)) EXPECT_TRUE(stage_of(stages, timeline.requests()[index]));
}

TEST_F(StagesTest, AKernelThatOnlyWritesTellsNoWholeWay) {
  const auto made = run("square/setRowReadCol");
  ASSERT_NE(made, nullptr);
  EXPECT_FALSE(reads_and_writes_global(made->cost));
  EXPECT_EQ(stages_of(*made, Timeline(*made, 0), 0).size(), 3U);
}

TEST_F(StagesTest, AddressesBelongToBuffers) {
  const auto made = run("transpose/tile");
  ASSERT_NE(made, nullptr);
  ASSERT_EQ(made->buffers.size(), 2U);
  for (const auto& buffer : made->buffers) {
    EXPECT_EQ(made->element_at(buffer.address), (KernelRun::BufferElement{buffer.parameter, 0}));
    EXPECT_EQ(made->element_at(buffer.address + 4 * 128 + 7), (KernelRun::BufferElement{buffer.parameter, 129}));
    EXPECT_EQ(made->element_at(buffer.address + 4 * 128 * 128 - 1),
              (KernelRun::BufferElement{buffer.parameter, 128 * 128 - 1}));
    EXPECT_FALSE(made->element_at(buffer.address + 4 * 128 * 128));
  }
  EXPECT_EQ(made->buffers[0].address, made->output_address);
  // Warp 3 of block 0 reads row 3 of the matrix and writes its row 3 of the turned one.
  const Timeline timeline(*made, 0);
  const MemoryAccess read = made->trace.at(timeline.requests()[timeline.of_warp(3)[0]].access);
  EXPECT_EQ(made->element_at(read.addresses[5]), (KernelRun::BufferElement{1, 3 * 128 + 5}));
}

TEST_F(StagesTest, AnyBlockCanBeChosenAndIsRecordedThen) {
  show("bankloom transpose/tile N=1024");
  EXPECT_EQ(session.player().shown().block(), 0U);
  ASSERT_TRUE(session.player().set_block(255));
  EXPECT_EQ(session.player().shown().block(), 255U);
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_EQ(session.side(Side::a).state->access.block, (Dim3{255 % 32, 255 / 32, 0}));
  const auto unrecorded = session.player().set_block(256);
  ASSERT_FALSE(unrecorded);
  EXPECT_EQ(unrecorded.error().message,
            "block 256 was executed and counted, but only 256 of 1024 blocks, from 0 on, are recorded and can be "
            "shown");
  const auto none = session.player().set_block(1024);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().message, "there is no block 1024: the grid has 1024, counted from 0");
  EXPECT_EQ(session.player().shown().block(), 255U);
  EXPECT_EQ(session.snapshot().block, 255U);
  // The session has it recorded.
  const auto first = session.side(Side::a).run;
  ASSERT_TRUE(session.set_block(700));
  EXPECT_EQ(session.player().shown().block(), 255U) << "until its run is there the last one is shown";
  session.finish();
  EXPECT_EQ(session.player().shown().block(), 700U);
  EXPECT_EQ(session.snapshot().block, 700U);
  const auto second = session.side(Side::a).run;
  EXPECT_EQ(second->first_recorded, 512U);
  EXPECT_EQ(second->cost.shared_load.wavefronts, first->cost.shared_load.wavefronts);
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_EQ(session.side(Side::a).state->access.block, (Dim3{700 % 32, 700 / 32, 0}));
  ASSERT_TRUE(session.set_block(700 + 67)) << "which is recorded, too";
  EXPECT_EQ(session.side(Side::a).run, second);
  EXPECT_FALSE(session.set_block(1024));
  // A scene's line may name any block.
  show("bankloom transpose/tile N=1024 block=1000");
  EXPECT_EQ(session.player().shown().block(), 1000U);
  EXPECT_TRUE(session.side(Side::a).state);
}

TEST_F(StagesTest, WhatWasCancelledIsMadeAgain) {
  show("bankloom transpose/tile");
  const auto before = session.side(Side::a).run;
  ASSERT_TRUE(session.change(session.selection().with_option(Side::a, "N", kLarge)));
  EXPECT_TRUE(session.runs().side(Side::a).pending);
  while (session.runs().side(Side::a).pending) {
    if (const auto running = session.runs().running()) {
      EXPECT_TRUE(running->wanted);
      EXPECT_TRUE(session.runs().awaits(running->key));
      session.runs().cancel(running->key);
    }
    session.update();
  }
  ASSERT_NE(session.runs().side(Side::a).failure, nullptr);
  EXPECT_TRUE(session.runs().side(Side::a).failure->is_cancelled());
  EXPECT_EQ(session.side(Side::a).run, before);
  session.runs().again();
  EXPECT_TRUE(session.runs().side(Side::a).pending);
  session.finish();
  EXPECT_EQ(session.runs().side(Side::a).failure, nullptr);
  EXPECT_EQ(session.side(Side::a).run->output_rows, std::stoul(kLarge));
}

TEST_F(StagesTest, WhatIsMadeInAdvanceGivesWay) {
  const RunKey large{"transpose/tile", {{"N", kSanitized ? "2048" : "4096"}}, "cc9.0", "compute_90"};
  const RunKey small{"transpose/tile", {{"N", "64"}}, "cc9.0", "compute_90"};
  runs.prefetch({large});
  while (!runs.progress() || runs.progress()->blocks_done == 0) {
  }
  EXPECT_FALSE(runs.progress()->wanted);
  EXPECT_FALSE(session.runs().running());
  EXPECT_NE(runs.wait(small)->run, nullptr);
  // Nobody cancelled it: the next one who asks gets it made.
  EXPECT_EQ(runs.get(large), nullptr);
  runs.cancel(large);
}

TEST_F(StagesTest, ARowOfTheTableGivesWayAndIsMadeLater) {
  const RunKey large{"transpose/tile", {{"N", kLarge}}, "cc9.0", "compute_90"};
  const RunKey small{"transpose/tile", {{"N", "64"}}, "cc9.0", "compute_90"};
  EXPECT_EQ(runs.get(large, Urgency::soon), nullptr);
  while (!runs.progress() || runs.progress()->blocks_done == 0) {
  }
  EXPECT_TRUE(runs.progress()->wanted);
  EXPECT_NE(runs.wait(small)->run, nullptr);
  // It was put off, not cancelled.
  const auto made = runs.wait(large);
  ASSERT_NE(made, nullptr);
  EXPECT_NE(made->run, nullptr);
}

}  // namespace
}  // namespace bankloom::test
