// Compositor: brings a frame to the screen, drawing only the squares that changed.
//
// In software OpenGL, drawing is the cost of a frame, and during an animation most of the window stays the same. A slot
// whose draw lists have the same hash as in the last frame is kept. In the others, every square of 16 pixels has a hash
// of what overlaps it, in the order of drawing; where that changed, a few rectangles are cleared and drawn. Layers
// above the slots (tokens in flight, a tooltip, a menu, a card) are drawn over them. If the framebuffer still holds the
// last frame, only changes are copied to it: a whole window costs software OpenGL more than everything that an
// animation moves.
//
// These figures are the reason for it (window_benchmark at 1600 x 900, two tiles compared, llvmpipe on two cores), for
// one step per frame, and for 64 numbered lanes in flight above the panels, whose frames may take 12 ms (median) and
// 16.7 ms (95th percentile). Processor time of a frame in ms, measured in turns on a busy machine; in brackets median
// and 95th percentile of elapsed time, where a quiet machine was available:
//                                          a step a frame      64 lanes
//   everything drawn in every frame        37-49 (23, 27)      40-43 (23, 27)
//   all of each slot that changed          19-22 (11, 18)      4.4-5.6 (2, 6)
//   the changed squares, as here           5.6-6.8             3.5-4.2
// One rectangle per slot instead of six takes 9.3 for one step per frame; all triangles with narrower clip rectangles,
// instead of those that overlap the rectangle, 8.0.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gfx/framebuffer.h"
#include "ui/rect.h"
#include "ui/theme.h"

namespace bankloom::ui {

/// A slot: an ImGui window with its child windows, on a background of one colour. Grounds do not overlap.
struct Ground {
  Rect rect;
  Colour colour{};
  std::string window;  ///< name of the ImGui window; empty: nothing is drawn on it
  friend bool operator==(const Ground&, const Ground&) = default;
};

/// Clears the grounds of the bound framebuffer and draws everything. Grounds are cleared, not drawn: as rectangles of
/// Dear ImGui every pixel of the window would be textured and blended, which takes software OpenGL several
/// milliseconds.
void draw_everything(ImDrawData& data, const std::vector<Ground>& grounds);

class Compositor {
 public:
  /// If turned off, it keeps no picture: everything is drawn in every frame.
  void turn_on(bool on) { on_ = on, picture_.reset(); }

  /// Shows the frame in the bound framebuffer, which has the given size; `holds_last`: it holds the result of the last
  /// draw(). If no picture can be kept (no memory for it), everything is drawn.
  void draw(ImDrawData& data, const std::vector<Ground>& grounds, gfx::PixelSize size, bool holds_last);
  /// Discards the picture; called when a texture has other contents under the same name.
  void forget() { picture_.reset(); }
  /// Pixels of the slots that the last draw() cleared and drew.
  [[nodiscard]] double drawn_pixels() const { return drawn_pixels_; }

 private:
  /// The hashes of a slot: of everything, and of what overlaps each square of a grid, row by row.
  struct Drawn {
    std::uint64_t all = 0;
    std::vector<std::uint64_t> squares;
  };
  /// Returns the rectangles of the ground that were redrawn.
  std::vector<Rect> update(std::size_t index, const ImDrawData& data, std::vector<ImDrawList*>& lists);

  bool on_ = true;
  std::optional<gfx::Framebuffer> picture_;  ///< the slots without the layers above them
  std::vector<Ground> grounds_;
  std::vector<Drawn> drawn_;          ///< by ground
  std::vector<std::uint64_t> above_;  ///< of the layers above the slots, by square of the whole window
  double drawn_pixels_ = 0;
};

}  // namespace bankloom::ui
