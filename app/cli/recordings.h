// Finds and reads recorded and published figures.
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/measure/ladder.h"
#include "core/measure/measure_service.h"
#include "core/measure/recording.h"

namespace bankloom::cli {

/// The folders with recordings: that of the environment variable BANKLOOM_RECORDINGS, then assets/recordings.
[[nodiscard]] Result<std::vector<std::filesystem::path>> recording_folders(const Context& context);

/// All recordings, newest first, if `name` is empty; else the one of this name or ".json" file. Errors: the named one
/// cannot be read, or none of all.
[[nodiscard]] Result<Recordings> recordings_of(const Context& context, const std::string& name);

/// Where a ladder and curves have their numbers from: these recordings, which must outlive the source.
[[nodiscard]] LadderSource recorded_source(const Recordings& recordings);

[[nodiscard]] Result<std::vector<PublishedFigure>> published_of(const Context& context);

struct MeasuredBefore {
  Recordings recordings;  ///< its problems include published figures that cannot be read
  std::vector<PublishedFigure> published;
};
/// Reads all recordings and published figures in another thread: a megabyte, which takes as long as the catalogue.
[[nodiscard]] std::future<Result<MeasuredBefore>> begin_reading(const Context& context);

/// The sources of figures for the window and for pictures; waits for `reading`. Without a device nothing is measured.
/// Catalogue and machines must outlive the result.
[[nodiscard]] Result<MeasureService::Setup> measure_setup(const Context& context, const Catalog& catalog,
                                                          const std::vector<MachineModel>& machines, Device* device,
                                                          std::future<Result<MeasuredBefore>> reading);

}  // namespace bankloom::cli
