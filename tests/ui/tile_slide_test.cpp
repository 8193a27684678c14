// A tile's rows on their way from one padding to another: they begin and end where the resting pictures have them.
#include "ui/tile_slide.h"

#include <gtest/gtest.h>

namespace bankloom::ui {
namespace {

constexpr CellSize kSlidCell{10, 20};

MachineModel banks_of_words(unsigned banks) {
  MachineModel machine;
  machine.banks = banks;
  machine.bank_bytes = 4;
  return machine;
}

TileGeometry square_of(std::uint64_t padding, unsigned bytes = 4) {
  TileGeometry tile;
  tile.rows = tile.columns = 32;
  tile.padding = padding;
  tile.element_bytes = bytes;
  return tile;
}

void expect_at(const Rect& box, const Rect& expected, std::uint64_t row, std::uint64_t column) {
  EXPECT_NEAR(box.x, expected.x, 1e-3) << row << ", " << column;
  EXPECT_NEAR(box.y, expected.y, 1e-3) << row << ", " << column;
  EXPECT_NEAR(box.width, expected.width, 1e-3) << row << ", " << column;
}

TEST(TileSlide, BeginsAndEndsAtTheRestingPictures) {
  for (const unsigned bytes : {4U, 8U}) {
    const TilePlacement before(square_of(0, bytes), banks_of_words(32)), after(square_of(3, bytes), banks_of_words(32));
    for (std::uint64_t row = 0; row < 32; ++row) {
      for (std::uint64_t column = 0; column < 32; ++column) {
        for (unsigned part = 0; part < after.parts(); ++part) {
          const std::uint64_t element = after.index({row, column}), old = before.index({row, column});
          expect_at(TileSlide(after, 0, 0, 0).physical_part(element, after.part(element, part), kSlidCell)[0],
                    before.physical(before.part(old, part), kSlidCell), row, column);
          expect_at(TileSlide(after, 0, 3, 1).physical_part(element, after.part(element, part), kSlidCell)[0],
                    after.physical(after.part(element, part), kSlidCell), row, column);
          EXPECT_EQ(TileSlide(after, 0, 0, 0).colour_of({row, column}, after.part(element, part)),
                    before.part(old, part).bank);
        }
      }
    }
  }
}

TEST(TileSlide, EachRowIsPushedOneBankFurtherThanTheRowAbove) {
  const TilePlacement placement(square_of(1), banks_of_words(32));
  const TileSlide half(placement, 0, 0.5, 0.5F);
  for (std::uint64_t row = 0; row < 32; ++row) {
    const std::uint64_t element = placement.index({row, 0});
    const Rect box = half.physical_part(element, placement.part(element, 0), kSlidCell)[0];
    EXPECT_NEAR(box.x, 0.5 * static_cast<double>(row) * kSlidCell.width, 1e-3);
    EXPECT_NEAR(box.y, static_cast<double>(row) * kSlidCell.height, 1e-3);
  }
  // The hatched cell at the end of a row is half as wide as the others.
  EXPECT_EQ(half.padding_cells(), 1U);
  EXPECT_EQ(half.word(1, 0) - half.word(0, 32), 0.5);
}

TEST(TileSlide, WhatLeavesALineGoesOnInTheNext) {
  const TilePlacement placement(square_of(1), banks_of_words(32));
  const TileSlide half(placement, 0, 0.5, 0.5F);
  const std::uint64_t element = placement.index({1, 31});
  const TileSlide::Pieces pieces = half.physical_part(element, placement.part(element, 0), kSlidCell);
  expect_at(pieces[0], {315, 20, 5, 20}, 1, 31);
  expect_at(pieces[1], {0, 40, 5, 20}, 1, 31);
}

TEST(TileSlide, TheBanksMoveThroughTheRowsOfTheIndexedTile) {
  const TilePlacement placement(square_of(1), banks_of_words(32));
  const TileSlide slide(placement, 0, 0.25, 0.25F);
  const std::uint64_t element = placement.index({2, 5});
  const TileSlide::Banks banks = slide.banks_of({2, 5}, placement.part(element, 0));
  EXPECT_EQ(banks.first, 5U);
  EXPECT_EQ(banks.second, 6U);
  EXPECT_NEAR(banks.length, 0.5, 1e-3);
  const TileSlide::Banks first = slide.banks_of({0, 31}, placement.part(placement.index({0, 31}), 0));
  EXPECT_EQ(first.first, 31U);
  EXPECT_NEAR(first.length, 1, 1e-3);
}

TEST(TileSlide, ElementsTakeTheirColoursAlongAndChangeThemAtTheEnd) {
  const TilePlacement placement(square_of(1), banks_of_words(32));
  const auto colour = [&](std::uint64_t row, double way) {
    const TileSlide slide(placement, 0, way, static_cast<float>(way));
    return slide.colour_of({row, 0}, placement.part(placement.index({row, 0}), 0));
  };
  for (std::uint64_t row = 0; row < 32; ++row) {
    EXPECT_EQ(colour(row, 0.5), 0U) << row;
    EXPECT_EQ(colour(row, 1), row);
  }
  // The shorter way round: from bank 0 to 10 through 5, to 30 through 31.
  EXPECT_EQ(colour(10, 0.8), 5U);
  EXPECT_EQ(colour(30, 0.8), 31U);
}

}  // namespace
}  // namespace bankloom::ui
