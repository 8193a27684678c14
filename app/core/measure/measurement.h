// Measurement: one number with its unit, its provenance and how it was taken. A number without provenance is not shown.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bankloom {

enum class Provenance : std::uint8_t {
  modelled,       ///< computed from recorded accesses by a machine's rules
  emulated,       ///< by the emulator
  measured_here,  ///< by this program, on this machine's GPU or where a command leads
  recorded,       ///< on another GPU, kept as data
  published,      ///< a figure from a publication
};

/// "modelled", "emulated", "measured here", "recorded", "published".
[[nodiscard]] std::string_view provenance_name(Provenance provenance);

/// Where a measured number comes from.
struct Origin {
  Provenance provenance = Provenance::measured_here;
  std::string source{};       ///< as Measurement::source
  bool is_elsewhere = false;  ///< measured, but on another machine
  friend bool operator==(const Origin&, const Origin&) = default;
};

/// The spread of samples.
struct Spread {
  double minimum = 0;
  double lower_quartile = 0;
  double upper_quartile = 0;
  [[nodiscard]] double interquartile_range() const { return upper_quartile - lower_quartile; }
};

/// A range of values, both ends included.
struct Interval {
  double low = 0;
  double high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

struct Measurement {
  std::string name{};  ///< "kernel duration, one block"
  double value = 0;    ///< the median, where samples were taken
  std::string unit{};  ///< "us", "ns per block", "cycles per request"
  Provenance provenance = Provenance::modelled;
  std::string source{};  ///< "NVIDIA H200, 2026-11-21" where measured or recorded; the publication; the machine model
  std::string how{};     ///< "CUPTI activity records", "CUDA events", "clock64 in a harness"
  std::optional<Spread> spread;  ///< nothing below five samples
  std::uint32_t samples = 0;
  std::uint32_t dropped = 0;  ///< samples left out because the clock was lowered
  /// Where the true median lies with 95 % confidence; nothing below six samples (core/measure/statistics.h).
  std::optional<Interval> confidence;
  double step = 0;  ///< of the timer, in the unit: samples are whole multiples of it; 0 where it does not matter
};

}  // namespace bankloom
