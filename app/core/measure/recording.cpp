#include "core/measure/recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/measure/digest.h"
#include "core/measure/readings.h"

namespace bankloom {
namespace {

/// Whether the recording has the kernel at any options, for the message.
bool has_kernel(const Recording& recording, const std::string& kernel) {
  return std::ranges::any_of(recording.kernels, [&](const auto& readings) { return readings.kernel == kernel; });
}

}  // namespace

std::string recording_method() {
  const StabilityRule rule;
  const HarnessShape shape;
  return fmt::format(
      "Durations: warm-up, then launches until the 95 % confidence interval of the median reaches less than {:.1f} % "
      "to "
      "either side, at least {} launches, at most {} s; samples at lowered clocks are dropped and counted. One block: "
      "the catalogue's own launch. Filled: multiprocessors x resident blocks x {} waves where the kernel does not use "
      "the block's index and its own launch does not fill the GPU; duration divided by blocks. Bandwidth: of kernels "
      "that "
      "move at least {} bytes, bytes read and written by duration, launched in turns with the device's own copy of as "
      "many bytes. Cycles per request: clock64 around {} dependent requests of one warp at the recorded addresses, {} "
      "rounds, the first "
      "dropped; the empty harness is not subtracted.",
      rule.half_width * 100, rule.minimum_samples, std::chrono::duration_cast<std::chrono::seconds>(rule.limit).count(),
      kFilledWaves, kBandwidthBytes, kHarnessUnroll * shape.turns, shape.rounds);
}

Recordings load_recordings(const std::vector<std::filesystem::path>& folders) {
  Recordings result;
  for (const auto& folder : folders) {
    for (const auto& file : files_in(folder, ".json").value_or(std::vector<std::filesystem::path>())) {
      const auto same = [&](const Recording& known) { return known.name == file.stem().string(); };
      if (std::ranges::any_of(result.list, same)) continue;
      auto recording = load_recording(file);
      if (recording) {
        result.list.push_back(std::move(*recording));
      } else {
        result.problems.push_back(recording.error());
      }
    }
  }
  std::ranges::stable_sort(result.list, [](const Recording& a, const Recording& b) {
    return a.gpu.date != b.gpu.date ? a.gpu.date > b.gpu.date : a.name < b.name;
  });
  return result;
}

void use_present_names(Recordings& recordings, const Catalog& catalog) {
  for (Recording& recording : recordings.list) {
    for (KernelReadings& readings : recording.kernels) {
      if (const auto kernel = find_kernel(catalog, readings.kernel)) readings.kernel = (*kernel)->id();
    }
  }
}

Result<const Recording*> find_recording(const Recordings& recordings, const std::string& name) {
  std::string names;
  for (const auto& recording : recordings.list) {
    if (recording.name == name) return &recording;
    names += fmt::format("{}'{}' ({})", names.empty() ? std::string_view() : list_sign(), recording.name,
                         recording.gpu.source());
  }
  return fail("there is no recording '{}'; {}", name,
              names.empty() ? message("there is none at all") : message("there is {}", names));
}

const KernelReadings* find_readings(const Recording& recording, const std::string& kernel,
                                    const OptionValues& options) {
  for (const auto& readings : recording.kernels) {
    if (readings.kernel == kernel && readings.options == options) return &readings;
  }
  return nullptr;
}

std::optional<double> recorded_time(const Recordings& recordings, const Kernel& kernel, const OptionValues& options) {
  for (const Recording& recording : recordings.list) {
    const KernelReadings* const found = find_readings(recording, kernel.id(), options);
    if (found == nullptr || found->source_sha256 != sha256(kernel.source)) continue;
    if (const auto& time = found->reading(ReadingKind::one_block).measurement) return time->value;
  }
  return std::nullopt;
}

Known<KernelMeasurement> recorded_measurement(const std::vector<const Recording*>& recordings,
                                              const std::string& kernel, const OptionValues& options,
                                              const std::string& source) {
  bool known = false;
  for (const Recording* recording : recordings) {
    known = known || has_kernel(*recording, kernel);
    const KernelReadings* own = find_readings(*recording, kernel, options);
    if (own == nullptr) continue;
    std::optional<KernelReadings> twin;
    if (own->twin) {
      if (const auto* found = find_readings(*recording, kernel, *own->twin)) twin = *found;
    }
    KernelMeasurement result =
        make_kernel_measurement(Provenance::recorded, recording->gpu, *own, std::move(twin), recording->empty_kernel);
    if (own->twin && !result.twin) {
      result.notes.push_back(MeasurementNote::twin_not_recorded);
    }
    if (own->source_sha256 != sha256(source)) {
      result.notes.push_back(MeasurementNote::other_source);
    }
    return result;
  }
  if (recordings.empty()) return fail_with(Reason(ReasonKind::no_recording));
  Reason why(known ? ReasonKind::options_not_recorded : ReasonKind::kernel_not_recorded);
  if (recordings.size() == 1) why.text = recordings.front()->name;
  why.kernel = kernel;
  why.options = options;
  return fail_with(std::move(why));
}

}  // namespace bankloom
