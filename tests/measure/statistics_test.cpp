// Statistics on samples whose answers are known: by hand, from tables, or by construction.
#include "core/measure/statistics.h"

#include <gtest/gtest.h>

#include <numbers>
#include <numeric>
#include <random>
#include <vector>

namespace bankloom {
namespace {

using namespace std::chrono_literals;

std::vector<double> counting(std::size_t n) {
  std::vector<double> values(n);
  std::iota(values.begin(), values.end(), 1.0);
  return values;
}

TEST(Quantile, LiesBetweenNeighboursInProportion) {
  const std::vector<double> four = {10, 20, 30, 40};
  // Positions 0, 0.75, 1.5, 2.25, 3.
  EXPECT_DOUBLE_EQ(quantile(four, 0), 10);
  EXPECT_DOUBLE_EQ(quantile(four, 0.25), 17.5);
  EXPECT_DOUBLE_EQ(quantile(four, 0.5), 25);
  EXPECT_DOUBLE_EQ(quantile(four, 0.75), 32.5);
  EXPECT_DOUBLE_EQ(quantile(four, 1), 40);
  EXPECT_DOUBLE_EQ(quantile(std::vector<double>{7}, 0.25), 7);
}

TEST(SampleSummary, SpreadFromFiveSamplesOn) {
  const SampleSummary four = summarize_samples(std::vector<double>{4, 1, 3, 2});
  EXPECT_EQ(four.count, 4U);
  EXPECT_DOUBLE_EQ(four.median, 2.5);
  EXPECT_FALSE(four.spread);
  const SampleSummary five = summarize_samples(std::vector<double>{50, 10, 40, 20, 30});
  EXPECT_DOUBLE_EQ(five.median, 30);
  ASSERT_TRUE(five.spread);
  EXPECT_DOUBLE_EQ(five.spread->minimum, 10);
  EXPECT_DOUBLE_EQ(five.spread->lower_quartile, 20);
  EXPECT_DOUBLE_EQ(five.spread->upper_quartile, 40);
  EXPECT_DOUBLE_EQ(five.spread->interquartile_range(), 20);
  EXPECT_EQ(summarize_samples({}).count, 0U);
}

TEST(MedianConfidence, HasTheRanksOfTheBinomialTable) {
  // Ranks of the 95 % interval of the median, as tables of the sign test give them (n, lower rank).
  const std::pair<std::size_t, double> table[] = {{6, 1},  {8, 1},  {9, 2},   {10, 2},  {15, 4},
                                                  {20, 6}, {25, 8}, {50, 18}, {100, 40}};
  for (const auto& [n, rank] : table) {
    const auto interval = median_confidence(counting(n));
    ASSERT_TRUE(interval) << n;
    EXPECT_DOUBLE_EQ(interval->low, rank) << n;
    EXPECT_DOUBLE_EQ(interval->high, static_cast<double>(n) + 1 - rank) << n;
  }
  EXPECT_FALSE(median_confidence(counting(5)));
  EXPECT_FALSE(median_confidence({}));
}

TEST(MedianConfidence, ExactAndApproximateRanksMeet) {
  const auto exact = median_confidence(counting(1000));
  const auto approximate = median_confidence(counting(1001));
  ASSERT_TRUE(exact && approximate);
  EXPECT_NEAR(exact->low, approximate->low, 1.5);
}

TEST(MedianConfidence, HoldsTheTrueMedianInAboutNineteenOfTwenty) {
  std::mt19937 random(1);
  std::exponential_distribution<double> distribution(1.0);
  const double truth = std::numbers::ln2;
  int held = 0;
  constexpr int kTrials = 2000;
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<double> samples(60);
    for (double& sample : samples) sample = distribution(random);
    std::sort(samples.begin(), samples.end());
    const auto interval = median_confidence(samples);
    held += interval->low <= truth && truth <= interval->high ? 1 : 0;
  }
  EXPECT_GE(held, kTrials * 945 / 1000);
  EXPECT_LE(held, kTrials * 985 / 1000);
}

TEST(Stability, NeedsFiftySamplesAndANarrowInterval) {
  EXPECT_FALSE(is_stable(std::vector<double>(49, 100.0)));
  EXPECT_TRUE(is_stable(std::vector<double>(50, 100.0)));
  // The interval of 50 samples runs from the 18th to the 33rd: 17 samples beyond on either side do not matter.
  std::vector<double> samples(50, 100.0);
  for (std::size_t i = 0; i < 17; ++i) samples[i] = 1;
  EXPECT_TRUE(is_stable(samples));
  samples[17] = 99.4;
  samples[18] = 99.6;
  EXPECT_FALSE(is_stable(samples)) << "0.6 % below the median";
  samples[17] = samples[18] = 99.6;
  EXPECT_TRUE(is_stable(samples)) << "0.4 % below the median";
}

TEST(Stability, TimeEndsSampling) {
  const std::vector<double> wild = {1, 2, 3};
  EXPECT_FALSE(is_enough(wild, 999ms));
  EXPECT_TRUE(is_enough(wild, 1s));
  EXPECT_TRUE(is_enough(std::vector<double>(60, 5.0), 1ms));
  EXPECT_TRUE(is_enough(wild, 10ms, {50, 0.005, 10ms}));
}

/// Samples centred at a value with quartiles `half` below and above.
Measurement around(double median, double half, std::size_t n = 61) {
  std::vector<double> samples;
  const auto middle = static_cast<double>(n - 1) / 2;
  for (std::size_t i = 0; i < n; ++i)
    samples.push_back(median + (static_cast<double>(i) - middle) / (middle / 2) * half);
  return measurement_of(samples);
}

TEST(Comparison, ALargeDifferenceCosts) {
  const Comparison comparison = compare(around(2336, 50), around(1760, 50));
  EXPECT_DOUBLE_EQ(comparison.difference, 576);
  EXPECT_NEAR(comparison.ratio, 1.327, 0.001);
  EXPECT_EQ(comparison.verdict, Verdict::costs);
  const Comparison other = compare(around(1760, 50), around(2336, 50));
  EXPECT_EQ(other.verdict, Verdict::saves);
}

TEST(Comparison, ADifferenceWithinTheSpreadIsHidden) {
  // The medians are told apart by their confidence intervals, but a single launch would not show it.
  const Measurement a = around(1800, 100, 2001);
  const Measurement b = around(1760, 100, 2001);
  ASSERT_GT(a.confidence->low, b.confidence->high);
  EXPECT_EQ(compare(a, b).verdict, Verdict::hidden);
}

TEST(Comparison, OverlappingIntervalsAreHidden) {
  // Half of the samples at either of two values: the interval of the median reaches both, the spread does not help.
  const Measurement a = measurement_of(std::vector<double>{1, 1, 1, 1, 9, 9, 9, 9});
  const Measurement b = measurement_of(std::vector<double>(8, 8.0));
  EXPECT_EQ(compare(a, b).verdict, Verdict::hidden);
}

TEST(Comparison, ExactSamplesShowTheSmallestDifference) {
  const Measurement a = measurement_of(std::vector<double>(32, 53.2));
  const Measurement b = measurement_of(std::vector<double>(32, 51.2));
  EXPECT_EQ(compare(a, b).verdict, Verdict::costs);
  EXPECT_EQ(compare(a, a).verdict, Verdict::hidden);
}

TEST(Comparison, OneStepOfTheTimerIsNoDifference) {
  // As recorded on an H200: all samples of either kernel alike, a step of 32 ns apart.
  Measurement a = measurement_of(std::vector<double>(61, 0.736)), b = measurement_of(std::vector<double>(61, 0.704));
  EXPECT_EQ(compare(a, b).verdict, Verdict::costs) << "without a timer that has steps";
  a.step = b.step = 0.032;
  EXPECT_EQ(compare(a, b).verdict, Verdict::hidden);
  EXPECT_EQ(compare(b, a).verdict, Verdict::hidden);
  Measurement c = measurement_of(std::vector<double>(61, 0.768));
  c.step = 0.032;
  EXPECT_EQ(compare(c, b).verdict, Verdict::costs) << "two steps";
}

TEST(Comparison, FewSamplesTellNothing) {
  const Measurement few = measurement_of(std::vector<double>{1, 1, 1, 1, 1});
  EXPECT_EQ(compare(few, around(100, 1)).verdict, Verdict::unknown);
}

TEST(Comparison, NothingIsMostlyTakenForSomethingInPureNoise) {
  // Two samples of one distribution, many times: the rule must not see a difference.
  std::mt19937 random(7);
  std::lognormal_distribution<double> distribution(7.5, 0.1);
  int false_alarms = 0;
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<double> a(60), b(60);
    for (double& sample : a) sample = distribution(random);
    for (double& sample : b) sample = distribution(random);
    false_alarms += compare(measurement_of(a), measurement_of(b)).verdict == Verdict::hidden ? 0 : 1;
  }
  EXPECT_EQ(false_alarms, 0);
}

}  // namespace
}  // namespace bankloom
