#include "program/program_job.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/own/host_text.h"
#include "core/own/own_source.h"
#include "program/confined_tool.h"
#include "program/elf_file.h"
#include "program/isolation.h"
#include "program/nvcc_calls.h"
#include "program/own_build.h"
#include "program/path_names.h"
#include "program/whole_program.h"
#include "program/working_copy.h"

namespace bankloom::program {
namespace {

namespace fs = std::filesystem;

/// What the program, its build and its compiler see of the user's folders: its repository to be read, and in it the
/// copy of its own folder.
std::vector<HostFolder> folders_of(const ProgramRequest& request, const WorkingCopy* copy, const fs::path& own) {
  std::vector<HostFolder> folders;
  const auto show = [&](const fs::path& folder) {
    Workplace place;
    place.show(folder);
    folders.insert(folders.end(), place.folders.begin(), place.folders.end());
  };
  if (const fs::path root = shown_root(own); !root.empty()) show(root);
  for (const auto& folder : request.include) show(folder);
  if (copy != nullptr) folders.push_back({copy->folder().string(), own.string(), false});
  return folders;
}

Result<BuiltProgram> build(const ProgramRequest& request, const Toolchain& toolchain, const fs::path& folder,
                           const std::vector<HostFolder>& folders) {
  if (!request.build.empty()) {
    OwnBuildSettings settings{request.file, request.build, folders};
    settings.interrupt = request.interrupt;
    return run_own_build(toolchain, settings, folder);
  }
  CompileSettings settings{request.file, request.include, request.nvcc, folders};
  settings.interrupt = request.interrupt;
  return compile_program(toolchain, settings, folder);
}

/// The messages, with paths as the learner would write them.
std::vector<Diagnostic> named(std::vector<Diagnostic> messages, const PathNames& names) {
  for (Diagnostic& message : messages) message.file = names.name_of(message.file);
  return messages;
}

/// Finds the source lines of launches and reports, with paths as the learner would write them.
void find_places(ProgramOutcome& outcome, const WholeProgram& program, const PathNames& names) {
  std::vector<CodeOffset> offsets;
  offsets.reserve(outcome.run.launches.size() + outcome.run.reports.size());
  for (const auto& launch : outcome.run.launches) offsets.push_back(launch.launched_at);
  for (const auto& report : outcome.run.reports) offsets.push_back(report.code);
  auto places = code_places(program, offsets);
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

  /// From now on only of files that the compiler read, or, where it does not say, of files in the program's folder: a
  /// text can name any file as its own (#line).
  void limit_to(const std::vector<fs::path>& read, const fs::path& own, const std::string& file) {
    std::error_code code;
    for (const fs::path& one : read) read_.insert(fs::weakly_canonical(one, code));
    if (read.empty()) own_ = own;
    read_.insert(fs::weakly_canonical(file, code));
  }

  /// Empty if the file cannot be read, was not read by the compiler, or has changed since.
  const std::string& of(const std::string& file) {
    const auto [entry, is_new] = texts_.try_emplace(file);
    std::error_code code;
    if (is_new && may_read(file) && fs::last_write_time(file, code) < began_ && !code) {
      if (auto source = read_own_source(file)) entry->second = std::move(source->text);
    }
    return entry->second;
  }

  /// Those of the launches' kernels.
  std::map<std::string, std::string> of_launches(const ProgramOutcome& outcome) {
    std::map<std::string, std::string> found;
    for (const ProgramLaunch& launch : outcome.run.launches) {
      if (const std::string& text = of(launch.file); !text.empty()) found.try_emplace(launch.file, text);
    }
    return found;
  }

 private:
  [[nodiscard]] bool may_read(const std::string& file) const {
    if (file.empty()) return false;
    std::error_code code;
    const fs::path whole = fs::weakly_canonical(file, code);
    const fs::path within = own_.empty() ? fs::path() : whole.lexically_relative(own_);
    return read_.contains(whole) || (!within.empty() && *within.begin() != "..");
  }

  fs::file_time_type began_;
  std::set<fs::path> read_;
  fs::path own_;
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
    const auto& launches = outcome.run.launches;
    const auto launch = std::ranges::find(launches, whole.index, &ProgramLaunch::index);
    if (launch != launches.end()) {
      const CodePlace& place = outcome.launch_places[static_cast<std::size_t>(launch - launches.begin())];
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

/// Why a program does not run, and what is not held if it does.
Failure not_kept_apart(const std::string& file, const std::string& refused) {
  return fail(
      "{}: nothing isolates the program on this machine ({}). With --unconfined it runs with your rights: it can "
      "read and change your files, use the network and start programs, and only its time, its memory and some system "
      "calls are limited",
      file, refused);
}

/// Says that the program has functions in place of the runtime's: what it does with them is not seen.
void note_replaced(const WholeProgram& program, ProgramOutcome& outcome) {
  std::vector<std::string> ours = defined_functions(program.runtime_folder / "libcudart.so.13", Symbols::for_others);
  std::ranges::sort(ours);
  std::set<std::string> replaced;
  for (const std::string& name : defined_functions(program.executable, Symbols::all)) {
    if (std::ranges::binary_search(ours, name) && (name.starts_with("cuda") || name.starts_with("__cuda"))) {
      replaced.insert(name);
    }
  }
  if (replaced.empty()) return;
  outcome.run.unusable.insert(
      outcome.run.unusable.begin(),
      Error{
          message("the program has its own {} in place of the CUDA runtime's: what it does with them is not seen here",
                  join(replaced, list_sign()))}
          .message);
}

/// What became of the files that the program wrote to its folder.
std::vector<ProgramRemark> files_of(const ProgramRequest& request, const WorkingCopy* copy, const fs::path& own,
                                    int interrupt) {
  using Kind = ProgramRemark::Kind;
  if (copy == nullptr) return {};
  if (!request.keeps_files) {
    const auto changed = copy->changed();
    if (changed.empty()) return {};
    return {{Kind::files_dropped, std::to_string(changed.size()), changed.front()}};
  }
  std::vector<std::string> left;
  const std::uint64_t written = copy->bring_back(left, interrupt);
  std::vector<ProgramRemark> remarks;
  if (written != 0) remarks.push_back({Kind::files_kept, std::to_string(written), own.string()});
  for (const std::string& name : left) remarks.push_back({Kind::file_not_kept, name, own.string()});
  return remarks;
}

ProgramOutcome outcome_of(const ProgramRequest& request, WholeProgramRun run, const WholeProgram& program,
                          const PathNames& names) {
  const fs::path& executable = program.executable;
  ProgramOutcome outcome;
  outcome.program = request.file;
  outcome.machine = request.machine.name;
  outcome.end = end_of(run, executable);
  outcome.run = std::move(run.device);
  outcome.standard_output = std::move(run.host.output.text);
  outcome.standard_error = std::move(run.host.errors.text);
  outcome.output_discarded = run.host.output.discarded;
  outcome.errors_discarded = run.host.errors.discarded;
  outcome.is_isolated = granted_isolation().is_kept_apart();
  outcome.remarks = std::move(run.remarks);
  find_places(outcome, program, names);
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
  const GrantedIsolation& granted = granted_isolation();
  if (!granted.is_kept_apart() && !request.may_be_unconfined) {
    return not_kept_apart(request.file, granted.refused);
  }
  TRY(const auto folder, TemporaryFolder::make());
  SourceTexts texts;
  const PathNames names(request.file, folder.path() / "copy", folder_of_build(request.file));
  std::error_code code;
  const fs::path own = fs::canonical(
      request.build.empty() ? fs::absolute(request.file).parent_path() : folder_of_build(request.file), code);
  // Without walls a program sees its own folder.
  std::optional<WorkingCopy> copy;
  if (granted.is_kept_apart()) {
    TRY(copy, WorkingCopy::make(own, folder.path() / "own"));
    copy->add_plain(request.file);
    if (!copy->is_complete()) copy.reset();
  }
  const auto folders = folders_of(request, copy ? &*copy : nullptr, own);
  auto made = build(request, tools.toolchain, folder.path(), folders);
  if (!made) made.error().details = named(std::move(made.error().details), names);
  TRY(auto built, std::move(made));
  if (callbacks.on_messages) callbacks.on_messages(named(std::move(built.messages), names));
  if (callbacks.on_remark) std::ranges::for_each(built.remarks, callbacks.on_remark);
  texts.limit_to(built.read, own, request.file);
  WholeProgram program{request, callbacks, built.executable, folder.path(), tools.runtime_folder, folders};
  program.copy = copy ? &*copy : nullptr;
  program.own = own;
  TRY(auto run, run_whole_program(program));
  // What an interrupted program has written is kept, too.
  const auto came_back = files_of(request, program.copy, own, run.host.interrupted ? -1 : request.interrupt);
  if (callbacks.on_remark) std::ranges::for_each(came_back, callbacks.on_remark);
  auto outcome = outcome_of(request, std::move(run), program, names);
  outcome.remarks.insert(outcome.remarks.end(), came_back.begin(), came_back.end());
  note_replaced(program, outcome);
  complete_captured(outcome, built.builds, texts, names);
  outcome.texts = texts.of_launches(outcome);
  outcome.remarks.insert(outcome.remarks.begin(), built.remarks.begin(), built.remarks.end());
  return outcome;
}

}  // namespace bankloom::program
