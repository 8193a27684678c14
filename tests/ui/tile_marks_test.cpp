#include "ui/tile_marks.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/analysis/request_cost.h"
#include "core/machine/machine_model.h"
#include "ui/panels/bank_card.h"

namespace bankloom::ui {
namespace {

class TileMarksTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto machines = load_machines(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "assets" / "machines");
    ASSERT_TRUE(machines) << machines.error().message;
    const auto found = find_machine(*machines, "cc9.0");
    ASSERT_TRUE(found);
    machine = *found;
    tile.name = "tile";
    tile.rows = 32;
    tile.columns = 32;
  }

  /// The state at a step of a phase, with what a test needs of it.
  [[nodiscard]] StepState state_of(const MemoryAccess& access, std::uint32_t phase, std::uint32_t wavefront) const {
    StepState state;
    state.access = access;
    state.cost = explain_request(machine, access);
    state.phase = phase;
    state.wavefront_of_phase = wavefront;
    return state;
  }

  static MemoryAccess access_of(Space space, unsigned width, std::uint64_t base, std::uint64_t stride) {
    MemoryAccess access;
    access.space = space;
    access.width = static_cast<std::uint8_t>(width);
    access.active = kAllLanes;
    for (unsigned lane = 0; lane < kWarpSize; ++lane) access.addresses[lane] = base + lane * stride;
    return access;
  }

  MachineModel machine;
  TileGeometry tile;
};

TEST_F(TileMarksTest, AColumnIsServedLaneAfterLane) {
  const TilePlacement placement(tile, machine);
  const StepState state = state_of(access_of(Space::shared, 4, 20, 128), 0, 9);  // column 5
  TileMarks marks;
  marks.set(placement, &state, &state.cost);
  EXPECT_EQ(marks.all().size(), 32u);
  EXPECT_EQ(marks.outside(), 0u);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    const TileMark* mark = marks.find(placement.index({lane, 5}), 0);
    ASSERT_NE(mark, nullptr);
    EXPECT_EQ(mark->lanes(), lane_bit(lane));
    EXPECT_EQ(mark->state(), lane < 9 ? LaneState::done : lane == 9 ? LaneState::now : LaneState::waiting);
  }
  EXPECT_EQ(marks.find(placement.index({0, 4}), 0), nullptr);
}

TEST_F(TileMarksTest, ABroadcastPutsAllLanesOnOneCell) {
  const TilePlacement placement(tile, machine);
  const StepState state = state_of(access_of(Space::shared, 4, 128, 0), 0, 0);
  TileMarks marks;
  marks.set(placement, &state, &state.cost);
  ASSERT_EQ(marks.all().size(), 1u);
  EXPECT_EQ(marks.find(placement.index({1, 0}), 0)->now, kAllLanes);
}

TEST_F(TileMarksTest, AWideLoadCoversSeveralCellsAndWaitsByPhases) {
  const TilePlacement placement(tile, machine);
  const StepState state = state_of(access_of(Space::shared, 16, 0, 16), 1, 0);  // the second of four phases
  ASSERT_EQ(state.cost.phases.size(), 4u);
  TileMarks marks;
  marks.set(placement, &state, &state.cost);
  EXPECT_EQ(marks.all().size(), 128u);
  EXPECT_EQ(marks.find(0, 0)->state(), LaneState::done);
  EXPECT_EQ(marks.find(32, 0)->state(), LaneState::now);  // lane 8
  EXPECT_EQ(marks.find(32, 0)->lanes(), lane_bit(8));
  EXPECT_EQ(marks.find(35, 0)->lanes(), lane_bit(8));
  EXPECT_EQ(marks.find(127, 0)->state(), LaneState::waiting);
}

TEST_F(TileMarksTest, AccessesBesideTheTileAreCountedNotDrawn) {
  tile.rows = 1;
  const TilePlacement placement(tile, machine);
  const StepState state = state_of(access_of(Space::shared, 4, 64, 4), 0, 0);
  TileMarks marks;
  marks.set(placement, &state, &state.cost);
  EXPECT_EQ(marks.all().size(), 16u);
  EXPECT_EQ(marks.outside(), 0xFFFF0000u);
}

TEST_F(TileMarksTest, WithoutACostNothingSaysWhichLaneIsServedFirst) {
  const TilePlacement placement(tile, machine);
  const StepState state = state_of(access_of(Space::shared, 4, 20, 128), 0, 9);
  TileMarks marks;
  marks.set(placement, &state, nullptr);
  EXPECT_EQ(marks.all().size(), 32u);
  for (const TileMark& mark : marks.all()) EXPECT_EQ(mark.state(), LaneState::waiting);
}

TEST_F(TileMarksTest, NothingIsMarkedForOtherMemory) {
  const TilePlacement placement(tile, machine);
  const StepState state = state_of(access_of(Space::global, 4, 0, 4), 0, 0);
  TileMarks marks;
  marks.set(placement, &state, &state.cost);
  EXPECT_TRUE(marks.all().empty());
  EXPECT_EQ(marks.find(0, 0), nullptr);
  marks.set(placement, nullptr, nullptr);
  EXPECT_TRUE(marks.all().empty());
}

TEST_F(TileMarksTest, SectorsKnowTheirLanesAndBytes) {
  const MemoryAccess access = access_of(Space::global, 4, 1024 + 16, 8);  // every other word, not from a sector's start
  const RequestCost cost = explain_request(machine, access);
  const auto uses = sector_uses(machine, access, cost);
  ASSERT_EQ(uses.size(), 9u);
  EXPECT_EQ(uses[0].sector, 32u);
  EXPECT_EQ(uses[0].lanes, 0b11u);
  EXPECT_EQ(uses[0].bytes_used(), 8u);
  EXPECT_EQ(uses[1].lanes, 0b111100u);
  EXPECT_EQ(uses[1].bytes_used(), 16u);
  unsigned bytes = 0;
  for (const SectorUse& use : uses) bytes += use.bytes_used();
  EXPECT_EQ(bytes, 128u);
}

TEST_F(TileMarksTest, PhasesStandSideBySideWhereThereIsRoom) {
  const StepState state = state_of(access_of(Space::shared, 16, 0, 16), 2, 0);
  const PhaseColumns wide = phase_columns(state, state.cost.phases.size(), 32, 10, 2000, 7);
  EXPECT_EQ(wide.count, 4u);
  EXPECT_LE(wide.bank_x(3, 32), 2010.5f);
  EXPECT_GT(wide.bank_x(1, 0), wide.bank_x(0, 32));
  const PhaseColumns narrow = phase_columns(state, state.cost.phases.size(), 32, 10, 400, 7);
  EXPECT_EQ(narrow.count, 1u);
  EXPECT_EQ(narrow.first, 2u);
  EXPECT_LE(narrow.bank_x(2, 32), 410.5f);
}

}  // namespace
}  // namespace bankloom::ui
