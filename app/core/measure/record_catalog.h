// Records the whole catalogue: every kernel at its defaults, at the catalogue's options for a GPU, if any, and at
// paddings 0 to 4, and the twins that these need.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/measure/readings.h"
#include "core/measure/recording.h"

namespace bankloom {

/// Paddings from 0 to this are recorded besides the defaults.
inline constexpr std::int64_t kRecordedPadding = 4;

/// A kernel at complete options.
struct RecordItem {
  const Kernel* kernel = nullptr;
  OptionValues options;
  friend bool operator==(const RecordItem&, const RecordItem&) = default;
};

/// What is recorded, in the catalogue's order: each kernel at its defaults, then at the catalogue's options for a GPU,
/// then at each padding that its option allows; last the remaining rows of ladders (ladder.h).
[[nodiscard]] std::vector<RecordItem> plan_recording(const Catalog& catalog);

struct RecordedCatalog {
  Recording recording;
  bool interrupted = false;           ///< by hooks.stop: the recording is incomplete
  std::vector<std::size_t> measured;  ///< indices in recording.kernels of those measured now
};

/// Why an earlier recording may not be continued: another GPU, driver, compiler or day. Empty where it may.
[[nodiscard]] std::string why_not_continued(const Recording& earlier, const MeasuringGpu& gpu);

/// Measures everything that the plan names, and the twins. `machine`: whose rules the modelled numbers follow. A kernel
/// that fails is recorded as failed and does not end the recording. `so_far` is given the recording after each kernel.
/// Readings of a kernel's present text that are in `earlier` (may be null) are not measured again.
[[nodiscard]] RecordedCatalog record_catalog(Measurer& measurer, const std::vector<RecordItem>& plan,
                                             const MachineModel& machine, Compiler& compiler,
                                             const MeasureHooks& hooks = {},
                                             const std::function<void(const Recording&)>& so_far = {},
                                             const Recording* earlier = nullptr);

}  // namespace bankloom
