#include "core/measure/record_catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "core/base/language.h"
#include "core/measure/digest.h"
#include "core/measure/ladder.h"

namespace bankloom {
namespace {

using RunPointer = std::shared_ptr<const KernelRun>;

/// The readings of a kernel that has no run.
KernelReadings failed_readings(const RecordItem& item, const MachineModel& machine, const Reason& why) {
  KernelReadings readings{.kernel = item.kernel->id(),
                          .options = item.options,
                          .status = ReadingStatus::failed,
                          .problem = why,
                          .machine = machine.name,
                          .source_sha256 = sha256(item.kernel->source)};
  for (auto& reading : readings.readings) reading.missing = why;
  readings.no_counters = why;
  readings.no_twin = why;
  readings.output.name = item.kernel->output.parameter;
  readings.output.missing = why;
  return readings;
}

void add_measured(KernelReadings readings, RecordedCatalog& result) {
  result.measured.push_back(result.recording.kernels.size());
  result.recording.kernels.push_back(std::move(readings));
}

/// A twin that is not among the items is added to them.
void add_twin(const RecordItem& item, const KernelReadings& readings, std::vector<RecordItem>& items) {
  if (!readings.twin) return;
  const RecordItem other{item.kernel, *readings.twin};
  if (std::ranges::find(items, other) == items.end()) items.push_back(other);
}

/// The readings of an item in an earlier recording, where they are of the kernel's present text; else null.
const KernelReadings* kept_readings(const Recording* earlier, const RecordItem& item) {
  const KernelReadings* found = earlier == nullptr ? nullptr : find_readings(*earlier, item.kernel->id(), item.options);
  if (found == nullptr || found->status == ReadingStatus::failed) return nullptr;
  return found->source_sha256 == sha256(item.kernel->source) ? found : nullptr;
}

/// Measures one item.
void record_item(Measurer& measurer, const RecordItem& item, const MachineModel& machine, const RunMaker& make_run,
                 const MeasureHooks& hooks, std::vector<RecordItem>& items, RecordedCatalog& result) {
  const auto run = make_run(item.options);
  if (!run) {
    add_measured(failed_readings(item, machine, run.error()), result);
    return;
  }
  const Twin twin =
      (*run)->faults.empty() ? find_twin(**run, make_run, hooks.stop) : Twin{nullptr, ReasonKind::has_fault};
  KernelReadings readings = measurer.measure(**run, hooks);
  readings.no_twin = twin.none;
  if (twin.run != nullptr) {
    readings.twin = twin.run->instance.options;
    add_twin(item, readings, items);
  }
  if (!result.recording.empty_kernel && readings.status == ReadingStatus::measured && !hooks.stopped()) {
    if (auto empty = measurer.empty_kernel(**run)) result.recording.empty_kernel = std::move(*empty);
  }
  add_measured(std::move(readings), result);
}

}  // namespace

std::vector<RecordItem> plan_recording(const Catalog& catalog) {
  std::vector<RecordItem> plan;
  const auto add = [&](RecordItem item) {
    if (std::ranges::find(plan, item) == plan.end()) plan.push_back(std::move(item));
  };
  for (const auto& kernel : catalog.kernels) {
    const auto defaults = resolve_options(kernel, {});
    // Defaults out of range are refused when the catalogue is loaded.
    if (!defaults) continue;
    add({&kernel, *defaults});
    if (!kernel.gpu.empty()) {
      // Not instantiated: that would fill buffers of many megabytes only to check the constraints.
      if (const auto large = resolve_options(kernel, kernel.gpu)) add({&kernel, *large});
    }
    for (const OptionValues& compared : kernel.recorded) {
      for (const OptionValues& size : {OptionValues(), kernel.gpu}) {
        OptionValues chosen = size;
        for (const auto& [name, value] : compared) chosen[name] = value;
        const auto complete = resolve_options(kernel, chosen);
        // Options that the constraints forbid at this size are left out.
        if (complete && instantiate_shape(kernel, *complete)) add({&kernel, *complete});
      }
    }
    const Option* padding = kernel.row_padding();
    if (padding == nullptr) continue;
    const std::int64_t last = std::min(kRecordedPadding, padding->maximum);
    for (std::int64_t value = std::max<std::int64_t>(0, padding->minimum); value <= last; ++value) {
      RecordItem item{&kernel, *defaults};
      item.options[padding->name] = std::to_string(value);
      // A padding that the kernel's constraints forbid is left out.
      if (instantiate(kernel, item.options)) add(std::move(item));
    }
  }
  for (const auto& lesson : ladder_lessons(catalog)) {
    for (const LadderEntry& entry : plan_ladder(catalog, lesson)) {
      // The last rung and its baseline at the largest size come last, because they take the longest.
      add({entry.kernel, entry.options});
      if (entry.baseline != nullptr) add({entry.baseline, entry.baseline_options});
    }
  }
  return plan;
}

std::string why_not_continued(const Recording& earlier, const MeasuringGpu& gpu) {
  const MeasuringGpu& there = earlier.gpu;
  if (there.name != gpu.name) return message("it was made on the GPU {}, and this one is {}", there.name, gpu.name);
  if (there.driver != gpu.driver)
    return message("it was made with driver {}, and this one is {}", there.driver, gpu.driver);
  if (there.toolkit != gpu.toolkit) {
    return message("it was made with the compiler {}, and this one is {}", there.toolkit, gpu.toolkit);
  }
  if (there.date != gpu.date) return message("it was made on {}, and today is {}", there.date, gpu.date);
  return {};
}

RecordedCatalog record_catalog(Measurer& measurer, const std::vector<RecordItem>& plan, const MachineModel& machine,
                               Compiler& compiler, const MeasureHooks& hooks,
                               const std::function<void(const Recording&)>& so_far, const Recording* earlier) {
  RecordedCatalog result;
  result.recording.gpu = measurer.gpu();
  result.recording.method = recording_method();
  if (earlier != nullptr) {
    result.recording.empty_kernel = earlier->empty_kernel;
    result.recording.observed_clock_mhz = earlier->observed_clock_mhz;
    result.recording.durations = earlier->durations;
  }
  std::vector<RecordItem> items = plan;
  for (std::size_t index = 0; index < items.size(); ++index) {
    if (hooks.stopped()) break;
    const RecordItem item = items[index];
    if (const KernelReadings* kept = kept_readings(earlier, item)) {
      add_twin(item, *kept, items);
      result.recording.kernels.push_back(*kept);
      continue;
    }
    MeasureHooks step = hooks;
    if (hooks.progress) {
      step.progress = [&](MeasureProgress progress) {
        progress.item = index + 1;
        progress.items = items.size();
        hooks.progress(progress);
      };
    }
    const RunMaker make_run = [&](const OptionValues& options) -> Result<RunPointer> {
      TRY(auto compiled, compile_kernel(borrow_kernel(*item.kernel), options, measurer.architecture(), compiler));
      return run_kernel(std::move(compiled), machine, {.most_work = kMeasuredWork});
    };
    // It concerns this kernel alone: too little memory for one of the largest, say.
    try {
      record_item(measurer, item, machine, make_run, step, items, result);
    } catch (const std::exception& error) {
      add_measured(failed_readings(item, machine, {ReasonKind::internal_error, error.what()}), result);
    }
    // Where the first kernels have faults, nothing was timed before.
    if (measurer.observed_clock_mhz() > 0) result.recording.observed_clock_mhz = measurer.observed_clock_mhz();
    if (!measurer.durations_from().empty()) result.recording.durations = measurer.durations_from();
    if (so_far) so_far(result.recording);
  }
  result.interrupted = hooks.stopped();
  return result;
}

}  // namespace bankloom
