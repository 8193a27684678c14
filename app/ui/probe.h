// Probe: takes note of what a frame drew and where, so that tests can ask whether anything overlaps or is cut, and
// whether every control explains itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/rect.h"

namespace bankloom::ui {

class Probe {
 public:
  struct Item {
    std::string panel;                          ///< id of the panel, with "/a" or "/b" where it stands twice
    std::string what;                           ///< the text, or the control's name
    float x = 0, y = 0, width = 0, height = 0;  ///< pixels
    float clip_x = 0, clip_y = 0, clip_width = 0, clip_height = 0;
    bool scrolls = false;         ///< in an area that scrolls: may lie outside the clip
    bool scrolls_across = false;  ///< the same, to its left and right
    bool control = false;         ///< does something when it is clicked
    bool enabled = true;          ///< a control that is not does nothing now
  };

  /// What a picture of lanes shows besides: it overlaps, and is no control.
  struct Mark {
    /// value: a word on its way between its cell and its bank; label: what is written beside a token; warp: one of the
    /// block's at a barrier
    enum class Kind : std::uint8_t { token, home, gate, value, label, warp } kind = Kind::token;
    std::uint32_t lanes = 0;  ///< a bit each; or of the warp
    Rect rect;
    std::string words{};  ///< what a token carries, beside it; what a gate is called
    std::string panel{};
  };

  /// Off by default: then nothing is kept.
  void enable(bool on) { on_ = on; }
  [[nodiscard]] bool enabled() const { return on_; }
  void begin_frame() {
    items_.clear();
    tooltips_.clear();
    marks_.clear();
  }
  void begin_panel(std::string_view panel) { panel_ = panel; }
  void item(std::string_view what, float x, float y, float width, float height, bool control = false,
            bool enabled = true);
  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  void mark(Mark mark) {
    if (!on_) return;
    mark.panel = panel_;
    marks_.push_back(std::move(mark));
  }
  [[nodiscard]] const std::vector<Mark>& marks() const { return marks_; }
  /// Takes note of the words of a tooltip that is shown.
  void tooltip(std::string_view words) {
    if (on_) tooltips_.emplace_back(words);
  }
  [[nodiscard]] const std::vector<std::string>& tooltips() const { return tooltips_; }

 private:
  bool on_ = false;
  std::string panel_;
  std::vector<Item> items_;
  std::vector<std::string> tooltips_;
  std::vector<Mark> marks_;
};

}  // namespace bankloom::ui
