// Recording: measurements of the catalogue made on one GPU, kept as a JSON file, so that machines without a GPU can
// show them, each marked with the GPU and the date.
//
// The format is described in assets/schema/recording.schema.json; `bankloom measure --all --record FILE` writes one. A
// recording's name is its file's name without ".json". A file that cannot be read is named with the field that is wrong
// and does not keep the others from being used.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/measure/kernel_measurement.h"

namespace bankloom {

struct Recording {
  std::string name;  ///< "h200"
  MeasuringGpu gpu;
  double observed_clock_mhz = 0;  ///< while it was measured; 0 where unknown
  std::string durations;          ///< "CUPTI activity records"
  std::string method;             ///< how samples were taken and what the readings are, in sentences
  std::optional<Measurement> empty_kernel;
  std::vector<KernelReadings> kernels;
};

/// What `method` says in recordings that this program writes.
[[nodiscard]] std::string recording_method();

/// A number and how it was got, as recordings and reports write it: reports `with_origin`, with all digits.
[[nodiscard]] nlohmann::ordered_json measurement_json(const Measurement& measurement, bool with_origin);

/// A recording as the text of a file. Numbers are rounded to seven significant digits.
[[nodiscard]] std::string recording_to_json(const Recording& recording);

/// A recording from the text of a file; `file` is its name in messages. Errors name file and field
/// ("x.json: kernels[3].readings.filled.value: must be a number").
[[nodiscard]] Result<Recording> parse_recording(std::string_view text, const std::filesystem::path& file);

/// Reads one file.
[[nodiscard]] Result<Recording> load_recording(const std::filesystem::path& file);

/// Writes a file, completely or not at all. Error: what is wrong with the place.
[[nodiscard]] Result<void> save_recording(const Recording& recording, const std::filesystem::path& file);

struct Recordings {
  std::vector<Recording> list;  ///< the newest first, then by name
  std::vector<Error> problems;  ///< files that could not be read
};

/// All *.json of these folders; a missing folder has none. Of two recordings of one name that of the earlier folder is
/// taken.
[[nodiscard]] Recordings load_recordings(const std::vector<std::filesystem::path>& folders);

/// Calls kernels that were recorded under a former name what the catalogue calls them now.
void use_present_names(Recordings& recordings, const Catalog& catalog);

/// The recording of that name. The error lists the existing names.
[[nodiscard]] Result<const Recording*> find_recording(const Recordings& recordings, const std::string& name);

/// The readings of a kernel at exactly these (complete) options; nullptr where there are none.
[[nodiscard]] const KernelReadings* find_readings(const Recording& recording, const std::string& kernel,
                                                  const OptionValues& options);

/// The time of one launch in us, as the newest recording that has it says it; nothing where none has it of the kernel's
/// present text.
[[nodiscard]] std::optional<double> recorded_time(const Recordings& recordings, const Kernel& kernel,
                                                  const OptionValues& options);

/// The kernel at these options, with its twin, from the first of these recordings that has it. `source` is the kernel's
/// present text: where another text was measured, a note says so.
[[nodiscard]] Known<KernelMeasurement> recorded_measurement(const std::vector<const Recording*>& recordings,
                                                            const std::string& kernel, const OptionValues& options,
                                                            const std::string& source);

}  // namespace bankloom
