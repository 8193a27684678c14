// KernelReadings: everything that was measured of one kernel at one set of options, on one GPU. KernelMeasurement: the
// same beside its twin (the best padding, conflict-free where there is one), with comparisons and provenance.
//
// The three readings
//   one block        the duration of the launch as the catalogue has it, which is what the book measures
//   filled           the duration of enough blocks to keep all multiprocessors busy, divided by the number of blocks
//   cycles           cycles per request of the most expensive shared access, in the harness (core/measure/harness.h)
//
// Kernels that move much data have a fourth number, the bandwidth: bytes that the kernel reads and writes in global
// memory, divided by the launch's duration, beside that of the device's own copy of as many bytes. Both are launched in
// turns, so that a change of clock or temperature affects both. Buffers stay the same from launch to launch: what fits
// into the L2 cache is served from it, for the kernel and for the copy.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/lane_mask.h"
#include "core/catalog/catalog.h"
#include "core/measure/measurement.h"
#include "core/measure/reason.h"
#include "core/measure/statistics.h"

namespace bankloom {

enum class ReadingKind : std::uint8_t { one_block, filled, cycles };
inline constexpr std::size_t kReadings = 3;
inline constexpr std::array<ReadingKind, kReadings> kReadingKinds = {ReadingKind::one_block, ReadingKind::filled,
                                                                     ReadingKind::cycles};
/// "one_block", "filled", "cycles": for JSON.
[[nodiscard]] const char* reading_key(ReadingKind kind);
/// "us", "ns per block", "cycles per request".
[[nodiscard]] const char* reading_unit(ReadingKind kind);

/// A measurement, or why there is none.
struct Reading {
  std::optional<Measurement> measurement;
  Reason missing;  ///< none where there is a measurement
};

/// A shared access of the kernel and how long one of its requests takes in the harness.
struct TimedAccess {
  std::uint32_t line = 0;
  AccessOp op = AccessOp::load;  ///< or store, ldmatrix
  unsigned width = 4;
  LaneMask active = kAllLanes;
  unsigned wavefronts = 0;  ///< of this one request, modelled
  Reading cycles{};
  std::optional<Measurement> empty_harness{};  ///< the harness' own cost, in the same unit
  /// Whether both are the same access of one kernel, at any options.
  [[nodiscard]] bool same_access(const TimedAccess& other) const {
    return line == other.line && op == other.op && width == other.width;
  }
};

/// How fast a kernel moves its data, compared with the device's own copy.
struct Bandwidth {
  std::uint64_t bytes_read = 0, bytes_written = 0;  ///< by the lanes of the emulated run, in global memory
  std::uint64_t copied_bytes = 0;  ///< by the copy, which reads and writes each of them: half of the kernel's
  Reading kernel;                  ///< GB/s (1e9 bytes a second), bytes read + written
  Reading copy;                    ///< GB/s of the device's own copy, likewise
  /// The kernel's bandwidth as a fraction of the copy's; nothing where one of them is missing.
  [[nodiscard]] std::optional<double> of_copy() const;
};

/// A hardware counter beside the number that the machine's rules give for the emulated run.
struct CounterReading {
  std::string name;    ///< "shared load wavefronts"
  std::string metric;  ///< CUPTI's name
  double value = 0;    ///< summed over the device
  std::uint64_t modelled = 0;
  Reason why;  ///< where it differs from the model and the cause is known
  [[nodiscard]] bool equal() const { return value == static_cast<double>(modelled); }
};

/// The GPU's output against the emulator's, bit for bit.
struct OutputCheck {
  bool compared = false;
  Reason missing;                     ///< why it was not compared
  std::string name;                   ///< of the buffer
  std::string sha256;                 ///< of the GPU's bytes
  std::uint64_t different = 0;        ///< elements
  std::uint64_t undefined = 0;        ///< of those, elements that the kernel's rule says nothing about
  std::uint64_t row = 0, column = 0;  ///< of the first difference
  std::string gpu, emulated;          ///< the values there
  std::vector<std::byte> gpu_bytes;   ///< all of the GPU's output where it is different, to be shown; not recorded
  [[nodiscard]] bool equal() const { return compared && different == 0; }
  /// A difference that undefined elements do not explain.
  [[nodiscard]] bool wrong() const { return compared && different > undefined; }
};

enum class ReadingStatus : std::uint8_t {
  measured,
  faulty,  ///< the emulator found a fault: launched once, not timed
  failed,  ///< the GPU could not run what the emulator ran
};
/// "measured", "faulty", "failed".
[[nodiscard]] const char* status_name(ReadingStatus status);

struct KernelReadings {
  std::string kernel;    ///< "square/setRowReadCol"
  OptionValues options;  ///< complete
  ReadingStatus status = ReadingStatus::measured;
  Reason problem{};     ///< what went wrong, or which fault the emulator found; none where measured
  bool broke = false;   ///< failed: the kernel faulted, crashed or did not end on the GPU; not recorded
  std::string machine;  ///< whose rules the modelled numbers follow: "cc9.0"
  Dim3 grid{}, block{};
  std::uint64_t shared_bytes = 0;
  std::string ptx_sha256{};
  std::string source_sha256;
  std::string compiler{};  ///< "NVRTC 13.0"
  std::array<Reading, kReadings> readings{};
  std::uint64_t filled_blocks = 0;            ///< 0 where there is no such reading
  std::vector<TimedAccess> timed_accesses{};  ///< the most expensive first: its cycles are the third reading
  std::optional<Bandwidth> bandwidth{};       ///< nothing for kernels that move little data
  std::vector<CounterReading> counters{};
  Reason no_counters{};  ///< why there are none; none where there are
  OutputCheck output{};
  std::optional<OptionValues> twin{};  ///< options of the twin (core/measure/twin.h)
  Reason no_twin{};                    ///< why there is none
  /// Bank conflicts that the twin's shared accesses still have, modelled; nothing where unknown.
  std::optional<std::uint64_t> twin_conflicts{};

  [[nodiscard]] const Reading& reading(ReadingKind kind) const { return readings[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] Reading& reading(ReadingKind kind) { return readings[static_cast<std::size_t>(kind)]; }
};

/// The machine that measured.
struct MeasuringGpu {
  std::string name;                ///< "NVIDIA H200"
  std::string compute_capability;  ///< "9.0"
  unsigned multiprocessors = 0;
  std::uint64_t memory_bytes = 0;
  std::string driver;
  std::string toolkit;   ///< the compiler: "NVRTC 13.0"
  double clock_mhz = 0;  ///< highest; 0 where unknown
  std::string date;      ///< "2026-11-21"
  std::string where{};   ///< the name of the machine, where a command led to another one; empty: it was this one
  /// "NVIDIA H200", "NVIDIA H200 (lab)".
  [[nodiscard]] std::string title() const { return where.empty() ? name : name + " (" + where + ")"; }
  /// "NVIDIA H200, 2026-11-21": the source of its measurements.
  [[nodiscard]] std::string source() const { return title() + ", " + date; }
};

/// A figure from a publication.
struct PublishedFigure {
  std::string kernel;
  OptionValues options;
  std::string machine;      ///< the machine model that it fits: "cc3.x-8byte"
  Measurement measurement;  ///< name ("load transactions per request"), value, unit, source
};

/// In what figures differ from what was asked for.
enum class MeasurementNote : std::uint8_t {
  twin_not_recorded,  ///< the recording lacks own.twin
  other_source,       ///< the kernel's text is not the one that was recorded
};

struct KernelMeasurement {
  Provenance provenance = Provenance::measured_here;  ///< or recorded
  MeasuringGpu gpu;
  KernelReadings own;
  std::optional<KernelReadings> twin;
  std::array<std::optional<Comparison>, kReadings> comparisons{};  ///< own against twin
  std::optional<Measurement> empty_kernel;
  std::vector<PublishedFigure> published{};
  std::vector<MeasurementNote> notes{};

  [[nodiscard]] Origin origin() const { return {provenance, gpu.source(), !gpu.where.empty()}; }
  [[nodiscard]] const std::optional<Comparison>& comparison(ReadingKind kind) const {
    return comparisons[static_cast<std::size_t>(kind)];
  }
};

/// Compares own with twin, and gives every measurement the provenance and the source. The twin's third reading becomes
/// that of the kernel's own most expensive access, so that like is compared with like.
[[nodiscard]] KernelMeasurement make_kernel_measurement(Provenance provenance, const MeasuringGpu& gpu,
                                                        KernelReadings own, std::optional<KernelReadings> twin,
                                                        std::optional<Measurement> empty_kernel);

}  // namespace bankloom
