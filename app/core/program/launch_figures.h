// The figures of a program's launches, of equal ones in a row together, and their counterparts in an earlier run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/program/program_run.h"

namespace bankloom::program {

/// What a list of launches shows of one. Requests, wavefronts and bank conflicts are those of shared memory.
struct LaunchFigures {
  std::uint64_t requests = 0, wavefronts = 0, bank_conflicts = 0;
  std::uint64_t sectors = 0;  ///< of global memory
  std::uint64_t faults = 0;   ///< kinds and lines
  friend bool operator==(const LaunchFigures&, const LaunchFigures&) = default;
};

/// Nothing if a launch was refused or ended before all its blocks were executed.
[[nodiscard]] std::optional<LaunchFigures> figures_of(const ProgramLaunch& launch);

/// Launches that are alike and follow each other: indices of a run's list, from `first` to before `end`.
struct LaunchGroup {
  std::size_t first = 0, end = 0;
  [[nodiscard]] std::size_t size() const { return end - first; }
};
/// Whether two launches look the same in a list: kernel, grid, block, figures, what they ended with.
[[nodiscard]] bool are_alike(const ProgramLaunch& a, const ProgramLaunch& b);
[[nodiscard]] std::vector<LaunchGroup> group_launches(const std::vector<ProgramLaunch>& launches);

/// For each launch its counterpart in an earlier run: the launch of the same kernel with the same number among these,
/// whatever the grid; nothing if there is none.
[[nodiscard]] std::vector<std::optional<std::size_t>> counterparts(const std::vector<ProgramLaunch>& launches,
                                                                   const std::vector<ProgramLaunch>& before);

}  // namespace bankloom::program
