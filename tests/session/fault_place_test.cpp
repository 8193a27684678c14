// The step and the cell of a fault.
#include "core/session/fault_place.h"

#include <gtest/gtest.h>

#include "core/wording/fault_text.h"
#include "core/wording/step_text.h"
#include "session_fixture.h"

namespace bankloom {
namespace {

class FaultPlaces : public test::SessionTest {
 protected:
  /// What A's headline and its sentence say.
  [[nodiscard]] VerdictText told() const {
    return verdict_text(*session.side(Side::a).run, *session.side(Side::a).state);
  }
  [[nodiscard]] std::string sentence() const {
    return step_text(*session.side(Side::a).run, *session.side(Side::a).state).str();
  }
};

TEST_F(FaultPlaces, OfARace) {
  const auto race = run("barriers/missingBarrier");
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
  const auto lanes = faulty_lanes(*race, timeline, load->request);
  ASSERT_FALSE(lanes.empty());
  EXPECT_EQ(lanes.front().cells, (std::vector<TileGeometry::Element>{{0, 1}}));
  EXPECT_TRUE(faulty_lanes(*race, timeline, 0).empty());
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

TEST_F(FaultPlaces, AllLanesAndWarpsAtFaultAreMarked) {
  show("bankloom barriers/missingBarrier");
  const SideView& view = session.side(Side::a);
  const Timeline& timeline = *view.timeline;
  // Warp w loads column w when the warps before it have stored their rows and those behind it have not: what its first
  // w lanes read is a race.
  for (const std::uint32_t warp : {1u, 20u, 31u}) {
    const std::uint32_t load = timeline.of_warp(warp)[1];
    const auto lanes = faulty_lanes(*view.run, timeline, load);
    ASSERT_EQ(lanes.size(), warp);
    for (unsigned lane = 0; lane < warp; ++lane) {
      EXPECT_EQ(lanes[lane].lane, lane);
      EXPECT_EQ(lanes[lane].cells, (std::vector<TileGeometry::Element>{{lane, warp}}));
      EXPECT_EQ(lanes[lane].address, view.run->tile->address(lane, warp));
      EXPECT_FALSE(lanes[lane].is_next);
    }
    session.player().go_to({warp, 1, 0});
    EXPECT_EQ(told().words.str(), "race") << warp;
  }
  EXPECT_TRUE(sentence().starts_with("The fault in line 8 also occurs in 31 lanes of this warp; ")) << sentence();
  EXPECT_TRUE(faulty_lanes(*view.run, timeline, timeline.of_warp(0)[1]).empty());
}

TEST_F(FaultPlaces, LanesBeyondTheTileAreTold) {
  const auto past = run("mistakes/pastTheTile");
  ASSERT_TRUE(past);
  const Timeline timeline(*past, 0);
  const auto lanes = faulty_lanes(*past, timeline, timeline.of_warp(1)[1]);
  ASSERT_EQ(lanes.size(), 1u);
  EXPECT_EQ(lanes[0].lane, 31u);
  EXPECT_EQ(lanes[0].address, 256u);
  EXPECT_TRUE(lanes[0].cells.empty());
  EXPECT_FALSE(lanes[0].is_next);
  // The other load of the same line is right.
  EXPECT_TRUE(faulty_lanes(*past, timeline, timeline.of_warp(1)[2]).empty());
}

TEST_F(FaultPlaces, AWarpOpensAtItsOwnFault) {
  show("bankloom barriers/missingBarrier");
  session.player().go_to({31, 0, 0});
  session.player().to_notable(true);
  EXPECT_EQ(session.player().position().warp, 31u);
  session.player().to_notable();
  EXPECT_EQ(session.player().position().warp, 1u);
}

TEST_F(FaultPlaces, OfAnotherBlockIsNotHere) {
  const auto race = run("barriers/missingBarrier");
  ASSERT_TRUE(race);
  simt::Fault elsewhere = race->faults.at(0);
  elsewhere.block = {1, 0, 0};
  EXPECT_EQ(fault_block(*race, elsewhere), 1u);
  EXPECT_FALSE(fault_place(*race, Timeline(*race, 0), elsewhere));
}

TEST_F(FaultPlaces, AreWhereAKernelOpensAndWhatTheHeadlineSays) {
  show("bankloom barriers/missingBarrier");
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_EQ(session.player().position().warp, 1u);
  EXPECT_EQ(session.side(Side::a).state->quality(), RequestQuality::wasteful);
  EXPECT_EQ(told().words.str(), "race");
  EXPECT_EQ(told().detail.str(), "line 7 · no conflict");
  EXPECT_TRUE(sentence().starts_with(
      "Thread (0, 1) writes tile[1][0] (shared byte 132), which thread (1, 0) reads in line 8, with no "
      "__syncthreads() between the two. First warp 0 reads tile[1][0] with its request 2 in line 8, then warp 1 writes "
      "it with its request 1 in line 7; on a GPU it may be the other way round. 1 wavefront"))
      << sentence();
  // Elsewhere the headline is about the cost, and a kernel without a fault opens at what is dear.
  session.player().go_to({1, 2, 0});
  EXPECT_EQ(told().words.str(), "coalesced");
  show("bankloom barriers/withBarrier");
  EXPECT_EQ(told().words.str(), "no conflict");
  for (int kind = 0; kind <= static_cast<int>(simt::FaultKind::order_dependent); ++kind) {
    EXPECT_NE(fault_kind_text(static_cast<simt::FaultKind>(kind)).str(), "fault") << kind;
  }
}

TEST_F(FaultPlaces, TheFirstAccessOfARaceIsToldToo) {
  show("bankloom barriers/missingBarrier at=0:1:0");
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_FALSE(session.side(Side::a).state->fault) << "what came first is no fault yet";
  ASSERT_TRUE(session.side(Side::a).state->race);
  EXPECT_FALSE(session.side(Side::a).state->race->is_second);
  EXPECT_TRUE(
      sentence().starts_with("This is the first access of a race: lane 1 reads tile[1][0], and then warp 1 "
                             "writes it with its request 1 in line 7;"))
      << sentence();
  EXPECT_EQ(told().words.str(), "race") << "no other verdict stands above that";
  EXPECT_EQ(session.side(Side::a).state->quality(), RequestQuality::wasteful);
  // What is hidden is not told.
  Disclosure disclosure;
  disclosure.hide(FactKind::faults);
  session.disclose(disclosure);
  EXPECT_FALSE(session.side(Side::a).state->race);
  session.player().go_to({1, 0, 0});
  EXPECT_FALSE(session.side(Side::a).state->fault);
  EXPECT_EQ(told().words.str(), "no conflict");
}

TEST_F(FaultPlaces, BelowTheVerdictStandsWhatIsWrongElseTheReason) {
  const auto sentences = [&] { return step_sentences(*session.side(Side::a).run, *session.side(Side::a).state); };
  show("bankloom barriers/missingBarrier at=0:1:0");
  ASSERT_EQ(sentences().size(), 1u);
  EXPECT_TRUE(sentences()[0].str().starts_with("A race: ")) << sentences()[0].str();
  show("bankloom swizzle/columnXor at=5:1:0");
  ASSERT_EQ(sentences().size(), 3u);
  EXPECT_EQ(sentences()[0].str(), sentence());
  EXPECT_TRUE(sentences()[1].str().starts_with("The tile is swizzled: ")) << sentences()[1].str();
  EXPECT_EQ(sentences()[0].str(), sentences()[2].str() + " " + sentences()[1].str());
}

TEST_F(FaultPlaces, SpeakOfElementsFirst) {
  const auto text_of = [&](const std::string& kernel, std::size_t fault, const OptionValues& options = {}) {
    const auto done = run(kernel, options);
    return done && fault < done->faults.size() ? fault_text(done->faults[fault], done.get()).str() : std::string();
  };
  EXPECT_EQ(text_of("mistakes/pastTheTile", 0), "Thread 63 reads line[64] (shared byte 256), but line has 64 elements");
  EXPECT_EQ(text_of("barriers/barrierInABranch", 1),
            "Thread (16, 0) reads tile[16][0] (shared byte 2112), which thread (0, 16) wrote in line 8, with no "
            "__syncthreads() between the two");
  EXPECT_EQ(text_of("barriers/barrierInABranch", 0),
            "Thread (0, 0) reaches a barrier with 16 of its warp's 32 threads; all threads of the block have to reach "
            "it, or none");
  // Wider than an element, and where it is not aligned.
  const std::string quads = text_of("mistakes/paddedQuads", 0);
  EXPECT_NE(quads.find(" 16 bytes at tile["), std::string::npos) << quads;
  EXPECT_NE(quads.find(", which is not a multiple of 16"), std::string::npos) << quads;
  // Beyond a buffer of global memory and beyond the tile.
  const auto swapped = run("rectangular/swappedIndices");
  ASSERT_TRUE(swapped);
  for (const simt::Fault& fault : swapped->faults) {
    EXPECT_NE(fault_text(fault, swapped.get()).str().find("tile["), std::string::npos)
        << fault_text(fault, swapped.get()).str();
  }
  // Without a run there are bytes alone.
  EXPECT_EQ(fault_text(swapped->faults.at(0)).str().find("tile["), std::string::npos);
}

TEST_F(FaultPlaces, AreGoneTo) {
  show("bankloom barriers/missingBarrier");
  ASSERT_TRUE(session.side(Side::a).run);
  ASSERT_TRUE(session.player().go_to_fault(Side::a, 1));
  EXPECT_EQ(session.player().position().warp, 1u);
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_EQ(session.side(Side::a).state->request.in_warp, 1u);
  EXPECT_FALSE(session.player().go_to_fault(Side::a, 2)) << "there are two";
}

TEST_F(FaultPlaces, AMistakeIsComparedWithWhatIsRight) {
  show("bankloom barriers/missingBarrier BDIMX=16 BDIMY=16");
  session.change(session.selection().with_compare_toggled());
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
    for (const simt::Fault& fault : one->faults) ADD_FAILURE() << kernel.id() << ": " << fault_text(fault).str();
  }
}

}  // namespace
}  // namespace bankloom
