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
#include "ui/fonts.h"
#include "ui/keys.h"
#include "ui/layout.h"
#include "ui/learn/open_lesson.h"
#include "ui/learn/tour.h"
#include "ui/overlays.h"
#include "ui/painter/imgui_painter.h"
#include "ui/panel.h"
#include "ui/scene_history.h"
#include "ui/slot_panels.h"
#include "ui/talk/open_talk.h"
#include "ui/talk/presenter.h"
#include "ui/talk/talk_strip.h"
#include "ui/tile_zoom.h"
#include "ui/view_options.h"

namespace bankloom::ui {

/// What is drawn in addition to the panels.
struct FrameRequest {
  gfx::PixelSize size;               ///< of the bound framebuffer
  float display_scale = 1;           ///< the display's scale; times the text scale it is pixels per unit
  double seconds = 0;                ///< since the last frame; 0 if Dear ImGui's platform backend has set it
  bool holds_last = false;           ///< the bound framebuffer holds the last frame
  std::string view;                  ///< the only panels to draw, "tile+banks"; empty: the whole window
  std::vector<std::string> caption;  ///< lines at the foot; none: no foot
  bool keeps_scale = false;          ///< views alone are not made smaller where they have little room
  Painter* painter = nullptr;        ///< draws instead of OpenGL; null: OpenGL
};

class Ui {
 public:
  Services services;

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
  /// Shows a message for some seconds.
  void say(std::string sentence, double least_seconds = 0) { overlays_.say(std::move(sentence), time_, least_seconds); }
  /// Says so if the text of the last frame was drawn smaller than these flags ask for.
  void say_capped_text(const ViewFlags& flags, const ViewSettings& view, float display_scale);
  /// Seconds after the last frame at which the next one is needed without any event; infinity: none.
  [[nodiscard]] double next_frame_within() const { return next_frame_; }
  /// The texts edited in this window.
  [[nodiscard]] Workbench& workbench() { return workbench_; }
  /// The talk of this window.
  [[nodiscard]] OpenTalk& talk() { return talk_; }
  [[nodiscard]] OpenLesson& lesson() { return lesson_; }
  [[nodiscard]] Tour& tour() { return tour_; }
  [[nodiscard]] Presenter& presenter() { return presenter_; }
  [[nodiscard]] Overlays& overlays() { return overlays_; }

  /// Draws the whole last frame again into the bound framebuffer, of the same size.
  void draw_anew();
  [[nodiscard]] Compositor& compositor() { return compositor_; }

  [[nodiscard]] ImGuiContext* context() const { return context_; }
  [[nodiscard]] Probe& probe() { return probe_; }
  [[nodiscard]] const KeyboardFocus& focus() const { return focus_; }
  /// The grounds of the last frame, behind all that its painter drew.
  [[nodiscard]] const std::vector<Ground>& grounds() const { return grounds_; }
  [[nodiscard]] const Fonts& fonts() const { return fonts_; }
  /// The last frame has characters that only the next one can show.
  [[nodiscard]] bool lacks_characters() const { return met_.has_new(); }
  /// Pixels of the last frame's foot.
  [[nodiscard]] float caption_height() const { return caption_height_; }
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
  void follow_language(const ViewSettings& view);
  void take_input(PanelContext& context);
  void render(const FrameRequest& request, const Theme& theme);
  void apply_keys(PanelContext& context);
  void draw_window(PanelContext& context);
  void draw_talk(PanelContext& context, const Rect& rect);
  void draw_above(const Rect& window);
  void draw_splitters(PanelContext& context);

  ImGuiContext* context_ = nullptr;
  std::vector<Ground> grounds_;  ///< of the frame's slots
  Compositor compositor_;
  ImGuiPainter painter_;
  Fonts fonts_;
  MetCharacters met_;
  Probe probe_;
  KeyboardFocus focus_;
  Overlays overlays_;
  Workbench workbench_;
  OpenLesson lesson_;
  Tour tour_;
  float caption_height_ = 0;
  OpenTalk talk_;
  TalkStrip talk_strip_;
  Presenter presenter_;
  std::optional<SlotPanels> slots_;
  std::vector<KeyPress> keys_;
  bool is_typing_ = false;                    ///< PanelContext::is_typing
  std::vector<std::function<void()>> above_;  ///< drawn after all panels of the frame
  std::array<std::map<std::uint64_t, Rect>, 2> tile_words_;
  TileZoom tile_zoom_;
  SceneHistory history_;
  Layout layout_;
  std::optional<PanelExtent> dragged_from_;  ///< the size of a panel before it was dragged
  bool is_focus_ = false;                    ///< the last frame's view
  bool still_ = false;
  std::uint64_t file_changes_ = 0;       ///< number of changes to files that the texts have seen
  std::optional<std::string> language_;  ///< that was asked for last
  bool has_looked_for_chinese_ = false;
  int new_fonts_ = 0;                ///< frames still to be drawn since they were loaded
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
