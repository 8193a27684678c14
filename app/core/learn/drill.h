// Drill: a small kernel with one access that is asked about, made from a seed, for practice without end.
//
// Seed, number in the series and weights decide a drill, on every machine alike: the random numbers are those of
// std::mt19937_64, which the standard fixes, and no distribution of the library's. So a class that types one seed is
// asked the same.
//
// The access is what the compiled kernel does (warp 0, and its addresses as in the block's shared memory, where the
// array begins at byte 0), so a drill is asked and answered without compiling it. Its text stands by itself: it opens
// as an own kernel.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/dim3.h"
#include "core/learn/question.h"
#include "core/machine/machine_model.h"
#include "core/trace/memory_access.h"

namespace bankloom::learn {

enum class DrillPattern : std::uint8_t { stride, padding, width, shape, transposed, exclusive_or, partial, broadcast };
inline constexpr std::array<std::string_view, 8> kDrillPatterns = {"stride",     "padding", "width",   "shape",
                                                                   "transposed", "xor",     "partial", "broadcast"};
/// The lesson that drills are kept under in a learner's progress, and an item of it: "drill:stride".
inline constexpr const char* kDrillLesson = "drill";
[[nodiscard]] std::string drill_item(DrillPattern pattern);

/// How hard drills become, from 1, and how many are as hard before the next ones are harder.
inline constexpr unsigned kDrillLevels = 5, kDrillsPerLevel = 3;
/// The time that an answer should take.
inline constexpr unsigned kDrillSeconds = 20;

/// How often each pattern comes, against the others; at least one is not 0.
using DrillWeights = std::array<unsigned, kDrillPatterns.size()>;
inline constexpr DrillWeights kEqualWeights = {2, 2, 2, 2, 2, 2, 2, 2};
/// More for the patterns that were answered wrong more often than right, up to four times as much; `progress` is the
/// text of progress_file().
[[nodiscard]] DrillWeights drill_weights(std::string_view progress);

struct Drill {
  DrillPattern pattern = DrillPattern::stride;
  unsigned level = 1;
  std::string text;                  ///< CUDA C++, which says how it is launched (docs/OWN_KERNELS.md)
  unsigned line = 0;                 ///< of the access that is asked about, from 1
  Dim3 block;                        ///< of one warp, the last lanes of which may be missing
  MemoryAccess access;               ///< without values
  std::uint64_t elements = 0;        ///< of the shared array, padding included
  std::optional<TileGeometry> tile;  ///< of an array with rows
  Question question;
};

/// `number`: place in the series, from 0, which the level rises with. `machine` decides nothing but whether there are
/// conflicting lanes to ask for.
[[nodiscard]] Drill make_drill(const MachineModel& machine, std::uint64_t seed, unsigned number,
                               const DrillWeights& weights = kEqualWeights);

/// The access as a run of its kernel that made nothing else.
[[nodiscard]] RunAt run_of(const Drill& drill, const MachineModel& machine);
/// The question with its answers.
[[nodiscard]] Result<Asked> ask(const Drill& drill, const MachineModel& machine);

}  // namespace bankloom::learn
