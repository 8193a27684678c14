#include "program/program_job.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/own/host_text.h"
#include "core/own/own_source.h"
#include "program/nvcc_calls.h"
#include "program/own_build.h"
#include "program/path_names.h"
#include "program/whole_program.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

Result<BuiltProgram> build(const ProgramRequest& request, const Toolchain& toolchain, const fs::path& folder) {
  if (!request.build.empty()) {
    OwnBuildSettings settings{request.file, request.build};
    settings.interrupt = request.interrupt;
    return run_own_build(toolchain, settings, folder);
  }
  CompileSettings settings{request.file, request.include, request.nvcc};
  settings.interrupt = request.interrupt;
  return compile_program(toolchain, settings, folder);
}

/// The messages, with paths as the learner would write them.
std::vector<Diagnostic> named(std::vector<Diagnostic> messages, const PathNames& names) {
  for (Diagnostic& message : messages) message.file = names.name_of(message.file);
  return messages;
}

/// Finds the source lines of launches and reports, with paths as the learner would write them.
void find_places(ProgramOutcome& outcome, const fs::path& executable, const PathNames& names) {
  std::vector<CodeOffset> offsets;
  offsets.reserve(outcome.run.launches.size() + outcome.run.reports.size());
  for (const auto& launch : outcome.run.launches) offsets.push_back(launch.launched_at);
  for (const auto& report : outcome.run.reports) offsets.push_back(report.code);
  auto places = code_places(executable, offsets);
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].file = names.name_of(places[i].file);
    (i < outcome.run.launches.size() ? outcome.launch_places : outcome.report_places).push_back(std::move(places[i]));
  }
  for (auto& launch : outcome.run.launches) launch.file = names.name_of(launch.file);
}

/// The texts of a program's sources at the time of its build.
class SourceTexts {
 public:
  SourceTexts() : began_(fs::file_time_type::clock::now()) {}
  /// Empty if the file cannot be read or has changed since.
  const std::string& of(const std::string& file) {
    const auto [entry, is_new] = texts_.try_emplace(file);
    std::error_code code;
    if (is_new && !file.empty() && fs::last_write_time(file, code) < began_ && !code) {
      if (auto source = read_own_source(file)) entry->second = std::move(source->text);
    }
    return entry->second;
  }

 private:
  fs::file_time_type began_;
  std::map<std::string, std::string> texts_;
};

/// Adds to captured launches what the program's sources say, after find_places().
void complete_captured(ProgramOutcome& outcome, const std::vector<ProgramBuild>& builds, SourceTexts& texts,
                       const PathNames& names) {
  for (auto& captured : outcome.run.captured) {
    CapturedLaunch whole = *captured;
    whole.program = outcome.program;
    whole.file = names.name_of(whole.file);
    whole.source = texts.of(whole.file);
    if (whole.index < outcome.launch_places.size()) {
      const CodePlace& place = outcome.launch_places[whole.index];
      whole.launch_file = place.file;
      whole.launch_line = place.line;
      whole.launch_text = own::launch_text_at(texts.of(place.file), place.line);
    }
    // A kernel in a header was compiled with the file that launches it.
    const ProgramBuild* build = build_for(builds, whole.file);
    if (build == nullptr) build = build_for(builds, whole.launch_file);
    if (build == nullptr && builds.size() == 1) build = &builds.front();
    if (build != nullptr) whole.build = *build;
    captured = std::make_shared<const CapturedLaunch>(std::move(whole));
  }
}

ProgramOutcome outcome_of(const ProgramRequest& request, WholeProgramRun run, const fs::path& executable,
                          const PathNames& names) {
  ProgramOutcome outcome;
  outcome.program = request.file;
  outcome.machine = request.machine.name;
  outcome.end = end_of(run, executable);
  outcome.run = std::move(run.device);
  outcome.standard_output = std::move(run.host.output.text);
  outcome.standard_error = std::move(run.host.errors.text);
  outcome.output_discarded = run.host.output.discarded;
  outcome.errors_discarded = run.host.errors.discarded;
  outcome.is_isolated = run.is_isolated;
  outcome.remarks = std::move(run.remarks);
  find_places(outcome, executable, names);
  return outcome;
}

}  // namespace

Result<void> check_request(const ProgramRequest& request) {
  if (request.build.empty()) return check_program(request.file);
  std::error_code code;
  const auto folder = folder_of_build(request.file);
  if (!fs::is_directory(folder, code)) return fail("there is no folder '{}'", folder.string());
  return {};
}

Result<ProgramOutcome> run_program(const ProgramRequest& request, const ProgramTools& tools,
                                   const ProgramCallbacks& callbacks) {
  TRY(check_request(request));
  TRY(const auto folder, TemporaryFolder::make());
  SourceTexts texts;
  const PathNames names(request.file, folder.path() / "copy", folder_of_build(request.file));
  auto made = build(request, tools.toolchain, folder.path());
  if (!made) made.error().details = named(std::move(made.error().details), names);
  TRY(auto built, std::move(made));
  if (callbacks.on_messages) callbacks.on_messages(named(std::move(built.messages), names));
  if (callbacks.on_remark) std::ranges::for_each(built.remarks, callbacks.on_remark);
  TRY(auto run, run_whole_program({request, callbacks, built.executable, folder.path(), tools.runtime_folder}));
  auto outcome = outcome_of(request, std::move(run), built.executable, names);
  complete_captured(outcome, built.builds, texts, names);
  outcome.remarks.insert(outcome.remarks.begin(), built.remarks.begin(), built.remarks.end());
  return outcome;
}

}  // namespace bankloom::program
