// StepSequence: the steps of the animation: those of a warp's requests, or of the block's in the order of execution. A
// and B step together: a request is as long as the longer of the two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/session/pace.h"
#include "core/session/scene.h"
#include "core/session/side_view.h"

namespace bankloom {

// ---- the timelines of both sides -----------------------------------------------------------------
[[nodiscard]] std::uint32_t warps_of(const SideViews& views);
[[nodiscard]] std::uint32_t requests_of(const SideViews& views, std::uint32_t warp);
/// At least 1.
[[nodiscard]] std::uint32_t steps_of(const SideViews& views, std::uint32_t warp, std::uint32_t request);
/// The place in its request of a step that there is.
[[nodiscard]] StepPlace place_of(const SideViews& views, Position position);
/// A request that both sides make in different numbers of transactions.
struct RequestDifference {
  Space space = Space::shared;
  std::uint32_t source_line = 0;                ///< of A's text
  std::array<std::uint32_t, 2> transactions{};  ///< of A and B
};
/// That of a warp in which they differ most; one of shared memory, if there is any.
[[nodiscard]] std::optional<RequestDifference> largest_difference(const SideViews& views, std::uint32_t warp);
/// The last step of a warp's most expensive shared request (of equals a broadcast, or the one with the largest distance
/// between lanes; without a shared one the most expensive of all); in a comparison of the one in which both
/// sides differ most, if there is any.
[[nodiscard]] Position most_expensive(const SideViews& views, std::uint32_t warp,
                                      std::optional<Space> only = std::nullopt);

class StepSequence {
 public:
  StepSequence() = default;
  /// The block's steps, or those of one warp.
  StepSequence(const SideViews& views, PlayScope scope, std::uint32_t warp);

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  /// At least 1.
  [[nodiscard]] std::uint64_t count() const { return empty() ? 1 : entries_.back().start + entries_.back().steps; }
  /// The index of a step; 0 where it is missing.
  [[nodiscard]] std::uint64_t index_of(Position position) const;
  /// The step with an index, clamped to the last. The sequence must not be empty.
  [[nodiscard]] Position at(std::uint64_t index) const;
  /// The first step of the next request, or backwards of this one or the previous. Nothing at the ends.
  [[nodiscard]] std::optional<Position> next_request(Position position, int by) const;

  /// A step, from which one goes on to the next ones. The sequence must outlive it.
  class Cursor {
   public:
    [[nodiscard]] std::uint64_t index() const;
    [[nodiscard]] StepPlace place() const;
    /// False at the end.
    bool next();

   private:
    friend class StepSequence;
    Cursor(const StepSequence& sequence, std::size_t entry, std::uint32_t step)
        : sequence_(&sequence), entry_(entry), step_(step) {}
    const StepSequence* sequence_;
    std::size_t entry_;
    std::uint32_t step_;
  };
  [[nodiscard]] Cursor cursor(Position position) const { return {*this, entry_of(position), position.step}; }

 private:
  struct Entry {
    std::uint32_t warp = 0, request = 0;
    std::uint32_t steps = 1;
    std::optional<std::uint32_t> lesser;  ///< as StepPlace
    std::uint64_t start = 0;              ///< steps of the requests before it
  };
  [[nodiscard]] std::size_t entry_of(Position position) const;

  std::vector<Entry> entries_;
};

}  // namespace bankloom
