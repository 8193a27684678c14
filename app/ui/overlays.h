// Overlays: temporary layers above the panels: the help, the settings, the picture dialog, short messages.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "ui/export_card.h"
#include "ui/file_dialog.h"
#include "ui/layout/form.h"
#include "ui/learn/progress_map.h"
#include "ui/panel.h"
#include "ui/programs/run_dialog.h"

namespace bankloom::ui {

struct ViewOption;

class Overlays {
 public:
  enum class Open : std::uint8_t { nothing, help, glossary, progress, settings, exporting, file, program };

  /// Draws the open overlays, after the panels, so that they are above them.
  void draw(PanelContext& context, const Rect& window);

  void toggle(Open overlay) { open_ = open_ == overlay ? Open::nothing : overlay; }
  void close() { open_ = Open::nothing; }
  [[nodiscard]] Open open() const { return open_; }
  /// Asks for a file to open, or for a name to save a side's text under.
  void ask_for_file(PanelContext& context, Side side, bool saves);
  /// Asks for a name to save the talk under.
  void ask_for_talk_name(PanelContext& context);
  /// Asks for the folder of exports.
  void ask_for_folder(PanelContext& context);
  /// Shows the programs' question, and removes it with its answer; closing it means no.
  void follow(Programs& programs);
  /// `least`: seconds that the sentence stays, which else depends on its length.
  void say(std::string sentence, double time, double least = 0);
  [[nodiscard]] ExportCard& export_card() { return export_card_; }
  /// Asks the panel that is drawn next in the details for its table, see offer_table().
  void ask_for_table() { wants_table_ = true; }
  [[nodiscard]] bool take_table_request() { return std::exchange(wants_table_, false); }
  std::string_view pointed_panel;  ///< the id of the panel under the mouse in the last frame; empty: there was none

 private:
  void draw_glossary(PanelContext& context, const Rect& window);
  /// The switch between the two pages of the help.
  [[nodiscard]] Box help_pages(PanelContext& context);
  void draw_help(PanelContext& context, const Rect& window);
  void draw_settings(PanelContext& context, const Rect& window);
  void add_languages(Form& form, PanelContext& context, const ViewOption& option);
  static void add_recordings(Form& form, Measures& measures, ViewSettings& view);
  void add_gpus(Form& form, PanelContext& context);
  void draw_file(PanelContext& context, const Rect& window);
  void draw_program(PanelContext& context, const Rect& window);
  void draw_toasts(PanelContext& context, const Rect& window);
  /// A card over the panels, so many units wide and as high as its contents, which scroll for lack of room.
  void draw_card(PanelContext& context, const char* title, const Rect& window, float width, const Box& content,
                 bool is_at_right = false);
  /// Leaves the rest of the card as the context's area. `dims`: the layers below.
  void begin_card(PanelContext& context, const char* title, const Rect& rect, bool dims = true);
  void end_card();

  struct Toast {
    std::string sentence;
    double said = 0;   ///< seconds of the window's clock
    double least = 0;  ///< seconds that it stays
  };
  Open open_ = Open::nothing;
  Open was_open_ = Open::nothing;  ///< in the frame before
  FileDialog file_dialog_;
  RunDialog run_dialog_;
  ProgressMap map_;
  bool asks_to_run_ = false;
  std::deque<Toast> toasts_;
  ExportCard export_card_;
  bool wants_table_ = false;
  std::vector<LanguageName> languages_;     ///< that can be chosen; read when the settings are first opened
  std::optional<std::string> gpu_command_;  ///< as it is typed; nothing while the settings are closed
};

/// Copies the scene as a line of text to the clipboard, and shows the scene in the clipboard.
void copy_scene(PanelContext& context);
void paste_scene(PanelContext& context);
/// Copies a picture of the panel that has the keyboard's focus, otherwise of that under the mouse.
void copy_panel(PanelContext& context);
/// Copies a panel's table where it was asked for.
void offer_table(PanelContext& context, const std::function<std::string()>& text);
void copy_table(PanelContext& context, const std::string& text);
/// The next larger (`by` 1) or smaller (-1) text scale.
[[nodiscard]] float changed_text_scale(float scale, int by);

}  // namespace bankloom::ui
