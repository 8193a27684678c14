#include "cli/program_run.h"

#include <unistd.h>

#include <limits>
#include <utility>

#include "cli/input.h"
#include "cli/kernel_run.h"
#include "cli/program_files.h"
#include "cli/run_progress.h"
#include "core/base/readable.h"
#include "core/simt/block_plan.h"
#include "core/wording/program_text.h"
#include "program/interrupt.h"

namespace bankloom::cli {
namespace {

using std::chrono::milliseconds;

program::ProgramCallbacks callbacks_to(LiveStreams& streams) {
  program::ProgramCallbacks callbacks;
  callbacks.on_messages = [](const auto& messages) {
    for (const auto& line : message_lines(messages)) fmt::print(stderr, "{}\n", terminal_text(line));
  };
  callbacks.on_remark = [&streams](const auto& remark) { streams.remark(program_remark_text(remark)); };
  callbacks.on_output = [&streams](std::string_view text) { streams.write(stdout, text); };
  callbacks.on_errors = [&streams](std::string_view text) { streams.write(stderr, text); };
  callbacks.on_progress = [&streams](const program::ProgramProgress& now) { streams.progress(now); };
  return callbacks;
}

}  // namespace

void add_program_flags(CLI::App& app, ProgramFlags& flags, const std::string& launch_help) {
  app.add_option("ARGUMENT", flags.arguments, "Arguments for the program, after --")->type_name("");
  add_list(app, "--include", flags.include, "A folder with headers; those of the repository are found anyway", "DIR");
  add_list(app, "--nvcc", flags.nvcc, "An option for nvcc, as --nvcc=-O3", "OPTION");
  add_value(app, "--build", flags.build, "How the program is built, as --build make", "COMMAND");
  add_value(app, "--launch", flags.launch, launch_help, "N");
  app.add_flag("--whole", flags.whole,
               "Execute all blocks of every launch, even if that takes more than about 20 seconds");
  app.add_flag("--unconfined", flags.unconfined,
               "Run it even on a machine where nothing can isolate it: with your rights, on your files");
  add_value(app, "--time-limit", flags.time_limit, "Seconds after which the program is stopped; 0: never", "S")
      ->capture_default_str();
}

Result<std::optional<std::uint64_t>> wanted_launch(const ProgramFlags& flags) {
  if (flags.launch.empty()) return std::nullopt;
  TRY(const auto launch, parse_number("--launch", flags.launch, 0, std::numeric_limits<std::int64_t>::max()));
  return launch;
}

Result<program::ProgramRequest> request_of(const std::string& file, const ProgramFlags& flags,
                                           const MachineModel& machine) {
  program::ProgramRequest request;
  request.file = file;
  request.include = flags.include;
  request.nvcc = flags.nvcc;
  request.build = flags.build;
  request.arguments = flags.arguments;
  request.keeps_files = flags.keep;
  request.may_be_unconfined = flags.unconfined;
  request.input = STDIN_FILENO;
  request.machine = machine;
  request.options.most_work = flags.whole ? 0 : simt::kUsualWork;
  constexpr std::uint64_t kMostSeconds = 7 * 24 * 3600;
  TRY(const auto seconds, parse_number("--time-limit", flags.time_limit, 0, kMostSeconds));
  if (seconds != 0) request.time_limit = milliseconds(seconds * 1000);
  TRY(program::check_request(request));
  return request;
}

LiveStreams::LiveStreams(bool is_live) : is_live_(is_live), has_line_(::isatty(STDERR_FILENO) != 0) {}

void LiveStreams::remark(const std::string& sentence) {
  const std::scoped_lock lock(mutex_);
  clear();
  fmt::print(stderr, "bankloom: {}\n", terminal_text(sentence));
}

void LiveStreams::write(std::FILE* stream, std::string_view whole) {
  if (!is_live_) return;
  // Files get what the program wrote.
  const std::scoped_lock lock(mutex_);
  TerminalStream& shown = stream == stdout ? shown_output_ : shown_errors_;
  put(stream, ::isatty(::fileno(stream)) == 1 ? shown.add(whole) : std::string(whole));
}

void LiveStreams::finish() {
  const std::scoped_lock lock(mutex_);
  put(stdout, shown_output_.finish());
  put(stderr, shown_errors_.finish());
}

void LiveStreams::put(std::FILE* stream, const std::string& text) {
  if (text.empty()) return;
  clear();
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
  if (stream == stdout) ends_line_ = text.ends_with('\n');
}

void LiveStreams::progress(const program::ProgramProgress& now) {
  const std::scoped_lock lock(mutex_);
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

void LiveStreams::clear() {
  if (std::exchange(is_line_shown_, false)) fmt::print(stderr, "\r\x1b[K");
}

Result<program::ProgramOutcome> run_program(program::ProgramRequest request, const Context& context,
                                            LiveStreams& streams) {
  TRY(const auto runtime, find_runtime_folder(context.executable));
  TRY(const auto toolchain, find_or_fetch_toolchain(context));
  const program::Interrupt interrupt;
  request.interrupt = interrupt.descriptor();
  auto ran = program::run_program(request, {toolchain, runtime}, callbacks_to(streams));
  streams.finish();
  if (!ran && ran.error().is_cancelled()) ran.error().message = request.file + ": " + ran.error().message;
  return ran;
}

}  // namespace bankloom::cli
