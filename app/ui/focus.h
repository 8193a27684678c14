// KeyboardFocus: which control the keyboard acts on. Every control registers its place in each frame, in the order of
// reading; a key's action is passed to the control when it is drawn next. Independent of Dear ImGui, whose own Tab
// visits text fields only.
#pragma once

#include <cfloat>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ui/rect.h"

namespace bankloom::ui {

class KeyboardFocus {
 public:
  using Id = std::uint32_t;  ///< Dear ImGui's: unique in a frame
  enum class Kind : std::uint8_t {
    pressed,   ///< Return and Space are a click on it; arrows go to its neighbours
    typed,     ///< takes input as soon as it has the focus
    pictured,  ///< has cells of its own for the arrow keys
  };
  struct Stop {
    Id id = 0;
    Kind kind = Kind::pressed;
    Rect rect;          ///< pixels
    Rect clip;          ///< its visible area of the window
    std::string panel;  ///< panel of the control
    int layer = 0;
  };
  /// What a control must do in this frame.
  struct Asked {
    bool has_focus = false;
    bool is_pressed = false;   ///< as by a click
    bool has_come = false;     ///< it just got the focus and must show it
    int across = 0, down = 0;  ///< steps to the right and down; only for Kind::pictured
  };

  /// Before the keys and the controls of a frame.
  void begin_frame();
  /// The following controls belong to this panel. Only those of the highest existing layer take keys: panels 0, a
  /// dialog 1, the lines of an open list 2 more.
  void begin_panel(std::string_view panel, int layer = 0);
  /// Exists while a list is open.
  class Above {
   public:
    explicit Above(KeyboardFocus* focus) : focus_(focus) {
      if (focus_ != nullptr) focus_->layer_ += 2;
    }
    ~Above() {
      if (focus_ != nullptr) focus_->layer_ -= 2;
    }
    Above(const Above&) = delete;
    Above& operator=(const Above&) = delete;

   private:
    KeyboardFocus* focus_;
  };
  Asked add(Id id, Kind kind, const Rect& rect, const Rect& clip);
  /// The cell reached by the arrow keys in the picture with the focus that was added last, of so many.
  struct Cell {
    int column = 0, row = 0;
  };
  Cell cell_among(int columns, int rows);
  /// The drawn place of that cell; its tooltip is beside it.
  void show_cell(const Rect& rect) { shown_cell_ = {stops_.back().id, rect}; }
  /// The cell of a picture of this frame reached by the arrow keys; null if it has none.
  [[nodiscard]] const Rect* shown_cell(Id picture) const {
    return shown_cell_.first == picture && picture != 0 ? &shown_cell_.second : nullptr;
  }
  /// The same for the picture added last.
  [[nodiscard]] const Rect* shown_cell() const { return stops_.empty() ? nullptr : shown_cell(stops_.back().id); }
  /// Gives the last added control the focus, such as the first line of a list opened by a key.
  void take();
  /// The last added control was used with the mouse: Tab continues from there.
  void start_here();

  // ---- keys, between begin_frame() and the first control
  /// Tab: 1, Shift+Tab: -1. Without a focus, the control that had it last gets it, otherwise the first or last.
  void go(int by);
  /// To the first control of the next or previous panel.
  void go_to_panel(int by);
  /// An arrow key: to the neighbour in that direction within the panel; a Kind::pictured control receives it.
  void move(int across, int down);
  void press();
  /// Releases the focus; false if no control had it.
  bool leave();
  /// The position of the mouse. After a move, pictures use it instead of the arrow keys' cell, until an arrow key is
  /// pressed.
  void follow_mouse(float x, float y) {
    // Nowhere: it has not been moved.
    if (x <= -FLT_MAX) return;
    const std::pair at{x, y};
    is_mouse_followed_ = is_mouse_followed_ || at != mouse_;
    mouse_ = at;
  }
  [[nodiscard]] bool is_mouse_followed() const { return is_mouse_followed_; }

  /// Whether keys belong to a control.
  [[nodiscard]] bool is_on_control() const { return at_.has_value(); }
  /// The control with the focus, as last added; null if there is none.
  [[nodiscard]] const Stop* stop() const;
  /// Whether the control of the layer below, which opened this one, has the focus.
  [[nodiscard]] bool is_owner_focused() const;

 private:
  struct LayerFocus {
    Stop stop;              ///< id 0: none yet
    bool is_shown = false;  ///< it has the focus; otherwise Tab begins here
    bool is_left = false;   ///< the focus was released: Tab returns to it
    Cell cell;              ///< of a picture
  };
  [[nodiscard]] LayerFocus& top() { return places_[static_cast<std::size_t>(top_layer_)]; }
  [[nodiscard]] std::vector<std::size_t> stops_of_layer() const;
  void find_place();
  /// `types`: a field takes input at once.
  void put(std::size_t index, bool types = true);
  LayerFocus& place_of(int layer);

  std::vector<Stop> stops_, last_;                               ///< of this frame so far, of the previous one
  std::vector<LayerFocus> places_ = std::vector<LayerFocus>(1);  ///< by layer
  int top_layer_ = 0;
  std::optional<std::size_t> at_;  ///< index of the focus in last_
  Asked asked_;                    ///< of the control at at_
  std::pair<Id, Rect> shown_cell_{};
  std::pair<float, float> mouse_{};
  bool is_mouse_followed_ = false;  ///< it moved after the last key
  std::string panel_;
  int layer_ = 0;
};

}  // namespace bankloom::ui
