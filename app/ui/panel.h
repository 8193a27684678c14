// Panel: one view of the session. A panel is one file in panels/, with its entry, and its name in CMakeLists.txt; it
// draws from the session and changes it only through the session's methods.
#pragma once

#include <imgui.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/session/session.h"
#include "ui/focus.h"
#include "ui/layout.h"
#include "ui/painter/painter.h"
#include "ui/probe.h"
#include "ui/rect.h"
#include "ui/slot.h"
#include "ui/theme.h"

namespace bankloom {
class AdviceService;
}

namespace bankloom::ui {

class Measures;
class OpenLesson;
class OpenTalk;
class Overlays;
class Presenter;
class Programs;
class SceneHistory;
class Thumbnails;
class TileZoom;
class Tour;
class Workbench;

/// The fonts in the sizes of the present scale.
struct Fonts {
  ImFont* body = nullptr;        ///< 15 units
  ImFont* strong = nullptr;      ///< 15, semibold
  ImFont* small = nullptr;       ///< 12.5: captions, axis numbers
  ImFont* heading = nullptr;     ///< 18, semibold
  ImFont* verdict = nullptr;     ///< 26, bold: the largest text outside the focus view
  ImFont* headline = nullptr;    ///< 32, semibold, in the focus view: about 48 pixels on a screen of 1080 lines
  ImFont* counter = nullptr;     ///< 40, semibold, only digits, in the focus view
  ImFont* mono = nullptr;        ///< 14: code
  ImFont* editor = nullptr;      ///< the same with more distance between lines: edited code
  ImFont* cell = nullptr;        ///< 12: numbers in cells, scaled by the grid to the cells' size
  ImFont* large_cell = nullptr;  ///< 24: the same in large cells
};

/// Whether lanes are shown in flight: as the desktop's setting, always, never.
enum class MotionSetting : std::uint8_t { desktop, on, off };
inline constexpr std::array<std::string_view, 3> kMotionNames{"desktop", "on", "off"};

/// What the output's panel draws, and at which time.
enum class OutputForm : std::uint8_t { map, numbers, places };
inline constexpr std::array<std::string_view, 3> kOutputFormNames{"map", "numbers", "places"};
enum class OutputTime : std::uint8_t { so_far, final };
inline constexpr std::array<std::string_view, 2> kOutputTimeNames{"so-far", "final"};

/// The user's choice of the appearance; kept in the settings file, not in the scene.
struct ViewSettings {
  ThemeName theme = ThemeName::dark;
  Palette palette = Palette::wheel;
  float text_scale = 1;  ///< 0.75 .. 2.5, times the display's own scale
  BankView bank_view = BankView::automatic;
  std::string tab = "results";  ///< id of the open panel of the details; an unknown one means the first
  OutputForm output = OutputForm::map;
  OutputTime output_time = OutputTime::so_far;
  PanelExtent left, right, lower;    ///< the panels at the edges of the window
  FocusView focus = FocusView::off;  ///< only tile, banks, headline and one sentence, for a lecture hall
  MotionSetting motion = MotionSetting::desktop;
  bool naive_count = false;  ///< the sentence has the naive count over all 32 lanes beside it
  bool wide_editor = true;   ///< the editor takes the room of 80 columns, if there is enough
  std::string language;      ///< tag; empty: the system's
  std::string recording;     ///< recording to use for values not measured here; empty: the newest that has them
};

[[nodiscard]] inline PanelExtent& edge_of(ViewSettings& view, EdgePanel panel) {
  return panel == EdgePanel::left ? view.left : panel == EdgePanel::right ? view.right : view.lower;
}

/// What serves a window; must outlive its frames.
struct Services {
  Measures* measures = nullptr;              ///< measured times; null: there are none, and they are not mentioned
  AdviceService* advice = nullptr;           ///< null: no advice is given
  Programs* programs = nullptr;              ///< runs learners' programs; null: none can be run
  Thumbnails* thumbnails = nullptr;          ///< pictures of the talk's scenes; null: there are none
  std::function<void()> toggle_full_screen;  ///< null: there is no window
  std::filesystem::path languages;           ///< folder of translations; empty: none can be chosen
  bool desktop_motion = true;                ///< whether the desktop has motion, for the setting that follows it
};

/// The context of every panel while it draws. Lengths in code are units; `px()` converts them to pixels.
struct PanelContext : Services {
  Session& session;
  ViewSettings& view;
  const Theme& theme;
  const Fonts& fonts;
  Painter& painter;
  Probe& probe;            ///< records what is drawn where, for tests of the geometry
  float scale = 1;         ///< pixels per unit
  Rect area;               ///< of the panel, in pixels, inside its margins; drawing outside is clipped
  double time = 0;         ///< seconds since the start, for smooth transitions
  bool bank_card = false;  ///< the banks panel has the room of the lane x bank card
  bool still = false;      ///< a picture: transitions are drawn at their end
  bool is_typing = false;  ///< keys were pressed in a text, and the mouse has not moved since
  /// Requests another frame within so many seconds (0: at once); without it nothing is drawn until the next event.
  std::function<void(double)> redraw_within;
  /// Shows a message for some seconds.
  std::function<void(std::string)> say;
  /// Draws once all panels are drawn, above them and clipped only by the window.
  std::function<void(std::function<void()>)> draw_above;
  /// The places on screen of the words of shared memory in the present requests, for each side; the tile's panel fills
  /// it.
  std::array<std::map<std::uint64_t, Rect>, 2>* tile_words = nullptr;
  SceneHistory* history = nullptr;  ///< the scenes that were tried; null: in a picture
  TileZoom* tile_zoom = nullptr;    ///< of both tiles; null: the whole tile is visible, as in a picture
  Overlays* overlays = nullptr;     ///< dialogs; null: none can be opened, as in a picture
  Workbench* workbench = nullptr;   ///< the edited texts; null: nothing can be edited
  Tour* tour = nullptr;             ///< of the window; null: in a picture
  OpenLesson* lesson = nullptr;     ///< the lesson, open or not; null: none can be opened, as in a picture
  OpenTalk* talk = nullptr;         ///< the talk, open or not; null: none can be opened, as in a picture
  Presenter* presenter = nullptr;   ///< black screen and pen; null: not in use
  KeyboardFocus* focus = nullptr;   ///< null: no control can have it, as in a picture
  /// The largest text scale of this window with such a view.
  std::function<float(const ViewSettings&)> fitting_text_scale = nullptr;
  bool in_window = false;         ///< all panels are drawn, not a view alone
  bool in_focus_view = false;     ///< the focus view is drawn
  bool without_controls = false;  ///< a picture of one view: buttons and other controls take no room
  bool on_paper = false;  ///< a picture in millimetres: no frames around panels, no text too small to be printed

  [[nodiscard]] float px(float units) const { return units * scale; }
  /// Pixels of a line below which numbers in cells are left out: on paper those of 6 points, of which Inter has 0.826
  /// in a line, at 96 units an inch.
  [[nodiscard]] float least_cell_text() const { return on_paper ? px(9.7f) : 0; }
};

class Panel {
 public:
  virtual ~Panel() = default;
  /// Draws into context.area, within the ImGui window that the caller opened for it.
  virtual void draw(PanelContext& context) = 0;
};

/// A panel that exists once for A and, in a comparison, once for B.
class SidePanel : public Panel {
 public:
  explicit SidePanel(Side side) : side_(side) {}

 protected:
  [[nodiscard]] Side side() const { return side_; }

 private:
  Side side_;
};

/// How a panel is made, and whether each side has one.
struct PanelMaker {
  bool per_side = false;
  std::unique_ptr<Panel> (*make)(Side side) = nullptr;
};
template <class Made>
[[nodiscard]] constexpr PanelMaker maker_of() {
  if constexpr (std::is_base_of_v<SidePanel, Made>) {
    return {true, [](Side side) -> std::unique_ptr<Panel> { return std::make_unique<Made>(side); }};
  } else {
    return {false, [](Side) -> std::unique_ptr<Panel> { return std::make_unique<Made>(); }};
  }
}

/// The value of NAME_panel() in panels/NAME_panel.cpp. CMake makes the list of all from their names.
struct PanelEntry {
  std::string_view id;     ///< "tile": for `render --view`, the settings, scenes and tests
  std::string_view title;  ///< "Tile"
  std::string_view help;   ///< one or two sentences for the tooltip of the title and the help overlay
  Slot slot = Slot::details;
  int order = 0;  ///< among the tabs of its slot
  /// Whether it applies to the present choice; null: always. If not, it has no tab.
  bool (*applies)(const PanelContext& context) = nullptr;
  PanelMaker maker;
};

/// All panels, by slot and in the order of their tabs.
[[nodiscard]] const std::vector<PanelEntry>& panels();
/// The ids of the details' panels, in the order of their tabs.
[[nodiscard]] std::vector<std::string_view> tab_ids();

}  // namespace bankloom::ui
