// DrawnList: what a list of Dear ImGui's drew in the last frame, to be compared with what it is to draw now.
#pragma once

#include <imgui.h>

#include <memory>
#include <vector>

#include "ui/damage.h"
#include "ui/draw_canvas.h"

namespace bankloom::ui {

class DrawnList {
 public:
  /// Copies what the list draws.
  void take(const ImDrawList& list);
  /// Marks where the pictures of both may differ: all triangles, cells and glyphs of either that have no equal partner
  /// at the same place of the drawing order, and all of a map that changed.
  void add_difference(const ImDrawList& now, Damage& damage) const;

 private:
  struct Command {
    ImVec4 clip;
    ImTextureID texture{};
    ImDrawCallback callback = nullptr;
    std::shared_ptr<const CanvasDrawing> drawing;
    unsigned count = 0, first = 0, vertex = 0;  ///< indices, the first of them, and what they count from
  };
  [[nodiscard]] static bool is_like(const Command& before, const ImDrawCmd& now);
  void add_command(const Command& before, Damage& damage) const;
  void add_changes(const Command& before, const ImDrawList& now, const ImDrawCmd& command, Damage& damage) const;

  std::vector<ImDrawVert> vertices_;
  std::vector<ImDrawIdx> indices_;
  std::vector<Command> commands_;
};

/// While it lives, the list draws only what touches a rectangle, and nothing outside of it.
class ReducedList {
 public:
  ReducedList(ImDrawList& list, const Rect& rect);
  ~ReducedList();
  ReducedList(const ReducedList&) = delete;
  ReducedList& operator=(const ReducedList&) = delete;
  ReducedList(ReducedList&&) = delete;
  ReducedList& operator=(ReducedList&&) = delete;
  /// Whether nothing is left to draw.
  [[nodiscard]] bool empty() const { return list_.CmdBuffer.Size == 0; }

 private:
  ImDrawList& list_;
  ImVector<ImDrawCmd> commands_;  ///< the whole list's, while this lives
  ImVector<ImDrawIdx> indices_;
};

}  // namespace bankloom::ui
