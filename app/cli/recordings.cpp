#include "cli/recordings.h"

#include <utility>

#include "cli/data_folder.h"
#include "core/base/files.h"
#include "core/base/language.h"

namespace bankloom::cli {
namespace {

/// The recordings of all folders. A missing folder of BANKLOOM_RECORDINGS is a problem, not an empty folder.
Recordings load_all(const std::vector<std::filesystem::path>& folders) {
  Recordings all = load_recordings(folders);
  std::error_code error;
  if (folders.size() > 1 && !std::filesystem::is_directory(folders.front(), error)) {
    all.problems.push_back(
        {message("BANKLOOM_RECORDINGS: there is no folder {}; set it to an existing one", folders.front().string())});
  }
  return all;
}

}  // namespace

Result<std::vector<std::filesystem::path>> recording_folders(const Context& context) {
  std::vector<std::filesystem::path> folders;
  if (const auto own = environment("BANKLOOM_RECORDINGS"); !own.empty()) folders.emplace_back(own);
  TRY(const auto data, find_data_folder(context.executable));
  folders.push_back(data / "assets" / "recordings");
  return folders;
}

Result<Recordings> recordings_of(const Context& context, const std::string& name) {
  Recordings one;
  if (name.ends_with(".json")) {
    TRY(auto recording, load_recording(name));
    one.list.push_back(std::move(recording));
    return one;
  }
  TRY(const auto folders, recording_folders(context));
  Recordings all = load_all(folders);
  if (name.empty()) {
    if (all.list.empty() && !all.problems.empty()) return fail_with(all.problems.front());
    return all;
  }
  // If the file of this name cannot be read, its problem is the error.
  for (const Error& problem : all.problems) {
    if (problem.message.find("/" + name + ".json:") != std::string::npos) return fail_with(problem);
  }
  TRY(const auto found, find_recording(all, name));
  one.list.push_back(*found);
  return one;
}

LadderSource recorded_source(const Recordings& recordings) {
  std::vector<const Recording*> all;
  all.reserve(recordings.list.size());
  for (const Recording& recording : recordings.list) all.push_back(&recording);
  return [all](const Kernel& kernel, const OptionValues& options) {
    return recorded_measurement(all, kernel.id(), options, kernel.source).map([](KernelMeasurement&& found) {
      return std::make_shared<const KernelMeasurement>(std::move(found));
    });
  };
}

Result<std::vector<PublishedFigure>> published_of(const Context& context) {
  TRY(const auto data, find_data_folder(context.executable));
  return load_published(data / "assets" / "published");
}

std::future<Result<MeasuredBefore>> begin_reading(const Context& context) {
  return std::async(std::launch::async, [&context]() -> Result<MeasuredBefore> {
    TRY(const auto folders, recording_folders(context));
    MeasuredBefore before;
    before.recordings = load_all(folders);
    auto published = published_of(context);
    if (published) {
      before.published = std::move(*published);
    } else {
      before.recordings.problems.push_back(published.error());
    }
    return before;
  });
}

Result<MeasureService::Setup> measure_setup(const Context& context, const Catalog& catalog,
                                            const std::vector<MachineModel>& machines, Device* device,
                                            std::future<Result<MeasuredBefore>> reading) {
  TRY(auto before, reading.get());
  MeasureService::Setup setup;
  setup.catalog = &catalog;
  setup.machines = &machines;
  setup.compiler = &context.compiler;
  setup.device = device;
  setup.recordings = std::move(before.recordings);
  use_present_names(setup.recordings, catalog);
  setup.published = std::move(before.published);
  return setup;
}

}  // namespace bankloom::cli
