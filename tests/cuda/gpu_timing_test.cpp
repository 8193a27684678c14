// The rule of timing on a GPU of the test's own making: a clock that ramps, drops and shows nothing at all.
#include "cuda/gpu_timing.h"

#include <gtest/gtest.h>

#include <random>

namespace bankloom {
namespace {

using namespace std::chrono_literals;

/// Durations are `cycles` at the clock of the moment, with a jitter of `noise`; a launch takes its duration and 3 us
/// more.
struct FakeGpu {
  double cycles = 4000;
  double noise = 0;
  std::function<unsigned(std::uint64_t launches)> clock_at;  ///< MHz
  bool tells_clock = true;
  std::uint64_t launches = 0;
  std::chrono::steady_clock::time_point now{};
  std::mt19937 random{1};

  TimingSource source() {
    TimingSource made;
    made.run = [this](unsigned count) -> Result<std::vector<double>> {
      std::vector<double> durations;
      for (unsigned i = 0; i < count; ++i) {
        const double factor = 1 + noise * std::uniform_real_distribution<double>(-1, 1)(random);
        durations.push_back(cycles / clock_at(launches++) * 1000 * factor);
        now += std::chrono::nanoseconds(static_cast<std::int64_t>(durations.back()) + 3000);
      }
      return durations;
    };
    made.clock = [this] { return tells_clock ? clock_at(launches) : 0U; };
    made.now = [this] { return now; };
    return made;
  }
};

TEST(GpuTiming, StopsAsSoonAsTheMedianIsStable) {
  FakeGpu gpu;
  gpu.clock_at = [](auto) { return 2000U; };
  const auto samples = sample_durations(gpu.source(), {});
  ASSERT_TRUE(samples);
  EXPECT_GE(samples->kernel.nanoseconds.size(), 50U);
  EXPECT_LT(samples->kernel.nanoseconds.size(), 200U);
  EXPECT_EQ(samples->kernel.dropped, 0U);
  EXPECT_EQ(samples->kernel.clock_mhz, 2000);
  EXPECT_EQ(samples->kernel.nanoseconds.front(), 2000);
}

TEST(GpuTiming, TakesMoreSamplesWhereTheyScatter) {
  FakeGpu gpu;
  gpu.noise = 0.2;
  gpu.clock_at = [](auto) { return 2000U; };
  const auto samples = sample_durations(gpu.source(), {});
  ASSERT_TRUE(samples);
  EXPECT_GT(samples->kernel.nanoseconds.size(), 1000U);
  EXPECT_TRUE(is_stable(samples->kernel.nanoseconds));
}

TEST(GpuTiming, LaunchesAndCopiesTakeTurns) {
  FakeGpu gpu;
  gpu.clock_at = [](auto) { return 2000U; };
  std::string order;
  TimingSource source = gpu.source();
  source.run_copy = [&, launch = source.run](unsigned count) {
    order += 'c';
    auto durations = launch(count);
    for (double& duration : *durations) duration *= 2;
    return durations;
  };
  source.run = [&, launch = source.run](unsigned count) {
    order += 'k';
    return launch(count);
  };
  const auto samples = sample_durations(source, {});
  ASSERT_TRUE(samples);
  EXPECT_GE(samples->kernel.nanoseconds.size(), 50U);
  EXPECT_GE(samples->copy.nanoseconds.size(), 50U);
  EXPECT_EQ(samples->kernel.nanoseconds.front(), 2000);
  EXPECT_EQ(samples->copy.nanoseconds.front(), 4000);
  // After the warm-up, which only launches.
  const std::string turns = order.substr(order.find("kc"));
  EXPECT_EQ(turns.find("kk"), std::string::npos) << order;
  EXPECT_EQ(turns.find("cc"), std::string::npos) << order;
}

TEST(GpuTiming, EndsWithItsTime) {
  FakeGpu gpu;
  gpu.cycles = 4e8;  // 200 ms
  gpu.clock_at = [](auto) { return 2000U; };
  const auto samples = sample_durations(gpu.source(), {});
  ASSERT_TRUE(samples);
  EXPECT_EQ(samples->kernel.nanoseconds.size(), 5U);
  EXPECT_LT(gpu.now.time_since_epoch(), 2s);
}

TEST(GpuTiming, AGpuThatWakesUpIsWarmedFirst) {
  FakeGpu gpu;
  gpu.clock_at = [](std::uint64_t launches) { return launches < 300 ? 345U : 1980U; };
  const auto samples = sample_durations(gpu.source(), {});
  ASSERT_TRUE(samples);
  for (const double duration : samples->kernel.nanoseconds) EXPECT_NEAR(duration, 4000 / 1.98, 1e-6);
}

TEST(GpuTiming, SamplesAtALoweredClockAreDroppedAndCounted) {
  FakeGpu gpu;
  gpu.noise = 0.05;
  gpu.clock_at = [](std::uint64_t launches) { return launches / 1000 % 2 == 0 ? 1980U : 1500U; };
  const auto samples = sample_durations(gpu.source(), {});
  ASSERT_TRUE(samples);
  EXPECT_GT(samples->kernel.dropped, 0U);
  EXPECT_EQ(samples->kernel.clock_mhz, 1980);
  // 4000 cycles at 1500 MHz are 2667 ns, far from the 2020 +- 5 % of the full clock. A change within a batch is not
  // seen by readings at its two ends, unless one of them is low: at most one batch in ten may slip through here.
  std::size_t slow = 0;
  for (const double duration : samples->kernel.nanoseconds) slow += duration > 2300 ? 1U : 0U;
  EXPECT_LT(slow, samples->kernel.nanoseconds.size() / 10);
}

TEST(GpuTiming, WithoutAClockNothingIsDropped) {
  FakeGpu gpu;
  gpu.tells_clock = false;
  gpu.clock_at = [](auto) { return 1000U; };
  const auto samples = sample_durations(gpu.source(), {});
  ASSERT_TRUE(samples);
  EXPECT_EQ(samples->kernel.dropped, 0U);
  EXPECT_EQ(samples->kernel.clock_mhz, 0);
}

TEST(GpuTiming, KeepsBatchesOfTheHighestClockOnly) {
  const std::vector<TimedBatch> batches{{{1, 2}, 1980}, {{3, 4, 5}, 1900}, {{6}, 1930}, {{7}, 1980}};
  const GpuSamples samples = keep_at_full_clock(batches, 1500);
  EXPECT_EQ(samples.nanoseconds, (std::vector<double>{1, 2, 6, 7})) << "1930 is more than 97 % of 1980, 1900 is not";
  EXPECT_EQ(samples.dropped, 3U);
  EXPECT_EQ(samples.clock_mhz, 1980);
  EXPECT_EQ(keep_at_full_clock(batches, 2100).dropped, 7U) << "the warm-up had a higher clock than all of them";
}

TEST(GpuTiming, AClockThatPeakedOnceIsNotWaitedForForEver) {
  FakeGpu gpu;
  gpu.clock_at = [](std::uint64_t launches) { return launches < 100 ? 2400U : 1980U; };
  const auto samples = sample_durations(gpu.source(), {});
  ASSERT_TRUE(samples) << samples.error().message;
  EXPECT_EQ(samples->kernel.clock_mhz, 1980);
  EXPECT_GE(samples->kernel.nanoseconds.size(), 50U);
}

TEST(GpuTiming, AFailingLaunchIsHandedOn) {
  TimingSource source;
  source.run = [](unsigned) -> Result<std::vector<double>> { return fail("the kernel failed"); };
  source.clock = [] { return 0U; };
  source.now = [] { return std::chrono::steady_clock::time_point{}; };
  const auto samples = sample_durations(source, {});
  ASSERT_FALSE(samples);
  EXPECT_EQ(samples.error().message, "the kernel failed");
}

}  // namespace
}  // namespace bankloom
