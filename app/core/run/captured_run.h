// A run of a captured launch (core/own/captured_launch.h): on its memory, with its arguments, launched as the program
// launched it. Nothing is guessed.
//
// How a buffer is shown, by its name (OwnSource::columns) or, if that does not say it, as a matrix if the grid has
// rows of threads (more than one thread along y) and exactly one thread for each element: its columns are then the
// threads along x. Under such a grid a buffer of more than 256 elements is a square if it can be one, else it has as
// many columns where these make whole rows. All else is one row.
// The output is the memory that the launch wrote: of the entry's parameters the last that was written, else what is
// reached through structures and variables. Where nothing was written there is none (0 rows).
#pragma once

#include <memory>

#include "core/run/own_run.h"

namespace bankloom {

/// `own` is set if the text compiles, also where the run then fails. `most_work`: LaunchConfig::most_work. A launch
/// of more is a part of itself: the first kPartRecorded blocks are recorded, whatever the settings say, and some of the
/// others executed (Execution::is_part).
[[nodiscard]] Result<std::shared_ptr<const KernelRun>> run_captured_launch(const OwnRequest& request,
                                                                           const MachineModel& machine,
                                                                           const RunSettings& settings,
                                                                           std::shared_ptr<const OwnKernel>& own,
                                                                           std::uint64_t most_work = 0);

/// The blocks of a partial run that are recorded; BlockPlan always executes these and some others.
inline constexpr std::uint64_t kPartRecorded = 2;
/// The work for a first picture of a launch, in the unit of BlockPlan: about a twentieth of a second.
inline constexpr std::uint64_t kPartWork = 5'000'000;

}  // namespace bankloom
