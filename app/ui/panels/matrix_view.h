// The whole matrices that a kernel reads and writes, as outlines: the places of the shown block, of the selected warp,
// and of the present request in them. Part of several panels.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/session/matrix_places.h"
#include "ui/layout/box.h"

namespace bankloom::ui {

/// Pixels of an element, and the place of each matrix: all in one scale, beside or below each other.
struct MatrixRoom {
  float element = 0;  ///< 0: no room
  float column = 0;   ///< pixels for the text above one
  std::vector<Rect> rects;
};
/// `caption`: pixels above each matrix.
[[nodiscard]] MatrixRoom place_matrices(const std::vector<MatrixPlaces>& matrices, const Rect& room, float between,
                                        float caption);
/// Some elements on the screen, at least `least` pixels wide and high, within the matrix.
[[nodiscard]] Rect elements_on_screen(const MatrixRect& elements, const Rect& matrix, float element, float least);

class MatrixView {
 public:
  /// Height in units below which draw() shows nothing.
  static constexpr float kLeastHeight = 70;
  /// Draws into the room, if it is large enough. `only`: one parameter's matrix, without a line about the block.
  void draw(PanelContext& context, Side side, const SideView& view, const Rect& room,
            std::optional<std::size_t> only = std::nullopt);

  /// The matrices and their key alone, without a choice of the block.
  void draw_key_and_matrices(PanelContext& context, Side side, const SideView& view, const Rect& room);
  /// The row in which a block is chosen alone.
  void draw_choice(PanelContext& context, const SideView& view, const Rect& room);

 private:
  void draw_matrix(PanelContext& context, Side side, const SideView& view, const MatrixPlaces& matrix, const Rect& rect,
                   float element) const;
  static void draw_cells(PanelContext& context, const SideView& view, const MatrixPlaces& matrix, const Rect& rect,
                         float element);
  void draw_matrices(PanelContext& context, Side side, const SideView& view, const std::vector<MatrixPlaces>& matrices,
                     const Rect& room) const;
  /// Of the shown block and warp; false where there is nothing to draw.
  bool find_places(const PanelContext& context, const SideView& view);
  static Row key_of(const PanelContext& context, Side side);
  static Row block_choice(PanelContext& context, const SideView& view, bool clipped);
  std::shared_ptr<const Timeline> timeline_;
  std::uint32_t warp_ = 0;
  std::vector<MatrixPlaces> matrices_;
};

}  // namespace bankloom::ui
