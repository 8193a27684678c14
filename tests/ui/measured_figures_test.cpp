#include "ui/measured_figures.h"

#include <gtest/gtest.h>

#include "../measure/sample_recording.h"

namespace bankloom::test {
namespace {

using namespace ui;

KernelMeasurement recorded(const char* padding = "0") {
  static const Recording kept = sample_recording();
  const auto found = recorded_measurement({&kept}, "square/setRowReadCol",
                                          {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", padding}}, "source");
  EXPECT_TRUE(found.has_value());
  return found ? *found : KernelMeasurement{};
}

std::string verdict_of(const MeasuredPair& pair) {
  return pair.of_one_block() ? verdict_text(*pair.of_one_block(), pair.rival).str() : "";
}

TEST(MeasuredFigures, ATimeNamesItsOrigin) {
  MeasureStatus status;
  status.result = std::make_shared<const KernelMeasurement>(recorded());
  const TimeCell cell = time_cell(status, {ReasonKind::no_gpu, "there is no driver"});
  EXPECT_EQ(cell.brief, "2.50 µs");
  EXPECT_TRUE(cell.recorded());
  EXPECT_EQ(cell.origin, (Origin{Provenance::recorded, "Test GPU, 2026-11-21"}));
  EXPECT_EQ(cell.quartiles, "(spread <0.01)");
  EXPECT_NE(cell.tooltip.find("recorded on Test GPU, 2026-11-21"), std::string::npos);
  EXPECT_NE(cell.tooltip.find("Not measured here: no GPU can be used."), std::string::npos) << cell.tooltip;
}

TEST(MeasuredFigures, WithoutATimeTheReason) {
  MeasureStatus status;
  EXPECT_EQ(time_cell(status, {}).words, "not measured");
  EXPECT_LT(time_cell(status, {}).value, 0);
  EXPECT_NE(time_cell(status, ReasonKind::no_gpu).tooltip.find("there is no GPU"), std::string::npos);
  status.problem = {ReasonKind::other, "the kernel did not end within 2 s"};
  EXPECT_NE(time_cell(status, {}).tooltip.find("did not end within 2 s"), std::string::npos);
}

TEST(MeasuredFigures, AgainstTheTwin) {
  const MeasuredPair pair = compared_readings(recorded(), nullptr);
  EXPECT_EQ(pair.rival.kind, Rival::Kind::twin);
  EXPECT_EQ(verdict_of(pair), "1.43× the time of IPAD = 1");
  const auto& cycles = pair.readings[static_cast<std::size_t>(ReadingKind::cycles)];
  ASSERT_TRUE(cycles.comparison);
  EXPECT_DOUBLE_EQ(cycles.comparison->difference, 62);
  EXPECT_FALSE(pair.readings[1].comparison) << "it was not measured filled";
  EXPECT_EQ(pair.readings[1].a.missing.kind, ReasonKind::uses_block_index);
  // The twin itself has none.
  const MeasuredPair alone = compared_readings(recorded("1"), nullptr);
  EXPECT_EQ(verdict_of(alone), "");
  EXPECT_EQ(alone.not_compared.kind, ReasonKind::conflict_free);
}

TEST(MeasuredFigures, AgainstB) {
  const KernelMeasurement a = recorded("1"), b = recorded("0");
  EXPECT_EQ(verdict_of(compared_readings(a, &b)), "0.70× the time of B");
  EXPECT_EQ(verdict_of(compared_readings(a, &a)), "no measurable difference from B");
  KernelMeasurement elsewhere = b;
  elsewhere.gpu.name = "Other GPU";
  const MeasuredPair pair = compared_readings(a, &elsewhere);
  EXPECT_EQ(verdict_of(pair), "");
  EXPECT_EQ(reason_text(pair.not_compared).str(),
            "not compared: A was recorded on Test GPU, 2026-11-21, B was recorded on Other GPU, 2026-11-21");
  KernelMeasurement here = b;
  here.provenance = Provenance::measured_here;
  EXPECT_EQ(verdict_of(compared_readings(a, &here)), "") << "a recording is not compared with this machine";
}

}  // namespace
}  // namespace bankloom::test
