#include "core/measure/twin.h"

#include "core/wording/measurement.h"
#include "measure_fixture.h"

namespace bankloom::test {
namespace {

using TwinTest = MeasureTest;

TEST_F(TwinTest, IsTheSmallestPaddingWithoutAConflict) {
  const auto square = run("square/setRowReadCol");
  const Twin twin = find_twin(*square, maker("square/setRowReadCol"));
  ASSERT_NE(twin.run, nullptr) << reason_text(twin.none).str();
  EXPECT_EQ(twin.run->instance.options.at("IPAD"), "1");
  EXPECT_EQ(shared_totals(twin.run->cost).bank_conflicts, 0u);
  // 32 x 16 by irow, icol: 1 leaves two wavefronts a load, 2 none (kernels_h200.csv).
  const auto rectangle = run("rectangular/setRowReadCol");
  EXPECT_EQ(find_twin(*rectangle, maker("rectangular/setRowReadCol")).run->instance.options.at("IPAD"), "2");
  // The same from a padding that conflicts: the other options stay.
  const auto padded = run("square/setRowReadCol", {{"IPAD", "4"}, {"BDIMX", "16"}, {"BDIMY", "16"}});
  const Twin small = find_twin(*padded, maker("square/setRowReadCol"));
  ASSERT_NE(small.run, nullptr) << reason_text(small.none).str();
  EXPECT_EQ(small.run->instance.options.at("BDIMX"), "16");
  EXPECT_LT(shared_totals(small.run->cost).wavefronts, shared_totals(padded->cost).wavefronts);
}

TEST_F(TwinTest, SaysWhyThereIsNone) {
  const auto row = run("square/setRowReadRow");
  const Twin free = find_twin(*row, maker("square/setRowReadRow"));
  EXPECT_EQ(free.run, nullptr);
  EXPECT_EQ(free.none, Reason(ReasonKind::conflict_free));
}

TEST_F(TwinTest, WithoutAConflictFreePaddingTheFewestWavefronts) {
  // A maker that offers nothing but conflicts: padding 2 (two-way) and 4 (four-way) are real, all others fail.
  const auto square = run("square/setRowReadCol");
  const RunMaker real = maker("square/setRowReadCol");
  const RunMaker limited = [&](const OptionValues& options) -> Result<std::shared_ptr<const KernelRun>> {
    const std::string padding = options.at("IPAD");
    if (padding == "2" || padding == "4") return real(options);
    return fail_with({"refused"});
  };
  const Twin twin = find_twin(*square, limited);
  ASSERT_NE(twin.run, nullptr);
  EXPECT_EQ(twin.run->instance.options.at("IPAD"), "2");
  EXPECT_GT(shared_totals(twin.run->cost).bank_conflicts, 0u);
  const Twin none = find_twin(
      *square, [](const OptionValues&) -> Result<std::shared_ptr<const KernelRun>> { return fail_with({"refused"}); });
  EXPECT_EQ(none.run, nullptr);
  EXPECT_EQ(none.none, (Reason(ReasonKind::no_better_padding, std::uint64_t{0}, 33)));
}

TEST_F(TwinTest, CanBeInterrupted) {
  const auto square = run("square/setRowReadCol");
  const Twin twin = find_twin(*square, maker("square/setRowReadCol"), [] { return true; });
  EXPECT_EQ(twin.run, nullptr);
  EXPECT_EQ(twin.none, Reason(ReasonKind::search_interrupted));
}

}  // namespace
}  // namespace bankloom::test
