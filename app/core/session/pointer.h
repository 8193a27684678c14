// Pointer: what the user points at, in whichever view, and what follows from it in all others.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/session/side_view.h"

namespace bankloom {

/// One thing that a view points at. What is not set is not pointed at. resolve() adds what follows from it.
struct Focus {
  Side side = Side::a;
  std::optional<unsigned> lane = {};
  std::optional<TileGeometry::Element> cell = {};
  std::optional<unsigned> bank = {};
  std::optional<std::uint32_t> line = {};     ///< 1-based line of the kernel's text
  std::optional<std::uint32_t> request = {};  ///< index in the timeline's requests()
  std::optional<std::uint64_t> output = {};   ///< index of an element of the output
  [[nodiscard]] bool empty() const { return !lane && !cell && !bank && !line && !request && !output; }
  friend bool operator==(const Focus&, const Focus&) = default;
};

/// The request of a block that stored an element of the output last.
struct OutputStore {
  std::shared_ptr<const Timeline> timeline;  ///< the block's
  std::uint64_t element = 0;
  std::optional<std::uint32_t> request;  ///< nothing where the block does not store it
  unsigned lane = 0;
};
[[nodiscard]] OutputStore find_store(const SideView& view, std::uint64_t element);

/// What is pointed at, with what follows from it on a side: a lane's cell and bank (or the element of the output that
/// it stores) at the present request, a cell's bank and first lane, the request and the line of both, the request that
/// stored an element of the output, a request's line. On the other side the same lane (or cell, bank, request) is
/// meant. `store`: of the element of the output that is pointed at; another's is not looked at.
[[nodiscard]] Focus resolve(const Focus& pointed, Side side, const SideViews& views, const OutputStore& store);

class Pointer {
 public:
  /// What the mouse points at, set by views while a frame is made; valid for the next frame.
  void hover(const Focus& focus) { hovering_ = focus; }
  /// Ends the frame: what was hovered in it becomes hovered(), and the stores of the element pointed at are looked up,
  /// once for all views. True where either changed.
  bool end_frame(const SideViews& views);
  [[nodiscard]] const Focus& hovered() const { return hovered_; }
  /// What a click selected; stays until another click or clear_selection().
  void select(const Focus& focus) { selected_ = focus; }
  void clear_selection() { selected_ = {}; }
  [[nodiscard]] const Focus& selected() const { return selected_; }
  /// The hovered thing, or else the selected one: what the user points at, and no more.
  [[nodiscard]] const Focus& pointed() const { return hovered_.empty() ? selected_ : hovered_; }
  /// The same with what follows from it on a side, see resolve().
  [[nodiscard]] Focus focus(Side side, const SideViews& views) const {
    return resolve(pointed(), side, views, stores_[index_of(side)]);
  }

 private:
  Focus hovering_, hovered_, selected_;
  std::array<OutputStore, 2> stores_;  ///< of the element pointed at
};

}  // namespace bankloom
