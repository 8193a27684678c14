// bankloom run
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>

#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/input.h"
#include "cli/program_files.h"
#include "cli/run_progress.h"
#include "core/report/program_report.h"
#include "program/compile.h"
#include "program/interrupt.h"
#include "program/own_build.h"
#include "program/whole_program.h"

namespace bankloom::cli {
namespace {

namespace fs = std::filesystem;
using program::BuildResult;
using program::BuiltProgram;
using program::CompilerMessage;
using std::chrono::milliseconds;

struct RunOptions {
  std::string file;
  std::vector<std::string> include, nvcc, arguments;
  std::string build;
  std::string launch;
  bool whole = false;
  std::string time_limit = "600";
  std::string machine = kDefaultMachine;
  std::string threads = "0";
  std::string format = "text";
};

/// The numbers among the options.
struct RunNumbers {
  std::optional<std::uint64_t> launch;
  std::optional<milliseconds> time_limit;
  unsigned threads = 0;
};

/// A launch of more blocks is executed in part, unless --whole is given.
constexpr std::uint64_t kUsualBlocks = 65'536;

Result<RunNumbers> numbers_of(const RunOptions& options) {
  RunNumbers numbers;
  if (!options.launch.empty()) {
    const auto launch = parse_number("--launch", options.launch, 0, std::numeric_limits<std::int64_t>::max());
    if (!launch) return fail_with(launch.error());
    numbers.launch = *launch;
  }
  constexpr std::uint64_t kMostSeconds = 7 * 24 * 3600;
  const auto seconds = parse_number("--time-limit", options.time_limit, 0, kMostSeconds);
  if (!seconds) return fail_with(seconds.error());
  if (*seconds != 0) numbers.time_limit = milliseconds(*seconds * 1000);
  constexpr std::uint64_t kMostThreads = 1024;
  const auto threads = parse_number("--threads", options.threads, 0, kMostThreads);
  if (!threads) return fail_with(threads.error());
  numbers.threads = static_cast<unsigned>(*threads);
  return numbers;
}

/// Standard streams while a program runs: its own text as it comes, and at a terminal a line with how far its launches
/// are.
class LiveStreams {
 public:
  explicit LiveStreams(bool is_live) : is_live_(is_live), has_line_(::isatty(STDERR_FILENO) != 0) {}
  LiveStreams(const LiveStreams&) = delete;
  LiveStreams& operator=(const LiveStreams&) = delete;
  ~LiveStreams() { clear(); }

  void remark(const std::string& sentence) {
    const std::lock_guard lock(mutex_);
    clear();
    fmt::print(stderr, "bankloom: {}\n", sentence);
  }
  void write(std::FILE* stream, std::string_view text) {
    if (!is_live_) return;
    const std::lock_guard lock(mutex_);
    clear();
    std::fwrite(text.data(), 1, text.size(), stream);
    std::fflush(stream);
    if (stream == stdout) ends_line_ = text.ends_with('\n');
  }
  void progress(const program::ProgramProgress& now) {
    const std::lock_guard lock(mutex_);
    if (now.launches != launch_) {
      launch_ = now.launches;
      began_ = Clock::now();
    }
    const auto elapsed = std::chrono::duration_cast<milliseconds>(Clock::now() - began_);
    constexpr milliseconds kPatience{1000};
    if (!has_line_ || now.kernel.empty() || elapsed < kPatience) return clear();
    fmt::print(stderr, "\r\x1b[Klaunch {}, {}: {}", now.launches - 1, now.kernel,
               progress_sentence(now.blocks_done, now.blocks, elapsed));
    is_line_shown_ = true;
  }
  /// What parts the program's text from the report.
  [[nodiscard]] std::string gap() const { return ends_line_ ? "\n" : "\n\n"; }

 private:
  using Clock = std::chrono::steady_clock;
  void clear() {
    if (std::exchange(is_line_shown_, false)) fmt::print(stderr, "\r\x1b[K");
  }
  std::mutex mutex_;
  const bool is_live_, has_line_;
  bool is_line_shown_ = false, ends_line_ = true;
  std::uint64_t launch_ = 0;
  Clock::time_point began_ = Clock::now();
};

/// The compilers' messages, a line each, no more than a person reads.
std::vector<std::string> message_lines(const std::vector<CompilerMessage>& messages, const PathNames& names) {
  constexpr std::size_t kMostLines = 50;
  std::vector<std::string> lines;
  for (const auto& message : messages) {
    if (message.kind == CompilerMessage::Kind::note) continue;
    CompilerMessage named = message;
    named.file = names.name_of(message.file);
    lines.push_back(program::message_line(named));
    if (lines.size() == kMostLines) {
      lines.push_back(fmt::format("... ({} messages in all)", messages.size()));
      break;
    }
  }
  return lines;
}

Problem problem_of_build(const program::BuildFailure& failure, const PathNames& names) {
  auto details = message_lines(failure.messages, names);
  const bool has_error = std::any_of(failure.messages.begin(), failure.messages.end(),
                                     [](const auto& message) { return message.kind == CompilerMessage::Kind::error; });
  if (!has_error && !failure.output.empty()) details.push_back(failure.output);
  return {std::move(details), Error{failure.sentence}};
}

/// What can be said against the program before it is built.
std::string objection_to(const RunOptions& options) {
  if (options.build.empty()) return program::objection_to_program(options.file);
  std::error_code code;
  const auto folder = program::folder_of_build(options.file);
  return fs::is_directory(folder, code) ? std::string() : fmt::format("there is no folder '{}'", folder.string());
}

BuildResult<BuiltProgram> build(const RunOptions& options, const program::Toolchain& toolchain, const fs::path& folder,
                                int interrupt) {
  if (!options.build.empty()) {
    program::OwnBuildSettings settings{options.file, options.build};
    settings.interrupt = interrupt;
    return program::run_own_build(toolchain, settings, folder);
  }
  program::CompileSettings settings{options.file, options.include, options.nvcc};
  settings.interrupt = interrupt;
  return program::compile_program(toolchain, settings, folder);
}

program::WholeProgram whole_program(const RunOptions& options, const RunNumbers& numbers, const fs::path& executable,
                                    const fs::path& build_folder) {
  program::WholeProgram whole;
  std::error_code code;
  whole.executable = executable;
  whole.arguments = {"./" + executable.filename().string()};
  whole.arguments.insert(whole.arguments.end(), options.arguments.begin(), options.arguments.end());
  whole.working_folder = fs::canonical(fs::current_path(code), code);
  whole.own_folder = options.build.empty() ? fs::canonical(fs::absolute(options.file).parent_path(), code)
                                           : fs::canonical(program::folder_of_build(options.file), code);
  whole.build_folder = build_folder;
  whole.mount_folder = build_folder / "root";
  fs::create_directory(whole.mount_folder, code);
  whole.options.threads = numbers.threads;
  whole.options.most_blocks = options.whole ? 0 : kUsualBlocks;
  whole.supervision.time_limit = numbers.time_limit;
  return whole;
}

report::ProgramReportPage page_of(const RunOptions& options, program::WholeProgramRun run, const fs::path& executable,
                                  const PathNames& names) {
  report::ProgramReportPage page;
  page.program = options.file;
  page.run = std::move(run.device);
  if (run.host.end.kind == program::HostEnd::Kind::exited) page.exit_status = run.host.end.value;
  page.end = program::end_words(run.host);
  if (page.end.empty() && run.host.timed_out) page.end = "was ended at its time limit, within a launch";
  if (page.end.empty() && run.host.interrupted) page.end = "was interrupted within a launch";
  if (run.host.timed_out) page.end += "; --time-limit sets another time";
  if (!page.run.called_runtime) {
    page.end = "made no call of the CUDA runtime: " + program::why_no_runtime_call(executable, run.host);
  } else if (page.run.broke_protocol) {
    page.end = "wrote to bankloom's channel what its CUDA runtime does not write" +
               (page.end.empty() ? "" : ", and " + page.end);
  }
  page.standard_output = std::move(run.host.output.text);
  page.standard_error = std::move(run.host.errors.text);
  page.output_discarded = run.host.output.discarded;
  page.errors_discarded = run.host.errors.discarded;
  page.is_isolated = run.is_isolated;
  page.remarks = std::move(run.remarks);
  std::vector<program::CodeOffset> offsets;
  for (const auto& launch : page.run.launches) offsets.push_back(launch.launched_at);
  for (const auto& report : page.run.reports) offsets.push_back(report.code);
  const auto places = program::code_places(executable, offsets);
  for (std::size_t i = 0; i < places.size(); ++i) {
    auto& list = i < page.run.launches.size() ? page.launch_places : page.report_places;
    const auto& place = places[i];
    list.push_back(place.line == 0 ? std::string() : fmt::format("{}:{}", names.name_of(place.file), place.line));
  }
  for (auto& launch : page.run.launches) launch.file = names.name_of(launch.file);
  return page;
}

Outcome outcome_of(const report::ProgramReportPage& page, Format format, const std::string& gap,
                   const report::TextStyle& style) {
  Outcome outcome;
  outcome.output = format == Format::json ? json_text(report::to_json(page)) : gap + report::to_text(page, style);
  outcome.problem = report::problem_sentence(page);
  if (!outcome.problem.empty()) {
    outcome.problem = page.program + ": " + outcome.problem;
    outcome.status = kWrongResult;
  }
  return outcome;
}

/// Fills in where the text of each launch's kernel is to be had.
void add_source_lines(report::ProgramReportPage& page, std::uint64_t chosen) {
  for (auto& launch : page.run.launches) {
    if (launch.index == chosen) launch.figures.source_lines = source_lines_of(launch.file);
  }
}

Attempt<Outcome> run_program(const RunOptions& options, const Context& context) {
  const auto format = parse_format(options.format, {Format::text, Format::json});
  if (!format) return fail_with(format.error());
  if (options.file.empty()) return fail("run needs a program, as in `bankloom run square.cu`");
  const auto numbers = numbers_of(options);
  if (!numbers) return fail_with(numbers.error());
  const auto machine = load_machine_of(context, options.machine);
  if (!machine) return fail_with(machine.error());
  if (const auto objection = objection_to(options); !objection.empty()) return fail("{}", objection);
  const auto runtime = find_runtime_folder(context.executable);
  if (!runtime) return fail_with(runtime.error());
  const auto toolchain = find_or_fetch_toolchain(context);
  if (!toolchain) return fail_with(toolchain.error());
  const auto folder = program::TemporaryFolder::make();
  if (!folder) return fail_with(folder.error());
  const program::Interrupt interrupt;
  const PathNames names(options.file, folder->path() / "copy", program::folder_of_build(options.file));
  auto built = build(options, *toolchain, folder->path(), interrupt.descriptor());
  if (!built) {
    if (interrupt.has_come()) return Outcome{"", options.file + ": " + built.error().sentence, kWrongResult};
    return tl::unexpected(problem_of_build(built.error(), names));
  }
  LiveStreams streams(*format == Format::text);
  for (const auto& line : message_lines(built->messages, names)) fmt::print(stderr, "{}\n", line);
  for (const auto& remark : built->remarks) streams.remark(remark);
  auto whole = whole_program(options, *numbers, built->executable, folder->path());
  whole.machine = *machine;
  whole.runtime_folder = *runtime;
  whole.supervision.interrupt = interrupt.descriptor();
  whole.supervision.on_output = [&streams](std::string_view text) { streams.write(stdout, text); };
  whole.supervision.on_errors = [&streams](std::string_view text) { streams.write(stderr, text); };
  whole.on_progress = [&streams](const program::ProgramProgress& now) { streams.progress(now); };
  whole.on_remark = [&streams](const std::string& sentence) { streams.remark(sentence); };
  auto run = program::run_whole_program(whole);
  if (!run) return fail_with(run.error());
  auto page = page_of(options, std::move(*run), built->executable, names);
  page.machine = machine->name;
  page.remarks.insert(page.remarks.begin(), built->remarks.begin(), built->remarks.end());
  page.chosen = numbers->launch;
  if (page.chosen && *page.chosen >= page.run.launches.size()) {
    return fail("there is no launch {}: '{}' made {}, counted from 0", *page.chosen, options.file,
                page.run.all_launches);
  }
  if (page.chosen) add_source_lines(page, *page.chosen);
  return outcome_of(page, *format, page.standard_output.empty() ? "" : streams.gap(), context.style);
}

constexpr const char* kRunHelp = R"(
The program is compiled by nvcc 13 and linked to bankloom's own CUDA runtime. Its host code runs in a process that is
kept apart: it sees no network and no device, and writes to its own folder and an empty /tmp alone. Every launch is
executed by the emulator with its true grid, arguments and data.

PROGRAM is a .cu file; with --build the file, the executable that the build makes, or a folder. The build runs in a copy of
the folder, with an nvcc that takes the place of others. Arguments of the program follow after --.

Examples: bankloom run checkSmemSquare.cu
          bankloom run transpose.cu --include ../common --nvcc=-std=c++20 -- 1024
          bankloom run . --build make)";

}  // namespace

Action declare_run(CLI::App& app, const Context& context) {
  auto options = std::make_shared<RunOptions>();
  app.add_option("PROGRAM", options->file, "A CUDA program (.cu) with main()")->type_name("");
  app.add_option("ARGUMENT", options->arguments, "What the program is given; after --")->type_name("");
  app.add_option("--include", options->include, "A folder with headers; those of the repository are found without")
      ->allow_extra_args(false)
      ->type_name("DIR");
  app.add_option("--nvcc", options->nvcc, "An option for nvcc, as --nvcc=-O3")
      ->allow_extra_args(false)
      ->type_name("OPTION");
  app.add_option("--build", options->build, "How the program is built, as --build make")
      ->type_name("COMMAND")
      ->take_last();
  app.add_option("--launch", options->launch, "Tell of one launch alone, line by line; counted from 0")
      ->type_name("N")
      ->take_last();
  app.add_flag("--whole", options->whole,
               fmt::format("Execute all blocks of launches that have more than {}", kUsualBlocks));
  app.add_option("--time-limit", options->time_limit, "Seconds after which the program is ended; 0: never")
      ->type_name("S")
      ->capture_default_str()
      ->take_last();
  add_machine(app, options->machine);
  app.add_option("--threads", options->threads, "Host threads for a launch; 0: one for each core")
      ->type_name("N")
      ->capture_default_str()
      ->take_last();
  add_format(app, options->format, "text or json");
  app.footer(kRunHelp);
  return [options, context] { return run_program(*options, context); };
}

}  // namespace bankloom::cli
