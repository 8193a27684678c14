// Pointer: what the user points at in any view, and what other views highlight for it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "core/session/side_view.h"

namespace bankloom {

/// One thing that is pointed at in a view. resolve() adds what follows from it.
struct Focus {
  Side side = Side::a;
  std::optional<unsigned> lane = {};
  std::optional<TileGeometry::Element> cell = {};
  std::optional<unsigned> bank = {};
  std::optional<std::uint32_t> line = {};     ///< 1-based line of the kernel's text
  std::optional<std::uint32_t> request = {};  ///< index in the timeline's requests()
  std::optional<std::uint64_t> output = {};   ///< index of an element of the output
  std::optional<std::uint64_t> row = {};      ///< of the tile
  std::optional<std::uint64_t> column = {};   ///< of the tile
  [[nodiscard]] bool empty() const {
    return !lane && !cell && !bank && !line && !request && !output && !row && !column;
  }
  friend bool operator==(const Focus&, const Focus&) = default;
};

/// The last request of a block that stored an element of the output.
struct OutputStore {
  std::shared_ptr<const Timeline> timeline;  ///< the block's
  std::uint64_t element = 0;
  std::optional<std::uint32_t> request;  ///< nothing where the block does not store it
  unsigned lane = 0;
};
[[nodiscard]] OutputStore find_store(const SideView& view, std::uint64_t element);

/// Adds what follows on a side: a lane's cell and bank (or its element of the output) at the present request, a cell's
/// bank and first lane, the request and the line of both, the request that stored an element of the output, a request's
/// line. On the other side it is the same lane (or cell, bank, request). `store`: of the element of the output that is
/// pointed at; another's is ignored.
[[nodiscard]] Focus resolve(const Focus& pointed, Side side, const SideViews& views, const OutputStore& store);

class Pointer {
 public:
  /// Set by views while a frame is made; hovered() has it in the next frame.
  void hover(const Focus& focus) { hovering_ = focus; }
  /// Ends the frame: hovered() becomes what was hovered in it, and the stores of the element pointed at are looked up,
  /// once for all views. True where either changed.
  bool end_frame(const SideViews& views);
  [[nodiscard]] const Focus& hovered() const { return hovered_; }
  /// Set by a click; stays until another click or clear_selection().
  void select(const Focus& focus) { selected_ = focus; }
  void clear_selection() { selected_ = {}; }
  [[nodiscard]] const Focus& selected() const { return selected_; }
  /// The hovered thing, else the selected one, without what follows from it.
  [[nodiscard]] const Focus& pointed() const { return hovered_.empty() ? selected_ : hovered_; }
  /// The same with what follows from it on a side, as resolve().
  [[nodiscard]] Focus focus(Side side, const SideViews& views) const {
    return resolve(pointed(), side, views, stores_[index_of(side)]);
  }
  /// Sets what a question asks about, which stays marked whatever is pointed at; `{}`: nothing is asked.
  void ask(const Focus& focus) { asked_ = focus; }
  [[nodiscard]] const Focus& asked() const { return asked_; }
  /// The same with what follows from it on a side: no bank where banks are hidden, and only the line where another
  /// request is shown than the one that is asked about.
  [[nodiscard]] Focus asked(Side side, const SideViews& views) const;

 private:
  Focus hovering_, hovered_, selected_, asked_;
  std::array<OutputStore, 2> stores_;  ///< of the element pointed at
};

}  // namespace bankloom
