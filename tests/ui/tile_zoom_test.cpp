// The zoom of a tile: continuous, bounded, around the pointer, and gone with the tile.
#include "ui/tile_zoom.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bankloom::ui {
namespace {

constexpr TileZoom::Key kKey{32, 32, 4, 32, 32, 4}, kOther{16, 32, 4, 16, 32, 4};

TileZoom square() {
  TileZoom zoom;
  zoom.set(kKey, {32, 32}, 40, 32);
  return zoom;
}

/// The place in the tile that lies at a place of the room.
float at(float from, float factor, float place) { return (from + place) / factor; }

TEST(TileZoom, WhatIsUnderThePointerStaysThere) {
  for (const float x : {0.0f, 3.7f, 16.0f, 31.9f}) {
    for (const float y : {0.0f, 20.5f, 31.0f}) {
      TileZoom zoom = square();
      const float column = at(zoom.x(), zoom.factor(), x), line = at(zoom.y(), zoom.factor(), y);
      // In and, less far, out again: no edge comes into the picture.
      for (const float by : {1.25f, 1.25f, 2.0f, 0.8f, 3.0f, 0.5f}) {
        const float before = zoom.factor();
        zoom.zoom(by, x, y);
        EXPECT_FLOAT_EQ(zoom.factor(), before * by);
        EXPECT_NEAR(at(zoom.x(), zoom.factor(), x), column, 1e-4f);
        EXPECT_NEAR(at(zoom.y(), zoom.factor(), y), line, 1e-4f);
      }
    }
  }
}

TEST(TileZoom, IsContinuousAndBounded) {
  TileZoom zoom = square();
  float x = zoom.x();
  for (int step = 0; step < 400; ++step) {
    zoom.zoom(1.01f, 30, 5);
    EXPECT_LE(std::abs(zoom.x() - x), 0.5f * zoom.factor()) << step;
    x = zoom.x();
  }
  EXPECT_EQ(zoom.factor(), TileZoom::kMost);
  zoom.zoom(4, 30, 5);
  EXPECT_EQ(zoom.factor(), TileZoom::kMost);
  // What is seen never leaves the tile's place.
  zoom.pan(1e6f, 1e6f);
  EXPECT_EQ(zoom.x(), 0);
  EXPECT_EQ(zoom.y(), 0);
  zoom.pan(-1e6f, -1e6f);
  EXPECT_EQ(zoom.x(), 15 * 32);
  EXPECT_EQ(zoom.y(), 15 * 32);
  for (int step = 0; step < 400; ++step) zoom.zoom(1 / 1.01f, 3, 3);
  EXPECT_TRUE(zoom.is_fit());
  EXPECT_EQ(zoom.x(), 0);
  EXPECT_EQ(zoom.y(), 0);
}

TEST(TileZoom, ACellThatIsShownIsSeenAndNothingMovesMoreThanItMust) {
  TileZoom zoom = square();
  zoom.zoom(4, 0, 0);
  zoom.show(5, 5);
  EXPECT_EQ(zoom.x(), 0) << "seen already";
  zoom.show(20, 31);
  EXPECT_FLOAT_EQ(zoom.x(), 21 * 4 - 40);
  EXPECT_FLOAT_EQ(zoom.y(), 32 * 4 - 32);
  zoom.show(8, 0);
  EXPECT_FLOAT_EQ(zoom.x(), 32);
  EXPECT_EQ(zoom.y(), 0);
}

TEST(TileZoom, AnotherTileIsSeenWholeAndPaddingChangesNothing) {
  TileZoom zoom = square();
  zoom.zoom(4, 10, 10);
  zoom.set(kKey, {33, 32}, 40, 32);
  EXPECT_EQ(zoom.factor(), 4);
  zoom.set(kOther, {32, 16}, 40, 32);
  EXPECT_TRUE(zoom.is_fit());
  zoom.zoom(2);
  EXPECT_FALSE(zoom.is_fit());
  zoom.fit();
  EXPECT_TRUE(zoom.is_fit());
  EXPECT_EQ(zoom.x(), 0);
}

}  // namespace
}  // namespace bankloom::ui
