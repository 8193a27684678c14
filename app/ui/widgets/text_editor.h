// TextEditor: Dear ImGui's field of many lines, with the text drawn in colours over it.
//
// The field handles input: cursor, selection, clipboard, scrolling. Its own letters are not drawn; the text is drawn in
// their places in the colours of its tokens, in a monospaced font. Undo and indentation are our own (Dear ImGui undoes
// letter by letter): every change goes to the text's history, and a key's action other than letters is a TextTask.
//
// Not supported: wrapped lines.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/session/syntax.h"
#include "ui/editor/text_edits.h"
#include "ui/editor/text_history.h"
#include "ui/panel.h"

struct ImGuiWindow;

namespace bankloom::ui {

/// An action on the text other than typing.
enum class TextTask : std::uint8_t { undo, redo, indent, unindent };

/// The state of the field between frames.
struct TextEditorState {
  bool has_keyboard = false;           ///< it has the keyboard
  TextSelection selection;             ///< and the cursor
  std::optional<TextSelection> go_to;  ///< selected in the next frame, in which it takes the keyboard
  std::optional<std::size_t> shows;    ///< a byte to be in view in the next frame, without the keyboard
  bool wants_keyboard = false;         ///< in the next frame
  std::vector<TextTask> tasks;         ///< for the next frame
  /// What is typed goes elsewhere. False if it did before.
  bool leave();
};

/// The place of the text, in pixels, for drawings beside it.
struct TextEditorView {
  bool changed = false;           ///< in this frame, by typing or a task
  ImVec2 origin;                  ///< of the first character
  float row = 0;                  ///< height of a line
  float column = 0;               ///< width of a character
  float right = 0;                ///< right edge of the field, with its scroll bar
  Rect shown;                     ///< the visible part of the text
  ImGuiWindow* window = nullptr;  ///< the field's; null if nothing is visible
  bool hovered = false;
};

/// Draws the field into a rectangle of pixels. `name` is for the probe. A change of the text other than by typing needs
/// another `generation`: the field has a copy of the text while it has the keyboard. All changes go to the history,
/// including those made elsewhere.
TextEditorView text_editor(PanelContext& context, const char* name, const Rect& rect, unsigned generation,
                           std::string& text, TextHistory& history, TextEditorState& state);

/// While it exists, drawings are over the field, within the visible part of its text. Not if `window` is null.
class OverField {
 public:
  OverField(Painter& painter, const TextEditorView& view);
  ~OverField();
  OverField(const OverField&) = delete;
  OverField& operator=(const OverField&) = delete;

 private:
  std::optional<PainterClip> clip_;
};

/// Draws the visible lines in the colours of their tokens over the field.
void draw_code_lines(const PanelContext& context, const TextEditorView& view, const std::string& text,
                     const std::vector<std::size_t>& starts, const std::vector<std::vector<Token>>& tokens);
/// The cursor over the field with the keyboard; requests the frame in which it blinks next. It stops blinking after a
/// while without a key.
void draw_text_cursor(PanelContext& context, const TextEditorView& view, const TextEditorState& state,
                      const std::string& text, const std::vector<std::size_t>& starts);

/// The visible lines: the first and the one after the last, 0-based.
struct LineRange {
  std::size_t first = 0, end = 0;
};
[[nodiscard]] LineRange lines_in_sight(const TextEditorView& view, std::size_t lines);

}  // namespace bankloom::ui
