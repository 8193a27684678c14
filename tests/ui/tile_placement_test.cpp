#include "ui/tile_placement.h"

#include <gtest/gtest.h>

#include <set>

namespace bankloom::ui {
namespace {

MachineModel machine_of(unsigned banks, unsigned bank_bytes) {
  MachineModel machine;
  machine.banks = banks;
  machine.bank_bytes = bank_bytes;
  return machine;
}

TileGeometry tile_of(std::uint64_t rows, std::uint64_t columns, std::uint64_t padding, unsigned bytes,
                     std::uint64_t base = 0) {
  TileGeometry tile;
  tile.name = "tile";
  tile.rows = rows;
  tile.columns = columns;
  tile.padding = padding;
  tile.element_bytes = bytes;
  tile.base = base;
  return tile;
}

constexpr CellSize kCell{10, 20};

TEST(TilePlacement, OnePaddingColumnMovesEveryRowByOneBank) {
  const TilePlacement placement(tile_of(32, 32, 1, 4), machine_of(32, 4));
  EXPECT_EQ(placement.parts(), 1u);
  for (std::uint64_t row = 0; row < 32; ++row) {
    EXPECT_EQ(placement.part(placement.index({row, 0}), 0).bank, row);
    EXPECT_FALSE(placement.is_padding(placement.index({row, 31})));
    EXPECT_TRUE(placement.is_padding(placement.index({row, 32})));
  }
  EXPECT_EQ(placement.logical_shape(), (GridShape{33, 32}));
  EXPECT_EQ(placement.physical_shape(), (GridShape{32, 33}));  // 32 * 33 words in lines of 32
}

TEST(TilePlacement, WithoutPaddingAColumnLiesInOneBank) {
  const TilePlacement placement(tile_of(32, 32, 0, 4), machine_of(32, 4));
  for (std::uint64_t row = 0; row < 32; ++row) EXPECT_EQ(placement.part(placement.index({row, 7}), 0).bank, 7u);
  EXPECT_EQ(placement.physical_shape(), (GridShape{32, 32}));
}

TEST(TilePlacement, AWideElementHasAPartInEveryBankItCovers) {
  const TilePlacement doubles(tile_of(2, 4, 0, 8), machine_of(32, 4));
  ASSERT_EQ(doubles.parts(), 2u);
  const TilePart second = doubles.part(doubles.index({1, 2}), 1);  // element 6: bytes 48 to 55
  EXPECT_EQ(second.address, 52u);
  EXPECT_EQ(second.bytes, 4u);
  EXPECT_EQ(second.word, 13u);
  EXPECT_EQ(second.bank, 13u);
  const Rect place = doubles.logical(6, second, kCell);
  EXPECT_FLOAT_EQ(place.x, 25);  // column 2, its right half
  EXPECT_FLOAT_EQ(place.y, 20);
  EXPECT_FLOAT_EQ(place.width, 5);

  const TilePlacement vectors(tile_of(1, 4, 0, 16), machine_of(32, 4));
  ASSERT_EQ(vectors.parts(), 4u);
  EXPECT_EQ(vectors.part(3, 3).bank, 15u);
  const TilePlacement wide_banks(tile_of(1, 4, 0, 16), machine_of(32, 8));
  EXPECT_EQ(wide_banks.parts(), 2u);
}

TEST(TilePlacement, NarrowElementsShareAWord) {
  const TilePlacement bytes(tile_of(1, 8, 0, 1), machine_of(32, 4));
  EXPECT_EQ(bytes.parts(), 1u);
  EXPECT_EQ(bytes.part(5, 0).bank, 1u);
  const Rect place = bytes.physical(bytes.part(5, 0), {16, 10});
  EXPECT_FLOAT_EQ(place.x, 16 + 4);  // bank 1, its second byte
  EXPECT_FLOAT_EQ(place.width, 4);
  const TilePlacement ints(tile_of(1, 8, 0, 4), machine_of(32, 8));
  EXPECT_EQ(ints.part(5, 0).bank, 2u);
  EXPECT_FLOAT_EQ(ints.physical(ints.part(5, 0), {16, 10}).x, 2 * 16 + 8);
}

TEST(TilePlacement, ABaseMovesBanksAndThePictureBeginsAtItsFirstLine) {
  const TilePlacement placement(tile_of(4, 32, 0, 4, 128 * 3 + 8), machine_of(32, 4));
  const TilePart first = placement.part(0, 0);
  EXPECT_EQ(first.word, 98u);
  EXPECT_EQ(first.bank, 2u);
  EXPECT_EQ(placement.physical_line(first), 0u);
  EXPECT_EQ(placement.first_word(0), 96u);
  EXPECT_EQ(placement.physical_shape(), (GridShape{32, 5}));
}

TEST(TilePlacement, AnElementAcrossAWordIsTakenApart) {
  const TilePlacement placement(tile_of(1, 2, 0, 4, 2), machine_of(32, 4));
  ASSERT_EQ(placement.parts(), 2u);
  EXPECT_EQ(placement.part(0, 0).bytes, 2u);
  EXPECT_EQ(placement.part(0, 1).bytes, 2u);
  EXPECT_EQ(placement.part(0, 1).bank, 1u);
}

// Whatever the shape: no two parts lie on one another, in neither picture, and every place leads back to its part.
TEST(TilePlacement, PartsNeverOverlapAndAreFoundAgain) {
  struct Case {
    TileGeometry tile;
    MachineModel machine;
  };
  const Case cases[] = {
      {tile_of(32, 32, 1, 4), machine_of(32, 4)},     {tile_of(10, 10, 1, 4), machine_of(5, 4)},
      {tile_of(10, 10, 0, 4, 20), machine_of(10, 4)}, {tile_of(16, 32, 2, 4), machine_of(16, 4)},
      {tile_of(32, 32, 1, 4), machine_of(32, 8)},     {tile_of(8, 9, 3, 8, 64), machine_of(32, 4)},
      {tile_of(8, 9, 0, 16, 16), machine_of(32, 4)},  {tile_of(8, 64, 4, 1), machine_of(32, 4)},
      {tile_of(8, 33, 1, 2, 2), machine_of(32, 8)},   {tile_of(64, 64, 33, 4), machine_of(32, 4)},
      {tile_of(1, 100, 0, 4), machine_of(32, 4)},     {tile_of(100, 1, 0, 4), machine_of(7, 4)},
  };
  for (const Case& test : cases) {
    const TilePlacement placement(test.tile, test.machine);
    std::set<std::pair<int, int>> logical, physical;
    for (std::uint64_t element = 0; element < placement.elements(); ++element) {
      unsigned bytes = 0;
      for (unsigned number = 0; number < placement.parts(); ++number) {
        const TilePart part = placement.part(element, number);
        bytes += part.bytes;
        if (part.bytes == 0) continue;
        EXPECT_EQ(part.bank, part.address / test.machine.bank_bytes % test.machine.banks);
        const PlacedPart self{placement.element(element), number};
        // 16 pixels a cell: a byte of an element or word is at least one pixel wide.
        const CellSize cell{16, 4};
        const Rect a = placement.logical(element, part, cell), b = placement.physical(part, cell);
        EXPECT_TRUE(logical.emplace(static_cast<int>(a.x * 8), static_cast<int>(a.y)).second);
        EXPECT_TRUE(physical.emplace(static_cast<int>(b.x * 8), static_cast<int>(b.y)).second);
        EXPECT_EQ(placement.logical_at(a.x + a.width / 2, a.y + 2, cell), self);
        EXPECT_EQ(placement.physical_at(b.x + b.width / 2, b.y + 2, cell), self);
        EXPECT_EQ(placement.part_at(part.address), self);
        const GridShape shape = placement.physical_shape();
        EXPECT_LE(b.right(), static_cast<float>(shape.columns) * cell.width + 0.01f);
        EXPECT_LE(b.bottom(), static_cast<float>(shape.lines) * cell.height + 0.01f);
      }
      EXPECT_EQ(bytes, test.tile.element_bytes);
    }
  }
}

TEST(TilePlacement, PlacesBesideTheTileLeadNowhere) {
  const TilePlacement placement(tile_of(2, 3, 0, 4), machine_of(32, 4));
  EXPECT_FALSE(placement.logical_at(-1, 5, kCell));
  EXPECT_FALSE(placement.logical_at(30, 5, kCell));
  EXPECT_FALSE(placement.logical_at(5, 40, kCell));
  EXPECT_FALSE(placement.physical_at(65, 5, kCell));  // bank 6: behind the sixth and last element
  EXPECT_TRUE(placement.physical_at(55, 5, kCell));
  EXPECT_FALSE(placement.logical_at(5, 5, {}));
  EXPECT_FALSE(placement.part_at(24));
}

TEST(TilePlacement, AnArrayIsFoldedIntoLines) {
  const TilePlacement placement(tile_of(1, 100, 0, 4), machine_of(32, 4), 32);
  EXPECT_EQ(placement.logical_shape(), (GridShape{32, 4}));
  const Rect last = placement.logical(99, placement.part(99, 0), kCell);
  EXPECT_FLOAT_EQ(last.x, 30);
  EXPECT_FLOAT_EQ(last.y, 60);
  EXPECT_FALSE(placement.logical_at(45, 70, kCell));  // the last line is not full
  EXPECT_EQ(placement.logical_at(35, 70, kCell)->element, (TileGeometry::Element{0, 99}));
}

TEST(FoldColumns, FillsTheRoomInWholeLinesOfBanks) {
  EXPECT_EQ(fold_columns(20, 32, 400, 400), 20u);
  EXPECT_EQ(fold_columns(1024, 32, 400, 400), 32u);
  EXPECT_EQ(fold_columns(1024, 32, 800, 200), 64u);
  EXPECT_EQ(fold_columns(0, 32, 400, 400), 0u);
}

TEST(FitCells, FillsTheTighterSideAndKeepsTheShape) {
  EXPECT_EQ(fit_cells({32, 32}, 640, 320, 1.0f), (CellSize{10, 10}));
  EXPECT_EQ(fit_cells({32, 32}, 640, 320, 1.5f), (CellSize{15, 10}));
  EXPECT_EQ(fit_cells({32, 32}, 320, 3200, 1.5f), (CellSize{10, 12.5f}));
  EXPECT_EQ(fit_cells({32, 16}, 320, 3200, 1.5f), (CellSize{10, 22}));
  EXPECT_EQ(fit_cells({32, 32}, -5, 320, 1.5f).width, 0);
  EXPECT_EQ(smaller({3, 9}, {5, 4}), (CellSize{3, 4}));
}

TEST(LabelDistance, LeavesRoomForTheLabels) {
  EXPECT_EQ(label_distance(12, 10), 1u);
  EXPECT_EQ(label_distance(6, 10), 2u);
  EXPECT_EQ(label_distance(3, 20), 8u);
  EXPECT_GT(label_distance(0, 20), 1u);  // ends
}

TEST(Between, StartsAndEndsAtItsBoxes) {
  const Rect a{0, 10, 4, 8}, b{10, 30, 8, 4};
  const Rect half = between(a, b, 0.5f);
  EXPECT_FLOAT_EQ(half.x, 5);
  EXPECT_FLOAT_EQ(half.y, 20);
  EXPECT_FLOAT_EQ(half.width, 6);
  EXPECT_FLOAT_EQ(half.height, 6);
  EXPECT_FLOAT_EQ(ease(-1), 0);
  EXPECT_FLOAT_EQ(ease(0.5f), 0.5f);
  EXPECT_FLOAT_EQ(ease(7), 1);
}

TEST(SharedMemoryAsTile, HasARowOfAllBanks) {
  const auto tile = shared_memory_as_tile(1000, machine_of(32, 4));
  ASSERT_TRUE(tile);
  EXPECT_EQ(tile->columns, 32u);
  EXPECT_EQ(tile->rows, 8u);  // 128 bytes a row, the last one begun
  EXPECT_FALSE(shared_memory_as_tile(0, machine_of(32, 4)));
}

TEST(TileAspect, BreaksAnArrayOfOneRowAtTheBanksAndCountsWhatLiesBeyondIt) {
  KernelRun run;
  run.machine = machine_of(32, 4);
  run.tile = tile_of(32, 32, 1, 4);
  EXPECT_FLOAT_EQ(tile_aspect(run, {}), 32.0f / 33);
  run.tile = tile_of(1, 128, 0, 4, 256);
  EXPECT_FLOAT_EQ(tile_aspect(run, {}), 4.0f / 32);
  EXPECT_FLOAT_EQ(tile_aspect(run, 256 + 128 * 4), 5.0f / 32);
  EXPECT_FLOAT_EQ(tile_aspect(run, 256 + 170 * 4), 6.0f / 32);
  EXPECT_FLOAT_EQ(tile_aspect(run, 1 << 20), 5.0f / 32) << "far away it has one line";
}

TEST(TouchedLines, AreThoseOfAKernelWithoutATile) {
  KernelRun run;
  run.machine = machine_of(32, 4);
  EXPECT_EQ(touched_lines(run, &run.cost), 0);
  AccessSummary access;
  access.space = Space::global;
  access.requests = 32;
  access.lines = 32;
  run.cost.accesses.push_back(access);
  EXPECT_EQ(touched_lines(run, &run.cost), 1);
  access.lines = 40;
  run.cost.accesses.push_back(access);
  EXPECT_EQ(touched_lines(run, &run.cost), 2) << "some of its requests touch two";
  EXPECT_EQ(touched_lines(run, nullptr), 0) << "its cost is hidden";
  run.tile = tile_of(1, 32, 0, 4);
  EXPECT_EQ(touched_lines(run, &run.cost), 0);
}

}  // namespace
}  // namespace bankloom::ui
