// bankloom run
#include <algorithm>
#include <memory>
#include <utility>

#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/input.h"
#include "cli/printed.h"
#include "cli/program_run.h"
#include "core/base/text_lines.h"

namespace bankloom::cli {
namespace {

struct RunOptions {
  std::string file;
  ProgramFlags flags;
  std::string machine = kDefaultMachine;
  std::string threads = "0";
  std::string format = "text";
};

Outcome outcome_of(const report::ProgramReportPage& page, Format format, std::string_view gap,
                   const report::TextStyle& style) {
  Outcome outcome;
  outcome.output = std::string(format == Format::text ? gap : "") + printed(page, format, style);
  outcome.problem = report::problem_sentence(page);
  if (!outcome.problem.empty()) {
    outcome.problem = page.outcome.program + ": " + outcome.problem;
    outcome.status = kWrongResult;
  }
  return outcome;
}

/// Adds the source lines of the chosen launch.
void add_source_lines(report::ProgramReportPage& page, std::uint64_t chosen) {
  for (auto& launch : page.outcome.run.launches) {
    const auto text = page.outcome.texts.find(launch.file);
    if (launch.index == chosen && text != page.outcome.texts.end()) {
      launch.figures.source_lines = split_lines(text->second);
    }
  }
}

Result<Outcome> run_whole(const RunOptions& options, const Context& context) {
  TRY(const auto format, parse_format(options.format, {Format::text, Format::json}));
  if (options.file.empty()) return fail("run needs a program, as in `bankloom run square.cu`");
  TRY(const auto launch, wanted_launch(options.flags));
  constexpr std::uint64_t kMostThreads = 1024;
  TRY(const auto threads, parse_number("--threads", options.threads, 0, kMostThreads));
  TRY(const auto machine, load_machine_of(context, options.machine));
  TRY(auto request, request_of(options.file, options.flags, machine));
  request.options.threads = static_cast<unsigned>(threads);
  LiveStreams streams(format == Format::text);
  auto ran = run_program(std::move(request), context, streams);
  if (!ran && ran.error().is_cancelled()) return Outcome{"", ran.error().message, kWrongResult};
  TRY(ran);
  report::ProgramReportPage page{std::move(*ran), launch};
  const auto& program = page.outcome.run;
  if (page.chosen && std::ranges::count(program.launches, *page.chosen, &program::ProgramLaunch::index) == 0) {
    return fail("there is no launch {}: '{}' made {}, counted from 0", *page.chosen, options.file,
                program.all_launches);
  }
  if (page.chosen) add_source_lines(page, *page.chosen);
  return outcome_of(page, format, page.outcome.standard_output.empty() ? "" : streams.gap(), context.style);
}

constexpr const char* kRunHelp = R"(
The program is compiled by nvcc 13 and linked to bankloom's own CUDA runtime. Its host code runs in a process that is
kept apart: it sees no network, no device and an empty home, and works on a copy of its own folder; what it writes there
comes back with --keep. Every launch is executed by the emulator with its true grid, arguments and data.

PROGRAM is a .cu file; with --build the file, the executable that the build makes, or a folder. The build runs in a copy of
the folder, with an nvcc that takes the place of others. Arguments of the program follow after --.

Examples: bankloom run checkSmemSquare.cu
          bankloom run transpose.cu --include ../common --nvcc=-std=c++20 -- 1024
          bankloom run . --build make)";

}  // namespace

Action declare_run(CLI::App& app, const Context& context) {
  auto options = std::make_shared<RunOptions>();
  app.add_option("PROGRAM", options->file, "A CUDA program (.cu) with main()")->type_name("");
  add_program_flags(app, options->flags, "Report only this launch, line by line; counted from 0");
  app.add_flag("--keep", options->flags.keep,
               "Put what the program writes to its folder there; otherwise it is lost when the program ends");
  add_machine(app, options->machine);
  add_value(app, "--threads", options->threads, "Host threads for a launch; 0: one for each core", "N")
      ->capture_default_str();
  add_format(app, options->format, "text or json");
  app.footer(kRunHelp);
  return [options, context] { return run_whole(*options, context); };
}

}  // namespace bankloom::cli
