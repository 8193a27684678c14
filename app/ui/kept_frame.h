// KeptFrame: the picture of the last frame, of which only the slots that changed are drawn anew.
//
// In software OpenGL, drawing is what a frame costs. While an animation plays, most panels look as they did in the last
// frame: the vertices, commands and batches that they ask to be drawn are the same bytes. Those slots stay. Of the
// others the few rectangles are cleared and drawn that hold what is not drawn as it was. Where anything lies above the
// slots (a tooltip, a menu, a card), everything is drawn.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gfx/framebuffer.h"
#include "ui/drawn_list.h"
#include "ui/rect.h"
#include "ui/theme.h"

namespace bankloom::ui {

/// A slot: an ImGui window with its child windows, on a ground of one colour. Grounds do not overlap.
struct Ground {
  Rect rect;
  Colour colour{};
  std::string window;  ///< name of the ImGui window; empty: nothing is drawn on it
  friend bool operator==(const Ground&, const Ground&) = default;
};

/// Clears the grounds in the bound framebuffer. Cleared, not drawn: as rectangles of Dear ImGui every pixel of the
/// window would be textured and blended, which takes software OpenGL several milliseconds a frame.
void clear_grounds(const std::vector<Ground>& grounds, float framebuffer_height);

class KeptFrame {
 public:
  /// Shows the frame in the bound framebuffer, which has the given size. Where no picture can be kept (no memory for
  /// it), everything is drawn.
  void draw(ImDrawData& data, const std::vector<Ground>& grounds, gfx::PixelSize size);
  /// The same once more, with everything drawn.
  void draw_anew(ImDrawData& data);
  /// Forgets the picture: to be called when a texture has got other contents under the same name.
  void forget() { picture_.reset(); }
  /// Pixels that the last draw() cleared and drew anew.
  [[nodiscard]] double drawn_pixels() const { return drawn_pixels_; }

 private:
  /// What of a ground is to be drawn anew.
  [[nodiscard]] std::vector<Rect> parts_of(std::size_t ground, const std::vector<ImDrawList*>& lists) const;

  std::optional<gfx::Framebuffer> picture_;
  std::vector<Ground> grounds_;
  std::vector<std::uint64_t> hashes_;          ///< of what was drawn on each
  std::vector<std::vector<DrawnList>> drawn_;  ///< what was drawn on each
  bool had_more_ = false;                      ///< something lay above the slots
  double drawn_pixels_ = 0;
};

}  // namespace bankloom::ui
