// Probe: records what a frame drew and where, so that tests can check that nothing overlaps or is cut, and that every
// control has a tooltip.
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
    std::string panel;                          ///< id of the panel, with "/a" or "/b" if it exists twice
    std::string what;                           ///< the text, or the control's name
    float x = 0, y = 0, width = 0, height = 0;  ///< pixels
    float clip_x = 0, clip_y = 0, clip_width = 0, clip_height = 0;
    bool scrolls = false;         ///< in a scrolling area: may be outside the clip
    bool scrolls_across = false;  ///< the same horizontally
    bool control = false;         ///< reacts to a click
    bool enabled = true;          ///< of a control: it has an effect now
  };

  /// A mark in a picture of lanes: it may overlap, and is no control.
  struct Mark {
    /// value: a word in flight between its cell and its bank; served: a word at its bank at the end of the request;
    /// label: text beside a token; warp: one of the block's at a
    /// barrier; name: what stands before a row; ring: around what a question asks about; wrong: what was answered and
    /// is wrong; framed: what is picked for an answer, or the answer
    enum class Kind : std::uint8_t {
      token,
      home,
      gate,
      value,
      served,
      label,
      warp,
      name,
      ring,
      wrong,
      framed
    } kind = Kind::token;
    std::uint32_t lanes = 0;  ///< one bit each; or of the warp
    Rect rect;
    std::string words{};  ///< a token's text beside it; a gate's or a row's name
    std::string panel{};
  };

  /// Off by default: then nothing is recorded.
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
  /// Records the text of a visible tooltip.
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
