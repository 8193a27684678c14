// Workbench: the texts of kernels that are edited in the window: opened, typed at, compiled, kept, saved.
//
// It stands between the editor panel and the session: a text that is typed goes to Selection::with_text() 300 ms after
// the last key, and to the drafts meanwhile. Where A and B show the same text there is one document for both, and both
// follow it; what is chosen in the list of kernels takes its side's text away (and an unsaved one is offered again).
//
// Not thread-safe. Not supported: more than one text on a side; only texts of programs that are watched are read anew
// when they change on the disk (reread()).
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

/// Whether a text that is to be saved needs a question first: it has no file yet, or the file is another one by now
/// than was opened.
enum class SaveQuestion : std::uint8_t { none, name, changed };
[[nodiscard]] SaveQuestion save_question(const Document& document);

class Workbench {
 public:
  Workbench() = default;
  /// Writes what is unsaved to the drafts.
  ~Workbench();
  Workbench(const Workbench&) = delete;
  Workbench& operator=(const Workbench&) = delete;

  /// Where drafts and recent files are kept, and looks for drafts of windows that are gone. Empty: nothing is kept.
  void set_state_folder(const std::filesystem::path& folder);

  // ---- the editor ---------------------------------------------------------------------------------------------------
  [[nodiscard]] bool is_open() const { return is_open_; }
  /// The side whose text the editor shows; that of A where both show the same.
  [[nodiscard]] Side side() const { return side_; }
  /// Opens the editor on a side's text.
  void open(Session& session, Side side);
  /// The text stays, and is compiled at once if it still waits.
  void close();
  /// Looks for words in the text, those that are selected if they are of one line; and ends that, with the cursor at
  /// what was found.
  void open_search(const Session& session);
  void close_search();
  /// To the next (by > 0) or the previous place of what is looked for; 0: to the present one, if there is one, or the
  /// next.
  void find(const Session& session, int by);
  /// Whether what is typed goes to the editor.
  [[nodiscard]] bool is_typing() const { return is_open_ && field.has_keyboard; }
  /// The document of a side; null where it shows the catalogue's text and no editor is open on it.
  [[nodiscard]] Document* document(const Session& session, Side side);
  /// Once a frame, before the panels: takes over what the session shows, asks for what is to be compiled, keeps drafts.
  void follow(Session& session, double now, const std::function<void(double)>& redraw_within,
              const std::function<void(std::string)>& say);
  /// Puts another text in the place of a side's, as if it had been typed.
  void put_text(const Session& session, Side side, std::string text);
  /// Opens the editor and puts a changed text of what a side shows there at once, the changed bytes selected; it can be
  /// undone. Errors: the text was typed at since `before`, of which it is a change.
  Result<void> put_change(Session& session, Side side, const std::string& before, const OwnSource& changed,
                          const TextSelection& selected);
  /// Chooses the shared array that is the tile, and the elements in its row (0: as the text says).
  Result<void> set_tile(Session& session, Side side, const std::string& name, unsigned row_elements);

  // ---- files --------------------------------------------------------------------------------------------------------
  /// Opens a file on a side (comparing two paddings of one text ends), and the editor on it.
  Result<void> open_file(Session& session, Side side, const std::filesystem::path& file);
  /// Shows a text that is of no catalogue and was read already, as a captured launch's; what was typed at the side's
  /// text is put away.
  Result<void> open_source(Session& session, Side side, OwnSource source);
  /// Elements in a row of a captured launch's buffer; 0: as nobody said.
  Result<void> set_columns(Session& session, Side side, const std::string& buffer, std::uint64_t columns);
  /// Writes the text to its file.
  Result<void> save(Session& session, Side side);
  /// Writes it to another file, which becomes its own. Overwrites.
  Result<void> save_as(Session& session, Side side, const std::filesystem::path& file);
  /// Writes the text back to the file that it was taken from, and what stood there to a file beside it (FILE.orig, or
  /// with a number; none is written over), unless this window wrote that itself. Returns the copy; empty where there is
  /// none. Errors: the file is not as it was opened; neither can be written.
  Result<std::filesystem::path> apply(Session& session, Side side);
  /// Takes over files that something else has changed, where nothing was typed at their texts.
  void reread(const Session& session);
  /// Back to the saved text, or the catalogue's.
  void revert(Session& session, Side side);
  /// The files that were opened or saved last.
  [[nodiscard]] const std::vector<std::filesystem::path>& recent() const { return recent_; }
  /// The folder that a dialog begins in: that of a side's file, of the last one, or the working folder.
  [[nodiscard]] std::filesystem::path folder(const Document* document) const;

  // ---- unsaved texts that are not shown -----------------------------------------------------------------------------
  struct Offer {
    Draft draft;
    std::optional<FoundDraft> found;  ///< of a window that is gone
    unsigned number = 0;              ///< of this window's drafts where it is not
  };
  [[nodiscard]] const std::vector<Offer>& offers() const { return offers_; }
  /// Shows an offered text on a side. Errors: another window has taken it.
  Result<void> restore(Session& session, Side side, std::size_t offer);
  void discard(std::size_t offer);

  TextEditorState field;  ///< of the editor's field
  TextSearch search;
  double discard_until = 0;  ///< a second click on Discard until then does it; seconds of the window's clock

 private:
  using Slot = std::optional<Document>;
  [[nodiscard]] Slot& slot(const Session& session, Side side);
  void begin(const Session& session, Side side);
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
  std::map<std::string, std::string> applied_;  ///< what this window wrote back to files, by their paths
  std::vector<std::string> said_;               ///< problems to be told in the next frame
  bool draft_problem_said_ = false;
};

/// The key of what a side shows: "lesson/name" or "own:" and a digest.
[[nodiscard]] const std::string& shown_key(const Session& session, Side side);

}  // namespace bankloom::ui
