// OpenTalk: the talk that is open in the window, with its present scene, unsaved changes and file.
//
// Not thread-safe. Not supported: more than one talk, changes of the file on the disk.
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
  /// Keeps unsaved changes.
  ~OpenTalk() { keep(); }
  OpenTalk& operator=(OpenTalk&&) = delete;

  /// Sets the folder that keeps unsaved changes for the next start. Empty: keeps nothing.
  void set_state_folder(const std::filesystem::path& folder);
  /// Opens the unsaved talk of a window that has ended, with its file if it had one; false if there is none.
  bool recover(Session& session, ViewSettings& view);
  /// Whether there is one that recover() would open.
  [[nodiscard]] bool has_left() const { return !left_talk().empty(); }

  [[nodiscard]] bool is_open() const { return open_; }
  [[nodiscard]] const Talk& talk() const { return talk_; }
  /// The scene that was shown last, from 0; nothing if the talk has no scenes.
  [[nodiscard]] std::optional<std::size_t> present() const;
  /// Empty before it is saved.
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  /// "week5", or "New talk"
  [[nodiscard]] std::string name() const;
  [[nodiscard]] bool is_unsaved() const { return unsaved_; }
  /// Increases with every change of the talk or of the present scene.
  [[nodiscard]] unsigned changes() const { return changes_; }

  /// Opens a file and shows its first scene. Errors: those of read_talk(); unsaved changes of the open talk, which a
  /// second call drops; a scene that cannot be shown, although the talk is open.
  Result<void> open(Session& session, ViewSettings& view, const std::filesystem::path& file);
  /// Inserts pasted scenes after the present one, or opens them as a new talk, and shows the first of them.
  Result<void> take(Session& session, ViewSettings& view, Talk pasted);
  /// Errors: unsaved changes, which a second call drops.
  Result<void> close();

  /// Shows a scene, which becomes the present one. Errors: it cannot be shown, with its number.
  Result<void> show(Session& session, ViewSettings& view, std::size_t index);
  /// Shows the next (1) or previous (-1) scene; stays at the ends.
  Result<void> step(Session& session, ViewSettings& view, int by);

  /// Inserts what is shown after the present scene, also into a new talk. Theme, palette and text size are not stored:
  /// they depend on the projector. Errors: a text without a file.
  Result<void> add(const Session& session, const ViewSettings& view);
  /// Moves a scene; `to` is its index afterwards.
  void move(std::size_t from, std::size_t to);
  void remove(std::size_t index);
  void set_note(std::size_t index, std::string note);

  /// Writes the talk to its file, or to another, which becomes its own. Errors: those of write_talk().
  Result<void> save() { return save_as(file_); }
  Result<void> save_as(const std::filesystem::path& file);

 private:
  [[nodiscard]] std::filesystem::path left_talk() const;
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
  std::filesystem::path kept_;  ///< file of the unsaved talk; empty: keeps nothing
  bool keeps_ = false;          ///< the talk differs from that file
  bool warned_ = false;         ///< about unsaved changes
};

/// Whether a pasted text is a talk: several lines, with at least one scene.
[[nodiscard]] bool is_talk_text(std::string_view text);

}  // namespace bankloom::ui
