// Ladder: the kernels of a lesson that all do the same, side by side: how long each takes, how much data it moves in
// that time, and how close that is to a copy, which is the limit because it reads and writes as much.
//
// Two lines of 100 %
//   the baseline   a copy kernel with the same launch shape, which the kernel's catalogue entry names: the rest is the
//                  price of the transpose itself
//   the copy       the device's own, launched in turns with the kernel: the rest includes the price of the launch shape
//
// A ladder whose kernels count operations (Kernel::operations) instead of bytes has GFLOP/s in place of GB/s, and in
// place of the copy the most multiplications and additions of floats that the GPU's arithmetic units do: two for each
// unit and cycle (CUDA C++ Programming Guide, "Throughput of Native Arithmetic Instructions") at its highest clock.
//
// A percentage relates figures of the same GPU, from the same recording or measured here. Not modelled: nothing; every
// number of time is a measurement, and a missing one says what is missing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/measure/kernel_measurement.h"

namespace bankloom {

/// The name under which assets/published holds the time that a lesson sets as its goal.
inline constexpr const char* kLadderBar = "bar of the lesson";

/// A kernel of the ladder and the options that it is measured at.
struct LadderEntry {
  const Kernel* kernel = nullptr;
  OptionValues options;              ///< complete
  std::uint64_t traffic_bytes = 0;   ///< read and written by one launch
  std::uint64_t operations = 0;      ///< of one launch; 0 where bytes are counted
  const Kernel* baseline = nullptr;  ///< null where the kernel names none: it is one itself, or has none
  OptionValues baseline_options{};   ///< complete; of the same size as the kernel's
  OptionValues rung{};               ///< of a further row of its kernel: what sets it apart (Kernel::rungs)
  bool is_large = false;             ///< the last rung and its baseline once more, at the largest size
};

/// Whether a lesson is a ladder: one of its kernels is measured against another.
[[nodiscard]] bool has_ladder(const Catalog& catalog, const std::string& lesson);
/// The lessons that are ladders, in the catalogue's order.
[[nodiscard]] std::vector<std::string> ladder_lessons(const Catalog& catalog);

/// The rows of a lesson's ladder: its kernels that state how many bytes they move, in the catalogue's order, at the
/// options for a GPU; then the last rung and its baseline at the largest size that these options allow. Empty where the
/// lesson has no ladder. A kernel whose options contradict each other is left out.
[[nodiscard]] std::vector<LadderEntry> plan_ladder(const Catalog& catalog, const std::string& lesson);

/// Gives the measurement of a kernel at complete options.
using LadderSource =
    std::function<Known<std::shared_ptr<const KernelMeasurement>>(const Kernel& kernel, const OptionValues& options)>;

struct LadderRow {
  LadderEntry entry;
  std::shared_ptr<const KernelMeasurement> measured;  ///< null where nothing is known
  std::optional<Measurement> time;                    ///< of a launch, in us
  /// GB/s, bytes read and written: as measured in turns with the device's copy, else the bytes divided by the time; or
  /// GFLOP/s.
  std::optional<Measurement> bandwidth;
  /// 1 is as fast as the baseline, as the device's own copy, as its arithmetic units at the highest clock.
  std::optional<double> of_baseline, of_copy, of_peak;
  /// What is missing; none where the number is there.
  Reason no_time, no_bandwidth, no_of_baseline, no_of_copy;
};

/// The time that the lesson sets as its goal, and the bytes that are moved in it.
struct LadderBar {
  Measurement time;  ///< us, published
  std::uint64_t traffic_bytes = 0;
};

struct Ladder {
  std::string lesson;
  std::vector<LadderRow> rows;
  std::optional<LadderBar> bar;
  /// Whether the rows have GFLOP/s and the part of the peak.
  [[nodiscard]] bool counts_operations() const { return !rows.empty() && rows.front().entry.operations != 0; }
  /// The origin of all rows that have a time; nothing where these differ or none has one.
  [[nodiscard]] std::optional<Origin> origin() const;
};

/// Fills a lesson's ladder. `published` has its bar.
[[nodiscard]] Ladder make_ladder(const Catalog& catalog, const std::string& lesson, const LadderSource& source,
                                 const std::vector<PublishedFigure>& published);

/// GFLOP/s of floats that a GPU's arithmetic units can do; nothing where its compute capability or clock is not known.
[[nodiscard]] std::optional<double> peak_rate(const MeasuringGpu& gpu);

/// The options in which a ladder's kernels are larger than by default.
[[nodiscard]] OptionValues size_of(const LadderEntry& entry);

}  // namespace bankloom
