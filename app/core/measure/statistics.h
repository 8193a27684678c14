// Statistics of samples: median, quartiles, how sure the median is, when to stop sampling, whether two samples differ.
//
// Medians and order statistics throughout: durations of launches have a long tail to the right and come in steps of the
// timer (32 ns with CUPTI), so means and standard deviations would describe them badly.
//
// Definitions
//   quantile    the p-quantile of n sorted samples lies at position p * (n - 1), linear between neighbours (Hyndman and
//               Fan 1996, type 7); the quartiles are those of p = 1/4 and 3/4, the median that of p = 1/2
//   spread      minimum and quartiles; given from five samples on, because fewer say nothing about it
//   confidence  the narrowest symmetric pair of order statistics that holds the true median with at least 95 %: the
//               l-th smallest and l-th largest sample, l the largest number with P(Bin(n, 1/2) < l) <= 2.5 % (exact up
//               to 1,000 samples, beyond by the normal approximation l = floor(n/2 - 0.98 sqrt(n))). It needs no
//               assumption about the distribution; below six samples there is no such pair
//   stable      at least 50 samples, and the confidence interval reaches less than 0.5 % of the median to either side;
//               or one second has passed
//   comparison  A costs more than B where (1) the confidence intervals of the medians do not overlap, so the order of
//               the medians is not chance, (2) the medians lie further apart than the larger of the two interquartile
//               ranges, so a single launch would show it, and (3) they lie at least two steps of the timer apart:
//               begin and end are each known to a step, and where all samples are alike the ranges of (1) and (2) are
//               empty, though other durations would have given the same samples. Where one of the three fails, the
//               difference is hidden in noise
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/measure/measurement.h"

namespace bankloom {

/// Samples from which a spread is given.
inline constexpr std::size_t kSpreadSamples = 5;

/// The p-quantile, p in [0, 1]; `sorted` is ascending and not empty.
[[nodiscard]] double quantile(std::span<const double> sorted, double p);

/// The summary of samples.
struct SampleSummary {
  std::size_t count = 0;
  double median = 0;  ///< 0 where there is no sample
  std::optional<Spread> spread;
  std::optional<Interval> confidence;
};

/// Summary of samples in any order.
[[nodiscard]] SampleSummary summarize_samples(std::span<const double> samples);

/// The 95 % confidence interval of the median; nothing below six samples. `sorted` is ascending.
[[nodiscard]] std::optional<Interval> median_confidence(std::span<const double> sorted);

/// When to stop launching.
struct StabilityRule {
  std::size_t minimum_samples = 50;
  double half_width = 0.005;  ///< of the median: how far the confidence interval may reach to either side
  std::chrono::nanoseconds limit = std::chrono::seconds(1);
};

/// True where the median is stable, whatever the time.
[[nodiscard]] bool is_stable(std::span<const double> samples, const StabilityRule& rule = {});

/// True where sampling ends: the median is stable, or the time is up.
[[nodiscard]] bool is_enough(std::span<const double> samples, std::chrono::nanoseconds elapsed,
                             const StabilityRule& rule = {});

enum class Verdict : std::uint8_t {
  costs,    ///< A takes longer than B, by the rule above
  saves,    ///< A takes less
  hidden,   ///< in the noise
  unknown,  ///< too few samples to tell
};

/// "costs", "saves", "hidden", "unknown": for JSON.
[[nodiscard]] const char* verdict_name(Verdict verdict);

struct Comparison {
  double difference = 0;  ///< A - B, in their unit
  double ratio = 1;       ///< A / B; 1 where B is 0
  Verdict verdict = Verdict::unknown;
};

/// A against B; both in the same unit.
[[nodiscard]] Comparison compare(const Measurement& a, const Measurement& b);

/// A measurement made of samples: median, spread, confidence and count are set.
[[nodiscard]] Measurement measurement_of(std::span<const double> samples);

}  // namespace bankloom
