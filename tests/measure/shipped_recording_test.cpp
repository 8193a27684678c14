// The shipped recordings as test data: what a GPU counted and put out for every kernel of the catalogue is what the
// emulator and the machine's rules give here and now.
#include <gtest/gtest.h>

#include "core/measure/counters.h"
#include "core/measure/digest.h"
#include "core/measure/recording.h"
#include "measure_fixture.h"

namespace bankloom::test {
namespace {

using ShippedRecordingTest = MeasureTest;

const Recording& h200() {
  static const Recordings all = load_recordings({BANKLOOM_SOURCE_DIR "/assets/recordings"});
  static const Recording nothing;
  const auto found = find_recording(all, "h200");
  return found ? **found : nothing;
}

TEST_F(ShippedRecordingTest, TheH200CountedAndPutOutWhatIsComputedHere) {
  std::size_t counters = 0, outputs = 0;
  for (const auto& readings : h200().kernels) {
    const std::string what = readings.kernel + " (" + options_text(readings.options) + ")";
    const auto kernel = find_kernel(catalog(), readings.kernel);
    // A kernel that was taken away or rewritten since is not what was measured.
    if (!kernel || sha256((*kernel)->source) != readings.source_sha256) continue;
    if (readings.status != ReadingStatus::measured) continue;
    // Of the large runs one is enough: each takes seconds where sanitizers watch, and they were all compared when
    // recorded.
    constexpr std::uint64_t kLargeRun = 1U << 21U;
    const bool is_large = readings.grid.count() * readings.block.count() > kLargeRun;
    if (is_large && readings.kernel != "transpose/tilePad") continue;
    const auto made = run(readings.kernel, readings.options);
    ASSERT_NE(made, nullptr) << what;
    EXPECT_EQ(sha256(made->output), readings.output.sha256) << what;
    if (readings.output.equal()) ++outputs;
    for (const auto& rule : counter_rules()) {
      for (const auto& counter : readings.counters) {
        if (counter.metric != rule.metric) continue;
        EXPECT_EQ(counter.value, static_cast<double>(made->cost.*rule.totals.*rule.field)) << what << " " << rule.name;
        ++counters;
      }
    }
  }
  EXPECT_GE(outputs, 50U);
  EXPECT_GE(counters, 500U);
}

TEST(ShippedRecording, OnAnH200EveryFurtherWavefrontTakesTwoCycles) {
  std::map<std::pair<std::string, unsigned>, double> by_wavefronts;
  for (const auto& readings : h200().kernels) {
    for (const auto& access : readings.timed_accesses) {
      if (!access.cycles.measurement) continue;
      by_wavefronts[{access.op, access.wavefronts}] = access.cycles.measurement->value;
    }
  }
  for (const auto& [access, cycles] : by_wavefronts) {
    EXPECT_NEAR(cycles - by_wavefronts.at({access.first, 1}), 2.0 * (access.second - 1), 0.1)
        << access.first << " of " << access.second << " wavefronts";
  }
  EXPECT_GE(by_wavefronts.size(), 10U);
}

TEST(ShippedRecording, ConflictsCostOnAnH200AndItSays) {
  const auto readings =
      find_readings(h200(), "square/setRowReadCol", {{"BDIMX", "32"}, {"BDIMY", "32"}, {"IPAD", "0"}});
  ASSERT_NE(readings, nullptr);
  const auto found = recorded_measurement({&h200()}, readings->kernel, readings->options, "");
  ASSERT_TRUE(found);
  for (const ReadingKind kind : kReadingKinds) {
    ASSERT_TRUE(found->comparison(kind)) << reading_key(kind);
    EXPECT_EQ(found->comparison(kind)->verdict, Verdict::costs) << reading_key(kind);
  }
}

}  // namespace
}  // namespace bankloom::test
