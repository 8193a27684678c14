// Recorded and published figures: where they lie, and what is read from there.
#pragma once

#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "cli/command.h"
#include "core/measure/measure_service.h"
#include "core/measure/published.h"
#include "core/measure/recording.h"

namespace bankloom::cli {

/// The folders with recordings: the one that the environment variable BANKLOOM_RECORDINGS names, then
/// assets/recordings.
[[nodiscard]] Result<std::vector<std::filesystem::path>> recording_folders(const Context& context);

/// All recordings, the newest first, where `name` is empty; else the one of that name, or the one of that file (a name
/// that ends in ".json"). A file that cannot be read is an error where nothing else is left.
[[nodiscard]] Result<Recordings> recordings_of(const Context& context, const std::string& name);

[[nodiscard]] Result<std::vector<PublishedFigure>> published_of(const Context& context);

/// Figures that a thread reads while the caller does something else.
struct MeasuredBefore {
  Recordings recordings;  ///< those that cannot be read, and published figures that cannot, are among its problems
  std::vector<PublishedFigure> published;
};
/// Begins to read all recordings and published figures: a megabyte, which takes as long as the catalogue.
[[nodiscard]] std::future<Result<MeasuredBefore>> begin_reading(const Context& context);

/// What times are measured with and what stands in for them, for the window and for pictures; waits for what is being
/// read. `device` null: nothing is measured. Catalogue and machines must outlive it.
[[nodiscard]] Result<MeasureService::Setup> measure_setup(const Context& context, const Catalog& catalog,
                                                          const std::vector<MachineModel>& machines, Device* device,
                                                          std::future<Result<MeasuredBefore>> reading);

}  // namespace bankloom::cli
