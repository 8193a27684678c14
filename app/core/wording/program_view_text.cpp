#include "core/wording/program_view_text.h"

#include <algorithm>

#include "core/base/grouped.h"
#include "core/wording/numbers.h"
#include "core/wording/program_text.h"

namespace bankloom {

using namespace wording;

std::vector<Text> program_question_texts(const ProgramQuestionFacts& facts) {
  std::vector<Text> texts;
  if (facts.compiler.empty()) {
    texts.push_back(say("It cannot be compiled here: {why}.", "why"_a = facts.missing_compiler));
    return texts;
  }
  if (facts.has_own_build) {
    texts.push_back(say("The build command runs in a copy of {folder}; {compiler} replaces every nvcc.",
                        "folder"_a = facts.folder, "compiler"_a = facts.compiler));
  } else {
    texts.push_back(say("{compiler} compiles {file} and the headers that it includes.", "compiler"_a = facts.compiler,
                        "file"_a = facts.file));
  }
  texts.push_back(say("Then it runs on this machine, its kernels on the emulator."));
  if (facts.is_kept_apart) {
    texts.push_back(
        facts.may_write
            ? say("Its host code is isolated: it sees no network, no device and an empty home, and works on a copy "
                  "of {folder}; what it writes is lost when it ends.",
                  "folder"_a = facts.folder)
            : say("Its host code is isolated: it sees no network, no device and an empty home, and works on a copy "
                  "of the files in {folder}; what it writes is lost when it ends.",
                  "folder"_a = facts.folder));
  } else {
    texts.push_back(
        say("Nothing isolates it on this machine: it runs with your rights, can read and change your files, use the "
            "network and start programs. Install bubblewrap, or run only what you trust."));
  }
  texts.push_back(say("While this window is open, it runs again whenever it is saved."));
  return texts;
}

Text fetch_compiler_text(const std::string& folder) {
  return say(
      "NVIDIA's nvcc 13 can be downloaded from PyPI now: 105 MB, under the licence of the CUDA Toolkit, to {folder}.",
      "folder"_a = folder);
}

Text program_activity_text(ProgramActivity activity, const std::string& file) {
  return say("{activity:Reading|Downloading nvcc for|Compiling|Running} {file}",
             "activity"_a = Case{static_cast<std::size_t>(activity)}, "file"_a = file);
}

Text launch_progress_text(std::uint64_t launch, const std::string& kernel, std::uint64_t done, std::uint64_t blocks) {
  return say("launch {launch}, {kernel}: {done} of {blocks:# block|# blocks}", "launch"_a = launch, "kernel"_a = kernel,
             "done"_a = grouped(done), "blocks"_a = Count{blocks});
}

Text sampled_text(const program::ProgramLaunch& launch) {
  return say("{done} of {blocks:# block|# blocks} executed: the numbers are theirs, and the results are incomplete",
             "done"_a = grouped(launch.blocks_executed), "blocks"_a = Count{launch.blocks});
}

Text program_failure_text(const std::string& why, bool has_earlier) {
  Text clause = sentence_text(Text(why));
  if (!has_earlier) return clause;
  return joined({clause, say("The last run is shown.")});
}

Text program_not_run_text(const std::string& file) { return say("{file} has not run.", "file"_a = file); }

Text no_launches_text() { return say("The program launched no kernel."); }

Text run_whole_text() {
  return say(
      "Executes all blocks of the launches with a star, so that their results are complete; this may take "
      "long.");
}

Text launch_numbers_text(std::uint64_t index, std::size_t count) {
  if (count == 1) return Text(fmt::format("{}", index));
  return Text(fmt::format("{}–{}", index, index + count - 1));
}

Text launch_name_text(const program::ProgramLaunch& launch, std::size_t count) {
  if (count == 1) return Text(launch.kernel);
  return Text(fmt::format("{} × {}", launch.kernel, count));
}

Text launch_grid_text(const program::ProgramLaunch& launch) {
  return Text(
      fmt::format("{}{}", extent_text(launch.figures.grid), launch.is_sampled() && !launch.was_cancelled ? " *" : ""));
}

Text launch_row_text(const program::ProgramLaunch& launch, const std::string& place, std::size_t count) {
  std::vector<Text> lines{say("launch {index}, {kernel}", "index"_a = launch.index, "kernel"_a = launch.kernel)};
  if (count > 1) {
    lines.front() = say("launches {first} to {last}, {kernel}: all alike; click to show each", "first"_a = launch.index,
                        "last"_a = launch.index + count - 1, "kernel"_a = launch.kernel);
  }
  if (!place.empty()) lines.push_back(say("launched at {place}", "place"_a = place));
  if (launch.is_cooperative) lines.push_back(say("a cooperative launch"));
  if (launch.dynamic_shared != 0) {
    lines.push_back(say("{bytes} of dynamic shared memory a block", "bytes"_a = bytes_text(launch.dynamic_shared)));
  }
  if (launch.is_sampled() && !launch.was_cancelled) lines.push_back(sampled_text(launch));
  lines.push_back(launch_end_text(launch));
  return lines_text(lines);
}

Text program_summary_text(const program::ProgramOutcome& outcome, const std::string& file,
                          const SummaryOptions& options) {
  const auto& run = outcome.run;
  std::vector<Text> sentences{
      say("{file} made {launches:# launch|# launches}.", "file"_a = file, "launches"_a = Count{run.all_launches})};
  if (run.all_launches > run.launches.size()) {
    sentences.push_back(say("The first {listed} are listed.", "listed"_a = grouped(run.launches.size())));
  }
  const auto problems =
      static_cast<std::uint64_t>(std::ranges::count_if(run.reports, [](const program::ProgramReport& report) {
        return report.kind != program::ReportKind::lost_output && report.kind != program::ReportKind::leaked;
      }));
  if (problems != 0) {
    const Count count{problems};
    sentences.push_back(options.leads
                            ? say("{problems:# thing is|# things are} wrong in its host code: see the tab Program.",
                                  "problems"_a = count)
                            : say("{problems:# thing is|# things are} wrong in its host code.", "problems"_a = count));
  }
  const Text end = program_end_text(outcome.end);
  if (options.was_cancelled) {
    sentences.push_back(say("It was stopped before it was done: what it did so far is shown."));
  } else if (!end.empty()) {
    sentences.push_back(say("It {end}.", "end"_a = end));
  }
  return joined(sentences);
}

Text compiler_message_text(const std::string& place, const std::string& message) {
  if (place.empty()) return Text(message);
  return say("{place}: {message}", "place"_a = place, "message"_a = message);
}

Text build_message_text(const std::string& file, unsigned line, const std::string& message) {
  if (file.empty()) return Text(message);
  if (line == 0) return say("{file}: {message}", "file"_a = file, "message"_a = message);
  return say("{file}, line {line}: {message}", "file"_a = file, "line"_a = line, "message"_a = message);
}

Text launch_problem_text(const program::ProgramLaunch& launch, const Text& end) {
  return say("Launch {index}, {kernel}: {end}.", "index"_a = launch.index, "kernel"_a = launch.kernel, "end"_a = end);
}

Text program_isolation_text(const program::ProgramOutcome& outcome) {
  return outcome.is_isolated ? say("Its host code was isolated from the rest of the machine.")
                             : say("Its host code ran with your rights: this system cannot isolate it.");
}

Text discarded_output_text(std::uint64_t bytes) {
  if (bytes == 0) return {};
  return say("{bytes} more were written and not kept.", "bytes"_a = bytes_text(bytes));
}

Text awaited_launch_text(std::uint64_t launch) {
  return say("There was no room to keep the inputs of launch {launch}: the program runs again to get them.",
             "launch"_a = launch);
}

Text applied_text(const std::string& file, const std::string& copy) {
  if (copy.empty()) return say("Written to {file}.", "file"_a = file);
  return say("Written to {file}; the old version is now {copy}.", "file"_a = file, "copy"_a = copy);
}

Text columns_that_do_not_fit_text(std::uint64_t elements, std::uint64_t columns) {
  return say("{elements:# element does|# elements do} not make whole rows of {columns}.",
             "elements"_a = Count{elements}, "columns"_a = grouped(columns));
}

Text written_text(bool is_same) { return say("{what:other|same}", "what"_a = Case{is_same ? 1U : 0U}); }

Text output_cut_text(std::uint64_t bytes) {
  return say("… {bytes} before this are left out here", "bytes"_a = bytes_text(bytes));
}

Text unknown_faults_text(const program::ProgramLaunch& launch) {
  return launch.is_sampled() && launch.figures.faults.empty() ? say("unknown") : Text();
}

Text launch_without_figures_text(const program::ProgramLaunch& launch) {
  return say("{end:refused|ended}", "end"_a = Case{launch.refusal.empty() && launch.error == 0 ? 1U : 0U});
}

Wordings changed_wordings(std::uint64_t before, std::uint64_t now) {
  const std::string number = grouped(now);
  if (before == now) return {number};
  return {say("{before} → {now}", "before"_a = grouped(before), "now"_a = number), number};
}

}  // namespace bankloom
