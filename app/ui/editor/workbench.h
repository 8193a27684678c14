// Workbench: opens, compiles, keeps and saves the texts of kernels that are edited in the window.
//
// It connects the editor panel with the session: a typed text goes to Selection::with_text() 300 ms after the last key,
// and to the drafts before that. If A and B show the same text they share one document. A choice in the list of kernels
// replaces its side's text (an unsaved one is offered again).
//
// Not thread-safe. Not supported: more than one text per side; changes on the disk, except of a watched program's files
// (reread()).
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/session/session.h"
#include "ui/editor/document.h"
#include "ui/editor/drafts.h"
#include "ui/widgets/text_editor.h"

namespace bankloom::ui {

/// Whether saving needs a question: the text has no file yet, or its file has changed since it was opened.
enum class SaveQuestion : std::uint8_t { none, name, changed };
[[nodiscard]] SaveQuestion save_question(const Document& document);

class Workbench {
 public:
  Workbench() = default;
  /// Keeps unsaved texts as drafts.
  ~Workbench();
  Workbench& operator=(Workbench&&) = delete;

  /// Sets the folder of drafts and recent files, and finds drafts of windows that have ended. Empty: keeps nothing.
  void set_state_folder(const std::filesystem::path& folder);

  // ---- the editor ---------------------------------------------------------------------------------------------------
  [[nodiscard]] bool is_open() const { return is_open_; }
  /// The side whose text the editor shows; A if both show the same.
  [[nodiscard]] Side side() const { return side_; }
  /// Opens the editor on a side's text.
  void open(Session& session, Side side);
  /// Keeps the text, and compiles it at once if that is due later.
  void close();
  /// Opens the search, for the selected words if they are in one line.
  void open_search(const Session& session);
  /// Leaves the cursor at the last place.
  void close_search();
  /// Goes to the next (by > 0) or previous (by < 0) place; 0: to the present one, or else the next.
  void find(const Session& session, int by);
  /// Whether keys go to the editor.
  [[nodiscard]] bool is_typing() const { return is_open_ && field.has_keyboard; }
  /// A side's document; null if it shows the catalogue's text and no editor is open on it.
  [[nodiscard]] Document* document(const Session& session, Side side);
  /// Once per frame, before the panels: follows the session, compiles texts that are due, keeps drafts.
  void follow(Session& session, double now, const std::function<void(double)>& redraw_within,
              const std::function<void(std::string)>& say);
  /// Replaces a side's text as if it had been typed.
  void put_text(const Session& session, Side side, std::string text);
  /// Opens the editor, replaces the text `before` by a changed one and shows it at once, with the change selected; it
  /// can be undone. Errors: the text is no longer `before`.
  Result<void> put_change(Session& session, Side side, const std::string& before, const OwnSource& changed,
                          const TextSelection& selected);
  /// Chooses the shared array that is the tile, and the elements in its row (0: as the text says).
  Result<void> set_tile(Session& session, Side side, const std::string& name, unsigned row_elements);

  // ---- files --------------------------------------------------------------------------------------------------------
  /// Opens a file on a side, and the editor on it. Ends a comparison of two paddings of one text.
  Result<void> open_file(Session& session, Side side, const std::filesystem::path& file);
  /// Shows a text that was already read, such as a captured launch's, in place of the side's text, which becomes a
  /// draft if unsaved.
  Result<void> open_source(Session& session, Side side, OwnSource source);
  /// Sets the elements in a row of a captured launch's buffer; 0: unknown.
  Result<void> set_columns(Session& session, Side side, const std::string& buffer, std::uint64_t columns);
  /// Writes the text to its file.
  Result<void> save(Session& session, Side side);
  /// Writes the text to a file, which becomes its own. Overwrites.
  Result<void> save_as(Session& session, Side side, const std::filesystem::path& file);
  /// Writes the text back to its file, after copying that to FILE.orig (or with a number, so that no file is
  /// overwritten), unless this window wrote it. Returns the copy, or an empty path. Errors: the file has changed since
  /// it was opened; a file cannot be written.
  Result<std::filesystem::path> apply(Session& session, Side side);
  /// Reads files again that have changed on the disk, if their texts have no unsaved changes.
  void reread(const Session& session);
  /// Restores the saved text, or the catalogue's.
  void revert(Session& session, Side side);
  /// The files that were opened or saved last.
  [[nodiscard]] const std::vector<std::filesystem::path>& recent() const { return recent_; }
  /// The first folder of a dialog: that of a document's file, of the last file, or the working folder.
  [[nodiscard]] std::filesystem::path folder(const Document* document) const;

  // ---- unsaved texts that are not shown -----------------------------------------------------------------------------
  struct Offer {
    Draft draft;
    std::optional<FoundDraft> found;  ///< if its window has ended
    unsigned number = 0;              ///< among this window's drafts, if it has not
  };
  [[nodiscard]] const std::vector<Offer>& offers() const { return offers_; }
  /// Shows an offered text on a side. Errors: another window has taken it.
  Result<void> restore(Session& session, Side side, std::size_t offer);
  void discard(std::size_t offer);

  TextEditorState field;  ///< of the editor's field
  TextSearch search;
  double discard_until = 0;  ///< a second click on Discard before this time discards; seconds of the window's clock

 private:
  using Slot = std::optional<Document>;
  [[nodiscard]] Slot& slot(const Session& session, Side side);
  void begin(const Session& session, Side side);
  void place(Slot& slot, Document document);
  Result<void> show_new(Session& session, Side side, OwnSource source, bool has_returns);
  void put_away(Document& document);
  void keep_draft(Document& document);
  void take_over(const Session& session, Side side);
  Result<void> show(Session& session, Side side, Document& document);
  void remember(const std::filesystem::path& file);

  std::array<Slot, 2> documents_;
  bool is_open_ = false;
  Side side_ = Side::a;
  double now_ = 0;
  unsigned numbers_ = 0, generations_ = 0;
  std::filesystem::path state_;
  std::unique_ptr<Drafts> drafts_ = std::make_unique<Drafts>(std::filesystem::path());
  std::vector<Offer> offers_;
  std::vector<std::filesystem::path> recent_;
  std::map<std::string, std::string> applied_;  ///< texts that apply() wrote, by path
  std::vector<std::string> said_;               ///< problems to show in the next frame
  bool draft_problem_said_ = false;
};

/// The key of a side's kernel: "lesson/name" or "own:" and a digest.
[[nodiscard]] const std::string& shown_key(const Session& session, Side side);

}  // namespace bankloom::ui
