// The numbers of the panels as words, of made-up costs and of the lessons' kernels.
#include "ui/figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "../session/session_fixture.h"

namespace bankloom::ui {
namespace {

TEST(Figures, NumbersAreGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1048576), "1,048,576");
  EXPECT_EQ(grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(Figures, RatiosHaveOneDigitOrTwoWhereOneWouldNotDo) {
  EXPECT_EQ(ratio_text(Ratio{}).str(), "–");
  EXPECT_EQ((ratio_text(Ratio{32, 1024, 992}).str()), "32.0");
}

AccessSummary summary(std::uint32_t line, Space space, AccessOp op, std::uint64_t requests,
                      std::uint64_t transactions) {
  AccessSummary made;
  made.source_line = line;
  made.space = space;
  made.op = op;
  made.requests = requests;
  (space == Space::shared ? made.wavefronts : made.sectors) = transactions;
  if (space == Space::shared) made.bank_conflicts = transactions - requests;
  return made;
}

TEST(Figures, ALineAddsUpItsAccessesOfOneKind) {
  KernelCost cost;
  cost.accesses = {
      summary(7, Space::shared, AccessOp::store, 2, 2),     summary(7, Space::shared, AccessOp::store, 2, 6),
      summary(7, Space::shared, AccessOp::ldmatrix, 1, 4),  summary(9, Space::global, AccessOp::store, 2, 8),
      summary(9, Space::local, AccessOp::load, 5, 0),       summary(0, Space::shared, AccessOp::load, 1, 1),
      summary(11, Space::shared, AccessOp::reduction, 1, 3)};
  const auto lines = line_figures(cost);
  ASSERT_EQ(lines.size(), 3u);
  const LineFigures& seven = lines.at(7);
  EXPECT_EQ(ratio_text(seven.shared_store).str(), "2.0");
  EXPECT_EQ(ratio_text(seven.shared_load).str(), "4.0");
  ASSERT_EQ(seven.margin().size(), 2u);
  EXPECT_EQ(ratio_text(seven.margin()[0]).str(), "2.0");
  EXPECT_EQ(cost_text(seven).str(),
            "shared store: 2.0 wavefronts a request, 4 requests, 4 bank conflicts\n"
            "shared load: 4.0 wavefronts a request, 1 request, 3 bank conflicts");
  EXPECT_FALSE(lines.at(9).is_shared());
  ASSERT_EQ(lines.at(9).margin().size(), 1u);
  EXPECT_EQ(ratio_text(lines.at(9).margin()[0]).str(), "4.0");
  EXPECT_EQ(ratio_text(lines.at(11).shared_atomic).str(), "3.0");
}

/// A run of one row of output elements, all of them expected to be what `expected` holds.
template <class T>
KernelRun run_of(ptx::Type type, std::vector<T> output, std::vector<T> expected) {
  KernelRun run;
  run.output_type = type;
  run.output_rows = 1;
  run.output_columns = output.size();
  const auto bytes = [](const std::vector<T>& values) {
    std::vector<std::byte> raw(values.size() * sizeof(T));
    std::memcpy(raw.data(), values.data(), raw.size());
    return raw;
  };
  run.output = bytes(output);
  run.expected = bytes(expected);
  run.defined.assign(output.size(), true);
  compare_output(run);
  return run;
}

TEST(Figures, ElementsOfAllTypesAsTextAndAsNumbers) {
  const auto check = [](const KernelRun& run, const std::string& text, float number) {
    EXPECT_EQ(element_text(run, run.output, 0).str(), text);
    EXPECT_EQ(output_numbers(run, run.output, false).at(0), number);
  };
  check(run_of<std::int8_t>(ptx::Type::s8, {-5}, {0}), "-5", -5);
  check(run_of<std::uint8_t>(ptx::Type::u8, {251}, {0}), "251", 251);
  check(run_of<std::int16_t>(ptx::Type::s16, {-300}, {0}), "-300", -300);
  check(run_of<std::uint16_t>(ptx::Type::u16, {65535}, {0}), "65535", 65535);
  check(run_of<std::int32_t>(ptx::Type::s32, {-7}, {0}), "-7", -7);
  check(run_of<std::uint32_t>(ptx::Type::u32, {4000000000u}, {0}), "4000000000", 4e9f);
  check(run_of<std::int64_t>(ptx::Type::s64, {-1}, {0}), "-1", -1);
  check(run_of<std::uint64_t>(ptx::Type::u64, {9}, {0}), "9", 9);
  check(run_of<float>(ptx::Type::f32, {0.1f}, {0}), "0.1", 0.1f);
  check(run_of<double>(ptx::Type::f64, {-2.5}, {0}), "-2.5", -2.5f);
  check(run_of<std::uint16_t>(ptx::Type::f16, {0x3c00}, {0}), "1", 1);
}

TEST(Figures, ACancelledRunIsNoFailure) {
  Error failure;
  EXPECT_EQ(ui::no_run_text(failure), "no run");
  failure.code = ErrorCode::cancelled;
  EXPECT_EQ(ui::no_run_text(failure), "cancelled");
}

TEST(Figures, ColoursOfALargeMatrixAreSaidWithoutExponents) {
  EXPECT_EQ(expected_wordings(0, 1183743).front(), "expected · colours from 0 to 1,183,743");
}

TEST(Figures, OutputIsSaidToBeRightOrWhereItIsNot) {
  EXPECT_EQ(output_text(run_of<std::int32_t>(ptx::Type::s32, {1, 2, 3}, {1, 2, 3})).str(),
            "all 3 elements as expected");
  KernelRun wrong = run_of<std::int32_t>(ptx::Type::s32, {1, 2, 7, 4, 5, 6}, {1, 2, 9, 4, 0, 6});
  wrong.output_rows = 3;
  wrong.output_columns = 2;
  EXPECT_NE(wrong.different, 0u);
  EXPECT_EQ(output_text(wrong).str(), "2 of 6 elements differ, first at row 1, column 0: 7, expected 9");
  KernelRun partly = run_of<std::int32_t>(ptx::Type::s32, {1, 2, 3}, {1, 2, 0});
  partly.defined[2] = false;
  compare_output(partly);
  EXPECT_EQ(partly.different, 0u);
  EXPECT_EQ(output_text(partly).str(), "2 of 3 elements compared, all as expected");
  EXPECT_EQ(output_text(partly, 2).str(), "2 of 3 elements compared, all as expected; but the kernel has 2 faults");
  EXPECT_FALSE(output_differs(partly, 2));
  EXPECT_TRUE(std::isnan(output_numbers(partly, partly.expected, true).at(2)));
  // Bits decide, not values: 0.0 and -0.0 differ, and an element beyond the end is none.
  EXPECT_TRUE(output_differs(run_of<float>(ptx::Type::f32, {0.0f}, {-0.0f}), 0));
  EXPECT_FALSE(output_differs(partly, 3));
  EXPECT_EQ(element_text(partly, partly.output, 3).str(), "");
}

class LessonFigures : public test::SessionTest {};

TEST_F(LessonFigures, OfTheSquareTile) {
  const auto made = run("square/setRowReadCol");
  ASSERT_TRUE(made);
  EXPECT_EQ(store_and_load_text(run_figures(made->cost)).str(), "1 / 32");
  const auto lines = line_figures(made->cost);
  EXPECT_EQ(ratio_text(lines.at(7).margin().at(0)).str(), "1.0");
  EXPECT_EQ(ratio_text(lines.at(9).margin().at(0)).str(), "32.0");
  EXPECT_EQ(ratio_text(lines.at(9).global_store).str(), "4.0");
}

TEST_F(LessonFigures, OfAKernelWithoutSharedMemoryAreItsSectors) {
  const auto made = run("coalescing/addStrided", {{"STRIDE", "4"}});
  ASSERT_TRUE(made);
  const RunFigures figures = run_figures(made->cost);
  EXPECT_TRUE(figures.sectors);
  EXPECT_EQ(store_and_load_text(figures).str(), "4 / 16 sectors");
  EXPECT_FALSE(figures.load_fine);
  EXPECT_TRUE(figures.store_fine);
}

TEST_F(LessonFigures, ThePlaceInWords) {
  show("bankloom square/setRowReadCol at=0:1:9");
  ASSERT_TRUE(session.side(Side::a).state);
  EXPECT_EQ(place_text(*session.side(Side::a).state).str(), "warp 0 · line 9 · load · wavefront 10 of 32");
  show("bankloom square/setRowReadCol at=3:2:1");
  EXPECT_EQ(place_text(*session.side(Side::a).state).str(), "warp 3 · line 9 · global store · sector 2 of 4");
}

TEST_F(LessonFigures, TheTableAsText) {
  show("bankloom square/setRowReadCol IPAD=1");
  std::vector<LessonRow> rows = session.lesson_rows();
  const std::string early = results_text({LessonRow{rows.front().kernel, rows.front().key, nullptr}});
  EXPECT_NE(early.find("not there yet"), std::string::npos);
  for (LessonRow& row : rows) row.outcome = runs.wait(row.key);
  const std::string text = results_text(rows);
  EXPECT_NE(text.find("modelled for cc9.0"), std::string::npos);
  EXPECT_NE(text.find("setRowReadCol IPAD=1"), std::string::npos);
  EXPECT_NE(text.find("not measured"), std::string::npos);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), static_cast<std::ptrdiff_t>(rows.size()) + 2);
  const std::string latex = results_table(rows).render(report::TableFormat::latex);
  EXPECT_NE(latex.find("  setRowReadCol IPAD=1 & 1.0 & 1.0 & "), std::string::npos) << latex;
}

}  // namespace
}  // namespace bankloom::ui
