// The step and the cell of a fault.
#include "core/session/fault_place.h"

#include <gtest/gtest.h>

#include "session_fixture.h"

namespace bankloom {
namespace {

using FaultPlaces = test::SessionTest;

TEST_F(FaultPlaces, OfARace) {
  const auto race = run("mistakes/missingBarrier");
  ASSERT_TRUE(race);
  ASSERT_EQ(race->faults.size(), 2u);
  const Timeline timeline(*race, 0);
  // Warp 1 stores its row where warp 0 has read column 1 ...: row 1, column 0 is read first by lane 1 of warp 0.
  const auto store = fault_place(*race, timeline, race->faults[0]);
  ASSERT_TRUE(store);
  EXPECT_EQ(timeline.requests()[store->request].warp, 1u);
  EXPECT_EQ(timeline.requests()[store->request].in_warp, 0u);
  EXPECT_EQ(timeline.requests()[store->request].op, AccessOp::store);
  EXPECT_EQ(store->lane, 0u);
  EXPECT_EQ(store->cell, (TileGeometry::Element{1, 0}));
  const auto load = fault_place(*race, timeline, race->faults[1]);
  ASSERT_TRUE(load);
  EXPECT_EQ(timeline.requests()[load->request].in_warp, 1u);
  EXPECT_EQ(timeline.requests()[load->request].op, AccessOp::load);
  EXPECT_EQ(load->cell, (TileGeometry::Element{0, 1}));
  EXPECT_EQ(fault_cells(*race, timeline, load->request), (std::vector<TileGeometry::Element>{{0, 1}}));
  EXPECT_TRUE(fault_cells(*race, timeline, 0).empty());
}

TEST_F(FaultPlaces, BeyondTheTileThereIsNoCell) {
  const auto past = run("mistakes/pastTheTile");
  ASSERT_TRUE(past);
  ASSERT_EQ(past->faults.size(), 1u);
  const Timeline timeline(*past, 0);
  const auto place = fault_place(*past, timeline, past->faults[0]);
  ASSERT_TRUE(place);
  // The load of the others, which are right.
  EXPECT_EQ(timeline.requests()[place->request].warp, 1u);
  EXPECT_EQ(timeline.requests()[place->request].in_warp, 1u);
  EXPECT_EQ(place->lane, 31u);
  EXPECT_FALSE(place->cell);
}

TEST_F(FaultPlaces, OfAnotherBlockIsNotHere) {
  const auto race = run("mistakes/missingBarrier");
  ASSERT_TRUE(race);
  simt::Fault elsewhere = race->faults.at(0);
  elsewhere.block = {1, 0, 0};
  EXPECT_EQ(fault_block(*race, elsewhere), 1u);
  EXPECT_FALSE(fault_place(*race, Timeline(*race, 0), elsewhere));
}

TEST_F(FaultPlaces, AreWhereAKernelOpensAndWhatTheHeadlineSays) {
  show("bankloom mistakes/missingBarrier");
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_EQ(session.position().warp, 1u);
  const StepState& state = *session.side(Side::a).state;
  EXPECT_EQ(state.verdict.words, "race");
  EXPECT_EQ(state.verdict.kind, RequestVerdict::Kind::conflict);
  EXPECT_EQ(state.verdict.detail, "line 7 · no conflict");
  EXPECT_NE(state.sentence.find("with no __syncthreads() between the two. All 32 lanes"), std::string::npos)
      << state.sentence;
  // Elsewhere the headline is about the cost, and a kernel without a fault opens at what is dear.
  session.go_to({1, 2, 0});
  EXPECT_EQ(session.side(Side::a).state->verdict.words, "coalesced");
  show("bankloom mistakes/withBarrier");
  EXPECT_EQ(session.side(Side::a).state->verdict.words, "no conflict");
  for (int kind = 0; kind <= static_cast<int>(simt::FaultKind::order_dependent); ++kind) {
    EXPECT_NE(fault_words(static_cast<simt::FaultKind>(kind)), "fault") << kind;
  }
}

TEST_F(FaultPlaces, AreGoneTo) {
  show("bankloom mistakes/missingBarrier");
  ASSERT_TRUE(session.side(Side::a).run);
  ASSERT_TRUE(session.go_to_fault(Side::a, 1));
  EXPECT_EQ(session.position().warp, 1u);
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_EQ(session.side(Side::a).state->request.in_warp, 1u);
  EXPECT_FALSE(session.go_to_fault(Side::a, 2)) << "there are two";
}

TEST_F(FaultPlaces, AMistakeIsComparedWithWhatIsRight) {
  show("bankloom mistakes/missingBarrier BDIMX=16 BDIMY=16");
  session.toggle_compare();
  session.finish();
  ASSERT_NE(session.kernel(Side::b), nullptr);
  EXPECT_EQ(session.kernel(Side::b)->name, "withBarrier");
  EXPECT_EQ(session.options(Side::b).at("BDIMX"), "16");
  ASSERT_TRUE(session.side(Side::b).run);
  EXPECT_TRUE(session.side(Side::b).run->correct());
  EXPECT_FALSE(session.side(Side::a).run->correct());
}

TEST_F(FaultPlaces, NoShippedLessonDependsOnTheOrder) {
  for (const Kernel& kernel : test::some_kernels()) {
    if (kernel.lesson == "mistakes" || !kernel.expected_faults.empty()) continue;
    const auto one = run(kernel.id());
    ASSERT_TRUE(one) << kernel.id();
    for (const simt::Fault& fault : one->faults) ADD_FAILURE() << kernel.id() << ": " << fault.message;
  }
}

}  // namespace
}  // namespace bankloom
