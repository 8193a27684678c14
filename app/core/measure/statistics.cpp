#include "core/measure/statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace bankloom {
namespace {

/// The probability that the interval misses the median on one side.
constexpr double kTail = 0.025;
/// The standard normal distribution's 97.5 % quantile, halved: a median's ranks have the deviation sqrt(n) / 2.
constexpr double kNormalHalf = 0.979982;
constexpr std::size_t kExactSamples = 1000;

/// The largest l with P(Bin(n, 1/2) < l) <= 2.5 %; 0 where there is none.
std::size_t confidence_rank(std::size_t n) {
  const auto count = static_cast<double>(n);
  if (n > kExactSamples) return static_cast<std::size_t>(std::floor(count / 2 - kNormalHalf * std::sqrt(count)));
  double log_term = -count * std::numbers::ln2;  // of P(Bin = 0)
  double below = 0;
  for (std::size_t k = 0; k < n; ++k) {
    below += std::exp(log_term);
    if (below > kTail) return k;
    log_term += std::log((count - static_cast<double>(k)) / (static_cast<double>(k) + 1));
  }
  return 0;
}

std::vector<double> sorted_copy(std::span<const double> samples) {
  std::vector<double> sorted(samples.begin(), samples.end());
  std::ranges::sort(sorted);
  return sorted;
}

}  // namespace

double quantile(std::span<const double> sorted, double p) {
  const double position = p * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(position));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (position - static_cast<double>(below));
}

std::optional<Interval> median_confidence(std::span<const double> sorted) {
  const std::size_t rank = confidence_rank(sorted.size());
  if (rank == 0) return std::nullopt;
  return Interval{sorted[rank - 1], sorted[sorted.size() - rank]};
}

SampleSummary summarize_samples(std::span<const double> samples) {
  SampleSummary summary;
  summary.count = samples.size();
  if (samples.empty()) return summary;
  const std::vector<double> sorted = sorted_copy(samples);
  summary.median = quantile(sorted, 0.5);
  if (sorted.size() >= kSpreadSamples) {
    summary.spread = Spread{sorted.front(), quantile(sorted, 0.25), quantile(sorted, 0.75)};
  }
  summary.confidence = median_confidence(sorted);
  return summary;
}

bool is_stable(std::span<const double> samples, const StabilityRule& rule) {
  if (samples.size() < rule.minimum_samples) return false;
  const SampleSummary summary = summarize_samples(samples);
  if (!summary.confidence) return false;
  const double reach = std::max(summary.confidence->high - summary.median, summary.median - summary.confidence->low);
  return reach == 0 || reach < rule.half_width * std::abs(summary.median);
}

bool is_enough(std::span<const double> samples, std::chrono::nanoseconds elapsed, const StabilityRule& rule) {
  return elapsed >= rule.limit || is_stable(samples, rule);
}

const char* verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::costs:
      return "costs";
    case Verdict::saves:
      return "saves";
    case Verdict::hidden:
      return "hidden";
    case Verdict::unknown:
      return "unknown";
  }
  return "unknown";
}

Comparison compare(const Measurement& a, const Measurement& b) {
  Comparison comparison;
  comparison.difference = a.value - b.value;
  comparison.ratio = b.value == 0 ? 1 : a.value / b.value;
  if (!a.spread || !b.spread || !a.confidence || !b.confidence) return comparison;
  const bool apart = a.confidence->low > b.confidence->high || b.confidence->low > a.confidence->high;
  const double noise = std::max(a.spread->interquartile_range(), b.spread->interquartile_range());
  // One and a half steps stand for two, because recorded medians are rounded.
  const double least = 1.5 * std::max(a.step, b.step), difference = std::abs(comparison.difference);
  if (!apart || difference <= noise || difference < least) {
    comparison.verdict = Verdict::hidden;
  } else {
    comparison.verdict = comparison.difference > 0 ? Verdict::costs : Verdict::saves;
  }
  return comparison;
}

Measurement measurement_of(std::span<const double> samples) {
  const SampleSummary summary = summarize_samples(samples);
  return Measurement{.value = summary.median,
                     .spread = summary.spread,
                     .samples = static_cast<std::uint32_t>(summary.count),
                     .confidence = summary.confidence};
}

}  // namespace bankloom
