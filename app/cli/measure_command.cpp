// bankloom measure
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "cli/data_folder.h"
#include "cli/gpu_command.h"
#include "cli/kernel_command.h"
#include "cli/kernel_run.h"
#include "cli/launch_source.h"
#include "cli/printed.h"
#include "cli/recordings.h"
#include "cli/run_progress.h"
#include "core/base/language.h"
#include "core/base/plain_file.h"
#include "core/base/readable.h"
#include "core/base/text_lines.h"
#include "core/measure/published.h"
#include "core/measure/record_catalog.h"
#include "core/run/own_run.h"
#include "core/wording/measurement.h"
#include "program/interrupt.h"

namespace bankloom::cli {
namespace {

struct MeasureOptions {
  KernelCommand asked;  ///< a program runs on the default machine
  std::string machine;  ///< "": the GPU's own
  int device = 0;
  std::string recording;
  double deadline = std::chrono::duration<double>(kDefaultDeadline).count();
  bool all = false;
  bool launch_faulty = false;
  bool keep = false;
  std::string record;
  std::string gpu;
  const GpuCommand* gpu_command = nullptr;

  /// No recording replaces a GPU that was asked for by number or by a command.
  [[nodiscard]] bool names_gpu() const { return device != 0 || !gpu.empty(); }
};

constexpr double kLongestDeadline = 3600;
/// A step warms the GPU up for a quarter of a second, then samples for at most half of its deadline.
constexpr double kShortestDeadline = 1;

/// The interval at which an unfinished recording is saved to its partial file.
constexpr std::chrono::seconds kSaveEvery{10};

/// The checked command line, with the data that it needs.
struct Task {
  const MeasureOptions& options;
  const Context& context;
  const Catalog& catalog;
  Format format = Format::text;
  const Kernel& kernel;
  OptionValues chosen;  ///< complete
  std::vector<MachineModel> machines;
  std::vector<PublishedFigure> published;

  void add_published(KernelMeasurement& measurement) const {
    measurement.published = find_published(published, kernel.id(), chosen, options.machine);
  }
};

/// What is wrong with a measurement; empty if nothing is.
std::string measurement_problem(const KernelMeasurement& measurement) {
  const KernelReadings& own = measurement.own;
  if (own.status != ReadingStatus::measured) return reason_text(own.problem).str();
  if (own.output.wrong()) {
    return message("the GPU's output differs from the emulator's in {}",
                   plural(own.output.different, "# element|# elements"));
  }
  return {};
}

/// The recorded figures. `why` says why nothing was measured here; none if the recording was chosen.
Result<Outcome> show_recorded(const Task& task, const Reason& why) {
  TRY(auto recordings, recordings_of(task.context, task.options.recording));
  use_present_names(recordings, task.catalog);
  std::vector<const Recording*> choice;
  choice.reserve(recordings.list.size());
  for (const auto& recording : recordings.list) choice.push_back(&recording);
  auto found = recorded_measurement(choice, task.kernel.id(), task.chosen, task.kernel.source);
  if (!found && why) return fail("{}; {}", reason_text(why), reason_text(found.error()));
  if (!found) return fail("{}", reason_text(found.error()));
  task.add_published(*found);
  Outcome outcome;
  outcome.output = printed(*found, task.format, task.context.style);
  std::vector<std::string> sentences;
  if (why) {
    sentences.push_back(message("{}; the figures are those {}", reason_text(why), origin_text(found->origin())));
  }
  for (const Error& problem : recordings.problems) sentences.push_back(problem.message);
  if (const std::string problem = measurement_problem(*found); !problem.empty()) {
    sentences.push_back(message("{}: {}", task.kernel.id(), problem));
    outcome.status = kWrongResult;
  }
  outcome.problem = report::clauses(sentences);
  return outcome;
}

/// Makes the run of a kernel and measures it together with its twin. `file` has its text.
Result<KernelMeasurement> measure_run(const MeasureOptions& options, Measurer& measurer, const RunMaker& make,
                                      const OptionValues& chosen, const std::string& file) {
  TRY(const auto run, told(make(chosen), file));
  MeasureHooks hooks;
  hooks.launch_faulty = options.launch_faulty;
  hooks.stop = [&options] { return options.gpu_command->is_interrupted(); };
  if (isatty(STDERR_FILENO) != 0) {
    // Each step overwrites the line.
    hooks.progress = [](const MeasureProgress& at) { fmt::print(stderr, "\r\x1b[K{}", progress_text(at)); };
  }
  KernelMeasurement measurement = measure_with_twin(measurer, *run, make, hooks);
  if (hooks.progress) fmt::print(stderr, "\r\x1b[K");
  if (hooks.stop()) return fail("the measurement was cancelled");
  return measurement;
}

Outcome measured_outcome(const KernelMeasurement& measurement, const Context& context, Format format,
                         const std::string& name) {
  Outcome outcome;
  outcome.output = printed(measurement, format, context.style);
  if (const std::string problem = measurement_problem(measurement); !problem.empty()) {
    outcome.problem = message("{}: {}", name, problem);
    outcome.status = kWrongResult;
  }
  return outcome;
}

/// The machine whose rules are shown with the counters: the named one, else the GPU's own.
Result<MachineModel> rules_of(const MeasureOptions& options, const Measurer& measurer,
                              const std::vector<MachineModel>& machines) {
  return find_machine(machines, options.machine.empty() ? measurer.machine_name(machines) : options.machine);
}

Result<Outcome> measure_here(const Task& task, Measurer& measurer) {
  TRY(const auto machine, rules_of(task.options, measurer, task.machines));
  const RunMaker make = [&](const OptionValues& options) -> Result<std::shared_ptr<const KernelRun>> {
    TRY(auto compiled,
        compile_kernel(borrow_kernel(task.kernel), options, measurer.architecture(), task.context.compiler));
    RunProgress progress;
    RunSettings settings = progress.settings();
    settings.most_work = kMeasuredWork;
    return run_kernel(std::move(compiled), machine, settings);
  };
  TRY(auto measurement, measure_run(task.options, measurer, make, task.chosen, task.kernel.source_path.string()));
  // If the GPU cannot run the kernel, a recording serves instead; a kernel that breaks on the GPU is reported, because
  // the emulator found no fault in it.
  const KernelReadings& own = measurement.own;
  if (own.status == ReadingStatus::failed && !own.broke) {
    if (task.options.names_gpu()) return fail("{}", reason_text(own.problem));
    return show_recorded(task, own.problem);
  }
  task.add_published(measurement);
  return measured_outcome(measurement, task.context, task.format, task.kernel.id());
}

Known<Measurer> open_measurer(const MeasureOptions& options, const Context& context) {
  if (context.device == nullptr) return fail_with(Reason(ReasonKind::no_device_code));
  const std::chrono::milliseconds deadline(static_cast<std::int64_t>(options.deadline * 1000));
  return Measurer::open(*context.device, context.compiler, options.device, deadline);
}

/// Errors: the recording could not be written after the minutes that it takes.
Result<void> check_writable(const std::string& file, const std::filesystem::path& partial) {
  std::error_code error;
  if (std::filesystem::is_directory(file, error)) return fail("--record {}: is a folder; name a file in it", file);
  TRY(check_no_link(file));
  TRY(check_no_link(partial));
  const bool was_there = std::filesystem::exists(partial, error);
  const bool is_open = std::ofstream(partial, std::ios::binary | std::ios::app).is_open();
  if (is_open && !was_there) std::filesystem::remove(partial, error);
  if (!is_open)
    return fail("--record {}: cannot be written there; choose an existing folder that you can write to", file);
  return {};
}

/// The recording that --keep continues; nothing without --keep.
Result<std::optional<Recording>> earlier_recording(const MeasureOptions& options, const Measurer& measurer) {
  if (!options.keep) return std::nullopt;
  TRY(auto loaded, load_recording(options.record));
  if (const std::string why = why_not_continued(loaded, measurer.gpu()); !why.empty()) {
    return fail("{}: --keep cannot continue this recording: {}; omit --keep to measure everything again",
                options.record, why);
  }
  return loaded;
}

/// The differences of a recording from the model, and its failures.
Outcome outcome_of(const RecordedCatalog& result, const std::string& file) {
  const auto& kernels = result.recording.kernels;
  Outcome outcome;
  outcome.output = message("{}: {} on {}\n", file, plural(kernels.size(), "# measurement|# measurements"),
                           result.recording.gpu.source());
  std::vector<Text> failures;
  for (const std::size_t index : result.measured) {
    for (const Text& one : difference_texts(kernels[index])) {
      outcome.output += message("  different from the model: {}\n", one);
    }
    for (Text& one : failure_texts(kernels[index])) failures.push_back(std::move(one));
  }
  for (const Text& one : failures) outcome.output += message("  failed: {}\n", one);
  if (!failures.empty()) {
    outcome.problem = message("{} of {} failed; the recording says which",
                              plural(failures.size(), "# measurement|# measurements"), kernels.size());
    outcome.status = kWrongResult;
  }
  return outcome;
}

Result<Outcome> record_all(const MeasureOptions& options, const Context& context) {
  TRY(const auto catalog, load_catalog_of(context));
  TRY(const auto machines, load_machines_of(context));
  auto measurer = open_measurer(options, context);
  if (!measurer) return fail("{}", reason_text(measurer.error()));
  TRY(const auto machine, rules_of(options, *measurer, machines));
  TRY(const auto earlier, earlier_recording(options, *measurer));
  // Ctrl-C ends the recording between two calls of the GPU.
  std::optional<program::Interrupt> interrupt;
  if (options.gpu.empty()) interrupt.emplace();
  MeasureHooks hooks;
  hooks.stop = [&] { return interrupt ? interrupt->has_come() : options.gpu_command->is_interrupted(); };
  hooks.launch_faulty = options.launch_faulty;
  const auto begin = std::chrono::steady_clock::now();
  hooks.progress = [&](const MeasureProgress& at) {
    const std::chrono::duration<double> since = std::chrono::steady_clock::now() - begin;
    fmt::print(stderr, "bankloom: {:.0f} s, {}\n", since.count(), progress_text(at));
  };
  // A recording takes minutes: if it is cut off, the partial file has what was measured.
  const std::filesystem::path partial = options.record + ".partial";
  TRY(check_writable(options.record, partial));
  auto saved_at = begin;
  const auto save_so_far = [&](const Recording& recording) {
    const auto now = std::chrono::steady_clock::now();
    if (now - saved_at < kSaveEvery) return;
    saved_at = now;
    if (const auto saved = save_recording(recording, partial); !saved) {
      fmt::print(stderr, "bankloom: {}\n", saved.error().message);
    }
  };
  // A recording is JSON, and keeps drivers' sentences as they come.
  RecordedCatalog result = [&] {
    const InEnglish english;
    return record_catalog(*measurer, plan_recording(catalog), machine, context.compiler, hooks, save_so_far,
                          earlier ? &*earlier : nullptr);
  }();
  std::error_code error;
  const bool is_partial_there = std::filesystem::exists(partial, error);
  if (result.interrupted) {
    if (!is_partial_there) return fail("the recording was interrupted, and nothing was written");
    return fail("the recording was interrupted; only what was measured until shortly before was written, to {}",
                partial.string());
  }
  TRY(save_recording(result.recording, options.record));
  std::filesystem::remove(partial, error);
  return outcome_of(result, options.record);
}

/// Measures an own kernel. --set gives its definitions; no recording has it.
Result<Outcome> measure_file(const MeasureOptions& options, const Context& context,
                             const KernelCommand::Prepared& prepared) {
  const std::string kInNone = message("a kernel of your own is in no recording");
  const std::string& name = options.asked.kernel;
  if (!options.recording.empty()) return fail("{}: {}; leave --recording out to measure it", name, kInNone);
  TRY(const auto machines, load_machines_of(context));
  auto measurer = open_measurer(options, context);
  if (!measurer) return fail("{}; {}", reason_text(measurer.error()), kInNone);
  TRY(const auto machine, rules_of(options, *measurer, machines));
  TRY(const auto source, read_source(name, options.asked.program, prepared.machine, context));
  // The emulator checks every access; a GPU does not, and nothing stands between a kernel and its driver.
  fmt::print(
      stderr, "bankloom: {}\n",
      message("{} runs on the GPU itself, with this user's rights to it: a hostile kernel can hang the display, read "
              "what others left in its memory, and attack its driver; docs/SECURITY.md says more",
              terminal_text(name)));
  const RunMaker make = [&](const OptionValues& chosen) -> Result<std::shared_ptr<const KernelRun>> {
    std::shared_ptr<const OwnKernel> own;
    // A launch keeps the architecture that its program was compiled for.
    const std::string architecture = source.launch ? kDefaultArchitecture : measurer->architecture();
    return run_own_kernel({source, chosen, architecture, prepared.catalog, context.compiler}, machine,
                          RunProgress().settings(), own);
  };
  TRY(auto measurement, measure_run(options, *measurer, make, prepared.chosen, name));
  measurement.own.kernel = name;
  if (measurement.twin) measurement.twin->kernel = name;
  const KernelReadings& readings = measurement.own;
  if (readings.status == ReadingStatus::failed && !readings.broke)
    return fail("{}; {}", reason_text(readings.problem), kInNone);
  return measured_outcome(measurement, context, prepared.format, name);
}

Result<Outcome> measure_kernel(const MeasureOptions& options, const Context& context) {
  TRY(const auto prepared, options.asked.prepare(context));
  if (options.asked.is_file()) return measure_file(options, context, prepared);
  TRY(const auto kernel, find_kernel(prepared.catalog, options.asked.kernel));
  TRY(check_no_launch(options.asked.kernel, options.asked.program));
  TRY(auto chosen, resolve_options(*kernel, prepared.chosen));
  TRY(instantiate(*kernel, chosen));
  TRY(auto machines, load_machines_of(context));
  if (!options.machine.empty()) {
    TRY(find_machine(machines, options.machine));
  }
  TRY(auto published, published_of(context));
  const Task task{options, context,           prepared.catalog,    prepared.format,
                  *kernel, std::move(chosen), std::move(machines), std::move(published)};
  if (!options.recording.empty()) return show_recorded(task, {});
  auto measurer = open_measurer(options, context);
  if (!measurer && options.names_gpu()) return fail("{}", reason_text(measurer.error()));
  if (!measurer) return show_recorded(task, measurer.error());
  return measure_here(task, *measurer);
}

Result<Outcome> measure(MeasureOptions options, const Context& context) {
  const GpuCommand gpu_command(context, options.gpu);
  TRY(gpu_command.used());
  options.gpu_command = &gpu_command;
  TRY(parse_format(options.asked.format, kEveryFormat));
  const bool deadline_fits = options.deadline >= kShortestDeadline && options.deadline <= kLongestDeadline;
  if (!deadline_fits) {
    return fail("--deadline takes seconds, at least {} and at most {}", kShortestDeadline, kLongestDeadline);
  }
  if (options.all) {
    if (options.record.empty()) return fail("--all needs --record FILE: the file that the recording is written to");
    if (!options.asked.kernel.empty() || !options.asked.settings.empty() || !options.recording.empty()) {
      return fail("--all records every kernel at its defaults and paddings; give it no KERNEL, --set or --recording");
    }
    return record_all(options, context);
  }
  if (options.keep) return fail("--keep is for --all --record FILE: it keeps what the file holds already");
  if (!options.record.empty()) return fail("--record is for --all; one kernel's figures are printed by --format json");
  if (options.asked.kernel.empty()) {
    return fail("measure needs a kernel, as in `bankloom measure square/setRowReadCol`; `bankloom list` shows all");
  }
  return measure_kernel(options, context);
}

}  // namespace

Action declare_measure(CLI::App& app, const Context& context) {
  auto options = std::make_shared<MeasureOptions>();
  options->asked.declare(app);
  add_value(app, "--machine", options->machine,
            "Machine whose rules are compared with the counters measured here, and whose published figures are shown "
            "(default: the GPU's own; all)",
            "NAME");
  add_value(app, "--device", options->device, "GPU to measure on, as the driver counts", "N")->capture_default_str();
  add_gpu(app, options->gpu);
  add_value(app, "--recording", options->recording,
            "Show the figures of this recording (its name, or a .json file) instead of measuring", "NAME");
  add_format(app, options->asked.format, "text, json or csv");
  add_value(app, "--deadline", options->deadline, "Longest time for one step on the GPU, in seconds", "S")
      ->capture_default_str();
  app.add_flag("--all", options->all,
               "Measure every kernel at its defaults, at paddings 0 to 4 and at the sizes for a GPU");
  app.add_flag("--launch-faulty", options->launch_faulty,
               "Launch a kernel even if the emulator found a fault in it: once, to see what the GPU makes of it");
  add_value(app, "--record", options->record, "With --all: the file that the recording is written to", "FILE");
  app.add_flag(
      "--keep", options->keep,
      "With --record: measure only what is missing in FILE, which was made with the same GPU, driver and compiler on "
      "the same day");
  return [options, context] { return measure(*options, context); };
}

}  // namespace bankloom::cli
