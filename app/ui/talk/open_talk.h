// OpenTalk: the talk that is open in the window: the scene that is shown, what was changed, the file that it is saved
// to.
//
// Not thread-safe. Not supported: more than one talk; a file that changes on the disk is not read anew.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/session/talk.h"
#include "ui/panel.h"

namespace bankloom::ui {

class OpenTalk {
 public:
  OpenTalk() = default;
  /// Keeps what is unsaved.
  ~OpenTalk() { keep(); }
  OpenTalk(const OpenTalk&) = delete;
  OpenTalk& operator=(const OpenTalk&) = delete;

  /// Where changes that are not saved are kept, all or nothing, for the next start. Empty: nowhere.
  void set_state_folder(const std::filesystem::path& folder);
  /// Opens the talk that a window which is gone left unsaved, as that of its file if it has one; false where there is
  /// none.
  bool recover(Session& session, ViewSettings& view);

  [[nodiscard]] bool is_open() const { return open_; }
  [[nodiscard]] const Talk& talk() const { return talk_; }
  /// The scene that was shown last, from 0; nothing where the talk has none.
  [[nodiscard]] std::optional<std::size_t> present() const;
  /// Empty: it was not saved yet.
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  /// "week5", or "New talk"
  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool is_unsaved() const { return unsaved_; }
  /// Rises with every change of the talk and of the scene that is shown.
  [[nodiscard]] unsigned changes() const { return changes_; }

  /// Opens a file and shows its first scene. Errors: those of read_talk(), unsaved changes of the open talk (at the
  /// second time they are dropped), a scene that cannot be shown: then the talk is open all the same.
  Result<void> open(Session& session, ViewSettings& view, const std::filesystem::path& file);
  /// Takes scenes that were pasted: behind the present one, or as a new talk. Shows the first of them.
  Result<void> take(Session& session, ViewSettings& view, Talk pasted);
  /// Closes it. Errors: changes that are not saved; at the second time they are dropped.
  Result<void> close();

  /// Shows a scene. The error says which scene it is and why it cannot be shown; then it is the present one all the
  /// same, so that the next can be asked for.
  Result<void> show(Session& session, ViewSettings& view, std::size_t index);
  /// The next (1) or previous (-1) scene; stays at the ends.
  Result<void> step(Session& session, ViewSettings& view, int by);

  /// Puts what is shown behind the present scene; begins a talk where none is open. Theme, palette and size of the text
  /// are not the scene's: a hall's projector decides. Errors: a text that lies in no file.
  Result<void> add(const Session& session, const ViewSettings& view);
  /// Takes a scene to another place; `to` is its index afterwards.
  void move(std::size_t from, std::size_t to);
  void remove(std::size_t index);
  void set_note(std::size_t index, std::string note);

  /// Writes it to its file, or another, which becomes its own. Errors: those of write_talk().
  Result<void> save() { return save_as(file_); }
  Result<void> save_as(const std::filesystem::path& file);

 private:
  Result<void> drop_changes();
  void changed();
  void keep();
  void remove_kept() const;
  void drop_kept();

  Talk talk_;
  std::filesystem::path file_;
  std::size_t present_ = 0;
  unsigned changes_ = 0;
  bool open_ = false, unsaved_ = false;
  std::filesystem::path kept_;  ///< file of the unsaved talk; empty: nothing is kept
  bool keeps_ = false;          ///< the talk is another than the one in it
  bool warned_ = false;         ///< that changes are not saved
};

/// Whether a text that was pasted is a talk: more than one line, of which one at least is a scene's.
[[nodiscard]] bool is_talk_text(std::string_view text);

}  // namespace bankloom::ui
