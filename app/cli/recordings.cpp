#include "cli/recordings.h"

#include <cstdlib>
#include <utility>

#include "cli/data_folder.h"

namespace bankloom::cli {

Result<std::vector<std::filesystem::path>> recording_folders(const Context& context) {
  std::vector<std::filesystem::path> folders;
  if (const char* own = std::getenv("BANKLOOM_RECORDINGS"); own != nullptr && *own != '\0') folders.emplace_back(own);
  const auto data = find_data_folder(context.executable);
  if (!data) return fail_with(data.error());
  folders.push_back(*data / "assets" / "recordings");
  return folders;
}

Result<Recordings> recordings_of(const Context& context, const std::string& name) {
  Recordings one;
  if (name.ends_with(".json")) {
    auto recording = load_recording(name);
    if (!recording) return fail_with(recording.error());
    one.list.push_back(std::move(*recording));
    return one;
  }
  const auto folders = recording_folders(context);
  if (!folders) return fail_with(folders.error());
  Recordings all = load_recordings(*folders);
  if (name.empty()) {
    if (all.list.empty() && !all.problems.empty()) return fail_with(all.problems.front());
    return all;
  }
  const auto found = find_recording(all, name);
  if (!found) return fail_with(found.error());
  one.list.push_back(**found);
  return one;
}

Result<std::vector<PublishedFigure>> published_of(const Context& context) {
  const auto data = find_data_folder(context.executable);
  if (!data) return fail_with(data.error());
  return load_published(*data / "assets" / "published");
}

std::future<Result<MeasuredBefore>> begin_reading(const Context& context) {
  return std::async(std::launch::async, [&context]() -> Result<MeasuredBefore> {
    const auto folders = recording_folders(context);
    if (!folders) return fail_with(folders.error());
    MeasuredBefore before;
    before.recordings = load_recordings(*folders);
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
  auto before = reading.get();
  if (!before) return fail_with(before.error());
  MeasureService::Setup setup;
  setup.catalog = &catalog;
  setup.machines = &machines;
  setup.compiler = &context.compiler;
  setup.device = device;
  setup.recordings = std::move(before->recordings);
  setup.published = std::move(before->published);
  return setup;
}

}  // namespace bankloom::cli
