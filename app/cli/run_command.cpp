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
#include "core/simt/block_plan.h"
#include "core/wording/program_text.h"
#include "program/interrupt.h"
#include "program/program_job.h"

namespace bankloom::cli {
namespace {

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
std::vector<std::string> message_lines(const std::vector<CompilerMessage>& messages) {
  constexpr std::size_t kMostLines = 50;
  std::vector<std::string> lines;
  for (const auto& message : messages) {
    if (message.kind == CompilerMessage::Kind::note) continue;
    lines.push_back(program::message_line(message));
    if (lines.size() == kMostLines) {
      lines.push_back(fmt::format("... ({} messages)", messages.size()));
      break;
    }
  }
  return lines;
}

Problem problem_of_build(const program::BuildFailure& failure) {
  auto details = message_lines(failure.messages);
  const bool has_error = std::any_of(failure.messages.begin(), failure.messages.end(),
                                     [](const auto& message) { return message.kind == CompilerMessage::Kind::error; });
  if (!has_error && !failure.output.empty()) details.push_back(failure.output);
  return {std::move(details), Error{failure.sentence}};
}

program::ProgramRequest request_of(const RunOptions& options, const RunNumbers& numbers, const MachineModel& machine) {
  program::ProgramRequest request;
  request.file = options.file;
  request.include = options.include;
  request.nvcc = options.nvcc;
  request.build = options.build;
  request.arguments = options.arguments;
  request.machine = machine;
  request.options.threads = numbers.threads;
  request.options.most_work = options.whole ? 0 : simt::kUsualWork;
  request.time_limit = numbers.time_limit;
  return request;
}

program::ProgramCallbacks callbacks_to(LiveStreams& streams) {
  program::ProgramCallbacks callbacks;
  callbacks.on_messages = [](const auto& messages) {
    for (const auto& line : message_lines(messages)) fmt::print(stderr, "{}\n", line);
  };
  callbacks.on_remark = [&streams](const auto& remark) { streams.remark(program_remark_text(remark)); };
  callbacks.on_output = [&streams](std::string_view text) { streams.write(stdout, text); };
  callbacks.on_errors = [&streams](std::string_view text) { streams.write(stderr, text); };
  callbacks.on_progress = [&streams](const program::ProgramProgress& now) { streams.progress(now); };
  return callbacks;
}

Outcome outcome_of(const report::ProgramReportPage& page, Format format, const std::string& gap,
                   const report::TextStyle& style) {
  Outcome outcome;
  outcome.output = format == Format::json ? json_text(report::to_json(page)) : gap + report::to_text(page, style);
  outcome.problem = report::problem_sentence(page);
  if (!outcome.problem.empty()) {
    outcome.problem = page.outcome.program + ": " + outcome.problem;
    outcome.status = kWrongResult;
  }
  return outcome;
}

/// Fills in where the text of each launch's kernel is to be had.
void add_source_lines(report::ProgramReportPage& page, std::uint64_t chosen) {
  for (auto& launch : page.outcome.run.launches) {
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
  auto request = request_of(options, *numbers, *machine);
  if (const auto checked = check_request(request); !checked) return fail_with(checked.error());
  const auto runtime = find_runtime_folder(context.executable);
  if (!runtime) return fail_with(runtime.error());
  const auto toolchain = find_or_fetch_toolchain(context);
  if (!toolchain) return fail_with(toolchain.error());
  const program::Interrupt interrupt;
  request.interrupt = interrupt.descriptor();
  LiveStreams streams(*format == Format::text);
  auto ran = program::run_program(request, {*toolchain, *runtime}, callbacks_to(streams));
  if (!ran) {
    if (ran.error().interrupted) return Outcome{"", options.file + ": " + ran.error().sentence, kWrongResult};
    return tl::unexpected(problem_of_build(ran.error()));
  }
  report::ProgramReportPage page{std::move(*ran), numbers->launch};
  const auto& run = page.outcome.run;
  if (page.chosen && *page.chosen >= run.launches.size()) {
    return fail("there is no launch {}: '{}' made {}, counted from 0", *page.chosen, options.file, run.all_launches);
  }
  if (page.chosen) add_source_lines(page, *page.chosen);
  return outcome_of(page, *format, page.outcome.standard_output.empty() ? "" : streams.gap(), context.style);
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
               "Execute all blocks of every launch, also where that takes longer than some 20 seconds");
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
