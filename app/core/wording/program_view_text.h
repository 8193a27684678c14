// The window's texts about a learner's program: before it runs, while it runs, and its launches.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/program/launch_figures.h"
#include "core/program/program_outcome.h"
#include "core/wording/text.h"

namespace bankloom {

/// What the user needs to know before they allow a program to run.
struct ProgramQuestionFacts {
  std::string file;              ///< "square.cu"
  std::string folder;            ///< of the file
  std::string compiler;          ///< "nvcc 13.0"; empty where there is none
  std::string missing_compiler;  ///< why, in a sentence
  bool has_own_build = false;    ///< a command builds it
  bool is_kept_apart = false;
  bool may_write = false;  ///< to its folder
};
/// What happens if it is allowed to run, a sentence each.
[[nodiscard]] std::vector<Text> program_question_texts(const ProgramQuestionFacts& facts);
/// An offer to download nvcc, with size, licence and destination.
[[nodiscard]] Text fetch_compiler_text(const std::string& folder);

/// What is being done for a program.
enum class ProgramActivity : std::uint8_t { looking, fetching, building, running };
[[nodiscard]] Text program_activity_text(ProgramActivity activity, const std::string& file);
/// "launch 3, transpose: 120 of 512 blocks"; `launch` counts from 0, as the list does.
[[nodiscard]] Text launch_progress_text(std::uint64_t launch, const std::string& kernel, std::uint64_t done,
                                        std::uint64_t blocks);

struct SummaryOptions {
  bool was_cancelled = false;
  bool leads = false;  ///< it refers to the problems of the host code
};
/// "square.cu made 12 launches; the first 1,000 are listed", and how it ended if not with status 0.
[[nodiscard]] Text program_summary_text(const program::ProgramOutcome& outcome, const std::string& file,
                                        const SummaryOptions& options);
/// Why there is no run: "it does not compile"; `has_earlier`: an earlier run is shown.
[[nodiscard]] Text program_failure_text(const std::string& why, bool has_earlier);
[[nodiscard]] Text program_not_run_text(const std::string& file);
[[nodiscard]] Text no_launches_text();
/// The effect of running all blocks of all launches.
[[nodiscard]] Text run_whole_text();
/// "square.cu:31: text": a message of a compiler, whose place may be empty.
[[nodiscard]] Text compiler_message_text(const std::string& place, const std::string& message);
/// "common.h, line 3: text": the same in an editor that shows another file.
[[nodiscard]] Text build_message_text(const std::string& file, unsigned line, const std::string& message);
/// A launch's problem, in the program's list.
[[nodiscard]] Text launch_problem_text(const program::ProgramLaunch& launch, const Text& end);
/// Whether the program was kept apart.
[[nodiscard]] Text program_isolation_text(const program::ProgramOutcome& outcome);
/// Which bytes of its output were not kept; empty where all were.
[[nodiscard]] Text discarded_output_text(std::uint64_t bytes);
/// Whether a launch wrote the same as in the run before.
[[nodiscard]] Text written_text(bool is_same);
/// `columns` do not divide a buffer into whole rows.
[[nodiscard]] Text columns_that_do_not_fit_text(std::uint64_t elements, std::uint64_t columns);
/// The memory of a launch was not kept, so the program runs again.
[[nodiscard]] Text awaited_launch_text(std::uint64_t launch);
/// A changed text was written back to the learner's file; `copy`: the file with the old text, if any.
[[nodiscard]] Text applied_text(const std::string& file, const std::string& copy);
/// Replaces the beginning of a long output.
[[nodiscard]] Text output_cut_text(std::uint64_t bytes);
/// A launch that has no faults to count: "refused", "ended".
[[nodiscard]] Text launch_without_figures_text(const program::ProgramLaunch& launch);
/// In place of the number of a launch's faults: "unknown" if none was found, but not all blocks were executed; else
/// empty.
[[nodiscard]] Text unknown_faults_text(const program::ProgramLaunch& launch);

/// "first 65,536 of 1,048,576 blocks": a launch executed in part.
[[nodiscard]] Text sampled_text(const program::ProgramLaunch& launch);
/// "3" or "3–12": `count` equal launches.
[[nodiscard]] Text launch_numbers_text(std::uint64_t index, std::size_t count);
/// "transpose", "transpose × 10".
[[nodiscard]] Text launch_name_text(const program::ProgramLaunch& launch, std::size_t count);
/// "32 × 32", with a star where it is sampled.
[[nodiscard]] Text launch_grid_text(const program::ProgramLaunch& launch);
/// Everything without a column, for the tooltip of a row of `count` equal launches.
[[nodiscard]] Text launch_row_text(const program::ProgramLaunch& launch, const std::string& place, std::size_t count);
/// "1,024 → 32" in all lengths: a figure that changed since the previous run.
[[nodiscard]] Wordings changed_wordings(std::uint64_t before, std::uint64_t now);

}  // namespace bankloom
