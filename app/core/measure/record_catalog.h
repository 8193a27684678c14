// Records the whole catalogue: every kernel at its defaults, at the size that it is for on a GPU where the catalogue
// names one, and at paddings 0 to 4, and the twins that these need.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/measure/readings.h"
#include "core/measure/recording.h"

namespace bankloom {

/// Paddings that are recorded beside the defaults: 0 to this.
inline constexpr std::int64_t kRecordedPadding = 4;

/// A kernel at complete options.
struct RecordItem {
  const Kernel* kernel = nullptr;
  OptionValues options;
  friend bool operator==(const RecordItem&, const RecordItem&) = default;
};

/// What is recorded, in the catalogue's order: each kernel at its defaults, then at the catalogue's options for a GPU,
/// then at each padding that its option allows; at last what ladders show besides (ladder.h).
[[nodiscard]] std::vector<RecordItem> plan_recording(const Catalog& catalog);

struct RecordedCatalog {
  Recording recording;
  bool interrupted = false;           ///< hooks.stop said so: the recording is not complete
  std::vector<std::size_t> measured;  ///< of recording.kernels, those that were measured now
};

/// Why the figures of an earlier recording may not stand beside those measured now: another GPU, driver, compiler or
/// day. Empty where they may.
[[nodiscard]] std::string why_not_continued(const Recording& earlier, const MeasuringGpu& gpu);

/// Measures everything that the plan names, and the twins. `machine`: whose rules the modelled numbers follow. A kernel
/// that fails is recorded as failed and does not end the recording. `so_far` is given the recording after each kernel.
/// What `earlier` holds of the present text of a kernel is taken from there and not measured; null: there is none.
[[nodiscard]] RecordedCatalog record_catalog(Measurer& measurer, const std::vector<RecordItem>& plan,
                                             const MachineModel& machine, Compiler& compiler,
                                             const MeasureHooks& hooks = {},
                                             const std::function<void(const Recording&)>& so_far = {},
                                             const Recording* earlier = nullptr);

}  // namespace bankloom
