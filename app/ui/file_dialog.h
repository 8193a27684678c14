// FileDialog: asks for a file to open, or for a name to save a text under. A field for a path, and the folder's kernels
// and folders to click.
//
// Not supported: more than one file at once, making folders.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "ui/editor/source_file.h"
#include "ui/layout/box.h"

namespace bankloom::ui {

class FileDialog {
 public:
  /// Asks for a file to open on a side.
  void ask_open(PanelContext& context, Side side);
  /// Asks for a name to save a side's text under.
  void ask_save(PanelContext& context, Side side);
  /// Asks for a name to save the talk under.
  void ask_save_talk(PanelContext& context);
  /// Draws the question into the context's area; returns true when it is finished.
  bool draw(PanelContext& context);
  [[nodiscard]] const char* title() const {
    if (saves_talk_) return "Save the talk as";
    return saves_ ? "Save the code as" : "Open a kernel or a talk";
  }

 private:
  void enter(const std::filesystem::path& folder);
  void begin(PanelContext& context, Side side, bool saves);
  bool perform(PanelContext& context);
  Box list(const Theme& theme);
  void take_clicked(PanelContext& context);

  bool saves_ = false, saves_talk_ = false;
  Side side_ = Side::a;
  std::filesystem::path folder_;
  std::vector<FolderEntry> entries_;
  std::string typed_;           ///< in the field: a name in the folder, or a whole path
  std::string problem_;         ///< why it failed, in a sentence
  std::string overwrites_;      ///< the file to be confirmed; overwritten the second time
  std::filesystem::path next_;  ///< folder clicked in this frame
  std::string chosen_;          ///< file clicked in this frame
  bool appears_ = false;
  bool done_ = false;
};

}  // namespace bankloom::ui
