// Advice: how to lay out a kernel's tile so that its shared-memory accesses have no bank conflict, and what that costs.
//
// Two answers are looked for: the smallest padding, and an xor swizzle. Both are found by trying, never by a formula:
//  - where an option of the kernel, or a kernel of the catalogue that kernel.json names, has the layout, that kernel is
//    compiled, executed and analysed (AdviceMethod::run);
//  - elsewhere the recorded accesses are priced with the tile's elements at other places (AdviceMethod::replay, see
//    tile_replay.h), and the sentence says so.
// Launches of which only the first blocks were recorded are searched by replay, and what is found is then executed.
//
// Not modelled: what computing the addresses takes; time; registers in the blocks of a multiprocessor.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/machine/occupancy.h"
#include "core/run/kernel_run.h"

namespace bankloom {

/// The largest padding that is tried: beyond a row of 32 banks paddings repeat themselves.
inline constexpr std::uint64_t kLargestPadding = 33;

/// What the shared-memory accesses of a kernel cost with one layout of its tile. Modelled, by the run's machine.
struct LayoutCost {
  std::uint64_t shared_bytes = 0;  ///< per block, static and dynamic
  Occupancy occupancy;             ///< blocks on a multiprocessor
  std::uint64_t requests = 0, wavefronts = 0, bank_conflicts = 0;
  std::uint64_t blocks = 0;  ///< blocks of the grid whose accesses these are
};

/// One layout that was tried.
struct LayoutTrial {
  std::string layout;              ///< "IPAD = 1", "c ^ (r % 32)"
  std::optional<LayoutCost> cost;  ///< nothing where it could not be had at all
  std::string problem;             ///< why it does not do, a clause; empty where it is a right layout
  /// True for a right layout without bank conflicts.
  [[nodiscard]] bool conflict_free() const { return cost && problem.empty() && cost->bank_conflicts == 0; }
};

enum class AdviceStatus : std::uint8_t {
  as_it_is,  ///< the kernel has that layout, or needs none: nothing is to be changed
  found,     ///< another layout, in `layout`
  none,      ///< none of those tried is free of conflicts
  nothing,   ///< there was nothing to try: no shared memory, no tile
};
/// "as_it_is", "found", "none", "nothing".
[[nodiscard]] std::string_view advice_status_name(AdviceStatus status);

enum class AdviceMethod : std::uint8_t { run, replay };
/// "run", "replay".
[[nodiscard]] std::string_view advice_method_name(AdviceMethod method);

/// The answer to one of the two questions.
struct Suggestion {
  AdviceStatus status = AdviceStatus::nothing;
  AdviceMethod method = AdviceMethod::run;
  std::string layout;  ///< "IPAD = 1", "SWIZZLE = 1", "transpose/tileSwizzle", "c ^ (r % 32)"; "" if none
  std::optional<LayoutCost> before, after;  ///< of the same blocks; set where there is a layout
  /// What one click applies: a kernel ("lesson/name") and the options to set there, complete. Empty where the layout is
  /// as it is already, or where no kernel has it.
  std::string kernel;
  OptionValues options;
  std::vector<LayoutTrial> trials;  ///< in the order in which they were tried
  std::string sentence;             ///< the answer, with what it costs
  [[nodiscard]] bool applicable() const { return !kernel.empty(); }
};

struct Advice {
  std::string kernel;  ///< "lesson/name"
  OptionValues options;
  std::string machine;
  LayoutCost now;  ///< of all blocks
  Suggestion padding, swizzle;
};

/// Advice for a kernel as it was run. `catalog` is where its swizzled version is looked for (only for a text that is
/// the catalogue's own), `architecture` what it is compiled for. Errors: cancelled by `stop` (RunFailure::cancelled). A
/// layout that cannot be compiled or run is a trial with a problem, not an error.
[[nodiscard]] RunResultOf<Advice> advise(const KernelRun& run, const Catalog& catalog, Compiler& compiler,
                                         const std::string& architecture = kDefaultArchitecture,
                                         const std::stop_token& stop = {});

}  // namespace bankloom
