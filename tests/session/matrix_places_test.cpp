#include "core/session/matrix_places.h"

#include "session_fixture.h"

namespace bankloom::test {
namespace {

std::vector<MatrixPlaces> places_of(const KernelRun& run, const Timeline& timeline, std::uint32_t warp) {
  auto places = matrix_places(run, timeline);
  place_warp(run, timeline, warp, places);
  return places;
}

TEST(CoverElements, JoinsRunsAndRows) {
  // Two rows of a tile in a matrix of 10 columns, and one element apart; order and repetition do not matter.
  EXPECT_EQ(cover_elements({23, 22, 12, 13, 13, 47}, 10), (std::vector<MatrixRect>{{1, 2, 2, 2}, {4, 7, 1, 1}}));
  EXPECT_EQ(cover_elements({}, 10), std::vector<MatrixRect>());
  EXPECT_EQ(cover_elements({1, 2}, 0), std::vector<MatrixRect>());
  // A run that goes over the end of a row is two.
  EXPECT_EQ(cover_elements({8, 9, 10}, 10), (std::vector<MatrixRect>{{0, 8, 1, 2}, {1, 0, 1, 1}}));
  // Rows that are not neighbours are not joined.
  EXPECT_EQ(cover_elements({3, 23}, 10), (std::vector<MatrixRect>{{0, 3, 1, 1}, {2, 3, 1, 1}}));
  // All of it.
  EXPECT_EQ(cover_elements({0, 1, 2, 3, 4, 5}, 3), (std::vector<MatrixRect>{{0, 0, 2, 3}}));
  // A column.
  EXPECT_EQ(cover_elements({2, 12, 22, 32}, 10), (std::vector<MatrixRect>{{0, 2, 4, 1}}));
}

TEST(CoverElements, HasABound) {
  const std::vector<MatrixRect> rects{{1, 2, 2, 2}, {4, 7, 1, 1}};
  EXPECT_EQ(bounding_rect(rects), (MatrixRect{1, 2, 4, 6}));
  EXPECT_EQ(bounding_rect({}), MatrixRect());
}

TEST(DrawnShapes, FoldALongRowIntoWholeRows) {
  using Shape = DrawnShape;
  EXPECT_EQ(drawn_shape(32, 33), (Shape{32, 33})) << "a matrix has its own";
  EXPECT_EQ(drawn_shape(1, 256), (Shape{1, 256})) << "short enough";
  EXPECT_EQ(drawn_shape(1, 65'536), (Shape{128, 512, true})) << "four times as wide as high";
  EXPECT_EQ(drawn_shape(1, 131'072), (Shape{256, 512, true}));
  EXPECT_EQ(drawn_shape(1, 96 * 7), (Shape{21, 32, true})) << "a power of two";
  EXPECT_EQ(drawn_shape(1, 1000), (Shape{20, 50, true})) << "none divides it: the longest divisor";
  EXPECT_EQ(drawn_shape(1, 1009), (Shape{1, 1009})) << "a prime has no whole rows";
  EXPECT_EQ(drawn_shape(1, 2 * 1009), (Shape{1, 2018}));
  EXPECT_EQ(drawn_shape(0, 0), (Shape{0, 0}));
  EXPECT_EQ(drawn_shape(300, 1), (Shape{300, 1})) << "a column is one";
}

using MatrixPlacesTest = SessionTest;

TEST_F(MatrixPlacesTest, ABlockOfATransposeLiesMirrored) {
  const auto made = run("transpose/tile");
  ASSERT_NE(made, nullptr);
  // Block (1, 2) of 4 x 4 reads rows 64 to 95 of columns 32 to 63 and writes them turned.
  const Timeline timeline(*made, 2 * 4 + 1);
  const auto places = places_of(*made, timeline, 5);
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(made->instance.parameters[places[0].parameter].name, "in");
  EXPECT_EQ(made->instance.parameters[places[1].parameter].name, "out");
  EXPECT_TRUE(places[0].read);
  EXPECT_FALSE(places[0].written);
  EXPECT_FALSE(places[1].read);
  EXPECT_TRUE(places[1].written);
  for (const MatrixPlaces& matrix : places) {
    EXPECT_EQ(matrix.rows, 128U);
    EXPECT_EQ(matrix.columns, 128U);
    EXPECT_FALSE(matrix.folded);
  }
  EXPECT_EQ(places[0].block, (std::vector<MatrixRect>{{64, 32, 32, 32}}));
  EXPECT_EQ(places[1].block, (std::vector<MatrixRect>{{32, 64, 32, 32}}));
  EXPECT_EQ(places[0].warp, (std::vector<MatrixRect>{{69, 32, 1, 32}}));
  EXPECT_EQ(places[1].warp, (std::vector<MatrixRect>{{37, 64, 1, 32}}));
  // The first sector of the warp's load.
  const MemoryAccess access = made->trace.at(timeline.requests()[timeline.of_warp(5)[0]].access);
  EXPECT_EQ(touched_elements(*made, places[0], access, 0xFF), (std::vector<MatrixRect>{{69, 32, 1, 8}}));
  EXPECT_TRUE(touched_elements(*made, places[1], access, 0xFF).empty());
}

TEST_F(MatrixPlacesTest, WithoutResultsTheMatricesAreThereAndNoPartIsMarked) {
  const auto made = run("transpose/tile");
  ASSERT_NE(made, nullptr);
  const auto matrices = untouched_matrices(*without_results(*made));
  ASSERT_EQ(matrices.size(), 2U);
  for (const MatrixPlaces& matrix : matrices) {
    EXPECT_EQ(matrix.rows, 128U);
    EXPECT_EQ(matrix.columns, 128U);
    EXPECT_FALSE(matrix.read || matrix.written);
    EXPECT_TRUE(matrix.block.empty() && matrix.warp.empty());
  }
}

TEST_F(MatrixPlacesTest, TheNaiveTransposeReadsAColumn) {
  const auto made = run("transpose/naiveWrite");
  ASSERT_NE(made, nullptr);
  const auto places = places_of(*made, Timeline(*made, 0), 3);
  ASSERT_EQ(places.size(), 2U);
  EXPECT_EQ(places[0].warp, (std::vector<MatrixRect>{{0, 3, 32, 1}}));
  EXPECT_EQ(places[1].warp, (std::vector<MatrixRect>{{3, 0, 1, 32}}));
}

TEST_F(MatrixPlacesTest, OfManyRequestsTheFirstAreLookedAt) {
  const auto made = run("coalescing/colSums", {{"N", "1024"}, {"BDIMX", "1024"}});
  ASSERT_NE(made, nullptr);
  const Timeline timeline(*made, 0);
  ASSERT_GT(timeline.requests().size(), kMostPlacedRequests);
  const auto places = places_of(*made, timeline, 31);
  ASSERT_FALSE(places.empty());
  EXPECT_TRUE(places[0].clipped);
  // A warp has few enough: its 32 columns from top to bottom.
  EXPECT_EQ(places[0].warp, (std::vector<MatrixRect>{{0, 31 * 32, 1024, 32}}));
}

TEST_F(MatrixPlacesTest, LongArraysAreFolded) {
  const auto made = run("coalescing/addStrided", {{"STRIDE", "8"}});
  ASSERT_NE(made, nullptr);
  const auto places = places_of(*made, Timeline(*made, 0), 0);
  ASSERT_EQ(places.size(), 3U);
  EXPECT_TRUE(places[0].folded);
  EXPECT_EQ(places[0].rows * places[0].columns, 8192U);
  EXPECT_EQ(places[0].columns % 32, 0U);
  // Every eighth element: 256 threads of the block, 32 lanes of the warp.
  std::uint64_t block = 0, warp = 0;
  for (const MatrixRect& rect : places[0].block) block += rect.rows * rect.columns;
  for (const MatrixRect& rect : places[0].warp) warp += rect.rows * rect.columns;
  EXPECT_EQ(block, 256U);
  EXPECT_EQ(warp, 32U);
  EXPECT_EQ(places[2].warp.size(), 1U);
}

}  // namespace
}  // namespace bankloom::test
