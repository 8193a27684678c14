// How often elements are fetched: each N times by the naive product, N / TILE times by tiles, once where nothing is
// needed twice.
#include "core/session/fetch_counts.h"

#include "session_fixture.h"

namespace bankloom::test {
namespace {

using FetchCountsTest = SessionTest;

TEST_F(FetchCountsTest, TheNaiveProductFetchesEachElementNTimes) {
  const auto made = run("reuse/matmulNaive", {});
  ASSERT_NE(made, nullptr);
  const auto counts = fetch_counts(*made);
  ASSERT_EQ(counts.size(), 2U) << "A and B";
  for (const FetchCounts& one : counts) {
    EXPECT_EQ(one.rows, 64U);
    EXPECT_EQ(one.columns, 64U);
    EXPECT_EQ(one.fewest, 64);
    EXPECT_EQ(one.most, 64);
  }
}

TEST_F(FetchCountsTest, ATileFetchesEachElementForATileOfTheProductOnce) {
  for (const int tile : {8, 16, 32}) {
    const auto made = run("reuse/matmulTile", {{"TILE", std::to_string(tile)}});
    ASSERT_NE(made, nullptr);
    for (const FetchCounts& one : fetch_counts(*made)) {
      EXPECT_EQ(one.fewest, 64 / tile);
      EXPECT_EQ(one.most, 64 / tile);
    }
  }
}

TEST_F(FetchCountsTest, TheHaloOfAStencilIsFetchedByTwoBlocks) {
  const auto made = run("reuse/stencilRowTile", {{"RADIUS", "4"}});
  ASSERT_NE(made, nullptr);
  const auto counts = fetch_counts(*made);
  ASSERT_EQ(counts.size(), 1U);
  EXPECT_EQ(counts.front().fewest, 1);
  EXPECT_EQ(counts.front().most, 2);
}

TEST_F(FetchCountsTest, AFloat4IsFourElements) {
  const auto made = run("claims/float4Rows", {});
  ASSERT_NE(made, nullptr);
  const auto counts = fetch_counts(*made);
  ASSERT_EQ(counts.size(), 1U);
  EXPECT_EQ(counts.front().fewest, 1);
  EXPECT_EQ(counts.front().most, 1);
}

TEST_F(FetchCountsTest, WhatWasNotRecordedIsNotCounted) {
  const auto made = run("transpose/copy", {{"N", "1024"}});
  ASSERT_NE(made, nullptr);
  EXPECT_TRUE(fetch_counts(*made).empty());
}

}  // namespace
}  // namespace bankloom::test
