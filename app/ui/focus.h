// KeyboardFocus: which control the keyboard acts on. Every control says in each frame where it is, in the order of
// reading; what a key asks for is told to the control when it is drawn next. Knows no Dear ImGui, whose own Tab visits
// text fields alone.
#pragma once

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
  using Id = std::uint32_t;  ///< Dear ImGui's: once in a frame
  enum class Kind : std::uint8_t {
    pressed,   ///< Return and Space are a click on it; arrows go to its neighbours
    typed,     ///< is typed at as soon as the focus comes to it
    pictured,  ///< has places of its own that the arrows go to
  };
  struct Stop {
    Id id = 0;
    Kind kind = Kind::pressed;
    Rect rect;          ///< pixels
    Rect clip;          ///< what of the window it can be seen in
    std::string panel;  ///< the one that it is in
    int layer = 0;
  };
  /// What a control has to do in this frame.
  struct Asked {
    bool has_focus = false;
    bool is_pressed = false;   ///< as by a click
    bool has_come = false;     ///< the focus came to it, which it must now show
    int across = 0, down = 0;  ///< steps to the right and down; of Kind::pictured alone
  };

  /// Before the keys and the controls of a frame.
  void begin_frame();
  /// The controls that follow are of this panel. Those of the highest layer that there are take the keys alone: panels
  /// 0, a dialog 1, the lines of a list that is open 2 more.
  void begin_panel(std::string_view panel, int layer = 0);
  /// For the life of a list that is open.
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
  /// The cell that the arrows have come to in the picture that has the focus and was added last, of so many.
  struct Cell {
    int column = 0, row = 0;
  };
  Cell cell_among(int columns, int rows);
  /// Where that cell was drawn; what is said of it appears beside it.
  void show_cell(const Rect& rect) { shown_cell_ = {stops_.back().id, rect}; }
  /// The cell of a picture of this frame that the arrows have come to; null where it has none.
  [[nodiscard]] const Rect* shown_cell(Id picture) const {
    return shown_cell_.first == picture && picture != 0 ? &shown_cell_.second : nullptr;
  }
  /// The same of the picture that was added last.
  [[nodiscard]] const Rect* shown_cell() const { return stops_.empty() ? nullptr : shown_cell(stops_.back().id); }
  /// The last control that was added gets the focus, as the first line of a list that was opened by a key.
  void take();
  /// The last control that was added was used with the mouse: Tab goes on from there.
  void start_here();

  // ---- keys, between begin_frame() and the first control
  /// Tab: 1, Shift+Tab: -1. Without a focus it comes to the one that had it last, else to the first or last.
  void go(int by);
  /// To the first control of the next or previous panel.
  void go_to_panel(int by);
  /// An arrow: to the neighbour in that direction within the panel; of Kind::pictured it is told.
  void move(int across, int down);
  void press();
  /// Gives the focus back; false where no control had it.
  bool leave();
  /// Where the mouse is: after it moved, what it is on is pointed at in a picture, until an arrow moves in it.
  void follow_mouse(float x, float y) {
    const std::pair at{x, y};
    is_mouse_followed_ = is_mouse_followed_ || at != mouse_;
    mouse_ = at;
  }
  [[nodiscard]] bool is_mouse_followed() const { return is_mouse_followed_; }

  /// Whether keys are a control's.
  [[nodiscard]] bool is_on_control() const { return at_.has_value(); }
  /// The control that has the focus, as it was added last; null where none has.
  [[nodiscard]] const Stop* stop() const;
  /// Whether the control of the layer below, which opened this one, has the focus.
  [[nodiscard]] bool is_owner_focused() const;

 private:
  struct LayerFocus {
    Stop stop;              ///< id 0: none yet
    bool is_shown = false;  ///< it has the focus; else Tab begins here
    bool is_left = false;   ///< the focus was given back: Tab returns to it
    Cell cell;              ///< of a picture
  };
  [[nodiscard]] LayerFocus& top() { return places_[static_cast<std::size_t>(top_layer_)]; }
  [[nodiscard]] std::vector<std::size_t> stops_of_layer() const;
  void find_place();
  /// `types`: into a field at once.
  void put(std::size_t index, bool types = true);
  LayerFocus& place_of(int layer);

  std::vector<Stop> stops_, last_;                               ///< of this frame so far, of the one before
  std::vector<LayerFocus> places_ = std::vector<LayerFocus>(1);  ///< by layer
  int top_layer_ = 0;
  std::optional<std::size_t> at_;  ///< the focus among last_
  Asked asked_;                    ///< of the control at at_
  std::pair<Id, Rect> shown_cell_{};
  std::pair<float, float> mouse_{};
  bool is_mouse_followed_ = false;  ///< it was moved after the last key
  std::string panel_;
  int layer_ = 0;
};

}  // namespace bankloom::ui
