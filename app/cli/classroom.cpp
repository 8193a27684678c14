#include "cli/classroom.h"

#include "cli/data_folder.h"
#include "cli/lesson_files.h"

namespace bankloom::cli {

Result<std::unique_ptr<Classroom>> open_classroom(const Context& context, const std::string& folder) {
  auto room = std::make_unique<Classroom>();
  TRY(room->catalog, load_catalog_of(context));
  TRY(room->machines, load_machines_of(context));
  TRY(room->lessons, lessons_of(context, folder, room->catalog));
  TRY(room->recordings, recordings_of(context, ""));
  use_present_names(room->recordings, room->catalog);
  room->runs = std::make_unique<RunService>(room->catalog, room->machines, context.compiler);
  room->sources.run = [runs = room->runs.get()](const RunKey& key) { return runs->wait(key); };
  room->sources.measured = [&recordings = room->recordings](const KernelRun& run) -> std::optional<KernelMeasurement> {
    std::vector<const Recording*> all;
    all.reserve(recordings.list.size());
    for (const Recording& one : recordings.list) all.push_back(&one);
    auto found = recorded_measurement(all, run.kernel->id(), run.instance.options, run.kernel->source);
    return found ? std::optional(*std::move(found)) : std::nullopt;
  };
  room->sources.time = [&recordings = room->recordings](const Kernel& kernel, const OptionValues& options) {
    return recorded_time(recordings, kernel, options);
  };
  return room;
}

}  // namespace bankloom::cli
