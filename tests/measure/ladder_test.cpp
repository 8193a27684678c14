// The ladder: what belongs to it, its percentages against the numbers they are made of, and what it says is missing.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/measure/published.h"
#include "core/report/ladder_report.h"
#include "core/wording/measurement.h"
#include "sample_recording.h"

namespace bankloom::test {
namespace {

const Catalog& ladder_catalog() {
  static const auto catalog = load_catalog(BANKLOOM_SOURCE_DIR "/kernels");
  return *catalog;
}

/// Made-up figures by kernel name; a kernel at another size than 4096 has none.
struct Figures {
  double microseconds = 0;
  double gigabytes = 0;  ///< 0: it was not launched in turns with the copy
  double copy = 0;
};

class LadderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(ladder_lessons(ladder_catalog()), (std::vector<std::string>{"transpose", "reuse"}));
  }

  [[nodiscard]] Ladder make() const {
    const LadderSource source = [this](const Kernel& kernel,
                                       const OptionValues& options) -> Known<std::shared_ptr<const KernelMeasurement>> {
      const auto found = figures.find(kernel.name);
      if (found == figures.end() || options.at("N") != "4096") {
        return fail_with(Reason(ReasonKind::other, "nobody measured " + kernel.name));
      }
      KernelReadings readings;
      readings.kernel = kernel.id();
      readings.options = options;
      if (found->second.microseconds > 0) {
        readings.reading(ReadingKind::one_block) = {sampled("duration", found->second.microseconds, "us"), {}};
      } else {
        readings.status = ReadingStatus::failed;
        readings.reading(ReadingKind::one_block).missing = {ReasonKind::other, "the GPU has no memory left"};
      }
      if (found->second.gigabytes > 0) {
        readings.bandwidth.emplace();
        readings.bandwidth->kernel = {sampled("bandwidth", found->second.gigabytes, "GB/s"), {}};
        readings.bandwidth->copy = {sampled("bandwidth of the copy", found->second.copy, "GB/s"), {}};
      }
      MeasuringGpu gpu{"Test GPU", "9.0",   132, 1,
                       "1",        "NVRTC", 1,   kernel.name == other_day ? "2026-11-20" : "2026-11-21"};
      return std::make_shared<const KernelMeasurement>(
          make_kernel_measurement(Provenance::recorded, gpu, std::move(readings), {}, {}));
    };
    return make_ladder(ladder_catalog(), "transpose", source, published);
  }

  static const LadderRow& row(const Ladder& ladder, const std::string& name, bool is_large = false) {
    const auto found = std::find_if(ladder.rows.begin(), ladder.rows.end(), [&](const LadderRow& one) {
      return one.entry.kernel->name == name && one.entry.is_large == is_large;
    });
    EXPECT_NE(found, ladder.rows.end()) << name;
    return found == ladder.rows.end() ? ladder.rows.front() : *found;
  }

  std::map<std::string, Figures> figures;
  std::string other_day;
  std::vector<PublishedFigure> published;
};

TEST_F(LadderTest, HasEveryRungAtTheSizeForAGpuBesideACopyOfThatSize) {
  const auto plan = plan_ladder(ladder_catalog(), "transpose");
  std::set<std::string> names;
  for (const LadderEntry& entry : plan) {
    SCOPED_TRACE(entry.kernel->id());
    names.insert(entry.kernel->name);
    const std::string size = entry.is_large ? "16384" : "4096";
    EXPECT_EQ(entry.options.at("N"), size);
    const std::uint64_t edge = std::stoull(size);
    EXPECT_EQ(entry.traffic_bytes, 2 * edge * edge * 4);
    if (!entry.kernel->baseline) continue;
    ASSERT_NE(entry.baseline, nullptr);
    EXPECT_EQ(entry.baseline->name, entry.kernel->baseline->kernel);
    EXPECT_EQ(entry.baseline_options.at("N"), size);
    // The same blocks and threads: that is what makes it a baseline.
    const auto own = instantiate_shape(*entry.kernel, entry.options);
    const auto copy = instantiate_shape(*entry.baseline, entry.baseline_options);
    ASSERT_TRUE(own && copy);
    EXPECT_EQ(own->grid, copy->grid);
    EXPECT_EQ(own->block, copy->block);
  }
  for (const Kernel& kernel : ladder_catalog().kernels) {
    if (kernel.lesson != "transpose") continue;
    EXPECT_TRUE(names.contains(kernel.name)) << kernel.name;
  }
  EXPECT_EQ(plan.size(), names.size() + 2) << "the last rung and its copy are there twice";
  EXPECT_TRUE(plan_ladder(ladder_catalog(), "square").empty());
  EXPECT_FALSE(has_ladder(ladder_catalog(), "square"));
}

TEST_F(LadderTest, PercentagesAreOfTheCopyKernelAndOfTheDevicesCopy) {
  figures["copy"] = {40, 3200, 4000};
  figures["tile"] = {80, 1600, 4000};
  const Ladder ladder = make();
  const LadderRow& tile = row(ladder, "tile");
  ASSERT_TRUE(tile.time && tile.bandwidth && tile.of_baseline && tile.of_copy);
  EXPECT_DOUBLE_EQ(tile.time->value, 80);
  EXPECT_EQ(tile.time->provenance, Provenance::recorded);
  EXPECT_EQ(tile.time->source, "Test GPU, 2026-11-21");
  EXPECT_DOUBLE_EQ(*tile.of_baseline, 0.5);
  EXPECT_DOUBLE_EQ(*tile.of_copy, 0.4);
  const LadderRow& copy = row(ladder, "copy");
  EXPECT_FALSE(copy.of_baseline);
  EXPECT_DOUBLE_EQ(*copy.of_copy, 0.8);
  EXPECT_EQ(ladder.origin(), (Origin{Provenance::recorded, "Test GPU, 2026-11-21"}));
}

TEST_F(LadderTest, WithoutTurnsTheBandwidthIsTheBytesByTheTime) {
  figures["copy"] = {50, 0, 0};
  figures["tile"] = {100, 0, 0};
  const LadderRow tile = row(make(), "tile");
  ASSERT_TRUE(tile.bandwidth && tile.of_baseline);
  EXPECT_NEAR(tile.bandwidth->value, 134217728.0 / 100e3, 1e-6);  // 128 MiB in 100 us
  EXPECT_DOUBLE_EQ(*tile.of_baseline, 0.5);
  EXPECT_FALSE(tile.of_copy);
  EXPECT_EQ(tile.no_of_copy, Reason(ReasonKind::not_beside_copy));
}

TEST_F(LadderTest, SaysWhatIsMissing) {
  figures["tile"] = {80, 1600, 4000};
  figures["tilePad"] = {0, 0, 0};
  const Ladder ladder = make();
  const LadderRow& tile = row(ladder, "tile");
  EXPECT_FALSE(tile.of_baseline);
  EXPECT_EQ(tile.no_of_baseline.kind, ReasonKind::baseline_missing);
  EXPECT_EQ(reason_text(tile.no_of_baseline).str(), "transpose/copy is missing: nobody measured copy");
  const LadderRow& padded = row(ladder, "tilePad");
  EXPECT_FALSE(padded.time);
  EXPECT_EQ(padded.no_time.text, "the GPU has no memory left");
  const LadderRow& naive = row(ladder, "naiveRead");
  EXPECT_EQ(naive.no_time.text, "nobody measured naiveRead");
  EXPECT_FALSE(row(ladder, "vector", true).time);
  const std::string text = report::to_text(ladder, ladder_catalog(), {});
  EXPECT_NE(text.find("the GPU has no memory left"), std::string::npos) << text;
  EXPECT_NE(text.find("nobody measured naiveRead"), std::string::npos) << text;
}

TEST_F(LadderTest, ComparesOnlyWhatOneRecordingHolds) {
  figures["copy"] = {40, 3200, 4000};
  figures["tile"] = {80, 1600, 4000};
  other_day = "copy";
  const Ladder ladder = make();
  EXPECT_FALSE(row(ladder, "tile").of_baseline);
  EXPECT_EQ(reason_text(row(ladder, "tile").no_of_baseline).str(),
            "transpose/copy was recorded on Test GPU, 2026-11-20, this kernel recorded on Test GPU, 2026-11-21");
  EXPECT_FALSE(ladder.origin()) << "the rows are from different days";
}

TEST_F(LadderTest, TheBarIsThePublishedOneAndAboutAsManyBytes) {
  const auto all = load_published(BANKLOOM_SOURCE_DIR "/assets/published");
  ASSERT_TRUE(all) << all.error().message;
  published = *all;
  figures["naiveRead"] = {900, 149, 4000};
  figures["tile"] = {80, 1600, 4000};
  const Ladder ladder = make();
  ASSERT_TRUE(ladder.bar);
  EXPECT_DOUBLE_EQ(ladder.bar->time.value, 840);
  EXPECT_EQ(ladder.bar->time.unit, "us");
  EXPECT_EQ(ladder.bar->traffic_bytes, 2U * 4096 * 4096 * 4);
  const std::string text = report::to_text(ladder, ladder_catalog(), {});
  EXPECT_NE(text.find("As fast or faster: tile."), std::string::npos) << text;
  EXPECT_NE(text.find("Slower: naiveRead."), std::string::npos) << text;
}

TEST_F(LadderTest, JsonAndCsvHoldTheSameNumbersWithTheirProvenance) {
  figures["copy"] = {40, 3200, 4000};
  figures["tile"] = {80, 1600, 4000};
  const Ladder ladder = make();
  const auto json = report::to_json(ladder);
  bool found = false;
  for (const auto& one : json["rows"]) {
    if (one["kernel"] != "transpose/tile") continue;
    found = true;
    EXPECT_EQ(one["of_baseline"], 0.5);
    EXPECT_EQ(one["time"]["provenance"], "recorded");
    EXPECT_EQ(one["baseline"]["kernel"], "transpose/copy");
    EXPECT_FALSE(one["fixes"].get<std::string>().empty());
  }
  EXPECT_TRUE(found);
  const std::string csv = report::to_csv(ladder);
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), static_cast<std::ptrdiff_t>(ladder.rows.size()) + 1);
  EXPECT_NE(csv.find("transpose/tile,"), std::string::npos);
  EXPECT_NE(csv.find(",80,"), std::string::npos) << csv;
}

}  // namespace
}  // namespace bankloom::test
