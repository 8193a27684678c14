#include "core/measure/published.h"
#include "core/wording/measurement.h"

#include <gtest/gtest.h>

#include <cmath>

#include "measure_fixture.h"

namespace bankloom {
namespace {

TEST(Published, TheTeslaK40sCountsAreThereWithTheirSource) {
  const auto figures = load_published(BANKLOOM_SOURCE_DIR "/assets/published");
  ASSERT_TRUE(figures) << figures.error().message;
  const OptionValues square = {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", "0"}};
  const auto found = find_published(*figures, "square/setRowReadCol", square, "");
  ASSERT_EQ(found.size(), 9U) << "two of the K40, three each of the RTX 3080 and of the V100, one of the Quadro";
  const auto others = find_published(*figures, "square/setRowReadCol", square, "cc8.6");
  ASSERT_EQ(others.size(), 3U);
  EXPECT_EQ(others[0].measurement.name, "shared load wavefronts");
  EXPECT_EQ(others[0].measurement.value, 1024);
  EXPECT_EQ(others[2].measurement.unit, "us");
  EXPECT_EQ(others[2].measurement.value, 2.624);
  EXPECT_NE(others[2].measurement.source.find("RTX 3080, junstar92, nvidia-libraries-study"), std::string::npos);
  const auto found_k40 = find_published(*figures, "square/setRowReadCol", square, "cc3.x-4byte");
  ASSERT_EQ(found_k40.size(), 2U);
  EXPECT_EQ(found_k40[0].measurement.name, "shared load transactions per request");
  EXPECT_EQ(found_k40[0].measurement.value, 16);
  EXPECT_EQ(found_k40[1].measurement.value, 1);
  EXPECT_EQ(found_k40[0].measurement.provenance, Provenance::published);
  EXPECT_NE(found_k40[0].measurement.source.find("Tesla K40"), std::string::npos);
  EXPECT_NE(found_k40[0].measurement.source.find("Professional CUDA C Programming"), std::string::npos);
  EXPECT_TRUE(find_published(*figures, "square/setRowReadCol", square, "cc9.0").empty());
  EXPECT_TRUE(find_published(*figures, "square/setRowReadCol", {{"IPAD", "0"}}, "").empty());
}

class PublishedCounts : public test::MeasureTest {};

TEST_F(PublishedCounts, WavefrontsOfTheRtx3080AreTheModels) {
  const auto figures = load_published(BANKLOOM_SOURCE_DIR "/assets/published");
  ASSERT_TRUE(figures) << figures.error().message;
  std::size_t compared = 0;
  for (const PublishedFigure& figure : *figures) {
    if (figure.machine != "cc8.6" || figure.measurement.unit != "wavefronts") continue;
    const auto made = run(figure.kernel, figure.options);
    ASSERT_TRUE(made) << figure.kernel;
    const bool is_load = figure.measurement.name == "shared load wavefronts";
    // Hopper's rules for 4-byte accesses are Ampere's.
    const SpaceTotals& totals = is_load ? made->cost.shared_load : made->cost.shared_store;
    EXPECT_EQ(static_cast<double>(totals.wavefronts), figure.measurement.value)
        << figure.kernel << ' ' << options_text(figure.options).str() << ' ' << figure.measurement.name;
    ++compared;
  }
  EXPECT_EQ(compared, 24U);
}

TEST_F(PublishedCounts, TransactionsOfTheK40AreThoseOfWordsOfFourBytes) {
  const auto figures = load_published(BANKLOOM_SOURCE_DIR "/assets/published");
  ASSERT_TRUE(figures) << figures.error().message;
  const MachineModel machine = find_machine(machines(), "cc3.x-4byte").value();
  std::size_t compared = 0;
  for (const PublishedFigure& figure : *figures) {
    if (figure.machine != "cc3.x-4byte") continue;
    const auto made = run(figure.kernel, figure.options);
    ASSERT_TRUE(made) << figure.kernel;
    const KernelCost cost = summarize(machine, made->trace);
    const bool is_load = figure.measurement.name.find("load") != std::string::npos;
    const SpaceTotals& totals = is_load ? cost.shared_load : cost.shared_store;
    EXPECT_EQ(static_cast<double>(totals.wavefronts) / static_cast<double>(totals.requests), figure.measurement.value)
        << figure.kernel << ' ' << options_text(figure.options).str() << ' ' << figure.measurement.name;
    ++compared;
  }
  EXPECT_EQ(compared, 18U);
}

TEST_F(PublishedCounts, TransactionsOfTheV100AreTheModels) {
  const auto figures = load_published(BANKLOOM_SOURCE_DIR "/assets/published");
  ASSERT_TRUE(figures) << figures.error().message;
  std::size_t compared = 0;
  for (const PublishedFigure& figure : *figures) {
    if (figure.machine != "cc7.0" || figure.measurement.unit != "transactions per request") continue;
    const auto made = run(figure.kernel, figure.options);
    ASSERT_TRUE(made) << figure.kernel;
    const bool is_load = figure.measurement.name == "shared load transactions per request";
    const SpaceTotals& totals = is_load ? made->cost.shared_load : made->cost.shared_store;
    const double modelled = static_cast<double>(totals.wavefronts) / static_cast<double>(totals.requests);
    // Where loads collide nvprof counted up to 0.6 transactions a request that no access of the kernel asks for.
    EXPECT_EQ(std::floor(figure.measurement.value), modelled) << figure.kernel << ' ' << figure.measurement.name;
    ++compared;
  }
  EXPECT_EQ(compared, 12U);
}

TEST(Published, ErrorsNameFileAndField) {
  EXPECT_FALSE(parse_published("{", "x.json"));
  const auto refused = parse_published(
      R"({"source":"s","gpu":"g","machine":"m","figures":[{"kernel":"a/b","options":{},"name":"n","value":"1","unit":"u"}]})",
      "x.json");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("x.json"), std::string::npos);
  EXPECT_NE(refused.error().message.find("figures[0].value"), std::string::npos) << refused.error().message;
  const auto none = load_published("/nowhere");
  ASSERT_TRUE(none);
  EXPECT_TRUE(none->empty());
}

}  // namespace
}  // namespace bankloom
