// Ui: draws the window frame by frame: panels in their places, overlays, keys. Independent of the window system: the
// window and the off-screen pictures use the same code.
//
// Not thread-safe: everything is on the thread whose OpenGL context is current. Not here: the clock (the caller
// advances the session's time) and files (requested by a PictureRequest).
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gfx/pixels.h"
#include "ui/compositor.h"
#include "ui/editor/workbench.h"
#include "ui/focus.h"
#include "ui/keys.h"
#include "ui/layout.h"
#include "ui/overlays.h"
#include "ui/painter/imgui_painter.h"
#include "ui/panel.h"
#include "ui/talk/open_talk.h"
#include "ui/talk/presenter.h"
#include "ui/talk/talk_strip.h"
#include "ui/tile_zoom.h"

namespace bankloom::ui {

/// What is drawn in addition to the panels.
struct FrameRequest {
  gfx::PixelSize size;               ///< of the bound framebuffer
  float display_scale = 1;           ///< the display's scale; times the text scale it is pixels per unit
  double seconds = 0;                ///< since the last frame; 0 if Dear ImGui's platform backend has set it
  bool holds_last = false;           ///< the bound framebuffer holds the last frame
  std::string view;                  ///< id of the only panel to draw; empty: the whole window
  std::vector<std::string> caption;  ///< lines at the foot; none: no foot
};

class Ui {
 public:
  /// Needs a current OpenGL context. `still`: for a picture, without transitions, overlays and mouse. Errors: shaders
  /// that are missing or do not compile, an OpenGL that Dear ImGui cannot use.
  [[nodiscard]] static Result<std::unique_ptr<Ui>> create(const std::filesystem::path& shader_folder, bool still);
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  /// Draws into the whole bound framebuffer. The input comes from ImGuiIO and press().
  void frame(Session& session, ViewSettings& view, const FrameRequest& request);

  /// A key for the next frame, which ignores it while a text field has the keyboard.
  void press(KeyPress key) { keys_.push_back(key); }
  /// Sets whether the desktop has motion, for the setting that follows it; true by default.
  void set_desktop_motion(bool on) { desktop_motion_ = on; }
  /// Shows a message for some seconds.
  void say(std::string sentence) { overlays_.say(std::move(sentence), time_); }
  /// Seconds after the last frame at which the next one is needed without any event; infinity: none.
  [[nodiscard]] double next_frame_within() const { return next_frame_; }
  /// Returns the requested picture, once.
  [[nodiscard]] std::optional<PictureRequest> take_picture_request() { return overlays_.take_picture_request(); }
  /// The source of measured times; must outlive the following frames. Null: none are shown.
  void set_measures(Measures* measures) { measures_ = measures; }
  /// The source of advice; must outlive the following frames. Null: none is given.
  void set_advice(AdviceService* advice) { advice_ = advice; }
  /// Runs learners' programs; must outlive the following frames. Null: none can be run.
  void set_programs(Programs* programs) { programs_ = programs; }
  /// The texts edited in this window.
  [[nodiscard]] Workbench& workbench() { return workbench_; }
  /// The talk of this window.
  [[nodiscard]] OpenTalk& talk() { return talk_; }
  [[nodiscard]] Presenter& presenter() { return presenter_; }
  /// The source of the pictures of the talk's scenes; must outlive the following frames. Null: there are none.
  void set_thumbnails(Thumbnails* thumbnails) { thumbnails_ = thumbnails; }
  /// The window's part of the action with that name.
  void set_full_screen_toggle(std::function<void()> toggle) { toggle_full_screen_ = std::move(toggle); }
  void set_picture_folder(std::string folder) { overlays_.set_picture_folder(std::move(folder)); }
  [[nodiscard]] const std::string& picture_folder() const { return overlays_.picture_folder(); }

  /// Draws the whole last frame again into the bound framebuffer, of the same size.
  void draw_anew();
  [[nodiscard]] Compositor& compositor() { return compositor_; }

  [[nodiscard]] ImGuiContext* context() const { return context_; }
  [[nodiscard]] Probe& probe() { return probe_; }
  [[nodiscard]] const KeyboardFocus& focus() const { return focus_; }
  /// The layout of the last frame.
  [[nodiscard]] const Layout& layout() const { return layout_; }

 private:
  Ui(ImGuiPainter painter, bool still);
  void use_scale(float scale, const Theme& theme);
  /// Whether the open talk has its strip at the foot of the window.
  [[nodiscard]] bool shows_talk(const FrameRequest& request) const;
  /// The layout that a view of the whole window needs.
  [[nodiscard]] LayoutRequest wanted_layout(const Session& session, const ViewSettings& view,
                                            const FrameRequest& request) const;
  /// Returns the pixels per unit to draw with.
  float place_panels(const Session& session, const ViewSettings& view, const FrameRequest& request);
  void begin_frame(const FrameRequest& request, const Theme& theme, float scale);
  /// The context for panels; without a mouse and overlays in a picture.
  PanelContext make_context(Session& session, ViewSettings& view, const FrameRequest& request, float scale);
  void take_input(PanelContext& context);
  void render(const FrameRequest& request, const Theme& theme);
  void begin_panel(std::string_view name, int layer = 0);
  void apply_keys(PanelContext& context);
  void draw_window(PanelContext& context);
  void draw_view(PanelContext& context, std::string_view id, const Rect& rect);
  void draw_slot(PanelContext& context, Slot slot, Side side, const Rect& rect);
  /// A panel, of one side if there is one for each.
  struct PlacedPanel {
    const PanelEntry& entry;
    Side side;
    std::unique_ptr<Panel> panel;
  };
  void draw_panel(PanelContext& context, PlacedPanel& placed, const Rect& area, const std::string& window,
                  const Rect& slot);
  /// Returns the one that is open.
  PlacedPanel* draw_tabs(PanelContext& context, std::vector<PlacedPanel*> tabs, const Rect& rect);
  void draw_talk(PanelContext& context, const Rect& rect);
  void draw_caption(PanelContext& context, const std::vector<std::string>& lines, const Rect& rect);
  bool begin_bare(const char* name, const Rect& rect, Colour ground);
  void begin_above(const char* name, const Rect& rect);
  void draw_above(const Rect& window);
  void draw_splitters(PanelContext& context);

  ImGuiContext* context_ = nullptr;
  std::vector<Ground> grounds_;  ///< of the frame's slots
  Compositor compositor_;
  ImGuiPainter painter_;
  Fonts fonts_;
  Probe probe_;
  KeyboardFocus focus_;
  Overlays overlays_;
  Workbench workbench_;
  OpenTalk talk_;
  TalkStrip talk_strip_;
  Thumbnails* thumbnails_ = nullptr;
  Presenter presenter_;
  std::vector<PlacedPanel> panels_;  ///< in the order of panels()
  std::vector<KeyPress> keys_;
  bool is_typing_ = false;                    ///< PanelContext::is_typing
  std::vector<std::function<void()>> above_;  ///< drawn after all panels of the frame
  std::array<std::map<std::uint64_t, Rect>, 2> tile_words_;
  TileZoom tile_zoom_;
  Layout layout_;
  std::optional<PanelExtent> dragged_from_;  ///< the size of a panel before it was dragged
  bool is_focus_ = false;                    ///< the last frame's view
  std::function<void()> toggle_full_screen_;
  bool still_ = false, desktop_motion_ = true;
  Measures* measures_ = nullptr;
  AdviceService* advice_ = nullptr;
  Programs* programs_ = nullptr;
  std::uint64_t file_changes_ = 0;   ///< number of changes to files that the texts have seen
  float font_scale_ = 0;             ///< scale of the fonts; 0: none yet
  std::optional<ThemeName> styled_;  ///< theme of the present style
  double time_ = 0;
  double next_frame_ = std::numeric_limits<double>::infinity();
};

/// Makes an ImGui context the present one for a scope.
class ContextScope {
 public:
  explicit ContextScope(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~ContextScope() { ImGui::SetCurrentContext(before_); }
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

 private:
  ImGuiContext* before_;
};

}  // namespace bankloom::ui
