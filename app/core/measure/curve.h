// Curves: measured numbers of a lesson's kernels over one of their options, a line a kernel or a choice of its other
// options. Of chains of loads from shared memory, what the model of the pipe says is beside what was measured
// (core/analysis/shared_pipe.h); its one measured number is the latency: the time of one warp without bank conflicts.
//
// Not modelled: nothing else; every other number is a measurement, and a missing one says what is missing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/measure/ladder.h"

namespace bankloom {

struct CurvePoint {
  double at = 0;         ///< the place on the axis
  OptionValues options;  ///< complete
  std::optional<Measurement> value;
  std::optional<double> modelled;      ///< in the value's unit
  unsigned warps = 0, wavefronts = 0;  ///< of a chain: its warps, and the wavefronts of each load; 0 elsewhere
  double in_flight = 0;                ///< bytes in flight on a multiprocessor; 0 where that is not known
  Reason missing;                      ///< why there is no value; none where there is one
};

struct CurveLine {
  std::string label;  ///< as in lesson.json
  const Kernel* kernel = nullptr;
  std::vector<CurvePoint> points{};  ///< from left to right
};

struct Curve {
  const CurveSpec* spec = nullptr;
  std::string lesson;
  std::string unit{};  ///< of all values: "GB/s", "GFLOP/s", "us", "ns"
  std::vector<CurveLine> lines{};
  unsigned multiprocessors = 0;  ///< of the GPU that measured; 0 where nothing was measured
  double latency_cycles = 0;     ///< of a chain: a load of one warp without conflicts; 0 where it was not measured
  /// The origin of all values; nothing where these differ or none is there.
  [[nodiscard]] std::optional<Origin> origin() const;
};

/// Whether a lesson has curves.
[[nodiscard]] bool has_curves(const Catalog& catalog, const std::string& lesson);
/// Whether a point of a line is what is chosen, but for the options of Kernel::gpu.
[[nodiscard]] bool is_point_of(const CurveLine& line, const CurvePoint& point, const OptionValues& chosen);

/// The bytes that a multiprocessor needs in flight for the most bandwidth of a curve, by Little's law: that bandwidth
/// times the latency. The latency is that of the point with the fewest bytes in flight, which divided by its bandwidth
/// are the time that each of them is on its way.
struct Flight {
  double latency_ns = 0;
  double most_gb_per_s = 0;  ///< of the whole GPU
  double filling_bytes = 0;  ///< of a multiprocessor
};
/// Nothing where no point has bytes in flight, or none was measured.
[[nodiscard]] std::optional<Flight> flight_of(const Curve& curve);

/// The curves of a lesson, in the order of its lesson.json.
[[nodiscard]] std::vector<Curve> make_curves(const Catalog& catalog, const std::string& lesson,
                                             const LadderSource& source);

}  // namespace bankloom
