// Advice: how to lay out a kernel's tile so that its shared-memory accesses have no bank conflict, and what that costs.
//
// Two layouts are searched for: the smallest padding, and an xor swizzle. Both are found by trying, never by a formula:
//  - where an option of the kernel, or another kernel of the catalogue (named in kernel.json), has the layout, that
//  kernel is
//    compiled, executed and analysed (AdviceMethod::run);
//  - elsewhere the recorded accesses are priced with the tile's elements at other places (AdviceMethod::replay, see
//    tile_replay.h), and the answer says so.
// Launches of which only the first blocks were recorded are searched by replay, and the layout found is then executed.
//
// Not modelled: the cost of computing addresses; time; registers, which may limit the blocks on a multiprocessor.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/advice/layout_edit.h"
#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/machine/occupancy.h"
#include "core/run/kernel_run.h"

namespace bankloom {

/// The largest padding that is tried: after 32 banks paddings repeat.
inline constexpr std::uint64_t kLargestPadding = 33;

/// What a kernel's shared-memory accesses cost with one layout of its tile, modelled by the run's machine.
struct LayoutCost {
  std::uint64_t shared_bytes = 0;  ///< per block, static and dynamic
  Occupancy occupancy;             ///< blocks on a multiprocessor
  std::uint64_t requests = 0, wavefronts = 0, bank_conflicts = 0;
  std::uint64_t blocks = 0;  ///< blocks of the grid that the sums are of
};

/// Where the elements of a tile lie: rows of columns + padding elements, perhaps with an xor swizzle.
struct ReplayedLayout {
  std::uint64_t padding = 0;  ///< elements
  /// Set: element (r, c) lies in column c ^ ((r >> shift) % width), columns counted in chunks; a negative shift is one
  /// to the left.
  struct Xor {
    int shift = 0;
    std::uint64_t width = 1;  ///< a power of two that divides the tile's columns / chunk
    std::uint64_t chunk = 1;  ///< elements that stay together, the width of the widest access
    friend bool operator==(const Xor&, const Xor&) = default;
  };
  std::optional<Xor> swizzle;
  friend bool operator==(const ReplayedLayout&, const ReplayedLayout&) = default;
};

/// A layout that was tried: another kernel, other options of the same kernel, or elements at other places.
struct TriedLayout {
  std::string kernel;    ///< "lesson/name"
  OptionValues options;  ///< that make the difference
  std::optional<ReplayedLayout> replayed;
  friend bool operator==(const TriedLayout&, const TriedLayout&) = default;
};

/// Why a layout is not usable.
enum class LayoutFlaw : std::uint8_t {
  none,
  not_run,            ///< it could not be compiled or executed; `message` says why
  data_in_padding,    ///< the kernel keeps data in the padding of the tile
  misaligned,         ///< wide accesses would be misaligned; `number`: their bytes, 0 where unknown
  fault,              ///< the emulator finds `fault`
  wrong_output,       ///< the output is wrong with it
  too_large,          ///< a block has only `number` bytes of shared memory on the machine `message`
  conflicts_in_part,  ///< the first `number` of `blocks` blocks conflict, so it was not run
};
struct LayoutProblem {
  LayoutFlaw flaw = LayoutFlaw::none;
  std::string message{};
  std::uint64_t number = 0, blocks = 0;
  simt::FaultKind fault{};
  friend auto operator<=>(const LayoutProblem&, const LayoutProblem&) = default;
  explicit operator bool() const { return flaw != LayoutFlaw::none; }
};

struct LayoutTrial {
  TriedLayout layout;
  std::optional<LayoutCost> cost;  ///< nothing where it is unknown
  LayoutProblem problem{};
  /// True for a usable layout without bank conflicts.
  [[nodiscard]] bool conflict_free() const { return cost && !problem && cost->bank_conflicts == 0; }
};

enum class AdviceStatus : std::uint8_t {
  as_it_is,  ///< the kernel has that layout, or needs none
  found,     ///< another layout, in `layout`
  none,      ///< none of those tried is free of conflicts
  nothing,   ///< there was nothing to try: no shared memory, no tile
};
/// "as_it_is", "found", "none", "nothing".
[[nodiscard]] std::string_view advice_status_name(AdviceStatus status);

enum class AdviceMethod : std::uint8_t { run, replay };
/// "run", "replay".
[[nodiscard]] std::string_view advice_method_name(AdviceMethod method);

enum class AdviceQuestion : std::uint8_t { padding, swizzle };

/// What was found.
enum class AdviceFinding : std::uint8_t {
  no_shared_memory,  ///< the kernel does not access any
  no_tile,           ///< the kernel does not say how a tile lies in shared memory
  not_needed,        ///< there is no conflict as it is
  is_smallest,       ///< the padding that the kernel has is the smallest without conflict
  other_layout,      ///< another layout has no conflict
  none_tried,        ///< none of those tried is free of conflicts
  no_even_parts,     ///< an xor would leave the row, which has an odd number of parts
};

/// The result of one of the two searches.
struct Suggestion {
  AdviceQuestion question = AdviceQuestion::padding;
  AdviceFinding finding = AdviceFinding::no_shared_memory;
  AdviceMethod method = AdviceMethod::run;
  std::optional<TriedLayout> layout;        ///< that the kernel has or should have
  std::optional<LayoutCost> before, after;  ///< of the same blocks; set where there is a layout
  /// What one click applies: a kernel ("lesson/name") and its complete options. Empty where the kernel has the layout
  /// already, or no kernel has it.
  std::string kernel;
  OptionValues options;
  /// For a layout found by replay: the kernel's text with it, which was run and checked, or why there is none.
  LayoutEdit edit;
  std::vector<LayoutTrial> trials;                    ///< in the order in which they were tried
  bool atomics_conflict = false;                      ///< atomics have some of the conflicts, which no layout avoids
  std::uint64_t row_elements = 0, part_elements = 0;  ///< no_even_parts: of a row, of a part that stays together
  [[nodiscard]] AdviceStatus status() const;
  [[nodiscard]] bool applicable() const { return !kernel.empty(); }
};

struct Advice {
  std::string kernel;  ///< "lesson/name"
  OptionValues options;
  std::string machine;
  LayoutCost now;  ///< of all blocks
  Suggestion padding, swizzle;
};

/// Advice for a run. `catalog` may have the kernel's swizzled version (only for the catalogue's own text); kernels are
/// compiled for `architecture`. Error: cancelled by `stop` (ErrorCode::cancelled). A layout that cannot be compiled or
/// run is a trial with a problem, not an error.
[[nodiscard]] Result<Advice> advise(const KernelRun& run, const Catalog& catalog, Compiler& compiler,
                                    const std::string& architecture = kDefaultArchitecture,
                                    const std::stop_token& stop = {});

}  // namespace bankloom
